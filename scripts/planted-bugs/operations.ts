import { security, type PlantedBug } from "./planted-bug.ts";

const database = "packages/database";
const server = "packages/server/src";
const workers = ["packages/server/test/commands/workers.test.ts"];
const workerSignals = ["packages/server/test/commands/worker-signals.test.ts"];
const nginx = "deploy/nginx/survey-platform.conf";
const proxy = ["e2e/security/proxy.test.ts"];

/** Mistakes about running the platform: backups, several processes, the proxy in front. */
export const operationBugs: readonly PlantedBug[] = [
  {
    name: "backup-revives",
    breaks: "A backup that is put back revives what was revoked since, although its end was asked for.",
    file: `${server}/commands/restore.ts`,
    find: "isRevoking ? revokeIssued(t) : countIssued(t)",
    replace: "isRevoking ? countIssued(t) : countIssued(t)",
    caughtBy: security("restored-backup"),
  },
  {
    name: "backup-keeps-consent",
    breaks: "Restoring a backup revives consent that was revoked since.",
    file: `${server}/store/revoke-issued.ts`,
    find: ".set({ revoked_at: nowMs })",
    replace: ".set({ scope: 'snsapi_user' })",
    caughtBy: security("restored-backup"),
  },
  {
    name: "restored-under-a-server",
    breaks: "A backup takes the place of a database that a server is writing to.",
    file: `${database}/src/restore-database.ts`,
    find: "if (!isBusy(error)) return false;",
    replace: "return false;",
    caughtBy: [`${database}/test/restore-database.test.ts`],
  },
  {
    name: "foreign-log-read",
    breaks: "What lies beside a database that was lost is read into the one that is put in its place.",
    file: `${database}/src/restore-database.ts`,
    find: "moveSideFiles(path, asideNameOf(path));",
    replace: "",
    caughtBy: [`${database}/test/restore-database.test.ts`],
  },
  {
    name: "backup-overwrites",
    breaks: "A backup takes the place of whatever has its name.",
    file: `${database}/src/back-up-database.ts`,
    find: "if (existsSync(file)) throw",
    replace: 'if (file === "") throw',
    caughtBy: [`${database}/test/back-up-database.test.ts`],
  },
  {
    name: "workers-in-turns",
    breaks: "A connection that is handed to a worker which hangs is never answered.",
    file: `${server}/commands/workers/start-workers.ts`,
    find: "cluster.SCHED_NONE",
    replace: "cluster.SCHED_RR",
    caughtBy: workers,
  },
  {
    name: "worker-not-replaced",
    breaks: "A worker that died is missing until somebody notices.",
    file: `${server}/commands/workers/supervisor.ts`,
    find: "const milliseconds = delay.next(servedMilliseconds);",
    replace: "const milliseconds = 86_400_000 + delay.next(servedMilliseconds);",
    caughtBy: workers,
  },
  {
    name: "untrusted-proxy-unnoticed",
    breaks: "A platform behind a proxy that its settings do not name says nothing about it.",
    file: `${server}/http/untrusted-proxy.ts`,
    find: "if (found.length === 0) return;",
    replace: "if (found.length >= 0) return;",
    caughtBy: security("untrusted-proxy"),
  },
  {
    name: "doctor-trusts-loopback",
    breaks: "The doctor is silent about a platform with public applications and no public address.",
    file: `${server}/commands/doctor/check-proxy.ts`,
    find: "config.trustProxy === 0 && !hasPublicApplications",
    replace: "config.trustProxy === 0 && (hasPublicApplications || true)",
    caughtBy: security("untrusted-proxy"),
  },
  {
    name: "database-not-verified",
    breaks: "The password of a database on another machine is sent to any server that answers there.",
    file: `${database}/src/postgres-address.ts`,
    find: `isThisMachine(url, environment) ? "disable" : "verify-full"`,
    replace: `isThisMachine(url, environment) ? "disable" : "require"`,
    engine: "postgres",
    caughtBy: [`${database}/test/postgres/address.test.ts`],
  },
  {
    name: "demo-outlives-start",
    breaks: "The demo goes on with its public passwords after npm start has been killed.",
    file: "scripts/start/stop-with-parent.ts",
    find: `process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));`,
    replace: `process.once("exit", () => process.kill(process.pid, "SIGTERM"));`,
    caughtBy: ["e2e/npm-start.test.ts"],
  },
  {
    name: "credentials-in-journal",
    breaks: "Passwords and secrets that were generated at the start are in the journal of the service.",
    file: `${server}/commands/serve.ts`,
    find: "process.stderr.isTTY ? undefined : makeCredentialsFile(config)",
    replace: "process.stdout.isTTY ? makeCredentialsFile(config) : undefined",
    caughtBy: ["packages/server/test/commands/serve.test.ts"],
  },
  {
    name: "credentials-for-everyone",
    breaks: "Every user of the machine can read the passwords and secrets that were generated at the start.",
    file: `${server}/commands/credentials-file.ts`,
    find: `openSync(path, "wx", 0o600)`,
    replace: `openSync(path, "wx", 0o644)`,
    caughtBy: ["packages/server/test/commands/serve.test.ts"],
  },
  {
    name: "readable-log-unnoticed",
    breaks: "The doctor says nothing about a write-ahead log that every user of the machine can read.",
    file: `${server}/commands/doctor/check-files.ts`,
    find: `["", ...sideFiles]`,
    replace: `["", ...sideFiles.slice(3)]`,
    caughtBy: ["packages/server/test/commands/doctor.test.ts"],
  },
  {
    name: "ready-before-all-workers",
    breaks: "A node says that it is ready while most of its workers are still starting.",
    file: `${server}/platform.ts`,
    find: "options.supervised?.isReady ?? (() => ready)",
    replace: "() => ready",
    caughtBy: workerSignals,
  },
  {
    name: "start-gives-up",
    breaks: "A worker that is killed by a signal while it starts ends the whole node.",
    file: `${server}/commands/workers/supervisor.ts`,
    find: "ending?.signal === null && !hasListened",
    replace: "ending !== undefined && !hasListened",
    caughtBy: workerSignals,
  },
  {
    name: "worker-replaced-late",
    breaks: "A worker that gets a stop signal is missing until it has ended, and for ever when it hangs.",
    file: `${server}/commands/workers/supervisor.ts`,
    find: "Promise.race([worker.ended, worker.stopping])",
    replace: "worker.ended",
    caughtBy: workerSignals,
  },
  {
    name: "signal-while-starting",
    breaks:
      "A process that gets a stop signal while it starts is killed by the signal, with all its connections.",
    file: "packages/service/src/command-line/stop-on-signal.ts",
    find: `for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, ask);`,
    replace: `setTimeout(() => { for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, ask); }, 2000).unref();`,
    caughtBy: ["e2e/security/stop-while-starting.test.ts"],
  },
  {
    name: "proxy-repeats",
    breaks:
      "The proxy asks the next node for another token when one dies, and the first is dead when it arrives.",
    file: nginx,
    find: "proxy_next_upstream off;",
    replace: "proxy_next_upstream error timeout;",
    caughtBy: proxy,
  },
  {
    name: "proxy-logs-secrets",
    breaks: "Secrets and tokens stand in the log of the proxy.",
    file: nginx,
    find: "$request_method $uri $status",
    replace: "$request $status",
    caughtBy: proxy,
  },
  {
    name: "proxy-hides-callers",
    breaks:
      "Everybody behind the proxy shares one limit of wrong secrets, or makes up an address for each guess.",
    file: nginx,
    find: "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
    replace: "",
    caughtBy: proxy,
  },
];
