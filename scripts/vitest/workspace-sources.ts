import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vitest/config";

const SCOPE = "@survey-open-platform/";
const PACKAGES = join(import.meta.dirname, "../../packages");

/** The part of a package's manifest that says which built file stands behind which name. */
type Manifest = { readonly exports?: Readonly<Record<string, string | { readonly default?: string }>> };

/**
 * Lets tests import another package of this repository from its sources, so that a test run sees every edit
 * without a build in between: `./dist/x.js` of the package's `exports` is read as `./src/x.ts`.
 */
export function workspaceSources(): Plugin {
  return {
    name: "workspace-sources",
    enforce: "pre",
    resolveId: (specifier) => (specifier.startsWith(SCOPE) ? sourceOf(specifier) : undefined),
  };
}

function sourceOf(specifier: string): string {
  const [name = "", ...rest] = specifier.slice(SCOPE.length).split("/");
  // The manifests are this repository's own.
  const manifest = JSON.parse(readFileSync(join(PACKAGES, name, "package.json"), "utf8")) as Manifest;
  const entry = manifest.exports?.[[".", ...rest].join("/")];
  const built = typeof entry === "string" ? entry : entry?.default;
  if (built === undefined) throw new Error(`packages/${name}/package.json exports nothing as ${specifier}`);
  return join(PACKAGES, name, built.replace("./dist/", "./src/").replace(/\.js$/, ".ts"));
}
