import { setImmediate as otherWork } from "node:timers/promises";
import {
  addImportedAnswers,
  answerOfRow,
  answersLock,
  type CellProblem,
  type ColumnMatch,
  FileProblem,
  type ImportedAnswer,
  matchAnswerColumns,
  type PlatformZone,
  type VersionPages,
} from "@survey-open-platform/surveys";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";
import type { Store } from "../store.ts";
import { AnswersRefusal } from "./answers-refusal.ts";

/** What is taken in. */
export interface AnswersJob {
  /** The rows of the table, from the first on each time: it is read twice. */
  readonly rows: () => AsyncIterable<readonly string[]>;
  readonly surveyId: number;
  readonly zone: PlatformZone;
  readonly isLook: boolean;
  readonly actor: Actor;
  /** Most answers that are taken. Default: any number. */
  readonly most?: number;
}

/** What is wrong with a cell, with its place. */
export interface RowProblem extends Pick<CellProblem, "message" | "problem"> {
  /** As spreadsheets count them: the heads are row 1. */
  readonly row: number;
  readonly column: string;
}

/** What the columns are, and what became known of the rows. */
export interface AnswersOutcome {
  readonly columns: readonly {
    readonly head: string;
    readonly by: ColumnMatch["by"];
    readonly target: string;
  }[];
  readonly answers: number;
  readonly problems: readonly RowProblem[];
  readonly problemCount: number;
  readonly taken: boolean;
}

/** Most problems that are listed; all are counted. */
const listed = 100;

/** Answers that are written at a time. */
const portion = 500;

/** Takes the answers of a table into a survey: all, or none. @throws `AnswersRefusal` */
export async function takeAnswers(store: Store, job: AnswersJob): Promise<AnswersOutcome> {
  const versions = await versionsOf(store, job.surveyId);
  const look = await lookAt(job, versions);
  if (job.isLook || look.problemCount > 0) return { ...look, taken: false };
  await store.inTransaction(
    (transaction) => write(store, transaction, { ...job, versions }),
    [answersLock(job.surveyId)],
  );
  return { ...look, taken: true };
}

/** @throws `AnswersRefusal` when there is no such survey, or no version of it to answer */
async function versionsOf(store: Store, surveyId: number): Promise<readonly VersionPages[]> {
  const found = await store.reader.kysely
    .selectFrom("surveys")
    .select("version")
    .where("id", "=", surveyId)
    .where("binned_at", "is", null)
    .executeTakeFirst();
  if (found === undefined) throw new AnswersRefusal("no_survey", `There is no survey ${surveyId}.`);
  if (found.version === 0)
    throw new AnswersRefusal(
      "not_published",
      `Publish survey ${surveyId} first: answers belong to a version.`,
    );
  const versions = await store.surveys.definitionsOf(surveyId);
  return versions.map(({ version, definition }) => ({ version, pages: definition.pages }));
}

/** Reads the whole table, and writes nothing. */
async function lookAt(
  { rows, zone, most = Infinity }: AnswersJob,
  versions: readonly VersionPages[],
): Promise<Omit<AnswersOutcome, "taken">> {
  let matches: readonly ColumnMatch[] = [];
  const problems: RowProblem[] = [];
  let [answers, problemCount] = [0, 0];
  for await (const { row, cells } of numbered(rows())) {
    if (row === 1) matches = matchColumns(cells, versions);
    else if (cells.some((cell) => cell.trim() !== "")) {
      answers += 1;
      if (answers > most) throw new AnswersRefusal("too_many", `There are more than ${most} answers.`);
      const read = answerOfRow(matches, cells, zone);
      problemCount += read.problems.length;
      for (const { column, ...problem } of read.problems.slice(0, listed - problems.length))
        problems.push({ row, column: matches[column]?.head ?? "", ...problem });
    }
  }
  if (answers === 0) throw new AnswersRefusal("no_answers", "The file has no answers.");
  return { columns: matches.map(describe), answers, problems, problemCount };
}

/** Rows between which other work of the process is done. */
const turn = 64;

interface NumberedRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The rows with their numbers. @throws `AnswersRefusal` where the file cannot be read on */
async function* numbered(rows: AsyncIterable<readonly string[]>): AsyncGenerator<NumberedRow> {
  let row = 0;
  try {
    for await (const cells of rows) {
      row += 1;
      yield { row, cells };
      if (row % turn === 0) await otherWork();
    }
  } catch (error) {
    if (!isOfFile(error)) throw error;
    const why = error instanceof FileProblem ? error.message : "cannot be read as text in UTF-8";
    throw new AnswersRefusal("file", `The file ${why}, at row ${row + 1}.`, { why, row: row + 1 });
  }
}

/** What is wrong with the file, its text, or the place where it should be. */
function isOfFile(error: unknown): boolean {
  if (error instanceof FileProblem || error instanceof TypeError) return true;
  return (
    error instanceof Error && "code" in error && ["ENOENT", "EISDIR", "EACCES"].includes(String(error.code))
  );
}

/** @throws `AnswersRefusal` when no column is one of the survey */
function matchColumns(heads: readonly string[], versions: readonly VersionPages[]): readonly ColumnMatch[] {
  const matches = matchAnswerColumns(heads, versions);
  if (matches.some((match) => "target" in match && match.target.kind === "question")) return matches;
  throw new AnswersRefusal(
    "no_column",
    "No column of the file has the code or the title of a question, and their number is not that of the questions.",
  );
}

function describe(match: ColumnMatch) {
  return { head: match.head, by: match.by, target: "target" in match ? match.target.title : "" };
}

/**
 * Writes all answers in one transaction: if anything ends it, none is there. The file is read again, a portion at a time, so that no more
 * than a portion is in memory.
 */
async function write(
  store: Store,
  transaction: StoreQueries,
  { rows, surveyId, zone, actor, versions }: AnswersJob & { readonly versions: readonly VersionPages[] },
): Promise<void> {
  let matches: readonly ColumnMatch[] = [];
  let waiting: ImportedAnswer[] = [];
  const now = Date.now();
  for await (const { row, cells } of numbered(rows())) {
    if (row === 1) matches = matchColumns(cells, versions);
    else if (cells.some((cell) => cell.trim() !== "")) {
      const { values, startedAt, endedAt, problems } = answerOfRow(matches, cells, zone);
      if (problems.length > 0) throw new AnswersRefusal("changed", "The file changed while it was read.");
      const end = endedAt ?? startedAt ?? now;
      waiting.push({ values, startedAt: Math.min(startedAt ?? end, end), endedAt: end });
    }
    if (waiting.length < portion) continue;
    await addImportedAnswers(transaction, surveyId, waiting, store.outbox);
    waiting = [];
  }
  await addImportedAnswers(transaction, surveyId, waiting, store.outbox);
  await recordAudit(transaction, {
    actor,
    action: "survey.answers_imported",
    target: { kind: "survey", name: String(surveyId) },
  });
}
