import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../packages/database/test/support/free-port.ts";
import { giveToPostgres } from "../../../packages/database/test/support/postgres/postgres-cluster.ts";
import { BreakableLink } from "../isolation/breakable-link.ts";
import { Daemon } from "./daemon.ts";
import { deployFolder } from "./deploy-folder.ts";
import type { Member, MemberPlan } from "./member.ts";

/** A PgBouncer beside a server, with the configuration that operators use. */
export class PgBouncer implements AsyncDisposable {
  /** Between the nodes and it. */
  readonly link: BreakableLink;
  readonly #daemon: Daemon;

  private constructor(daemon: Daemon, link: BreakableLink) {
    this.#daemon = daemon;
    this.link = link;
  }

  static async start(member: Member, plan: MemberPlan): Promise<PgBouncer> {
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
    for (const path of [file, users]) giveToPostgres(path);
    const logFile = join(folder, "pgbouncer.log");
    const daemon = new Daemon({
      program: "/usr/sbin/pgbouncer",
      words: [file],
      environment: {},
      folder,
      logFile,
    });
    daemon.start();
    return new PgBouncer(daemon, await BreakableLink.to(port));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#daemon.kill();
    await this.link[Symbol.asyncDispose]();
  }
}
