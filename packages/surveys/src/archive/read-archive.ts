import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { FileProblem } from "../imports/file-problem.ts";
import { problemWords } from "../declared/problem-words.ts";
import { surveyOfJsonInTurns } from "../json-form/survey-json.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import { inTurns } from "../model/in-turns.ts";
import {
  archivedAnswerSchema,
  type ArchivedAnswer,
  archivedSurveySchema,
  type ArchivedSurvey,
  archivedParticipantSchema,
  type ArchivedParticipant,
  archiveHeadPath,
  archiveHeadSchema,
} from "./archive-form.ts";
import { type ArchivePiece, archivePieces } from "./archive-parts.ts";

/** A survey whose definitions were checked. */
export interface CheckedSurvey extends Omit<ArchivedSurvey, "draft" | "versions"> {
  readonly draft: SurveyDefinition;
  readonly versions: readonly (ArchivedSurvey["versions"][number] & {
    readonly definition: SurveyDefinition;
  })[];
}

/** What is in an archive, in its order: the pictures of a survey, itself, its participants some at a time, its files, then its answers, some at a time. */
export type ArchiveItem =
  | { readonly kind: "picture"; readonly id: string; readonly content: Uint8Array }
  | { readonly kind: "survey"; readonly survey: CheckedSurvey }
  | { readonly kind: "participants"; readonly participants: readonly ArchivedParticipant[] }
  | { readonly kind: "file"; readonly id: string; readonly content: Uint8Array }
  | { readonly kind: "answers"; readonly answers: readonly ArchivedAnswer[] };

/** The largest part that is kept in memory: a survey, a line of an answer, or a file. */
const largestPart = 64 * 1024 * 1024;

/** Whether a file is an archive: that follows from its first bytes, whatever its name. */
export function isArchive(start: Uint8Array): boolean {
  // The name of the first part follows after 30 bytes (APPNOTE.TXT, section 4.3.7).
  return Buffer.from(start.subarray(30, 38)).toString("latin1") === archiveHeadPath;
}

/**
 * Reads an archive. Nothing of it is believed: each survey is checked as one that is imported, each answer by its shape.
 *
 * @param mostBytes that all of it may become; left out for any number
 * @throws `FileProblem` that says what is wrong and where
 */
export async function* readArchive(
  file: AsyncIterable<Uint8Array>,
  mostBytes?: number,
): AsyncGenerator<ArchiveItem> {
  const held = new HeldBytes();
  let isKnown = false;
  for await (const piece of upTo(mostBytes, archivePieces(file))) {
    const { path, bytes, isLast } = piece;
    if (!isKnown && path !== archiveHeadPath) throw new FileProblem("is no archive of surveys");
    held.add(bytes);
    const itemOfLines = lineItem(path);
    if (itemOfLines !== undefined) {
      const lines = isLast ? held.take() : held.takeLines(bytes);
      if (lines.byteLength > 0) yield itemOfLines(lines);
    }
    if (held.byteLength > largestPart) throw new FileProblem(`has a part that is too large: ${path}`);
    if (!isLast) continue;
    const item = await itemOf(piece, held.take());
    isKnown = true;
    if (item !== undefined) yield item;
  }
}

/** @throws `FileProblem` past a number of bytes */
async function* upTo(
  mostBytes: number | undefined,
  pieces: AsyncIterable<ArchivePiece>,
): AsyncGenerator<ArchivePiece> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.bytes.byteLength;
    if (mostBytes !== undefined && size > mostBytes)
      throw new FileProblem(`becomes larger than ${mostBytes / 1024 / 1024} MB when it is unpacked`);
    yield piece;
  }
}

/** Bytes of a part that wait for its end, in the pieces in which they came: they are put together once. */
class HeldBytes {
  #pieces: Uint8Array[] = [];
  byteLength = 0;

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.byteLength += piece.byteLength;
  }

  take(): Buffer {
    const all = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.byteLength = 0;
    return all;
  }

  /** What there is up to the last line end. @param newest the piece that was added last: none before it has a line end */
  takeLines(newest: Uint8Array): Buffer {
    if (!newest.includes(lineFeed)) return Buffer.alloc(0);
    const all = this.take();
    const end = all.lastIndexOf(lineFeed) + 1;
    this.add(all.subarray(end));
    return all.subarray(0, end);
  }
}

const lineFeed = 0x0a;

async function itemOf({ path }: ArchivePiece, content: Buffer): Promise<ArchiveItem | undefined> {
  if (path === archiveHeadPath) checked(archiveHeadSchema, content, path);
  if (path.endsWith("/survey.json"))
    return {
      kind: "survey",
      survey: await checkedSurvey(checked(archivedSurveySchema, content, path), path),
    };
  const [, picture] = /\/pictures\/([0-9a-f]{32})$/.exec(path) ?? [];
  if (picture !== undefined) return { kind: "picture", id: picture, content };
  const [, id] = /\/files\/([\w-]{32})$/.exec(path) ?? [];
  return id === undefined ? undefined : { kind: "file", id, content };
}

/** What the lines of a part become; undefined for a part without lines. */
function lineItem(path: string): ((lines: Buffer) => ArchiveItem) | undefined {
  if (path.endsWith("/answers.jsonl"))
    return (lines) => ({ kind: "answers", answers: checkedLines(archivedAnswerSchema, lines, path) });
  if (path.endsWith("/participants.jsonl"))
    return (lines) => ({
      kind: "participants",
      participants: checkedLines(archivedParticipantSchema, lines, path),
    });
  return undefined;
}

function checkedLines<Schema extends z.ZodType>(
  schema: Schema,
  lines: Buffer,
  path: string,
): readonly z.output<Schema>[] {
  return lines
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => checkedLine(schema, line, path));
}

/** A database keeps no NUL, which no respondent can send either. */
function checkedLine<Schema extends z.ZodType>(schema: Schema, line: string, path: string): z.output<Schema> {
  if (line.includes(String.raw`\u0000`))
    throw new FileProblem(`is not right in ${path}: it has a NUL character`);
  return checked(schema, Buffer.from(line), path);
}

function checked<Schema extends z.ZodType>(schema: Schema, content: Buffer, path: string): z.output<Schema> {
  const parsed = schema.safeParse(jsonIn(content, path), { error: problemWords });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new FileProblem(`is not right in ${path}: ${[...(issue?.path ?? []), issue?.message].join(" ")}`);
}

function jsonIn(content: Buffer, path: string): unknown {
  try {
    return JSON.parse(content.toString("utf8"));
  } catch {
    throw new FileProblem(`is not right in ${path}: it is no JSON`);
  }
}

async function checkedSurvey(survey: ArchivedSurvey, path: string): Promise<CheckedSurvey> {
  const versions: CheckedSurvey["versions"][number][] = [];
  for (const [at, version] of survey.versions.entries()) {
    if (version.version !== at + 1) throw new FileProblem(`is not right in ${path}: a version is missing`);
    versions.push({ ...version, definition: await checkedDefinition(version.definition, path) });
  }
  return { ...survey, draft: await checkedDefinition(survey.draft, path), versions };
}

async function checkedDefinition(json: unknown, path: string): Promise<SurveyDefinition> {
  const read = await inTurns(surveyOfJsonInTurns(json, randomBytes));
  if (read.ok) return read.definition;
  const [problem] = read.problems;
  throw new FileProblem(`is not right in ${path}: ${[...(problem?.path ?? []), problem?.message].join(" ")}`);
}
