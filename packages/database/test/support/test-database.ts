import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { isOnPostgres, makePostgresDatabase, samplePostgresDatabase } from "./postgres/postgres-databases.ts";
import { makeScratchFolder } from "./scratch-folder.ts";

/** What a database begins with, made once and copied from then on. */
export interface Sample {
  /** Tells it from other samples of the same run. */
  readonly subject: string;
  /** Fills an empty database and leaves no connection to it behind. */
  readonly fill: (address: string) => Promise<void>;
}

/**
 * Makes a database on the engine that this project of tests is for; it is gone when the test is finished. What uses
 * it must be closed by then, in a hook that is registered later.
 *
 * @param sample what is in it; nothing without
 * @returns its address
 */
export async function makeTestDatabase(sample?: Sample): Promise<string> {
  return await (isOnPostgres() ? makeOnPostgres(sample) : makeOnSqlite(sample));
}

async function makeOnPostgres(sample: Sample | undefined): Promise<string> {
  const template = sample && (await samplePostgresDatabase(sample.subject, sample.fill));
  const { address, drop } = await makePostgresDatabase(template);
  onTestFinished(drop);
  return address;
}

async function makeOnSqlite(sample: Sample | undefined): Promise<string> {
  const folder = makeScratchFolder("sop-test-");
  onTestFinished(() => rmSync(folder, { recursive: true }));
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
