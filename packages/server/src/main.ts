import { release } from "./model/release.ts";
import { runProgram, type Command } from "@survey-open-platform/service";
import { appAddCommand } from "./operating/commands/app/add.ts";
import { appListCommand } from "./operating/commands/app/list.ts";
import { appRotateSecretCommand } from "./operating/commands/app/rotate-secret.ts";
import { appFreezeCommand, appUnfreezeCommand } from "./operating/commands/app/state.ts";
import { applyCommand } from "./operating/commands/apply.ts";
import { auditExportCommand } from "./operating/commands/audit-export.ts";
import { backupCommand } from "./operating/commands/backup.ts";
import { clientHostListCommand } from "./operating/commands/client-host/list.ts";
import { clientHostDisableCommand, clientHostEnableCommand } from "./operating/commands/client-host/state.ts";
import { demoCommand } from "./operating/commands/demo.ts";
import { doctorCommand } from "./operating/commands/doctor.ts";
import { expectedErrors } from "./operating/commands/expected-errors.ts";
import { exportCommand } from "./operating/commands/export.ts";
import { importAnswersCommand } from "./operating/commands/import-answers.ts";
import { importCommand } from "./operating/commands/import.ts";
import { inviteCommand } from "./operating/commands/invite.ts";
import { keysListCommand, keysRevokeCommand, keysRotateCommand } from "./operating/commands/keys.ts";
import { mailTestCommand } from "./operating/commands/mail-test.ts";
import { privacyDeleteCommand } from "./operating/commands/privacy/delete.ts";
import { privacyExportCommand } from "./operating/commands/privacy/export.ts";
import { privacyFindCommand } from "./operating/commands/privacy/find.ts";
import { restoreCommand } from "./operating/commands/restore.ts";
import { revokeAllCommand, revokeCommand } from "./operating/commands/revoke.ts";
import { serveCommand } from "./operating/commands/serve.ts";
import { teamListCommand } from "./operating/commands/team/list.ts";
import { teamPlanCommand } from "./operating/commands/team/plan.ts";
import { userAddCommand } from "./operating/commands/user/add.ts";
import { userListCommand } from "./operating/commands/user/list.ts";
import { userResetPasswordCommand } from "./operating/commands/user/reset-password.ts";
import { userDisableCommand, userEnableCommand } from "./operating/commands/user/state.ts";

/** Every command of the command line, in the order in which the help lists them. */
const commands: readonly Command[] = [
  demoCommand,
  serveCommand,
  applyCommand,
  importCommand,
  exportCommand,
  importAnswersCommand,
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
  clientHostDisableCommand,
  clientHostEnableCommand,
  clientHostListCommand,
  teamPlanCommand,
  teamListCommand,
  keysListCommand,
  keysRotateCommand,
  keysRevokeCommand,
  doctorCommand,
  mailTestCommand,
  backupCommand,
  restoreCommand,
  revokeCommand,
  revokeAllCommand,
  auditExportCommand,
  privacyFindCommand,
  privacyExportCommand,
  privacyDeleteCommand,
];

/** Runs the command line and sets the exit code: 0 done, 1 failed, 2 used wrongly. */
export async function run(words: readonly string[]): Promise<void> {
  const summary = "Survey Open Platform: consent, access tokens and survey data for applications.";
  await runProgram({ name: "sop", summary, version: release, commands, expectedErrors }, words);
}
