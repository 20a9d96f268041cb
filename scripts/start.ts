import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

/**
 * `npm start`: the demo platform, and beside it `examples/web-app` as the application that asks people for consent.
 * What follows `--` goes to `sop demo`.
 */

const ROOT = join(import.meta.dirname, "..");
const LISTENING = /"url":"([^"]+)","msg":"listening"/;

const platform = spawn(
  process.execPath,
  [join(ROOT, "packages/server/bin/sop.js"), "demo", ...process.argv.slice(2)],
  // A terminal sends Ctrl-C to every process at once; each stops by itself.
  { stdio: ["ignore", "pipe", "inherit"] },
);
let application: ChildProcess | undefined;

let line = "";
platform.stdout.setEncoding("utf8");
platform.stdout.on("data", (text: string) => {
  process.stdout.write(text);
  line = (line + text).slice(-10_000);
  const url = LISTENING.exec(line)?.[1];
  if (url !== undefined) application ??= startApplication(url);
});

function startApplication(platformUrl: string): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, "examples/web-app/main.ts")], {
    env: { ...process.env, PLATFORM_URL: platformUrl },
    stdio: ["ignore", "pipe", "pipe"],
  });
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
  return child;
}

platform.once("close", (code) => {
  application?.kill();
  process.exitCode = code ?? 1;
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (signal === "SIGTERM") platform.kill(signal);
    application?.kill(signal);
  });
}
