import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plant } from "./anchor.ts";
import { engineOf, type PlantedBug } from "./planted-bug.ts";
import { projectOf } from "./project-of.ts";
import { authorizationBugs } from "./authorization.ts";
import { tokenBugs } from "./tokens.ts";
import { peopleBugs } from "./people.ts";
import { applicationBugs } from "./applications.ts";
import { httpBugs } from "./http.ts";
import { storageBugs } from "./storage.ts";
import { surveyBugs } from "./surveys.ts";
import { tokenHubBugs } from "./token-hub.ts";

/** Every planted bug. */
export const BUGS: readonly PlantedBug[] = [
  ...authorizationBugs,
  ...tokenBugs,
  ...peopleBugs,
  ...applicationBugs,
  ...httpBugs,
  ...storageBugs,
  ...surveyBugs,
  ...tokenHubBugs,
];

/**
 * What is wrong with a list of planted bugs, as sentences; empty when each can be planted.
 *
 * @param root the folder that their paths begin at
 */
export function problemsOfList(bugs: readonly PlantedBug[], root: string): readonly string[] {
  const names = bugs.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...twice.map((name) => `${name}: there are two of this name`),
    ...bugs.flatMap((bug) => problemsOf(bug, root)),
  ];
}

function problemsOf(bug: PlantedBug, root: string): readonly string[] {
  const missing = [bug.file, ...bug.caughtBy].filter((file) => !existsSync(join(root, file)));
  const problems = missing.map((file) => `there is no ${file}`);
  if (bug.caughtBy.length === 0) problems.push("it names no test");
  const engine = engineOf(bug);
  const unrun = bug.caughtBy.filter((file) => projectOf(file, engine) === undefined);
  problems.push(...unrun.map((file) => `${file} is not run on ${engine}`));
  if (!missing.includes(bug.file)) problems.push(...plantingProblems(bug, root));
  return problems.map((problem) => `${bug.name}: ${problem}`);
}

function plantingProblems(bug: PlantedBug, root: string): readonly string[] {
  try {
    plant(bug, readFileSync(join(root, bug.file), "utf8"));
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
