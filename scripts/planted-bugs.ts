import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { plant } from "./planted-bugs/anchor.ts";
import { BUGS, problemsOfList } from "./planted-bugs/list.ts";
import { engineOf, type PlantedBug } from "./planted-bugs/planted-bug.ts";
import { projectOf } from "./planted-bugs/project-of.ts";
import type { Project } from "./vitest/projects.ts";
import { TestSession } from "./planted-bugs/test-session.ts";

/**
 * Plants one mistake after the other while tests load the sources, and sees whether they fail.
 */

const ROOT = join(import.meta.dirname, "..");
const USAGE = `npm run planted-bugs [-- NAME…]   plants one mistake after the other, and sees whether the tests fail
npm run planted-bugs -- --check     only looks whether each mistake can be planted
npm run planted-bugs -- --after-tests   passes over whether the tests pass without it
npm run planted-bugs -- --list      lists them`;
/** Each session keeps about one core busy. */
const SESSIONS = Math.max(1, Math.min(4, availableParallelism()));

const flag = { type: "boolean", default: false } as const;
const OPTIONS = { help: flag, check: flag, "after-tests": flag, list: flag };

/** @throws Error that says what is wrong with the options or the list */
async function main(words: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  if (values.help) return say(USAGE);
  const problems = problemsOfList(BUGS, ROOT);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  if (values.check) return say(`${BUGS.length} planted bugs, each with its one place in the sources`);
  const chosen = choose(positionals);
  if (values.list) return chosen.every((bug) => say(`${bug.name.padEnd(36)} ${bug.breaks}`));
  return await catchAll(chosen, values["after-tests"]);
}

function choose(names: readonly string[]): readonly PlantedBug[] {
  const unknown = names.filter((name) => !BUGS.some((bug) => bug.name === name));
  if (unknown.length > 0) throw new Error(`there is no planted bug called ${unknown.join(", ")}`);
  return names.length === 0 ? BUGS : BUGS.filter(({ name }) => names.includes(name));
}

function plantedText(bug: PlantedBug): string {
  return plant(bug, readFileSync(join(ROOT, bug.file), "utf8"));
}

async function catchAll(bugs: readonly PlantedBug[], isSound: boolean): Promise<boolean> {
  const waiting = bugs.values();
  let survivors = 0;
  const work = async (): Promise<void> => {
    await using session = await TestSession.begin(ROOT, projectsOf(bugs));
    // The sessions share one iterator, so each bug is planted once.
    for (const bug of waiting) if (!(await isCaught(bug, session, isSound))) survivors += 1;
  };
  await Promise.all(bugs.slice(0, SESSIONS).map(work));
  say(`${bugs.length - survivors} passed, ${survivors} failed`);
  return survivors === 0;
}

function projectsOf(bugs: readonly PlantedBug[]): readonly Project[] {
  const projects = bugs.flatMap((bug) =>
    bug.caughtBy.flatMap((file) => projectOf(file, engineOf(bug)) ?? []),
  );
  return [...new Set(projects)];
}

async function isCaught(bug: PlantedBug, session: TestSession, isSound: boolean): Promise<boolean> {
  const started = performance.now();
  const complaints: string[] = [];
  for (const file of bug.caughtBy) {
    // Otherwise its failure would prove nothing.
    const before = isSound ? "passes" : await session.run(file, engineOf(bug));
    if (before !== "passes") complaints.push(`${shortName(file)} ${before} without it`);
    const outcome = await session.run(file, engineOf(bug), { file: bug.file, text: plantedText(bug) });
    if (outcome !== "fails") complaints.push(`${shortName(file)} ${outcome}`);
  }
  const isGood = complaints.length === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
  const verdict = isGood ? "ok        " : "NOT CAUGHT";
  say(`${verdict} ${seconds} s  ${[bug.name, ...complaints].join("\n             ")}`);
  return isGood;
}

/** A test file by its last folder and its name. */
function shortName(file: string): string {
  return join(basename(dirname(file)), basename(file, ".test.ts"));
}

function say(line: string): true {
  console.log(line);
  return true;
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
