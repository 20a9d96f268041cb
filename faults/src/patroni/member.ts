import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../packages/database/test/support/free-port.ts";
import { assignToPostgres } from "../../../packages/database/test/support/postgres/postgres-cluster.ts";
import { guardPostgres } from "../../../packages/database/test/support/postgres/postgres-guard.ts";
import { childrenOf } from "../../../packages/database/test/support/postgres/process-family.ts";
import type { ExitGuard } from "../../../scripts/processes/exit-guard.ts";
import type { RunningProgram } from "../../../scripts/processes/running-program.ts";
import { deployFolder, getWithCertificate, startDaemon } from "./programs.ts";

/** What the members of a cluster have in common. */
export interface MemberPlan {
  readonly folder: string;
  readonly etcdPort: number;
  /** The folder of PostgreSQL's programs. */
  readonly programs: string;
  readonly password: string;
}

/** One server of a cluster: Patroni and the PostgreSQL that it runs, on two ports of this machine. */
export class Member implements AsyncDisposable {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly #certificateFolder: string;
  readonly #startPatroni: () => RunningProgram;
  #patroni: RunningProgram;
  readonly #dataFolder: string;
  readonly #guard: ExitGuard;

  private constructor(name: string, ports: readonly [number, number], plan: MemberPlan) {
    this.name = name;
    [this.port, this.restPort] = ports;
    this.#certificateFolder = plan.folder;
    const folder = join(plan.folder, name);
    this.#dataFolder = join(folder, "data");
    this.#guard = guardPostgres(folder, this.#dataFolder);
    const file = join(folder, "patroni.yml");
    // The certificates have another place here, and the environment names other addresses.
    const text = readFileSync(join(deployFolder, "patroni.yml"), "utf8");
    writeFileSync(file, text.replaceAll("/etc/patroni/", `${plan.folder}/`), { mode: 0o600 });
    assignToPostgres(file);
    const environment = this.#environment(plan, ports);
    this.#startPatroni = () => startDaemon("/usr/bin/patroni", [file], folder, environment);
    this.#patroni = this.#startPatroni();
  }

  static async start(name: string, plan: MemberPlan): Promise<Member> {
    const folder = join(plan.folder, name);
    mkdirSync(folder);
    assignToPostgres(folder);
    const ports = [await freePort(), await freePort()] as const;
    return new Member(name, ports, plan);
  }

  get log(): string {
    return this.#patroni.stdout + this.#patroni.stderr;
  }

  /** Whether its Patroni knows a synchronous standby: only such a one is promoted. */
  async knowsSynchronousStandby(): Promise<boolean> {
    const cluster = await getWithCertificate(
      `https://127.0.0.1:${this.restPort}/cluster`,
      this.#certificateFolder,
    );
    return cluster?.includes('"sync_standby"') === true;
  }

  /** Suspends Patroni alone, as on a machine without a working watchdog: PostgreSQL lives on without it. */
  suspendPatroni(): void {
    this.#patroni.signal("SIGSTOP");
  }

  /** Suspends everything. */
  async freeze(): Promise<void> {
    this.suspendPatroni();
    signalAll(await this.#postgres(), "SIGSTOP");
  }

  /** Ends what {@link suspendPatroni} and {@link freeze} began. */
  async wake(): Promise<void> {
    signalAll((await this.#postgres()).toReversed(), "SIGCONT");
    this.#patroni.signal("SIGCONT");
  }

  /** Kills Patroni and every process of PostgreSQL. */
  async kill(): Promise<void> {
    const pids = await this.#postgres();
    await this.#patroni.kill();
    signalAll(pids, "SIGKILL");
  }

  /** Starts Patroni again, as systemd would. */
  restart(): void {
    this.#patroni = this.#startPatroni();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.#guard.dismiss();
  }

  /** The processes of PostgreSQL, the parent first. */
  async #postgres(): Promise<readonly number[]> {
    const file = join(this.#dataFolder, "postmaster.pid");
    const parent = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
    if (parent === 0 || !existsSync(`/proc/${parent}`)) return [];
    return [parent, ...(await childrenOf(parent))];
  }

  /** As in `patroni.env`; the hosts of etcd override those of `patroni.yml`. */
  #environment({ programs, password, etcdPort }: MemberPlan, [port, restPort]: readonly [number, number]) {
    return {
      PATRONI_NAME: this.name,
      PATRONI_ETCD_HOSTS: `127.0.0.1:${etcdPort}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: this.#dataFolder,
      PATRONI_POSTGRESQL_BIN_DIR: programs,
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
      PATRONI_REWIND_PASSWORD: password,
    };
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended by itself.
    }
  }
}
