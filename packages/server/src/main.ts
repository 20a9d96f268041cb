import { release } from "./model/release.ts";
import { runProgram, type Command } from "@survey-open-platform/service";
import { appAddCommand } from "./commands/app/add.ts";
import { appListCommand } from "./commands/app/list.ts";
import { appRotateSecretCommand } from "./commands/app/rotate-secret.ts";
import { appFreezeCommand, appUnfreezeCommand } from "./commands/app/state.ts";
import { applyCommand } from "./commands/apply.ts";
import { auditExportCommand } from "./commands/audit-export.ts";
import { backupCommand } from "./commands/backup.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { expectedErrors } from "./commands/expected-errors.ts";
import { inviteCommand } from "./commands/invite.ts";
import { restoreCommand } from "./commands/restore.ts";
import { revokeAllCommand, revokeCommand } from "./commands/revoke.ts";
import { serveCommand } from "./commands/serve.ts";
import { teamListCommand } from "./commands/team/list.ts";
import { teamPlanCommand } from "./commands/team/plan.ts";
import { userAddCommand } from "./commands/user/add.ts";
import { userListCommand } from "./commands/user/list.ts";
import { userResetPasswordCommand } from "./commands/user/reset-password.ts";
import { userDisableCommand, userEnableCommand } from "./commands/user/state.ts";

/** Every command of the command line, in the order in which the help lists them. */
const commands: readonly Command[] = [
  demoCommand,
  serveCommand,
  applyCommand,
  inviteCommand,
  userAddCommand,
  userDisableCommand,
  userEnableCommand,
  userResetPasswordCommand,
  userListCommand,
  appAddCommand,
  appRotateSecretCommand,
  appFreezeCommand,
  appUnfreezeCommand,
  appListCommand,
  teamPlanCommand,
  teamListCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  revokeCommand,
  revokeAllCommand,
  auditExportCommand,
];

/** Runs the command line and sets the exit code: 0 done, 1 failed, 2 used wrongly. */
export async function run(words: readonly string[]): Promise<void> {
  const summary = "Survey Open Platform: consent, access tokens and survey data for applications.";
  await runProgram({ name: "sop", summary, version: release, commands, expectedErrors }, words);
}
