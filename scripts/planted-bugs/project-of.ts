import { matchesGlob, relative } from "node:path";
import { deepProjects, quickProjects, type Project } from "../vitest/projects.ts";
import type { Engine } from "./planted-bug.ts";

/** The project that runs a test file, of two the one that tries more: on PostgreSQL one that is given one, else one of the others. */
export function projectOf(file: string, engine: Engine): Project | undefined {
  return [...quickProjects, ...deepProjects].findLast(
    (project) => (project.isOnPostgres ?? false) === (engine === "postgres") && includes(project, file),
  );
}

function includes({ root, include, exclude = [] }: Project, file: string): boolean {
  const matches = (glob: string) => matchesGlob(relative(root, file), glob);
  return include.some(matches) && !exclude.some(matches);
}
