import { existsSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { teamTokenParameters } from "../support/flows.ts";
import { startListeningPlatform } from "../support/listening-platform.ts";
import { readRepositoryFile, ROOT } from "./support/repository.ts";

/** The first column of the table, as paths from the root. */
function filesOfTheWalk(): readonly string[] {
  const rows = readRepositoryFile("packages/server/README.md").matchAll(/^\| (?:`(\w+)`: )?`([\w/.-]+)`/gm);
  return [...rows].map(([, workspace = "server", file = ""]) => `packages/${workspace}/src/${file}`);
}

test("the walk of a request names files that exist", () => {
  const files = filesOfTheWalk();
  expect(files).toHaveLength(14);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test("a request runs each of these files, no other grant or table, and at most 45 files in all", async () => {
  const platform = await startListeningPlatform();
  const request = new URLSearchParams(teamTokenParameters);
  const send = async () =>
    (await fetch(`${platform.url}/api/oauth2/access_token?${request.toString()}`)).json();
  // What is done once, such as compiling statements or noting that a secret is in use.
  await send();
  const run = await filesRunBy(send);
  const walk = filesOfTheWalk();
  expect(walk.filter((file) => !run.includes(file))).toEqual([]);
  expect(run.filter((file) => partsOfTheWay.test(file) && !walk.includes(file))).toEqual([]);
  expect(new Set(run).size, run.join("\n")).toBeLessThanOrEqual(45);
});

/** Other folders have helpers that return a value. */
const partsOfTheWay = /^packages\/server\/src\/(?:grants\/|store\/.*-table\.ts)/;

/** The files of the packages of which a named function runs meanwhile, as paths from the root. */
async function filesRunBy(action: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true });
    // What ran before is left out.
    await session.post("Profiler.takePreciseCoverage");
    await action();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const haveRun = result.filter(({ functions }) => functions.some(hasRun));
    return haveRun.flatMap(({ url }) => url.match(/packages\/[\w-]+\/src\/.*/)?.[0] ?? []);
  } finally {
    await session.post("Profiler.stopPreciseCoverage");
    session.disconnect();
  }
}

function hasRun({ functionName, ranges }: Profiler.FunctionCoverage): boolean {
  return functionName !== "" && ranges.some(({ count }) => count > 0);
}
