import type { ClientConfig } from "pg";
import { messageOf } from "./error-message.ts";
import { noPrimary, Primary } from "./postgres-primary.ts";
import { nameOfServer, type ServerState } from "./postgres-state.ts";
import { ServerProbe } from "./server-probe.ts";

/** Time limit of one server's answer. */
const probeMilliseconds = 1000;
/** How often the other servers are asked whether one of them has been promoted. */
const watchMilliseconds = 500;
/** Longer than the time after which every process that reaches a new primary knows it. */
const spareMilliseconds = 500;
/** After a search without success the next one waits this long. */
const pauseMilliseconds = 250;

type Answer = { readonly probe: ServerProbe } & (
  | { readonly state: ServerState }
  | { readonly reason: unknown }
);
type WritableAnswer = Extract<Answer, { readonly state: ServerState }>;

/**
 * Knows which of several servers accepts writes, and finds it again after a failover.
 *
 * A server that was replaced may live on and accept connections: it does not know which tokens were revoked since.
 * Each promotion increases the timeline of a cluster, so a server with a lower one is never used again. Every process
 * asks the other servers twice a second; one that finds a new primary writes nothing to it until all processes that
 * reach it have had the time to find it too. So nothing is revoked there while another process reads from the old one.
 */
export class PrimaryFinder {
  readonly #probes: readonly ServerProbe[];
  readonly #graceMilliseconds: number;
  #current: Primary | undefined;
  #isInDoubt = false;
  /** The highest timeline seen. */
  #timeline = 0;
  #search: Promise<Primary> | undefined;
  #failure: { readonly reason: unknown; readonly at: number } | undefined;
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param patience factor for all time limits */
  constructor(servers: readonly [ClientConfig, ...ClientConfig[]], patience: number) {
    const limit = patience * probeMilliseconds;
    this.#graceMilliseconds = watchMilliseconds + limit + spareMilliseconds;
    // The state of a single server is checked on each new connection.
    if (servers.length === 1) this.#current = new Primary(servers[0], 0, 0);
    this.#probes = servers.length === 1 ? [] : servers.map((server) => new ServerProbe(server, limit));
  }

  /** @throws `DatabaseUnavailableError` when no server accepts writes */
  async find(): Promise<Primary> {
    if (this.#current !== undefined && !this.#isInDoubt) return this.#current;
    const { at = -Infinity, reason } = this.#failure ?? {};
    if (performance.now() - at < pauseMilliseconds) throw reason;
    this.#search ??= this.#searchOnce();
    return await this.#search;
  }

  /** A connection to a primary could not be made or failed: before the next one, all servers are asked. */
  doubt(primary: Primary): void {
    if (this.#probes.length > 0 && primary === this.#current) this.#isInDoubt = true;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#watch);
    for (const probe of this.#probes) probe.close();
  }

  async #searchOnce(): Promise<Primary> {
    try {
      const primary = this.#choose(await this.#askAll());
      this.#failure = undefined;
      return primary;
    } catch (reason) {
      this.#failure = { reason, at: performance.now() };
      throw reason;
    } finally {
      this.#search = undefined;
      this.#watchSoon();
    }
  }

  /** Waits for all answers, or for one that no other could outdo. */
  #askAll(): Promise<readonly Answer[]> {
    return new Promise((resolve) => {
      const answers: Answer[] = [];
      const askOne = async (probe: ServerProbe) => {
        const answer = await ask(probe);
        answers.push(answer);
        if (answers.length === this.#probes.length || this.#isKnownOrNewer(answer)) resolve(answers);
      };
      for (const probe of this.#probes) void askOne(probe);
    });
  }

  #isKnownOrNewer(answer: Answer): boolean {
    return isWritable(answer) && this.#timeline > 0 && answer.state.timeline >= this.#timeline;
  }

  #choose(answers: readonly Answer[]): Primary {
    const writable = answers.filter(isWritable).filter(({ state }) => state.timeline >= this.#timeline);
    const newest = Math.max(...writable.map(({ state }) => state.timeline));
    const candidates = writable.filter(({ state }) => state.timeline === newest);
    const isCurrent = ({ probe }: Answer) => probe.server === this.#current?.server;
    const chosen = candidates.find(isCurrent) ?? candidates[0];
    if (chosen === undefined) throw noPrimary(answers.map((answer) => this.#describe(answer)).join("; "));
    return this.#adopt(chosen, candidates.length < answers.filter(isWritable).length);
  }

  #adopt({ probe: { server }, state: { timeline } }: WritableAnswer, isOldOneAlive: boolean): Primary {
    this.#isInDoubt = false;
    const known = this.#current;
    if (known?.server === server && known.timeline === timeline) return known;
    const isPromoted = isOldOneAlive || (this.#timeline > 0 && timeline > this.#timeline);
    this.#timeline = timeline;
    this.#current = new Primary(server, timeline, isPromoted ? this.#graceMilliseconds : 0);
    known?.replace();
    return this.#current;
  }

  #watchSoon(): void {
    clearTimeout(this.#watch);
    if (this.#isClosed || this.#timeline === 0) return;
    this.#watch = setTimeout(() => void this.#watchOthers(), watchMilliseconds).unref();
  }

  /** Never rejects. */
  async #watchOthers(): Promise<void> {
    const others = this.#probes.filter(({ server }) => server !== this.#current?.server);
    await Promise.all(
      others.map(async (probe) => {
        const answer = await ask(probe);
        const isNewer = isWritable(answer) && answer.state.timeline > this.#timeline;
        if (isNewer && !this.#isClosed) this.#adopt(answer, true);
      }),
    );
    this.#watchSoon();
  }

  #describe(answer: Answer): string {
    const name = nameOfServer(answer.probe.server);
    if (!("state" in answer)) return `${name}: ${messageOf(answer.reason)}`;
    if (!answer.state.isWritable) return `${name} is a standby or read-only`;
    return `${name} was replaced: it has timeline ${answer.state.timeline}, and ${this.#timeline} exists`;
  }
}

async function ask(probe: ServerProbe): Promise<Answer> {
  try {
    return { probe, state: await probe.ask() };
  } catch (reason) {
    return { probe, reason };
  }
}

function isWritable(answer: Answer): answer is WritableAnswer {
  return "state" in answer && answer.state.isWritable;
}
