import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { authorizationBugs } from "./planted-bugs/authorization.ts";
import { httpBugs } from "./planted-bugs/http.ts";
import { placesOf, planted, type PlantedBug } from "./planted-bugs/planted-bug.ts";
import { sessionBugs } from "./planted-bugs/sessions.ts";
import { storageBugs } from "./planted-bugs/storage.ts";
import { tokenBugs } from "./planted-bugs/tokens.ts";

/**
 * `npm run planted-bugs [-- name…]`: plants one mistake after the other in a copy of the checkout and sees whether
 * the tests notice. `-- --check` only looks whether every mistake still has its place, `-- --list` lists them.
 */

const ROOT = join(import.meta.dirname, "..");
const BUGS: readonly PlantedBug[] = [
  ...authorizationBugs,
  ...sessionBugs,
  ...tokenBugs,
  ...httpBugs,
  ...storageBugs,
];
/** For each file of tests. One that hangs has noticed something, but does not say so. */
const PATIENCE_MILLISECONDS = 300_000;

async function main(options: readonly string[]): Promise<boolean> {
  checkList();
  if (options.includes("--check")) return say(`${BUGS.length} mistakes, each with its place in the sources`);
  if (options.includes("--list")) return BUGS.every((bug) => say(`${bug.name.padEnd(36)} ${bug.breaks}`));
  const unknown = options.filter((name) => !BUGS.some((bug) => bug.name === name));
  if (unknown.length > 0) throw new Error(`there is no planted bug called ${unknown.join(", ")}`);
  const chosen = options.length === 0 ? BUGS : BUGS.filter(({ name }) => options.includes(name));
  const copy = copyCheckout();
  try {
    return await plantEach(chosen, copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Every mistake has its one place, and the tests that are to notice it are there. */
function checkList(): void {
  const names = BUGS.map(({ name }) => name);
  const problems = [
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is there twice`),
    ...BUGS.flatMap(problemsOf),
  ];
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

function problemsOf(bug: PlantedBug): readonly string[] {
  const places = placesOf(bug, readFileSync(join(ROOT, bug.file), "utf8")).length;
  const missing = bug.caughtBy.filter((file) => !existsSync(join(ROOT, file)));
  return [
    ...(places === 1 ? [] : [`${bug.name}: what it changes stands ${places} times in ${bug.file}`]),
    ...missing.map((file) => `${bug.name}: there is no ${file}`),
    ...(bug.caughtBy.length === 0 ? [`${bug.name}: no test is to notice it`] : []),
  ];
}

/** Files as they stand, committed or not, beside the installed packages of the checkout. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), "sop-planted-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const file of listed.split("\0").filter((name) => name !== "" && existsSync(join(ROOT, name)))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "dir");
  return copy;
}

async function plantEach(bugs: readonly PlantedBug[], copy: string): Promise<boolean> {
  const files = [...new Set(bugs.flatMap(({ caughtBy }) => caughtBy))];
  const sound = await runTests(copy, files);
  if (sound.problem !== undefined || sound.failed.length > 0) {
    throw new Error(`the tests do not pass as it is: ${[sound.problem ?? "", ...sound.failed].join("\n")}`);
  }
  let survivors = 0;
  for (const bug of bugs) survivors += (await isCaught(bug, copy)) ? 0 : 1;
  say(`${bugs.length - survivors} caught, ${survivors} not caught`);
  return survivors === 0;
}

async function isCaught(bug: PlantedBug, copy: string): Promise<boolean> {
  const path = join(copy, bug.file);
  const original = readFileSync(path, "utf8");
  writeFileSync(path, planted(bug, original));
  const results: string[] = [];
  for (const file of bug.caughtBy) {
    const { failed, problem } = await runTests(copy, [file], ["--bail=1"]);
    if (problem !== undefined || failed.length === 0)
      results.push(`${shortName(file)}: ${problem ?? "passes"}`);
  }
  writeFileSync(path, original);
  const says = results.length === 0 ? bug.caughtBy.map(shortName) : results;
  say(`${results.length === 0 ? "caught    " : "NOT CAUGHT"} ${bug.name.padEnd(36)} ${says.join(", ")}`);
  return results.length === 0;
}

/** What a run of tests came to. A file that cannot even be read proves nothing, so that is a problem. */
type TestRun = { readonly failed: readonly string[]; readonly problem?: string };

async function runTests(
  cwd: string,
  files: readonly string[],
  options: readonly string[] = [],
): Promise<TestRun> {
  const report = join(cwd, "planted-bugs-report.json");
  rmSync(report, { force: true });
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const reporter = ["--reporter=json", `--outputFile=${report}`];
  const child = spawn(process.execPath, [vitest, "run", ...files, ...reporter, ...options], {
    cwd,
    stdio: "ignore",
    timeout: PATIENCE_MILLISECONDS * files.length,
  });
  await once(child, "close");
  return existsSync(report)
    ? readReport(readFileSync(report, "utf8"))
    : { failed: [], problem: "did not end" };
}

/** The form of vitest's JSON report, as far as it is looked at. */
type Report = {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly Result[] }[];
};
type Result = {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages: readonly string[];
};

function readReport(text: string): TestRun {
  const { testResults } = JSON.parse(text) as Report;
  const unread = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join(" ").slice(0, 500)}`);
  if (testResults.length > 0 && unread.length === 0) return { failed };
  return { failed, problem: `cannot be run: ${unread.map(({ name }) => basename(name)).join(", ")}` };
}

/** A file of tests by its last folder and its name. */
function shortName(file: string): string {
  return join(basename(dirname(file)), basename(file, ".test.ts"));
}

function say(line: string): true {
  console.log(line);
  return true;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
