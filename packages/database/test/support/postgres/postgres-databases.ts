import { createHash, randomBytes } from "node:crypto";
import type { Client } from "pg";
import { inject } from "vitest";
import { dropDatabase } from "./drop-database.ts";
import { connect, type PostgresAccess } from "./postgres-of-run.ts";

/** A database of one test. */
export interface ThrowAwayDatabase {
  readonly address: string;
  readonly drop: () => Promise<void>;
}

/** Whether the tests of this project run on PostgreSQL, and not on SQLite. */
export function isOnPostgres(): boolean {
  return access() !== undefined;
}

/** The port that every connection to the PostgreSQL of this run names; undefined on SQLite. */
export function postgresPort(): string | undefined {
  const given = access();
  return given && (new URL(given.address).port || "5432");
}

/** Makes an empty database on the PostgreSQL of this run, or a copy of a sample. */
export async function makePostgresDatabase(template = "template0"): Promise<ThrowAwayDatabase> {
  const name = `${prefix()}${randomBytes(6).toString("hex")}`;
  await copyDatabase(template, name);
  return {
    address: addressOf(name),
    drop: () => inTurn((client) => dropDatabase(client, name)),
  };
}

/**
 * A database that is filled once per run and then only copied.
 *
 * @param subject what it holds; the same for all who share it
 * @param fill is given the address of an empty database, and leaves no connection to it behind
 * @returns its name, for {@link makePostgresDatabase}
 */
export async function samplePostgresDatabase(
  subject: string,
  fill: (address: string) => Promise<void>,
): Promise<string> {
  const digest = createHash("sha256").update(subject).digest();
  const name = `${prefix()}sample_${digest.toString("hex", 0, 6)}`;
  await using locker = await connect(addressOf("postgres"));
  // The workers of a run come here together; the first one fills it, and the others wait.
  await locker.query("select pg_advisory_lock($1)", [digest.readInt32BE()]);
  if (!(await exists(name))) await makeSample(name, fill);
  return name;
}

async function makeSample(name: string, fill: (address: string) => Promise<void>): Promise<void> {
  const database = await makePostgresDatabase();
  await fill(database.address);
  const filled = new URL(database.address).pathname.slice(1);
  await administer(`alter database ${filled} rename to ${name}`);
}

async function exists(name: string): Promise<boolean> {
  return (await administer(`select from pg_database where datname = '${name}'`)).length > 0;
}

/** Copying the files of a small database takes half the time of writing all of its pages to the log. */
async function copyDatabase(template: string, name: string): Promise<void> {
  const [row] = await administer("select current_setting('server_version_num')::int as version");
  const strategy = Number(row?.["version"]) >= 150_000 ? "strategy file_copy" : "";
  await administer(`create database ${name} template ${template} ${strategy}`);
}

type Row = Readonly<Record<string, unknown>>;

let connecting: Promise<Client & AsyncDisposable> | undefined;
let previous: Promise<unknown> = Promise.resolve();

/** Runs one piece of work after the other on one connection per worker. */
async function inTurn<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  connecting ??= connect(addressOf("postgres"));
  const client = await connecting;
  const run = previous.then(() => work(client));
  previous = run.catch(() => undefined);
  return await run;
}

async function administer(statement: string): Promise<readonly Row[]> {
  return (await inTurn((client) => client.query<Row>(statement))).rows;
}

function addressOf(database: string): string {
  const address = new URL(needed().address);
  address.pathname = `/${database}`;
  return address.href;
}

function prefix(): string {
  return needed().prefix;
}

function needed(): PostgresAccess {
  const given = access();
  if (given === undefined) throw new Error("This project of tests was given no PostgreSQL");
  return given;
}

/** Typed as if every project were given one. */
function access(): PostgresAccess | undefined {
  return inject("postgres");
}
