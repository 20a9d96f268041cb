import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import {
  createSurvey,
  fileLimits,
  type ImportedFile,
  importFile,
  importLossText,
  isArchive,
  type ImportLoss,
  outcomeOf,
  type PlatformZone,
  platformZone,
  type SurveyOrigin,
  withoutAnswersLoss,
} from "@survey-open-platform/surveys";
import { recordAudit } from "../../store/audit/audit-log-table.ts";
import { listTeamMembers } from "../../store/teams/team-member-table.ts";
import { findTeamId } from "../../store/teams/team-table.ts";
import { readConfig } from "../../config/read-config.ts";
import { storePolicyOf } from "../../platform.ts";
import { createStore, type Store } from "../../store/store.ts";
import { settingArguments, settingFlags } from "./arguments.ts";
import {
  addSourceAnswers,
  type ReadAnswers,
  readSourceAnswers,
} from "../../store/surveys/add-source-answers.ts";
import { type ArchiveImport, importArchive } from "../../store/surveys/import-archive.ts";
import { uploadFolder } from "../../store/surveys/upload-folder.ts";
import { openExisting } from "./open-existing.ts";
import { operatorArguments, textOption } from "./operator-command.ts";
import { operatorOf } from "./operator.ts";

/** `sop import FILE…`: makes surveys of the files of other systems. */
export const importCommand: Command = {
  meta: { name: "import", description: "Make surveys of files of other systems, and of sop export" },
  takesSeveral: true,
  args: {
    file: { type: "positional", required: false, description: "The files, one survey each." },
    owner: {
      type: "string",
      valueHint: "user or team",
      description: "The user, or the team, that the surveys will belong to.",
    },
    ...settingArguments(["uploads"]),
    ...operatorArguments,
    json: { type: "boolean", description: "Print a line of JSON for each file." },
  },
  async run({ args }) {
    const files = Array.isArray(args["_"]) ? args["_"].map(String) : [];
    const name = textOption(args, "owner");
    if (files.length === 0) throw new UsageError("FILE is missing: a file of another survey system");
    if (name === undefined) throw new UsageError("--owner is missing: the user or the team");
    const config = readConfig({ flags: settingFlags(args), environment: process.env });
    const database = await openExisting(config);
    try {
      const store = createStore(database, storePolicyOf(config));
      await importAll(store, files, {
        owner: await ownerNamed(store, name),
        uploads: uploadFolder(config),
        actor: operatorOf("import"),
        keepsPasswords: true,
        zone: platformZone(config.timeZone),
        asJson: args["json"] === true,
      });
    } finally {
      await database.close();
    }
  },
};

interface ImportOwner {
  readonly ownerId: number;
  readonly creatorUserId: number;
}

/** @throws `CommandError` when there is neither a user nor a team of this name */
async function ownerNamed(store: Store, name: string): Promise<ImportOwner> {
  const user = await store.findUserByUsername(name);
  if (user !== undefined) return { ownerId: user.id, creatorUserId: user.id };
  const teamId = await findTeamId(store.reader, name);
  const [creator] =
    teamId === undefined
      ? []
      : await listTeamMembers(store.reader, { teamId, search: "", after: undefined, limit: 1 });
  if (teamId === undefined || creator === undefined)
    throw new CommandError(`Nothing was changed. There is no user and no team called ${name}.`);
  return { ownerId: teamId, creatorUserId: creator.userId };
}

interface ImportOptions extends ArchiveImport {
  /** In which files have times without one. */
  readonly zone: PlatformZone;
  readonly asJson: boolean;
}

/** One file after the other: one that cannot be read does not keep the others out. */
async function importAll(store: Store, files: readonly string[], options: ImportOptions) {
  const { asJson } = options;
  for (const file of files) {
    if (isArchive(await startOf(file))) {
      await takeArchive(store, file, options);
      continue;
    }
    const result = await importOne(store, file, options);
    if ("problem" in result) process.exitCode = 1;
    if (asJson) console.log(JSON.stringify(jsonOf(file, result)));
    else if ("problem" in result) console.error(`${file}: no survey was made. ${result.problem}`);
    else console.log(textOf(file, result));
  }
}

/** The first bytes of a file; none of one that cannot be read. */
async function startOf(file: string): Promise<Uint8Array> {
  const handle = await open(file, "r").catch(() => undefined);
  try {
    const read = await handle?.read(Buffer.alloc(64), 0, 64, 0);
    return read?.buffer.subarray(0, read.bytesRead) ?? new Uint8Array();
  } catch {
    return new Uint8Array();
  } finally {
    await handle?.close();
  }
}

/** The surveys of an archive: nothing of them is not as it was, so that there is no report. */
async function takeArchive(store: Store, file: string, options: ImportOptions): Promise<void> {
  const result = await importArchive(store, () => createReadStream(file), options);
  const source = "Survey Open Platform";
  if ("problem" in result) {
    process.exitCode = 1;
    if (options.asJson) console.log(JSON.stringify({ file, imported: false, problem: result.problem }));
    else console.error(`${file}: no survey was made. ${result.problem}`);
  } else if (options.asJson) {
    console.log(JSON.stringify({ file, imported: true, surveys: result, source, report: [] }));
  } else console.log(`${file}: ${result.length} surveys were made: ${result.join(", ")}.`);
}

type ImportResult =
  | (SurveyOrigin & { readonly surveyId: number; readonly answers: number })
  | { readonly problem: string };

async function importOne(store: Store, file: string, { owner, zone }: ImportOptions): Promise<ImportResult> {
  const content = await contentOf(file);
  if (typeof content === "string") return { problem: content };
  const made = await importFile(content, { language: "en", randomBytes });
  if (!made.ok) return { problem: made.problems.slice(0, 20).map(problemText).join("\n") };
  const { source, definition } = made;
  const { answers, losses } = await answersIn(made, zone);
  const imported = { source, fileName: basename(file).slice(0, 255).toWellFormed(), losses };
  // The survey is there with all its answers, or not at all.
  const { id } = await store.write(async (transaction) => {
    const survey = await createSurvey(transaction, { ...owner, definition, imported }, store.outbox);
    await recordAudit(transaction, {
      actor: operatorOf("import"),
      action: "survey.created",
      target: { kind: "survey", name: String(survey.id) },
    });
    if (answers.length > 0)
      await addSourceAnswers(transaction, { surveyId: survey.id, definition, answers }, store.outbox);
    return survey;
  });
  return { ...imported, surveyId: id, answers: answers.length };
}

async function answersIn(
  { answers, definition, losses }: Extract<ImportedFile, { readonly ok: true }>,
  zone: PlatformZone,
): Promise<ReadAnswers> {
  if (answers === undefined) return { answers: [], losses };
  const read = await readSourceAnswers(answers, definition, zone);
  return { answers: read.answers, losses: [...withoutAnswersLoss(losses, answers), ...read.losses] };
}

async function contentOf(file: string): Promise<Uint8Array | string> {
  try {
    if ((await stat(file)).size > fileLimits.bytes) return "This file is larger than 10 MB.";
    return await readFile(file);
  } catch {
    return "This file cannot be read.";
  }
}

function problemText({
  path,
  message,
}: {
  readonly path: readonly (string | number)[];
  readonly message: string;
}) {
  return path.length === 0 ? `This file ${message}.` : `${path.join(".")}: ${message}.`;
}

function textOf(
  file: string,
  { source, surveyId, losses, answers }: Exclude<ImportResult, { readonly problem: string }>,
) {
  const lines = losses.map((loss) => `\n  ${importLossText(loss)}`);
  const count = losses.length === 1 ? "1 thing is" : `${losses.length} things are`;
  const report =
    losses.length === 0 ? "everything is carried over." : `${count} not as it was:${lines.join("")}`;
  return `${file}: a survey of ${source} became survey ${surveyId}${withAnswers(answers)}; ${report}`;
}

function withAnswers(answers: number): string {
  if (answers === 0) return "";
  return answers === 1 ? " with 1 answer" : ` with ${answers} answers`;
}

function jsonOf(file: string, result: ImportResult): object {
  if ("problem" in result) return { file, imported: false, problem: result.problem };
  const { surveyId, source, losses, answers } = result;
  return { file, imported: true, survey: surveyId, source, answers, report: losses.map(reportLine) };
}

function reportLine(loss: ImportLoss): object {
  return { outcome: outcomeOf(loss), ...loss, text: importLossText(loss) };
}
