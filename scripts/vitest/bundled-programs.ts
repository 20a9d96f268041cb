import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown, type Plugin } from "rolldown";
import { BUNDLES_FOLDER, INSTALLED_PROGRAMS } from "../processes/programs.ts";

const PACKAGES = join(import.meta.dirname, "../../packages/");

/** Every project loads this file for itself; what they have in common hangs where each of them finds it. */
const COMMON = Symbol.for("survey-open-platform.bundled-programs");

const place: typeof globalThis & { [COMMON]?: Promise<unknown> } = globalThis;

/**
 * Before the first test of a project that starts programs: bundles each program from its built files, once in a run.
 * A server of 1,700 files takes twice as much processor time to start as one of four. See
 * docs/performance.md.
 */
export async function setup(): Promise<void> {
  await (place[COMMON] ??= Promise.all(Object.entries(INSTALLED_PROGRAMS).map(bundle)));
}

async function bundle([name, input]: readonly [name: string, input: string]): Promise<void> {
  await using program = await rolldown({ input, platform: "node", plugins: [addressesOfModules] });
  // Without hashes in the names no file of an earlier build is left, and the cache of compiled modules stays small.
  await program.write({ dir: join(BUNDLES_FOLDER, name), chunkFileNames: "[name].js", keepNames: true });
}

/** Lets each module know where it was: assets and manifests are found from there. */
const addressesOfModules: Plugin = {
  name: "addresses-of-modules",
  transform: (code, id) =>
    id.startsWith(PACKAGES) && !id.includes("node_modules")
      ? code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      : undefined,
};
