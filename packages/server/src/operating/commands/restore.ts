import { restoreDatabase, type Restoration } from "@survey-open-platform/database";
import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { readConfig } from "../../config/read-config.ts";
import { openPlatformDatabase } from "../../platform.ts";
import { recordAudit } from "../../store/audit/audit-log-table.ts";
import { auditing } from "../../store/audit/auditing.ts";
import { countIssued, revokeIssued, type IssuedCounts } from "../../store/tokens/revoke-issued.ts";
import { uploadFolderPath } from "../../store/surveys/upload-folder.ts";
import { settingArguments, settingFlags } from "./arguments.ts";
import { restoreUploads } from "./copy-uploads.ts";
import { isPlatformDatabase } from "./is-platform-database.ts";
import { issuedText } from "./issued-text.ts";
import { operatorOf } from "./operator.ts";

const revokeFlag = "revoke-issued-since-backup";

/** `sop restore FILE`: replaces a SQLite database that no process uses by a backup. */
export const restoreCommand: Command = {
  meta: { name: "restore", description: "Replace the SQLite database by a backup" },
  args: {
    file: { type: "positional", required: false, description: "The backup; it stays as it is." },
    ...settingArguments(["database", "uploads"]),
    [revokeFlag]: {
      type: "boolean",
      description:
        "End every session, consent, code, token, invitation and password link that the backup holds: nothing that was\nrevoked, overridden or used since the backup is valid again. All users sign in and consent again.",
    },
  },
  async run({ args }) {
    const file: unknown = args["file"];
    if (typeof file !== "string") throw new UsageError("FILE is missing: the backup to put back");
    const config = readConfig({ flags: settingFlags(args), environment: process.env });
    const isRevoking = args[revokeFlag] === true;
    let counts: IssuedCounts | undefined;
    const restoration = await restoreDatabase(config.database, file, async (copy) => {
      if (!(await isPlatformDatabase(copy)))
        throw new CommandError(`${file} is no backup of a platform's database.`);
      counts = await settle(copy, isRevoking);
    });
    console.log(restoredText(file, restoration));
    const { path, replaced = `${path}.replaced-${Date.now()}` } = restoration;
    const files = await restoreUploads(file, uploadFolderPath(config), replaced.slice(path.length));
    if (files !== undefined) console.log(`Put back ${files} files of answers.`);
    if (counts !== undefined) console.log(isRevoking ? revokedText(counts) : revivedText(counts));
    console.log(unknownText);
  },
};

/** @throws `NewerSchemaError` for a backup that a newer release made */
async function settle(copy: string, isRevoking: boolean): Promise<IssuedCounts> {
  const database = await openPlatformDatabase({ database: copy });
  try {
    return await auditing(database, () => undefined).write(async (t) => {
      const counts = await (isRevoking ? revokeIssued(t) : countIssued(t));
      await recordAudit(t, {
        actor: operatorOf("restore"),
        action: "platform.restored",
        target: { kind: "platform", name: "" },
        after: { revoked: isRevoking, ...counts },
      });
      return counts;
    });
  } finally {
    await database.close();
  }
}

function restoredText(file: string, { path, replaced, wasFree }: Restoration): string {
  return [
    `Restored ${file} to ${path}.`,
    replaced === undefined
      ? "No database stood there before."
      : `The database that stood there is kept as ${replaced}.`,
    ...(wasFree
      ? []
      : ["It was too damaged to see whether a server still has it open: make sure that none runs."]),
  ].join("\n");
}

function revokedText(counts: IssuedCounts): string {
  return `Ended what the backup held, as it may have been revoked since: ${issuedText(counts)}.`;
}

function revivedText(counts: IssuedCounts): string {
  return [
    `Good again is all that was good when the backup was made: ${issuedText(counts)}.`,
    "What was revoked, replaced or used up since then has come back with it. To end all of it before any request",
    "is served, run: sop revoke-all --yes",
  ].join("\n");
}

const unknownText = [
  "Secrets, passwords, redirect addresses, and who is disabled are as they were when the backup was made.",
  "If any of that has changed since, apply the current declarative file before you serve: sop apply FILE",
].join("\n");
