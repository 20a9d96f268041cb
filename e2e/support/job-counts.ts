import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { CountedAuthor } from "./counted-author.ts";

const table = join(import.meta.dirname, "../../docs/performance.md");

/** Compares what a job took with its row in the document. @param job its name there, with the way in which it was done */
export function expectCounts(job: string, { clicks, loads, keys }: CountedAuthor): void {
  const rows = readFileSync(table, "utf8").split("\n");
  const row = rows.filter((line) => line.startsWith(`| ${job} |`));
  expect(row).toEqual([`| ${job} | ${clicks} | ${loads} | ${keys} |`]);
}
