import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { authorizationBugs } from "./planted-bugs/authorization.ts";
import { distributionBugs } from "./planted-bugs/distribution.ts";
import { httpBugs } from "./planted-bugs/http.ts";
import { operationBugs } from "./planted-bugs/operations.ts";
import { placesOf, planted, type PlantedBug } from "./planted-bugs/planted-bug.ts";
import { sessionBugs } from "./planted-bugs/sessions.ts";
import { storageBugs } from "./planted-bugs/storage.ts";
import { tokenHubBugs } from "./planted-bugs/token-hub.ts";
import { tokenHubRenewalBugs } from "./planted-bugs/token-hub-renewal.ts";
import { tokenHubPeopleBugs } from "./planted-bugs/token-hub-people.ts";
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
  ...operationBugs,
  ...distributionBugs,
  ...tokenHubBugs,
  ...tokenHubPeopleBugs,
  ...tokenHubRenewalBugs,
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
  linkModules(copy);
  return copy;
}

/** The scope of the checkout's own packages: a copy has to find its own, which have the mistake in them. */
const SCOPE = "@survey-open-platform";

function linkModules(copy: string): void {
  const [from, to] = [join(ROOT, "node_modules"), join(copy, "node_modules")];
  mkdirSync(join(to, SCOPE), { recursive: true });
  for (const name of readdirSync(from).filter((one) => one !== SCOPE))
    symlinkSync(join(from, name), join(to, name));
  // Links to folders of the checkout, written relative to where they stand: the same words mean the copy's folders.
  for (const name of readdirSync(join(from, SCOPE)))
    symlinkSync(readlinkSync(join(from, SCOPE, name)), join(to, SCOPE, name));
}

/** Tests that start programs as they are installed, and so see a mistake only once it is built. */
function needsBuild(file: string): boolean {
  return ["e2e/", "faults/", "packages/server/test/commands/"].some((folder) => file.startsWith(folder));
}

/** @returns what the compiler said against it; empty when it said nothing */
function build(copy: string): string {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const packages = ["packages/server", "packages/sdk"];
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-b", ...packages], {
    cwd: copy,
    encoding: "utf8",
  });
  return status === 0 ? "" : `cannot be built: ${stdout.trim()}`;
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
  const complaint = files.some(needsBuild) ? build(cwd) : "";
  if (complaint !== "") return { failed: [], problem: complaint };
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
  // A file that is run on both engines is there twice; after a failure on one it may not be begun on the other.
  const read = new Set(
    testResults.flatMap(({ name, assertionResults }) => (assertionResults.length > 0 ? [name] : [])),
  );
  const unread = testResults.filter(({ name }) => !read.has(name));
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
