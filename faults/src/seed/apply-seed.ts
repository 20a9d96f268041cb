import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bareEnvironment } from "../../../scripts/processes/environments.ts";
import { SOP } from "../../../scripts/processes/programs.ts";
import { outputOf } from "../../../scripts/processes/run-program.ts";
import { declaration, type SeedOptions } from "./declaration.ts";

/** Fills a database by `sop apply`, as an operator would; this also creates the tables. */
export async function applySeed(
  { database, folder }: { readonly database: string; readonly folder: string },
  options?: SeedOptions,
): Promise<void> {
  const file = join(folder, "declaration.json");
  writeFileSync(file, JSON.stringify(declaration(options)));
  await outputOf(process.execPath, [SOP, "apply", file, `--database=${database}`], {
    cwd: folder,
    env: bareEnvironment(),
  });
}
