import { send } from "@survey-open-platform/database";
import { prepare, type SurveySteps } from "./queries.ts";
import { rowStatement } from "./row-chunks.ts";
import type { Submission } from "./submission.ts";

/** The primary key decides who was first: looking for an earlier answer would miss one that is being stored. */
const insertClaims = rowStatement(["survey_id", "once_key"], (db, rows) =>
  db
    .insertInto("answer_claims")
    .values([...rows])
    .onConflict((conflict) => conflict.columns(["survey_id", "once_key"]).doNothing())
    .returning("once_key as onceKey"),
);

const deleteClaim = prepare<{ readonly surveyId: number; readonly onceKey: string }>()((db, param) =>
  db
    .deleteFrom("answer_claims")
    .where("survey_id", "=", param("surveyId"))
    .where("once_key", "=", param("onceKey")),
);

/** Notes that persons or browsers answer a survey. @param onceKeys different ones @returns those that had not answered yet */
export function* claimUniqueAnswers(
  surveyId: number,
  onceKeys: readonly string[],
): SurveySteps<ReadonlySet<string>> {
  const rows = onceKeys.map((onceKey) => ({ survey_id: surveyId, once_key: onceKey }));
  const taken = yield* insertClaims.run(rows);
  return new Set(taken.map(({ onceKey }) => onceKey));
}

const recordAnswer = prepare<{
  readonly surveyId: number;
  readonly onceKey: string;
  readonly answerId: number;
}>()((db, param) =>
  db
    .updateTable("answer_claims")
    .set({ answer_id: param("answerId") })
    .where("survey_id", "=", param("surveyId"))
    .where("once_key", "=", param("onceKey")),
);

/** Notes which answer a person or browser gave, so that it can be found for a change. */
export function* recordClaimedAnswer(
  surveyId: number,
  { onceKey, isChangeable }: Pick<Submission, "onceKey" | "isChangeable">,
  answerId: number,
): SurveySteps<void> {
  if (onceKey !== null && isChangeable === true) yield* send(recordAnswer, { surveyId, onceKey, answerId });
}

/** Lets a person or browser answer again. */
export function* releaseClaim(surveyId: number, onceKey: string | null): SurveySteps<void> {
  if (onceKey !== null) yield* send(deleteClaim, { surveyId, onceKey });
}
