import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { inherited, SOP } from "../nodes/server-node.ts";
import { declaration, type SeedOptions } from "./declaration.ts";

/** Fills a database by `sop apply`, as an operator would; this also creates the tables. */
export async function applySeed(
  { database, folder }: { readonly database: string; readonly folder: string },
  options?: SeedOptions,
): Promise<void> {
  const file = join(folder, "declaration.json");
  writeFileSync(file, JSON.stringify(declaration(options)));
  await promisify(execFile)(process.execPath, [SOP, "apply", file, `--database=${database}`], {
    cwd: folder,
    env: inherited(),
  });
}
