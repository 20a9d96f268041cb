import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../packages/database/test/support/free-port.ts";
import { assignToPostgres } from "../../../packages/database/test/support/postgres/postgres-cluster.ts";
import type { Member, MemberPlan } from "./member.ts";
import { deployFolder, startDaemon } from "./programs.ts";

/** Starts a PgBouncer beside a server, with the configuration that operators use. @returns its port */
export async function startPgBouncer(
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
