import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { plant } from "./planted-bugs/anchor.ts";
import { CheckoutCopy } from "./planted-bugs/checkout-copy.ts";
import { BUGS, problemsOfList } from "./planted-bugs/list.ts";
import { engineOf, type PlantedBug } from "./planted-bugs/planted-bug.ts";
import { runTests } from "./planted-bugs/test-run.ts";

/**
 * Plants one mistake after the other in copies of the checkout and sees whether the tests fail.
 */

const ROOT = join(import.meta.dirname, "..");
const USAGE = `npm run planted-bugs [-- NAME…]   plants one mistake after the other, and sees whether the tests fail
npm run planted-bugs -- --check     only looks whether each mistake can be planted
npm run planted-bugs -- --compile   compiles each
npm run planted-bugs -- --list      lists them`;
/** Each copy keeps about one core busy. */
const COPIES = Math.max(1, Math.min(4, availableParallelism()));

async function main(options: readonly string[]): Promise<boolean> {
  if (options.includes("--help")) return say(USAGE);
  const problems = problemsOfList(BUGS, ROOT);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  if (options.includes("--check"))
    return say(`${BUGS.length} planted bugs, each with its one place in the sources`);
  if (options.includes("--list")) return BUGS.every((bug) => say(`${bug.name.padEnd(36)} ${bug.breaks}`));
  const chosen = choose(options.filter((option) => option !== "--compile"));
  const judge = options.includes("--compile") ? whyNotCompiled : whyNotCaught;
  const copies = await Promise.all(chosen.slice(0, COPIES).map(() => CheckoutCopy.create(ROOT)));
  try {
    await checkSound(chosen, copies, judge === whyNotCaught);
    return await judgeAll(chosen, copies, judge);
  } finally {
    for (const copy of copies) copy.remove();
  }
}

function choose(names: readonly string[]): readonly PlantedBug[] {
  const unknown = names.filter((name) => !BUGS.some((bug) => bug.name === name));
  if (unknown.length > 0) throw new Error(`there is no planted bug called ${unknown.join(", ")}`);
  return names.length === 0 ? BUGS : BUGS.filter(({ name }) => names.includes(name));
}

/** Without a mistake the copies compile and the tests pass; otherwise their failures would prove nothing. */
async function checkSound(
  bugs: readonly PlantedBug[],
  copies: readonly CheckoutCopy[],
  isTesting: boolean,
): Promise<void> {
  const problems = await Promise.all(copies.map((copy) => copy.build()));
  const [copy] = copies;
  for (const engine of ["sqlite", "postgres"] as const) {
    const files = new Set(bugs.filter((bug) => engineOf(bug) === engine).flatMap(({ caughtBy }) => caughtBy));
    if (copy === undefined || files.size === 0 || !isTesting) continue;
    const { failed, problem } = await runTests(copy.folder, [...files], { engine, isBailing: false });
    problems.push(problem ?? "", ...failed);
  }
  const said = problems.filter((problem) => problem !== "");
  if (said.length > 0) throw new Error(`the checkout is not sound as it is: ${said.join("\n")}`);
}

/** Why a planted bug proves nothing, or that it is not caught; empty when it is. */
type Judge = (bug: PlantedBug, copy: CheckoutCopy) => Promise<readonly string[]>;

async function judgeAll(
  bugs: readonly PlantedBug[],
  copies: readonly CheckoutCopy[],
  judge: Judge,
): Promise<boolean> {
  const waiting = bugs.values();
  let survivors = 0;
  const work = async (copy: CheckoutCopy): Promise<void> => {
    // The copies share one iterator, so each bug is planted once.
    for (const bug of waiting) {
      const isGood = await isFine(bug, copy, judge);
      if (!isGood) survivors += 1;
    }
  };
  await Promise.all(copies.map(work));
  say(`${bugs.length - survivors} passed, ${survivors} failed`);
  return survivors === 0;
}

async function isFine(bug: PlantedBug, copy: CheckoutCopy, judge: Judge): Promise<boolean> {
  const original = copy.read(bug.file);
  const started = performance.now();
  copy.write(bug.file, plant(bug, original));
  const complaints = await judge(bug, copy);
  copy.write(bug.file, original);
  const isGood = complaints.length === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
  say(
    `${isGood ? "ok        " : "NOT CAUGHT"} ${seconds} s  ${[bug.name, ...complaints].join("\n             ")}`,
  );
  return isGood;
}

/** Vitest strips types, so only the compiler sees a name that is not there or a call that cannot be. */
async function whyNotCompiled(_bug: PlantedBug, copy: CheckoutCopy): Promise<readonly string[]> {
  const complaint = await copy.build();
  return complaint === "" ? [] : [`does not compile: ${complaint}`];
}

async function whyNotCaught(bug: PlantedBug, copy: CheckoutCopy): Promise<readonly string[]> {
  const complaints = [...(await whyNotCompiled(bug, copy))];
  if (complaints.length > 0) return complaints;
  for (const file of bug.caughtBy) {
    const { failed, problem } = await runTests(copy.folder, [file], {
      engine: engineOf(bug),
      isBailing: true,
    });
    if (problem !== undefined || failed.length === 0)
      complaints.push(`${shortName(file)}: ${problem ?? "passes"}`);
  }
  return complaints;
}

/** A test file by its last folder and its name. */
function shortName(file: string): string {
  return join(basename(dirname(file)), basename(file, ".test.ts"));
}

function say(line: string): true {
  console.log(line);
  return true;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
