import { rowsOf } from "@survey-open-platform/database";
import { nowMs, prepare, type SurveySteps } from "./queries.ts";
import { rowStatement } from "./row-chunks.ts";
import type { Submission } from "./submission.ts";

const day = 24 * 3_600_000;

const countRecent = prepare<{ readonly surveyId: number; readonly hash: string }>()((db, param) =>
  db
    .selectFrom("address_answers")
    .select((eb) => eb.fn.countAll<number | string>().as("n"))
    .where("survey_id", "=", param("surveyId"))
    .where("address_hash", "=", param("hash"))
    .where("expires_at", ">", nowMs),
);

const insertAnswers = rowStatement(["survey_id", "address_hash", "answer_id", "expires_at"], (db, rows) =>
  db.insertInto("address_answers").values([...rows]),
);

/**
 * Finds submissions from addresses that have sent as many answers to a survey in the last 24 hours as it takes. The lock of the survey's
 * answers has to be held.
 */
export function* beyondAddressLimit(
  surveyId: number,
  submissions: readonly Submission[],
): SurveySteps<readonly Submission[]> {
  const counts = new Map<string, number>();
  const beyond: Submission[] = [];
  for (const submission of submissions) {
    const { addressLimit } = submission;
    if (addressLimit === undefined) continue;
    const { hash, most } = addressLimit;
    const count = counts.get(hash) ?? (yield* countAnswers(surveyId, hash));
    if (count >= most) beyond.push(submission);
    counts.set(hash, Math.min(count + 1, most));
  }
  return beyond;
}

function* countAnswers(surveyId: number, hash: string): SurveySteps<number> {
  const [row] = yield* rowsOf(countRecent, { surveyId, hash });
  // Engines differ in the type of a count.
  return Number(row?.n ?? 0);
}

/** Counts answers that were stored, where the survey limits those of an address. @param at when they were stored, ms UTC */
export function* countAgainstAddresses(
  surveyId: number,
  answers: readonly Pick<Submission & { readonly answerId: number }, "addressLimit" | "answerId">[],
  at: number,
): SurveySteps<void> {
  const rows = answers.flatMap(({ addressLimit, answerId }) =>
    addressLimit === undefined
      ? []
      : [{ survey_id: surveyId, address_hash: addressLimit.hash, answer_id: answerId, expires_at: at + day }],
  );
  yield* insertAnswers.send(rows);
}
