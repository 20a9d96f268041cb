import { runSteps } from "@survey-open-platform/database";
import { CommandError } from "@survey-open-platform/service";
import {
  addImportedAnswers,
  answerOfRow,
  answersLock,
  type ColumnMatch,
  type ImportedAnswer,
  matchAnswerColumns,
  type PlatformZone,
  readVersion,
  type VersionPages,
} from "@survey-open-platform/surveys";
import { recordAudit } from "../../store/audit/audit-log-table.ts";
import type { StoreQueries } from "../../store/statements/queries.ts";
import type { Store } from "../../store/store.ts";
import { operatorOf } from "./operator.ts";
import { tableRows } from "./table-rows.ts";

/** What is taken in. */
export interface AnswersJob {
  readonly file: string;
  readonly surveyId: number;
  readonly zone: PlatformZone;
  readonly isLook: boolean;
}

interface RowProblem {
  /** As spreadsheets count them: the heads are row 1. */
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

/** What the columns are, and what became known of the rows. */
export interface AnswersOutcome {
  readonly columns: readonly { readonly head: string; readonly by: string; readonly target: string }[];
  readonly answers: number;
  readonly problems: readonly RowProblem[];
  readonly problemCount: number;
  readonly taken: boolean;
}

/** Most problems that are listed; all are counted. */
const listed = 100;

/** Answers that are written at a time. */
const portion = 500;

/** Takes the answers of a file into a survey: all, or none. @throws `CommandError` */
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

/** @throws `CommandError` when there is no such survey, or no version of it to answer */
async function versionsOf(store: Store, surveyId: number): Promise<readonly VersionPages[]> {
  const nothing = "Nothing was changed.";
  const found = await store.reader.kysely
    .selectFrom("surveys")
    .select("version")
    .where("id", "=", surveyId)
    .where("binned_at", "is", null)
    .executeTakeFirst();
  if (found === undefined) throw new CommandError(`${nothing} There is no survey ${surveyId}.`);
  if (found.version === 0)
    throw new CommandError(`${nothing} Publish survey ${surveyId} first: answers belong to a version.`);
  const versions: VersionPages[] = [];
  for (let version = 1; version <= found.version; version += 1) {
    const definition = await runSteps(store.reader, readVersion(surveyId, version));
    if (definition !== undefined) versions.push({ version, pages: definition.pages });
  }
  return versions;
}

/** Reads the whole file, and writes nothing. */
async function lookAt(
  { file, zone }: AnswersJob,
  versions: readonly VersionPages[],
): Promise<Omit<AnswersOutcome, "taken">> {
  let matches: readonly ColumnMatch[] = [];
  const problems: RowProblem[] = [];
  let [answers, problemCount] = [0, 0];
  for await (const { row, cells } of tableRows(file)) {
    if (row === 1) matches = matchColumns(cells, versions);
    else if (cells.some((cell) => cell.trim() !== "")) {
      answers += 1;
      const read = answerOfRow(matches, cells, zone);
      problemCount += read.problems.length;
      for (const { column, message } of read.problems.slice(0, listed - problems.length))
        problems.push({ row, column: matches[column]?.head ?? "", message });
    }
  }
  return { columns: matches.map(describe), answers, problems, problemCount };
}

/** @throws `CommandError` when no column is one of the survey */
function matchColumns(heads: readonly string[], versions: readonly VersionPages[]): readonly ColumnMatch[] {
  const matches = matchAnswerColumns(heads, versions);
  if (matches.some((match) => "target" in match && match.target.kind === "question")) return matches;
  throw new CommandError(
    "Nothing was changed. No column of the file has the code or the title of a question, and their number is not that of the questions.",
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
  { file, surveyId, zone, versions }: AnswersJob & { readonly versions: readonly VersionPages[] },
): Promise<void> {
  let matches: readonly ColumnMatch[] = [];
  let waiting: ImportedAnswer[] = [];
  const now = Date.now();
  for await (const { row, cells } of tableRows(file)) {
    if (row === 1) matches = matchColumns(cells, versions);
    else if (cells.some((cell) => cell.trim() !== "")) {
      const { values, startedAt, endedAt, problems } = answerOfRow(matches, cells, zone);
      if (problems.length > 0)
        throw new CommandError("Nothing was changed. The file changed while it was read.");
      const end = endedAt ?? startedAt ?? now;
      waiting.push({ values, startedAt: Math.min(startedAt ?? end, end), endedAt: end });
    }
    if (waiting.length < portion) continue;
    await addImportedAnswers(transaction, surveyId, waiting, store.outbox);
    waiting = [];
  }
  await addImportedAnswers(transaction, surveyId, waiting, store.outbox);
  await recordAudit(transaction, {
    actor: operatorOf("import-answers"),
    action: "survey.answers_imported",
    target: { kind: "survey", name: String(surveyId) },
  });
}
