import { resolveImport, type SourceModule } from "./source-module.ts";

/** Which packages of this repository a package may import. The wire is the contract between server and SDK. */
const PACKAGE_MAY_USE: Readonly<Record<string, readonly string[]>> = {
  database: [],
  service: ["database"],
  surveys: ["database", "service"],
  server: ["database", "service", "surveys"],
  sdk: [],
  "token-hub": ["sdk", "database", "service"],
};

/** Drivers of databases; only `packages/database` names one. */
const DRIVERS = new Set(["node:sqlite", "sqlite", "better-sqlite3", "pg", "pg-native", "postgres"]);

/**
 * The floors of a program, from the top. A room imports rooms on lower floors and its own files; rooms of one
 * floor do not know each other. A file directly in `src` is a room by itself.
 */
interface House {
  readonly floors: readonly (readonly string[])[];
  /** A floor whose files are one room: errors and settings. */
  readonly foundation: number;
}

const HOUSES: Readonly<Record<string, House>> = {
  server: houseOf([
    ["main"],
    ["operating"],
    ["platform"],
    ["app"],
    ["mcp"],
    ["people", "applications", "surveys", "teams"],
    ["api"],
    ["credentials", "declaration", "webhooks", "grants", "mail"],
    ["session", "health"],
    ["store"],
    ["http", "pages", "outgoing"],
    ["config", "errors"],
    ["model"],
  ]),
  surveys: houseOf([
    ["index"],
    ["archive"],
    ["answer-tables"],
    ["exports"],
    ["results", "imports"],
    ["store", "text-form", "json-form"],
    ["declared"],
    ["answers"],
    ["question-fields"],
    ["logic", "difference", "editing", "files"],
    ["languages", "look"],
    ["model"],
    ["question-types"],
  ]),
  "token-hub": houseOf([
    ["main"],
    ["commands"],
    ["service"],
    ["event-recorder", "background-work", "check-port"],
    ["proxy", "status-page"],
    ["team", "users"],
    ["callers"],
    ["http"],
    ["store"],
    ["config", "errors", "metrics", "clock"],
    ["model"],
  ]),
};

/** Errors and settings lie on the last floor but one. */
function houseOf(floors: House["floors"]): House {
  return { floors, foundation: floors.length - 2 };
}

/** Every way in which the sources depart from the house rules, as sentences; empty when they follow them. */
export function findViolations(modules: readonly SourceModule[]): readonly string[] {
  return [...modules.flatMap((module) => violationsOf(module)), ...findCycles(modules)];
}

function violationsOf(module: SourceModule): readonly string[] {
  const problems = module.imports.flatMap((specifier) => importProblem(module.path, specifier) ?? []);
  if (module.hasDefaultExport) problems.push("has a default export");
  if (module.isBarrel && !/^packages\/[^/]+\/src\/index\.ts$/.test(module.path))
    problems.push("only hands on exports of other files");
  for (const line of module.unexplainedCasts) problems.push(`casts on line ${line} without saying why`);
  return problems.map((problem) => `${module.path} ${problem}`);
}

function importProblem(from: string, specifier: string): string | undefined {
  const target = resolveImport(from, specifier);
  if (target === undefined) {
    // The one part of the SDK that other runtimes never load.
    if (from.startsWith("packages/sdk/src/node/") && specifier.startsWith("node:")) return undefined;
    return packageProblem(packageOf(from), specifier);
  }
  if (packageOf(target) !== packageOf(from)) return `reaches into another package: ${specifier}`;
  const house = HOUSES[packageOf(from)];
  return house && floorProblem(house, from, target);
}

function packageProblem(name: string, specifier: string): string | undefined {
  if (DRIVERS.has(specifier) && name !== "database") return `names a database driver: ${specifier}`;
  const allowed = PACKAGE_MAY_USE[name];
  if (allowed === undefined) return "stands in a package that has no place in the house";
  const [, sibling] = /^@survey-open-platform\/([^/]+)/.exec(specifier) ?? [];
  if (sibling !== undefined && !allowed.includes(sibling)) return `imports the package ${sibling}`;
  return name === "sdk" && sibling === undefined
    ? `imports ${specifier}, but the SDK depends on nothing`
    : undefined;
}

function floorProblem({ floors, foundation }: House, from: string, target: string): string | undefined {
  const [here, there] = [roomOf(from), roomOf(target)];
  const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room));
  const [floor, below] = [floorOf(here), floorOf(there)];
  if (floor === -1) return `stands in a room that no floor has: ${here}`;
  if (here === there || below > floor || (floor === foundation && below === foundation)) return undefined;
  return `(${here}) imports ${target} (${there})`;
}

function packageOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function roomOf(path: string): string {
  return (path.split("/")[3] ?? "").replace(/\.tsx?$/, "");
}

/** Files that import each other, over however many others; types count too, because readers follow them as well. */
function findCycles(modules: readonly SourceModule[]): readonly string[] {
  const targets = new Map(modules.map((module) => [module.path, targetsOf(module)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path))
      cycles.push(`import cycle: ${[...trail.slice(trail.indexOf(path)), path].join(" -> ")}`);
    if (trail.includes(path) || done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return cycles;
}

function targetsOf(module: SourceModule): readonly string[] {
  return module.imports.flatMap((specifier) => resolveImport(module.path, specifier) ?? []);
}
