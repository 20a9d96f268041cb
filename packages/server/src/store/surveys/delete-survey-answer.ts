import { runSteps } from "@survey-open-platform/database";
import {
  type AnswerDeletion,
  answersLock,
  type AnswerWriteContext,
  deleteAnswer,
} from "@survey-open-platform/surveys";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** Who deletes an answer, and what that needs. */
interface DeletionBy {
  readonly actor: Actor;
  readonly context: AnswerWriteContext;
}

/** Deletes an answer; tallies follow. @returns false when there is no such answer */
export async function deleteSurveyAnswer(
  transaction: StoreQueries,
  deletion: AnswerDeletion,
  { actor, context }: DeletionBy,
): Promise<boolean> {
  const isDeleted = await runSteps(transaction, deleteAnswer(deletion, context));
  const target = { kind: "survey", name: String(deletion.surveyId) } as const;
  const before = { answer_id: deletion.answerId };
  if (isDeleted) await recordAudit(transaction, { actor, action: "answer.deleted", target, before });
  return isDeleted;
}
deleteSurveyAnswer.locks = ({ surveyId }: AnswerDeletion) => [answersLock(surveyId)];

/** An export of the answers to a survey. */
interface AnswerExport {
  readonly surveyId: number;
  readonly format: string;
  /** The greatest serial that is exported. */
  readonly upTo: number;
}

/** Records an export in the audit log. */
export function recordAnswerExport(
  transaction: StoreQueries,
  { surveyId, format, upTo }: AnswerExport,
  actor: Actor,
): Promise<void> {
  const target = { kind: "survey", name: String(surveyId) } as const;
  const after = { format, up_to_answer_id: upTo };
  return recordAudit(transaction, { actor, action: "answers.exported", target, after });
}
