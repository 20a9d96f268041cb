import { packageVersion, runProgram, type Command } from "@survey-open-platform/service";
import { auditCommand } from "./commands/audit.ts";
import { callersCommand } from "./commands/callers.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { expectedErrors } from "./commands/expected-errors.ts";
import { rotateCommand } from "./commands/rotate.ts";
import { serveCommand } from "./commands/serve.ts";
import { statusCommand } from "./commands/status.ts";

/** Every command of the command line, in the order in which the help lists them. */
const commands: readonly Command[] = [
  demoCommand,
  serveCommand,
  statusCommand,
  rotateCommand,
  callersCommand,
  auditCommand,
  doctorCommand,
];

/** Runs the command line and sets the exit code: 0 done, 1 failed, 2 used wrongly. */
export async function run(words: readonly string[]): Promise<void> {
  const summary =
    "Token hub: one place that fetches and renews a team's access token, for all of its servers.";
  const version = packageVersion(new URL("../package.json", import.meta.url));
  await runProgram({ name: "token-hub", summary, version, commands, expectedErrors }, words);
}
