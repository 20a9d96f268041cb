import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "../../../packages/database/test/support/postgres/postgres-of-run.ts";
import { PostgresPair } from "../../../packages/database/test/support/postgres/postgres-pair.ts";
import type { PostgresServer } from "../../../packages/database/test/support/postgres/postgres-server.ts";
import { BreakableLink } from "../wire/breakable-link.ts";

/** How long a statement on a replaced primary is waited for: longer than any caller of a node waits. */
const strayMilliseconds = 3500;

/** For this time before a standby is cut off, its acknowledgements do not arrive: it then has commits that are still waited for. */
const unacknowledgedMilliseconds = 300;

/** The links to one server: between the nodes and it, and between its standby and it. */
interface ServerLinks {
  readonly ofNodes: BreakableLink;
  readonly ofStandby: BreakableLink;
}

/** A primary and a standby with synchronous replication, which everything else reaches over breakable links. */
export class LinkedPair implements AsyncDisposable {
  readonly pair: PostgresPair;
  /** What `--database` takes: both servers. */
  readonly address: string;
  readonly #links: ReadonlyMap<PostgresServer, ServerLinks>;

  private constructor(pair: PostgresPair, links: ReadonlyMap<PostgresServer, ServerLinks>) {
    this.pair = pair;
    this.#links = links;
    const { username, password } = new URL(pair.primary.address());
    const hosts = [...links.values()].map(({ ofNodes }) => `127.0.0.1:${ofNodes.port}`).join(",");
    this.address = `postgres://${username}:${password}@${hosts}/postgres?target_session_attrs=read-write`;
  }

  static async start(): Promise<LinkedPair> {
    const links = new Map<PostgresServer, ServerLinks>();
    const linksTo = async (server: PostgresServer): Promise<ServerLinks> => {
      const made = links.get(server);
      if (made !== undefined) return made;
      const link = () => BreakableLink.to(server.port);
      const both = { ofNodes: await link(), ofStandby: await link() };
      links.set(server, both);
      return both;
    };
    const portTo = async (server: PostgresServer) => (await linksTo(server)).ofStandby.port;
    const pair = await PostgresPair.start({ durable: true, portTo });
    await linksTo(pair.standby);
    return new LinkedPair(pair, links);
  }

  get #linksToPrimary(): ServerLinks {
    const links = this.#links.get(this.pair.primary);
    if (links === undefined) throw new RangeError("this server is not one of the pair");
    return links;
  }

  /** Cuts the standby off from the primary, while the nodes reach both. */
  async separate(): Promise<void> {
    const { ofStandby } = this.#linksToPrimary;
    ofStandby.fallSilent("to the server");
    await sleep(unacknowledgedMilliseconds);
    ofStandby.fallSilent();
  }

  /** Cuts the primary off from everything. */
  async isolate(): Promise<void> {
    await this.separate();
    this.#linksToPrimary.ofNodes.fallSilent();
  }

  /** Mends every link. */
  mend(): void {
    for (const { ofNodes, ofStandby } of this.#links.values()) {
      ofNodes.mend();
      ofStandby.mend();
    }
  }

  /** Writes to the replaced primary alone. @returns whether it acknowledges the commit */
  async acknowledgesAlone(): Promise<boolean> {
    const { standby: replaced } = this.pair;
    await using client = await connect(`${replaced.address()}?query_timeout=${strayMilliseconds}`);
    return await client.query("create table written_to_the_old_primary ()").then(
      () => true,
      () => false,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pair[Symbol.asyncDispose]();
    for (const { ofNodes, ofStandby } of this.#links.values()) {
      await ofNodes[Symbol.asyncDispose]();
      await ofStandby[Symbol.asyncDispose]();
    }
  }
}
