import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDatabase } from "../../src/index.ts";
import { isOnPostgres, makePostgresDatabase, samplePostgresDatabase } from "./postgres/postgres-databases.ts";
import { borrowPostgresDatabase } from "./postgres/reused-databases.ts";
import type { OnFinished, OpenedSample, Sample } from "./sample.ts";
import { makeScratchFolder } from "./scratch-folder.ts";

/**
 * Makes a database on the engine that this project of tests is for; it is gone when the test is finished. What uses
 * it must be closed by then, in a hook that is registered later.
 *
 * @param sample what is in it; nothing without
 * @returns its address
 */
export async function makeTestDatabase(sample?: Sample): Promise<string> {
  if (!isOnPostgres()) return await makeOnSqlite(sample, onTestFinished);
  const template = sample && (await samplePostgresDatabase(sample.subject, sample.fill));
  const { address, drop } = await makePostgresDatabase(template);
  onTestFinished(drop);
  return address;
}

/**
 * Opens a copy of a sample on the engine that this project of tests is for. It is closed when the test is finished.
 * On PostgreSQL by several nodes, and the next test of the file may get the same one, its rows put back.
 *
 * @param sample what is in it, migrated
 * @param clock what `now_ms()` answers in it
 * @param onFinished registers what tidies up, the last one first. Default: when the test is finished
 */
export async function openTestDatabase<Schema>(
  sample: Sample,
  clock: () => number,
  onFinished: OnFinished = onTestFinished,
): Promise<OpenedSample<Schema>> {
  if (isOnPostgres()) return await borrowPostgresDatabase<Schema>(sample, clock, onFinished);
  const address = await makeOnSqlite(sample, onFinished);
  const database = openDatabase<Schema>({ address, clock });
  onFinished(() => database.close());
  return { address, database, otherNodes: [] };
}

async function makeOnSqlite(sample: Sample | undefined, onFinished: OnFinished): Promise<string> {
  const folder = makeScratchFolder("sop-test-");
  onFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "test.db");
  if (sample) writeFileSync(file, await sampleFile(sample));
  return `sqlite:${file}`;
}

const samples = new Map<string, Promise<Buffer>>();

/** Kept for the other tests of the file. */
function sampleFile(sample: Sample): Promise<Buffer> {
  const kept = samples.get(sample.subject) ?? makeSampleFile(sample);
  samples.set(sample.subject, kept);
  return kept;
}

async function makeSampleFile({ fill }: Sample): Promise<Buffer> {
  const folder = makeScratchFolder("sop-sample-");
  const file = join(folder, "sample.db");
  try {
    await fill(`sqlite:${file}`);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
