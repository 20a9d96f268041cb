import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outputOf } from "../../../scripts/processes/run-program.ts";

const starter = pathToFileURL(join(import.meta.dirname, "../start-program.js")).href;
/** Makes objects at one place of the code that all live for a while, as those of a program that starts. */
const work = `
const kept = [];
const pairOf = (number) => [number, { number }];
for (let number = 0; number < 500_000; number += 1) kept.push(pairOf(number));
console.log(kept.length);
`;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "start-program-test-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What V8 says of the places in the code whose objects it counts, to decide where to make them. */
async function countedPlaces(text: string): Promise<readonly string[]> {
  const program = join(folder, "program.mjs");
  writeFileSync(program, text);
  const output = await outputOf(process.execPath, ["--trace-pretenuring-statistics", program]);
  expect(output).toContain("500000\n");
  return output.split("\n").filter((line) => line.includes("AllocationSite"));
}

test("no place in the code of a started program makes its objects in the old generation", async () => {
  const started = `
import { startProgram } from ${JSON.stringify(starter)};
startProgram("work", async () => ({ run: async () => {${work}} }));
`;
  expect(await countedPlaces(started)).toEqual([]);
});

test("V8 counts such places by itself, so the test above would notice", async () => {
  expect(await countedPlaces(work)).not.toEqual([]);
});
