import { delimiter } from "node:path";

const NEEDED = ["PATH", "HOME", "TMPDIR", "TEMP", "SYSTEMROOT", "TZ", "LANG"];

/** What a program needs to start, and none of the settings of this process. */
export function bareEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    NEEDED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The environment of a user who has no checkout: nothing of npm, of the test runner, or of the checkout's programs. */
export function outsideEnvironment(): Readonly<Record<string, string>> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return {
    ...bareEnvironment(),
    PATH: folders.filter((folder) => !folder.includes("node_modules")).join(delimiter),
  };
}
