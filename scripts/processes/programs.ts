import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Names the folder of the bundles to the tests of a run that has made some. */
export const BUNDLES_VARIABLE = "BUNDLED_PROGRAMS";

/** Where a test run puts bundles: inside of the checkout, because packages are looked for from there. */
export const BUNDLES_FOLDER = join(ROOT, ".cache/programs");

/** The programs of this repository, as they are installed. They run what was built. */
export const INSTALLED_PROGRAMS = {
  sop: join(ROOT, "packages/server/bin/sop.js"),
  "token-hub": join(ROOT, "packages/token-hub/bin/token-hub.js"),
} as const;

/** The server's command line, from the built files. */
export const SOP = programFile("sop");

/** The hub's command line, from the built files. */
export const TOKEN_HUB = programFile("token-hub");

function programFile(name: keyof typeof INSTALLED_PROGRAMS): string {
  const bundles = process.env[BUNDLES_VARIABLE];
  return bundles === undefined ? INSTALLED_PROGRAMS[name] : join(bundles, name, `${name}.js`);
}
