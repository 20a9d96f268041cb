import type { SurveySteps } from "./queries.ts";
import { rowStatement } from "./row-chunks.ts";

const entries = rowStatement(["survey_id", "user_id"], (db, rows) =>
  db
    .selectFrom("participants")
    .select((eb) => eb.ref("user_id").$notNull().as("userId"))
    .where(
      "survey_id",
      "in",
      rows.slice(0, 1).map(({ survey_id }) => survey_id),
    )
    .where(
      "user_id",
      "in",
      rows.map(({ user_id }) => user_id),
    ),
);

/** Those of some respondents who are on the list of a survey. @param userIds may have the same id more than once */
export function* listedAmong(surveyId: number, userIds: readonly number[]): SurveySteps<ReadonlySet<number>> {
  const rows = [...new Set(userIds)].map((userId) => ({ survey_id: surveyId, user_id: userId }));
  const found = yield* entries.run(rows);
  return new Set(found.map(({ userId }) => userId));
}
