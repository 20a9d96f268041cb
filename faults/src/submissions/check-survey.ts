import { openSurveys } from "./open-surveys.ts";
import type { Database } from "@survey-open-platform/database";
import {
  answerBatches,
  recountSurvey,
  type StoredAnswer,
  type SurveySchema,
} from "@survey-open-platform/surveys";
import { asked } from "./faulty-survey.ts";
import type { Confirmation } from "./submitter.ts";

/** What a survey has after a kill. */
export interface SurveyState {
  readonly answers: number;
  readonly violations: readonly string[];
}

/** Compares the answers of a survey with what was confirmed, and its tallies with its answers. */
export async function checkSurvey(
  database: Database<SurveySchema>,
  surveyId: number,
  confirmations: readonly Confirmation[],
): Promise<SurveyState> {
  const stored = await storedAnswers(database, surveyId);
  const differences = await recountSurvey(database, surveyId);
  return {
    answers: stored.length,
    violations: [
      ...lostIn(stored, confirmations),
      ...repeatedIn(stored),
      ...gapsIn(stored),
      ...differences.map((difference) => `survey ${surveyId}: ${JSON.stringify(difference)}`),
    ],
  };
}

async function storedAnswers(
  database: Database<SurveySchema>,
  surveyId: number,
): Promise<readonly StoredAnswer[]> {
  const surveys = openSurveys(database);
  const stored: StoredAnswer[] = [];
  for await (const batch of answerBatches(surveys, { surveyId, after: 0, upTo: Number.MAX_SAFE_INTEGER }))
    stored.push(...batch);
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
  const byToken = Map.groupBy(stored, tokenOf);
  return [...byToken]
    .filter(([, answers]) => answers.length > 1)
    .map(([token]) => `the answer with the token ${token} is stored more than once`);
}

function gapsIn(stored: readonly StoredAnswer[]): readonly string[] {
  const gap = stored.findIndex(({ answerId }, at) => answerId !== at + 1);
  return gap === -1 ? [] : [`the serial ${gap + 1} is missing`];
}

function tokenOf({ valuesText }: StoredAnswer): string {
  // Values of an answer are an object.
  return (JSON.parse(valuesText) as Record<string, string>)[asked.token] ?? "";
}
