import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** What a report of results has in it. */
export interface ResultsReport {
  /** Before the questions; "" for none. */
  readonly note: string;
  /** The ids of questions that are left out; new questions are in it. */
  readonly hiddenQuestions: ReadonlySet<string>;
  /** What the author says about questions, by their ids. */
  readonly comments: ReadonlyMap<string, string>;
}

/** Finds the report of a survey; at first it has all questions and no comment. */
export async function findResultsReport({ kysely }: StoreQueries, surveyId: number): Promise<ResultsReport> {
  const row = await kysely
    .selectFrom("results_reports")
    .select(["note", "hidden_questions as hidden", "comments"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  return {
    note: row?.note ?? "",
    // Only lists of ids, and texts by ids, are stored there.
    hiddenQuestions: new Set(JSON.parse(row?.hidden ?? "[]") as string[]),
    comments: new Map(JSON.parse(row?.comments ?? "[]") as [string, string][]),
  };
}

/** A report to be kept, and by whom. */
export interface ReportToSave {
  readonly surveyId: number;
  readonly report: ResultsReport;
  readonly actor: Actor;
}

/** Keeps the report of a survey in the place of the one before. */
export async function saveResultsReport(
  transaction: StoreQueries,
  { surveyId, report, actor }: ReportToSave,
): Promise<void> {
  const values = {
    note: report.note,
    hidden_questions: JSON.stringify([...report.hiddenQuestions]),
    comments: JSON.stringify([...report.comments]),
  };
  await transaction.kysely
    .insertInto("results_reports")
    .values({ survey_id: surveyId, ...values })
    .onConflict((conflict) => conflict.column("survey_id").doUpdateSet(values))
    .execute();
  await recordAudit(transaction, {
    actor,
    action: "results_report.saved",
    target: { kind: "survey", name: String(surveyId) },
    after: { hidden_questions: [...report.hiddenQuestions], comments: report.comments.size },
  });
}
