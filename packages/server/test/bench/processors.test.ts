import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RunningProgram } from "../../../../scripts/processes/running-program.ts";
import { separate } from "../../bench/processors.ts";

const idle = ["-e", "setInterval(() => {}, 1000)"];

function processorsOf(pid: number): string | undefined {
  return /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
}

test("servers and their load have no processor in common, unless it is said why they have", async () => {
  await using server = new RunningProgram(process.execPath, idle);
  await using load = new RunningProgram(process.execPath, idle);
  const problem = await separate([server.pid], load.pid);
  const areSeparate = processorsOf(server.pid) !== processorsOf(load.pid);
  expect(areSeparate).toBe(problem === undefined);
});
