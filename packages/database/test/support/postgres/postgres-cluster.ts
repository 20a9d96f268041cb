import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "../../../../../scripts/processes/run-program.ts";
import { unprivilegedUser } from "./unprivileged-user.ts";

/** Where a cluster is made, and by what. */
export interface ClusterPlan {
  /** The data folder. */
  readonly folder: string;
  /** The folder of the programs of PostgreSQL. */
  readonly programs: string;
  /** Whether it has to be on the disk before anything else happens. */
  readonly durable: boolean;
}

/** Texts in the order of people and not of bytes: a query that relies on the latter shows. */
const ORDER_OF_PEOPLE = ["--locale=C", "--locale-provider=icu", "--icu-locale=und"];
/** It writes a thousand files and more. */
const INITDB_WITHIN_MS = 180_000;
/** Whether one call syncs all of them; initdb takes minutes on a slow disk, file by file. */
const SYNCS_AT_ONCE = process.platform === "linux";
/** All there is before version 15 and where PostgreSQL was built without ICU. */
const ORDER_OF_BYTES = ["--locale=C"];

/**
 * Makes a cluster unless there is one. Over its sockets everybody is let in who reaches them, over TCP with a password.
 *
 * @returns the password of its superuser `postgres`, which is kept beside it
 */
export async function makeCluster(plan: ClusterPlan): Promise<string> {
  const passwordFile = `${plan.folder}.password`;
  if (existsSync(passwordFile)) return readFileSync(passwordFile, "utf8");
  const password = randomBytes(12).toString("hex");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(plan.folder, { mode: 0o700 });
  assignToPostgres(passwordFile);
  assignToPostgres(plan.folder);
  const problem = await initdb(plan, passwordFile, ORDER_OF_PEOPLE);
  if (problem !== undefined && (await initdb(plan, passwordFile, ORDER_OF_BYTES)) !== undefined)
    throw new Error(`initdb made no cluster: ${problem}`);
  if (plan.durable && SYNCS_AT_ONCE) await outputOf("sync", ["-f", plan.folder]);
  return password;
}

/** Makes a file or folder the property of the user that runs PostgreSQL. */
export function assignToPostgres(path: string): void {
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** The environment of PostgreSQL's programs: nothing of the tests' own environment. */
export function programOptions() {
  return { ...unprivilegedUser(), cwd: "/", env: { PATH: "/usr/bin:/bin", LC_ALL: "C" } } as const;
}

/** @returns what was wrong */
async function initdb(
  plan: ClusterPlan,
  passwordFile: string,
  locale: readonly string[],
): Promise<string | undefined> {
  const made = outputOf(
    join(plan.programs, "initdb"),
    [
      `--pgdata=${plan.folder}`,
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--auth-local=trust",
      "--auth-host=scram-sha-256",
      "--encoding=UTF8",
      "--no-instructions",
      ...locale,
      ...(plan.durable && !SYNCS_AT_ONCE ? [] : ["--no-sync"]),
    ],
    { ...programOptions(), withinMilliseconds: INITDB_WITHIN_MS },
  );
  return await made.then(() => undefined, String);
}
