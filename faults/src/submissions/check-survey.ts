import type { Database } from "@survey-open-platform/database";
import {
  answerBatches,
  recountSurvey,
  type StoredAnswer,
  type SurveySchema,
} from "@survey-open-platform/surveys";
import { asked, openSurveys } from "./faulty-survey.ts";
import type { Confirmation } from "./submitter.ts";

/** A survey, and what its respondents know. */
export interface WatchedSurvey {
  readonly surveyId: number;
  readonly confirmations: readonly Confirmation[];
}

/** Compares the answers of a survey with what was confirmed, and its tallies with its answers. */
export async function checkSurvey(
  database: Database<SurveySchema>,
  { surveyId, confirmations }: WatchedSurvey,
) {
  const stored = await storedAnswers(database, surveyId);
  const differences = await recountSurvey(database, surveyId);
  return {
    answers: stored.length,
    violations: [
      ...lostIn(stored, confirmations),
      ...repeatedIn(stored),
      ...gapsIn(stored.map(({ answerId }) => answerId)).map((serial) => `the serial ${serial} is missing`),
      ...differences.map((difference) => `survey ${surveyId}: ${JSON.stringify(difference)}`),
    ],
  };
}

async function storedAnswers(
  database: Database<SurveySchema>,
  surveyId: number,
): Promise<readonly StoredAnswer[]> {
  const range = { surveyId, after: 0, upTo: Number.MAX_SAFE_INTEGER };
  const stored: StoredAnswer[] = [];
  for await (const batch of answerBatches(openSurveys(database), range)) stored.push(...batch);
  return stored;
}

function lostIn(stored: readonly StoredAnswer[], confirmations: readonly Confirmation[]): readonly string[] {
  const bySerial = new Map(stored.map((answer) => [answer.answerId, answer]));
  return confirmations
    .filter(({ answerId, hash, token }) => {
      const answer = bySerial.get(answerId);
      return answer === undefined || answer.hash !== hash || tokenOf(answer) !== token;
    })
    .map(({ answerId, hash }) => `answer ${answerId} (${hash}) was confirmed, and is not there`);
}

function repeatedIn(stored: readonly StoredAnswer[]): readonly string[] {
  return [...Map.groupBy(stored, tokenOf)]
    .filter(([, answers]) => answers.length > 1)
    .map(([token]) => `the answer with the token ${token} is stored more than once`);
}

/** The first number that is missing among those from 1 on; none when nothing is. */
function gapsIn(numbers: readonly number[]): readonly number[] {
  const gap = numbers.findIndex((number, at) => number !== at + 1);
  return gap === -1 ? [] : [gap + 1];
}

function tokenOf({ valuesText }: StoredAnswer): string {
  // Values of an answer are an object.
  return (JSON.parse(valuesText) as Record<string, string>)[asked.token] ?? "";
}

/** Compares the events of a survey with its answers. */
export async function checkEvents(
  { kysely }: Database<SurveySchema>["reader"],
  { surveyId, confirmations }: WatchedSurvey,
) {
  const rows = await kysely
    .selectFrom("webhook_deliveries")
    .select(["body", "sequence"])
    .where("survey_id", "=", surveyId)
    .orderBy("sequence")
    .execute();
  const stored = await kysely
    .selectFrom("answers")
    .select("answer_id as answerId")
    .where("survey_id", "=", surveyId)
    .execute();
  const byAnswer = Map.groupBy(rows, ({ body }) => answerIn(body));
  const known = new Set(stored.map(({ answerId }) => answerId));
  const problems = [
    ...confirmations
      .filter(({ answerId }) => byAnswer.get(answerId)?.length !== 1)
      .map(({ answerId }) => `answer ${answerId} has ${byAnswer.get(answerId)?.length ?? 0} events`),
    ...[...byAnswer.keys()]
      .filter((answerId) => !known.has(answerId))
      .map((answerId) => `an event is about answer ${answerId}, which is not there`),
    ...gapsIn(rows.map(({ sequence }) => sequence)).map((number) => `the sequence lacks ${number}`),
  ];
  return { events: rows.length, violations: problems.map((problem) => `survey ${surveyId}: ${problem}`) };
}

function answerIn(body: string): number {
  // The platform wrote it.
  const { payload } = JSON.parse(body) as { readonly payload: { readonly answer_id: number } };
  return payload.answer_id;
}
