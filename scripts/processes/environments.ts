import { delimiter } from "node:path";

/** The cache of compiled modules belongs to a test run: programs start a tenth quicker with it. */
const LEAST = ["PATH", "NODE_COMPILE_CACHE"];
const NEEDED = [...LEAST, "HOME", "TMPDIR", "TEMP", "SYSTEMROOT", "TZ", "LANG"];

/**
 * A program that a test starts ends at a rejection that nothing handles, so that the test notices it. Services would log it and go on,
 * see docs/adr/README.md.
 */
const STRICT = { NODE_OPTIONS: "--unhandled-rejections=strict" };

/** What a program needs to start, and none of the settings of this process. */
export function bareEnvironment(): Readonly<Record<string, string>> {
  return environmentOf(NEEDED);
}

/** The same without the user's home, language and time zone. */
export function leastEnvironment(): Readonly<Record<string, string>> {
  return environmentOf(LEAST);
}

function environmentOf(names: readonly string[]): Readonly<Record<string, string>> {
  const named = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...STRICT, ...Object.fromEntries(named) };
}

/** The environment of a user who has no checkout: nothing of npm, of the test runner, or of the checkout's programs. */
export function outsideEnvironment(): Readonly<Record<string, string>> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return {
    ...bareEnvironment(),
    PATH: folders.filter((folder) => !folder.includes("node_modules")).join(delimiter),
  };
}
