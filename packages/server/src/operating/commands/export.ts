import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import {
  type ArchiveSource,
  importLossText,
  outcomeOf,
  systemFiles,
  systemNames,
  type SystemName,
  writeArchive,
} from "@survey-open-platform/surveys";
import { type Actor, recordAudit } from "../../store/audit/audit-log-table.ts";
import type { Store } from "../../store/store.ts";
import { archiveSource } from "../../store/surveys/archive-source.ts";
import { uploadFolder } from "../../store/surveys/upload-folder.ts";
import { findTeamId } from "../../store/teams/team-table.ts";
import { settingArguments } from "./arguments.ts";
import { operatorArguments, type ParsedArguments, runOnStore, textOption } from "./operator-command.ts";

/** `sop export`: surveys whole, in one file that `sop import` takes in. */
export const exportCommand: Command = {
  meta: {
    name: "export",
    description: "Write surveys with their versions, settings, answers and files into a file for sop import",
  },
  args: {
    survey: { type: "string", valueHint: "id", description: "The survey to export." },
    team: { type: "string", valueHint: "name", description: "Export all surveys of a team." },
    all: { type: "boolean", description: "Export all surveys of the platform." },
    "with-participants": {
      type: "boolean",
      description: "Export who is invited as well: addresses, names and how far each is.",
    },
    format: {
      type: "string",
      valueHint: "name",
      description: `sop for all of it (default); ${systemNames.join(", ")} for the questions of one survey.`,
    },
    output: {
      type: "string",
      valueHint: "file",
      description:
        "The file to make, such as lunch.sop.zip; one that exists is never overwritten. Or a folder, such as surveys/, for a file of each survey: the same command goes on with those that are missing.",
    },
    ...settingArguments(["uploads"]),
    ...operatorArguments,
  },
  async run({ args }) {
    const output = textOption(args, "output");
    if (output === undefined) throw new UsageError("--output is missing: the file to make");
    const wanted = wantedIn(args);
    const format = textOption(args, "format") ?? "sop";
    const system = systemNames.find((name) => name === format);
    if (system !== undefined) return exportQuestions(args, { wanted, system, output });
    if (format !== "sop") throw new UsageError(`--format must be one of: sop, ${systemNames.join(", ")}`);
    await runOnStore("export", args, async ({ store, config, actor }) => {
      const surveys = await surveysOf(store, wanted);
      const withParticipants = args["with-participants"] === true;
      const archive = archiveSource(store, { uploads: uploadFolder(config), withParticipants });
      const logged = withParticipants ? "sop --with-participants" : "sop";
      const source = { store, actor, archive, format: logged };
      return (await isFolder(output))
        ? exportIntoFolder(source, surveys, output)
        : exportIntoFile(source, surveys, output);
    });
  },
};

interface QuestionsToExport {
  readonly wanted: Wanted;
  readonly system: SystemName;
  readonly output: string;
}

/** Writes the draft of a survey as a file of another system. What the file does not say is printed. */
function exportQuestions(
  args: ParsedArguments,
  { wanted, system, output }: QuestionsToExport,
): Promise<void> {
  if (!("survey" in wanted)) throw new UsageError(`--format ${system} needs --survey ID`);
  return runOnStore("export", args, async ({ store }) => {
    const draft = await store.surveys.findDraft(wanted.survey);
    if (draft === undefined) throw nothing("There is no such survey.");
    const { content, losses } = await systemFiles[system].write(draft.definition);
    await writeNewFile(output, [content]);
    const lines = losses.map((loss) => `\n  ${importLossText(loss)}`);
    const report = losses.map((loss) => ({ outcome: outcomeOf(loss), ...loss, text: importLossText(loss) }));
    return {
      text: `Survey ${wanted.survey} in ${output} (${content.length} bytes).${lines.join("")}`,
      json: { file: output, survey: wanted.survey, format: system, bytes: content.length, report },
    };
  });
}

type Wanted = { readonly survey: number } | { readonly team: string } | { readonly all: true };

/** @throws `UsageError` unless exactly one of the three is given */
function wantedIn(args: ParsedArguments): Wanted {
  const [survey, team] = [textOption(args, "survey"), textOption(args, "team")];
  const isAll = args["all"] === true;
  if ([survey !== undefined, team !== undefined, isAll].filter(Boolean).length !== 1)
    throw new UsageError("Name what to export: one of --survey ID, --team NAME and --all");
  if (isAll) return { all: true };
  if (team !== undefined) return { team };
  if (survey === undefined || !/^[1-9]\d{0,14}$/.test(survey))
    throw new UsageError("--survey must be the number of a survey, as in its address");
  return { survey: Number(survey) };
}

/** @throws `CommandError` when there is nothing of the kind */
async function surveysOf(store: Store, wanted: Wanted): Promise<readonly number[]> {
  const teamId = "team" in wanted ? await findTeamId(store.reader, wanted.team) : undefined;
  if ("team" in wanted && teamId === undefined) throw nothing(`There is no team called ${wanted.team}.`);
  const rows = await store.reader.kysely
    .selectFrom("surveys")
    .select("id")
    .where("binned_at", "is", null)
    .$if("survey" in wanted, (query) => query.where("id", "=", "survey" in wanted ? wanted.survey : 0))
    .$if(teamId !== undefined, (query) => query.where("owner_id", "=", teamId ?? 0))
    .orderBy("id")
    .execute();
  if (rows.length === 0) throw nothing("There is no such survey.");
  return rows.map(({ id }) => id);
}

function nothing(problem: string): CommandError {
  return new CommandError(`Nothing was exported. ${problem}`);
}

/** Where surveys are taken from, and who takes them. */
interface ExportSource {
  readonly store: Store;
  readonly actor: Actor;
  readonly archive: ArchiveSource;
  /** As the audit log says it. */
  readonly format: string;
}

async function isFolder(output: string): Promise<boolean> {
  return output.endsWith("/") || (await stat(output).catch(() => undefined))?.isDirectory() === true;
}

async function exportIntoFile(source: ExportSource, surveys: readonly number[], output: string) {
  await writeNewFile(output, writeArchive(source.archive, surveys));
  await recordExport(source, surveys);
  const { size: bytes } = await stat(output);
  return {
    text: `${countOf(surveys)} in ${output} (${bytes} bytes).`,
    json: { file: output, surveys, bytes },
  };
}

/** A file for each survey. One that is there is whole: an export that was ended before it was ready goes on after it. */
async function exportIntoFolder(source: ExportSource, surveys: readonly number[], folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw nothing(`${folder} is no folder, and cannot become one: ${error.message}`);
  });
  const kept: number[] = [];
  for (const id of surveys) {
    const file = join(folder, `survey-${id}.sop.zip`);
    if (await stat(file).catch(() => undefined)) {
      kept.push(id);
    } else {
      await recordExport(source, [id]);
      await writeNewFile(file, writeArchive(source.archive, [id]));
    }
  }
  const earlier =
    kept.length === 0 ? "" : ` ${kept.length} of them had a file there already, which was left as it was.`;
  return { text: `${countOf(surveys)} in ${folder}.${earlier}`, json: { folder, surveys, kept } };
}

function countOf({ length }: readonly number[]): string {
  return length === 1 ? "1 survey" : `${length} surveys`;
}

function recordExport({ store, actor, format }: ExportSource, surveys: readonly number[]): Promise<void> {
  return store.write(async (transaction) => {
    for (const id of surveys) {
      const target = { kind: "survey", name: String(id) } as const;
      await recordAudit(transaction, { actor, action: "answers.exported", target, after: { format } });
    }
  });
}

/** The file has its name once it is whole. Only its owner may read it: it has what respondents said. */
async function writeNewFile(
  output: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  if (await stat(output).catch(() => undefined))
    throw nothing(`${output} exists already. Give the file a name of its own.`);
  const partial = `${output}.partial`;
  try {
    // One that was killed left what it had written.
    await rm(partial, { force: true });
    await pipeline(Readable.from(content), createWriteStream(partial, { flags: "wx", mode: 0o600 }));
    await rename(partial, output);
  } catch (error) {
    await rm(partial, { force: true });
    if (error instanceof Error && "code" in error)
      throw new CommandError(`${output} cannot be written, and was not made: ${error.message}`);
    throw error;
  }
}
