import { type Database, runSteps } from "@survey-open-platform/database";
import {
  type AnswerDeletion,
  answersLock,
  cellCounters,
  deleteAnswer,
  type Outbox,
} from "@survey-open-platform/surveys";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import type { Schema } from "../schema/schema.ts";

/** An export of the answers to a survey. */
export interface AnswerExport {
  readonly surveyId: number;
  readonly format: string;
  /** The greatest serial that is exported. */
  readonly upTo: number;
}

/** What users do with answers to their surveys; each is in the audit log. */
export function surveyAnswerVerbs(database: Database<Schema>, outbox: Outbox) {
  const context = { counters: cellCounters(), shard: 0, outbox };
  return {
    /** Deletes an answer; tallies follow. @returns false when there is no such answer */
    deleteSurveyAnswer: (deletion: AnswerDeletion, actor: Actor) =>
      database.write(
        async (transaction) => {
          const isDeleted = await runSteps(transaction, deleteAnswer(deletion, context));
          const target = { kind: "survey", name: String(deletion.surveyId) } as const;
          const before = { answer_id: deletion.answerId };
          if (isDeleted) await recordAudit(transaction, { actor, action: "answer.deleted", target, before });
          return isDeleted;
        },
        { locks: [answersLock(deletion.surveyId)] },
      ),
    recordAnswerExport: ({ surveyId, format, upTo }: AnswerExport, actor: Actor) =>
      database.write((transaction) => {
        const target = { kind: "survey", name: String(surveyId) } as const;
        const after = { format, up_to_answer_id: upTo };
        return recordAudit(transaction, { actor, action: "answers.exported", target, after });
      }),
  };
}
