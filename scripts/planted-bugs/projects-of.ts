import { matchesGlob, relative } from "node:path";
import { deepProjects, quickProjects, type Project } from "../vitest/projects.ts";
import type { Engine } from "./planted-bug.ts";

/** The names of the projects that run a test file: on PostgreSQL those that are given one, else the others. */
export function projectsOf(file: string, engine: Engine): readonly string[] {
  return [...quickProjects, ...deepProjects]
    .filter(({ isOnPostgres = false }) => isOnPostgres === (engine === "postgres"))
    .filter((project) => includes(project, file))
    .map(({ name }) => name);
}

function includes({ root, include, exclude = [] }: Project, file: string): boolean {
  const matches = (glob: string) => matchesGlob(relative(root, file), glob);
  return include.some(matches) && !exclude.some(matches);
}
