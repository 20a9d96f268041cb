import { once } from "node:events";
import { join } from "node:path";
import { nodeFlagsOf } from "./processes/node-flags.ts";
import { ChildPrograms } from "./start/child-programs.ts";
import { watchParent } from "./start/watch-parent.ts";

/**
 * `npm start`: builds everything and runs the demo platform, and beside it `examples/web-app` as the application that
 * asks users for consent. What follows `--` goes to `sop demo`.
 */

const ROOT = join(import.meta.dirname, "..");
const LISTENING = /"url":"([^"]+)","msg":"listening"/;
const children = new ChildPrograms();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => children.stopAtSignal());
await watchParent(() => children.stop());

process.exitCode = (await build()) || (await runDemo());

async function build(): Promise<number> {
  const compiler = children.start([join(ROOT, "node_modules/typescript/bin/tsc"), "-b", "--noCheck", ROOT]);
  compiler.stdout.pipe(process.stdout);
  compiler.stderr.pipe(process.stderr);
  return await codeOf(compiler);
}

async function runDemo(): Promise<number> {
  const sop = join(ROOT, "packages/server/bin/sop.js");
  const platform = children.start([...nodeFlagsOf(sop), sop, "demo", ...process.argv.slice(2)]);
  platform.stderr.pipe(process.stderr);
  let printed = "";
  let hasApplication = false;
  platform.stdout.setEncoding("utf8").on("data", (text: string) => {
    process.stdout.write(text);
    printed = (printed + text).slice(-10_000);
    const url = LISTENING.exec(printed)?.[1];
    if (url === undefined || hasApplication) return;
    hasApplication = true;
    startApplication(url);
  });
  const code = await codeOf(platform);
  children.stop();
  return code;
}

function startApplication(platformUrl: string): void {
  const child = children.start([join(ROOT, "examples/web-app/main.ts")], { PLATFORM_URL: platformUrl });
  child.stdout.setEncoding("utf8").once("data", (text: string) => {
    console.log(
      `\nAn application that uses the platform is running beside it. Begin here:\n\n   ${text.trim()}\n`,
    );
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  child.once("close", (code) => {
    if (code === null || code === 0) return;
    const reason = complaint.includes("EADDRINUSE") ? "port 8788 is taken" : complaint.trim();
    console.error(`\nThe application beside the demo did not start (${reason}); the demo itself goes on.\n`);
  });
}

/** The exit code, once the program has ended; 1 after a signal. */
async function codeOf(child: ReturnType<ChildPrograms["start"]>): Promise<number> {
  const ending: readonly unknown[] = await once(child, "close");
  const [code] = ending;
  return typeof code === "number" ? code : 1;
}
