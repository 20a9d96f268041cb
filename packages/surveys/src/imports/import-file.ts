import { type ImportLoss, shortLoss } from "../model/import-loss.ts";
import { type InTurns, inTurns } from "../model/in-turns.ts";
import { parseJsonInTurns } from "../model/parse-json.ts";
import { decodeText } from "./decode-text.ts";
import { FileProblem, fileLimits } from "./file-problem.ts";
import type { ImportSource, OpenedFile } from "./import-source.ts";
import { importSources } from "./import-sources.ts";
import { ownForms } from "./own/own-forms.ts";
import { ownJsonInTurns, ownTextInTurns } from "./own/read-own-forms.ts";
import { parseXmlInTurns } from "./parse-xml.ts";
import type { SourceAnswers } from "./source-answers.ts";
import { type ImportedSurvey, type NeutralImport, surveyFromNeutral } from "./survey-from-neutral.ts";
import { surveyJsOfJsonInTurns } from "./surveyjs/import-survey-js.ts";
import { surveyJs } from "./surveyjs/survey-js.ts";
import { isDocument, linesOfDocument } from "./text/read-docx.ts";
import { writtenText } from "./text/written-text.ts";
import { unpackZipInTurns } from "./unpack-zip.ts";

/** A survey from a file, which system's file it is, and the answers that are in it. */
export type ImportedFile = ImportedSurvey & {
  readonly source: string;
  /** They are named as a loss, which who takes them in leaves out: see {@link withoutAnswersLoss}. */
  readonly answers?: SourceAnswers | undefined;
};

/** What is left out of a file whose answers are taken in. */
export function withoutAnswersLoss(
  losses: readonly ImportLoss[],
  answers: SourceAnswers,
): readonly ImportLoss[] {
  return losses.filter(({ code, what }) => code !== "answers" || what !== answers.fileName);
}

/**
 * Makes a survey of a file of another system. Which system's it is follows from its content and not from its name. Nothing is fetched
 * and nothing executed; what cannot be kept is listed with its place.
 */
export async function importFile(content: Uint8Array, how: NeutralImport): Promise<ImportedFile> {
  if (!isDocument(content)) return await inTurns(importFileInTurns(content, how));
  try {
    checkSize(content);
    const lines = await linesOfDocument(content);
    return shown(await inTurns(readSource(writtenText, { kind: "document", lines }, how)));
  } catch (error) {
    return refusedBy(error);
  }
}

/** Makes a survey of a file that is no document of Word: those are read by a library, which does not work in turns. */
export function* importFileInTurns(content: Uint8Array, how: NeutralImport): InTurns<ImportedFile> {
  try {
    return shown(yield* readFile(content, how));
  } catch (error) {
    return refusedBy(error);
  }
}

function shown(made: ImportedFile): ImportedFile {
  return made.ok ? { ...made, losses: made.losses.map(shortLoss) } : made;
}

function refusedBy(error: unknown): ImportedFile {
  if (!(error instanceof FileProblem)) throw error;
  return { ok: false, source: "", problems: [{ path: [], message: error.message }] };
}

function checkSize({ length }: Uint8Array): void {
  if (length === 0) throw new FileProblem("is empty");
  if (length > fileLimits.bytes) throw new FileProblem("is larger than 10 MB");
}

function* readFile(content: Uint8Array, how: NeutralImport): InTurns<ImportedFile> {
  checkSize(content);
  const file = yield* openFile(content);
  const source = importSources.find(({ matches }) => matches(file));
  const own = yield* ownFormOf(file, source, how);
  if (own !== undefined) return { ...own, source: ownForms.name };
  if (source !== undefined) return yield* readSource(source, file, how);
  if (file.kind !== "json") throw new FileProblem("is no survey of a system that is known here");
  return { ...(yield* surveyJsOfJsonInTurns(file.json, how)), source: surveyJs.name };
}

/** What this platform writes is known last: a text, or JSON, of no other system. */
function* ownFormOf(file: OpenedFile, source: ImportSource | undefined, how: NeutralImport) {
  if (file.kind === "text" && source === writtenText) return yield* ownTextInTurns(file.text);
  return file.kind === "json" && source === undefined ? yield* ownJsonInTurns(file.json, how) : undefined;
}

function* readSource(source: ImportSource, file: OpenedFile, how: NeutralImport): InTurns<ImportedFile> {
  const survey = yield* source.read(file, how);
  return { ...(yield* surveyFromNeutral(survey, how)), source: source.name, answers: survey.answers };
}

/** Opens a file by its first bytes. */
function* openFile(content: Uint8Array): InTurns<OpenedFile> {
  if (content[0] === 0x50 && content[1] === 0x4b)
    return {
      kind: "zip",
      parts: yield* unpackZipInTurns(content, (name) => /\.(?:xml|rels|ls[srti])$/i.test(name)),
    };
  const text = decodeText(content);
  if (text === undefined)
    throw new FileProblem("is neither text in UTF-8 nor a packed file that is known here");
  const start = text.trimStart().slice(0, 1);
  if (start === "<") return { kind: "xml", root: yield* parseXmlInTurns(text) };
  if (start !== "{" && start !== "[") return { kind: "text", text };
  const json = yield* parseJsonInTurns(text);
  if (!json.ok) throw new FileProblem(json.problem);
  return { kind: "json", json: json.value };
}
