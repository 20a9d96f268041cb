import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProgram } from "./processes/run-program.ts";

/** `npm run check`: everything that must hold before a change is merged, apart from the whole test run. */

type Step = { readonly name: string; readonly command: readonly string[] };

const ROOT = join(import.meta.dirname, "..");

const STEP_WITHIN_MS = 600_000;

const STEPS: readonly Step[] = [
  { name: "format", command: ["oxfmt", "--check"] },
  // TypeScript 7.0.2 without --force keeps declarations whose inferred types come from a file that has changed.
  { name: "types", command: ["tsc", "-b", "--force"] },
  { name: "lint", command: ["oxlint"] },
  { name: "unused code and dependencies", command: ["knip", "--no-progress", "--no-config-hints"] },
  ...publishedPackages().map((folder) => ({
    name: `published shape of ${folder}`,
    command: ["publint", folder, "--strict"],
  })),
  {
    name: "import directions, dependencies, documents against code",
    command: [
      "vitest",
      "run",
      "--project",
      "server",
      "--project",
      "server-programs",
      "test/repository",
      "test/docs",
    ],
  },
];

let failures = 0;
for (const step of STEPS) {
  const started = performance.now();
  const { isGood, output } = await run(step.command);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${isGood ? "ok  " : "FAIL"} ${step.name} (${seconds} s)`);
  if (!isGood) {
    failures += 1;
    console.log(output.replace(/^/gm, "     "));
  }
}
process.exitCode = failures > 0 ? 1 : 0;

async function run([program = "", ...parameters]: readonly string[]): Promise<{
  isGood: boolean;
  output: string;
}> {
  // npm puts the checkout's own programs first on the path.
  const { status, stdout, stderr } = await runProgram(program, parameters, {
    cwd: ROOT,
    shell: process.platform === "win32",
    withinMilliseconds: STEP_WITHIN_MS,
  });
  return { isGood: status === 0, output: stdout + stderr };
}

function publishedPackages(): readonly string[] {
  const manifests = globSync("packages/*/package.json", { cwd: ROOT });
  return manifests.filter((manifest) => !isPrivate(manifest)).map((manifest) => dirname(manifest));
}

function isPrivate(manifest: string): boolean {
  const parsed: unknown = JSON.parse(readFileSync(join(ROOT, manifest), "utf8"));
  return typeof parsed === "object" && parsed !== null && "private" in parsed;
}
