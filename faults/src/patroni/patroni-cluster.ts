import { randomBytes } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../packages/database/test/support/free-port.ts";
import { assignToPostgres } from "../../../packages/database/test/support/postgres/postgres-cluster.ts";
import { connect } from "../../../packages/database/test/support/postgres/postgres-of-run.ts";
import { checkClusterPorts, clusterPorts } from "../../../packages/service/src/doctor/cluster-ports.ts";
import { until } from "../until.ts";
import { startEtcd, type Etcd } from "./etcd.ts";
import { Member, type MemberPlan } from "./member.ts";
import { deployFolder, makeCertificate, startDaemon } from "./programs.ts";

const withinMilliseconds = 180_000;
/** How long a statement on a replaced primary is waited for. */
const strayMilliseconds = 3500;

/** etcd, two servers with Patroni, and a PgBouncer beside each, configured by the files of `deploy/postgres-ha`. */
export class PatroniCluster implements AsyncDisposable {
  readonly #resources = new AsyncDisposableStack();
  readonly #plan: MemberPlan;
  #members: readonly [Member, Member] | undefined;
  /** The ports of the PgBouncers. */
  #pooled: readonly number[] = [];

  private constructor(plan: MemberPlan) {
    this.#plan = plan;
  }

  /** @param folder an empty folder */
  static async start(folder: string): Promise<PatroniCluster> {
    assignToPostgres(folder);
    const programs = serverPrograms();
    if (programs === undefined) throw new Error("there is no PostgreSQL with pg_rewind");
    await makeCertificate(folder);
    const password = randomBytes(12).toString("hex");
    const etcd = await startEtcd(folder);
    const cluster = new PatroniCluster({ folder, programs, password, etcdPort: etcd.ports[0] });
    cluster.#resources.use(etcd);
    try {
      await cluster.#start(etcd);
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The address of the platform's database: directly, and by way of PgBouncer. */
  get addresses(): readonly [string, string] {
    const { folder, password } = this.#plan;
    const address = (ports: readonly number[], more: string) =>
      `postgres://platform:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/platform` +
      `?sslmode=verify-full&sslrootcert=${join(folder, "ca.crt")}${more}`;
    const direct = this.members.map(({ port }) => port);
    return [address(direct, ""), address(this.#pooled, "&pgbouncer=transaction")];
  }

  get members(): readonly [Member, Member] {
    if (this.#members === undefined) throw new Error("the cluster has not started");
    return this.#members;
  }

  /** The member that accepts writes, and the other one, once the other one replicates synchronously. */
  async roles(): Promise<{ readonly primary: Member; readonly standby: Member }> {
    let found: { readonly primary: Member; readonly standby: Member } | undefined;
    const isWhole = async () => {
      const [one, other] = this.members;
      const primary = (await this.isPrimary(one)) ? one : other;
      const standby = primary === one ? other : one;
      const state =
        "select count(*)::int from pg_stat_replication where state = 'streaming' and sync_state = 'sync'";
      const isReplicated = (await this.ask(primary, state)) === 1 && !(await this.isPrimary(standby));
      if (isReplicated && (await primary.knowsSynchronousStandby())) found = { primary, standby };
      return found !== undefined;
    };
    await this.until("the cluster has a synchronous standby", isWhole);
    if (found === undefined) throw new Error("the roles are not known");
    return found;
  }

  /** Waits until a condition holds. @throws Error with what Patroni logged */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    await until(what, isSo, withinMilliseconds).catch((error: unknown) => {
      const logs = this.members.map(({ name, log }) => `${name}:\n${log.slice(-3000)}`);
      throw new Error(`waited too long until ${what}\n${logs.join("\n")}`, { cause: error });
    });
  }

  async isPrimary(member: Member): Promise<boolean> {
    return (await this.ask(member, "select pg_is_in_recovery()")) === false;
  }

  /** @returns the first value of the first row; undefined when the member does not respond */
  async ask(member: Member, query: string): Promise<unknown> {
    const address = `postgres://postgres:${this.#plan.password}@127.0.0.1:${member.port}/postgres`;
    try {
      await using client = await connect(`${address}?query_timeout=${strayMilliseconds}`);
      const { rows } = await client.query<[unknown]>({ text: query, rowMode: "array" });
      return rows[0]?.[0] ?? null;
    } catch {
      return undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }

  async #start(etcd: Etcd): Promise<void> {
    const names = ["db1", "db2"] as const;
    const [one, other] = await Promise.all(names.map((name) => Member.start(name, this.#plan)));
    if (one === undefined || other === undefined) throw new Error("two members were started");
    this.#members = [this.#resources.use(one), this.#resources.use(other)];
    const { primary } = await this.roles();
    await this.#checkPorts(etcd.ports);
    const role = `create role platform login password '${this.#plan.password}'`;
    for (const statement of [role, "create database platform owner platform"])
      if ((await this.ask(primary, statement)) === undefined) throw new Error(`this failed: ${statement}`);
    for (const member of this.members)
      this.#pooled = [...this.#pooled, await startPgBouncer(member, this.#plan, this.#resources)];
  }

  /** @throws Error when etcd or a Patroni responds to a caller without a certificate */
  async #checkPorts([clientPort, peerPort]: Etcd["ports"]): Promise<void> {
    const [clients, peers, patroni] = clusterPorts;
    const ports = [
      { ...clients, port: clientPort },
      { ...peers, port: peerPort },
      ...this.members.map(({ restPort }) => ({ ...patroni, port: restPort })),
    ];
    const findings = await checkClusterPorts(["127.0.0.1"], { ports });
    const open = findings.filter(({ level }) => level !== "ok").map(({ says }) => says);
    if (open.length > 0) throw new Error(open.join("\n"));
  }
}

/** The folder of a PostgreSQL with the programs that Patroni needs to clone and to rewind a server. */
function serverPrograms(): string | undefined {
  const folders = globSync("/usr/lib/postgresql/*/bin").toSorted().toReversed();
  return folders.find((folder) =>
    ["pg_rewind", "pg_basebackup"].every((name) => existsSync(join(folder, name))),
  );
}

/** Why a cluster cannot be run here; undefined when it can. */
export function whyNoPatroni(): string | undefined {
  const programs = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/pgbouncer"];
  const missing = programs.filter((program) => !existsSync(program));
  if (serverPrograms() === undefined) missing.push("PostgreSQL with pg_rewind");
  if (missing.length === 0) return undefined;
  return `${missing.join(", ")}: not installed here; on Debian: apt-get install patroni python3-etcd etcd-server pgbouncer postgresql`;
}

/** Starts a PgBouncer beside a server, with the configuration that operators use. @returns its port */
async function startPgBouncer(
  member: Member,
  plan: MemberPlan,
  resources: AsyncDisposableStack,
): Promise<number> {
  const folder = join(plan.folder, member.name);
  const [file, users] = [join(folder, "pgbouncer.ini"), join(folder, "userlist.txt")];
  const port = await freePort();
  const changes: readonly (readonly [string, string])[] = [
    ["port=5432", `port=${member.port}`],
    ["listen_port = 6432", `listen_port = ${port}`],
    ["listen_addr = *", "listen_addr = 127.0.0.1"],
    ["/etc/pgbouncer/userlist.txt", users],
    ["/etc/patroni/", `${plan.folder}/`],
  ];
  let text = readFileSync(join(deployFolder, "pgbouncer.ini"), "utf8");
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`pgbouncer.ini does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  writeFileSync(file, text, { mode: 0o600 });
  writeFileSync(users, `"platform" "${plan.password}"\n`, { mode: 0o600 });
  for (const path of [file, users]) assignToPostgres(path);
  resources.use(startDaemon("/usr/sbin/pgbouncer", [file], folder));
  return port;
}
