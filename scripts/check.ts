import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** `npm run check`: everything that must hold before a change is merged, apart from the whole test run. */

type Step = { readonly name: string; readonly command: readonly string[] };

const ROOT = join(import.meta.dirname, "..");

const STEPS: readonly Step[] = [
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "types", command: ["tsc", "-b"] },
  { name: "lint", command: ["oxlint"] },
  { name: "unused code and dependencies", command: ["knip", "--no-progress", "--no-config-hints"] },
  ...publishedPackages().map((folder) => ({
    name: `published shape of ${folder}`,
    command: ["publint", folder, "--strict"],
  })),
  {
    name: "import directions, dependencies, documents against code",
    command: ["vitest", "run", "--project", "server", "test/repository", "test/docs"],
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
  const child = spawn(program, parameters, { cwd: ROOT, shell: process.platform === "win32" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const ending: readonly unknown[] = await once(child, "close");
  return { isGood: ending[0] === 0, output };
}

function publishedPackages(): readonly string[] {
  const manifests = globSync("packages/*/package.json", { cwd: ROOT });
  return manifests.filter((manifest) => !isPrivate(manifest)).map((manifest) => dirname(manifest));
}

function isPrivate(manifest: string): boolean {
  const parsed: unknown = JSON.parse(readFileSync(join(ROOT, manifest), "utf8"));
  return typeof parsed === "object" && parsed !== null && "private" in parsed;
}
