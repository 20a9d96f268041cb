import type { Database } from "@survey-open-platform/database";
import {
  type AnswerValues,
  addImportedAnswers,
  declaredPagesSchema,
  noLogic,
  normaliseDeclaredPages,
  Outbox,
  platformZone,
  type SurveyStore,
} from "@survey-open-platform/surveys";
import type { Schema } from "../src/store/schema/schema.ts";

const outbox = new Outbox(platformZone("Asia/Shanghai"));
const questionCount = 10;
const optionCount = 5;
/** The answers end in as many hours. */
const hours = 720;
const millisecondsPerHour = 3_600_000;
const firstHour = Date.UTC(2026, 9, 1);
const answersPerTransaction = 10_000;

const questions = Array.from({ length: questionCount }, (_, at) => ({
  type: "radio" as const,
  title: `Question ${at + 1}`,
  options: Array.from({ length: optionCount }, (_option, place) => ({ text: `Option ${place + 1}` })),
}));

const { pages } = normaliseDeclaredPages(declaredPagesSchema.parse([{ questions }]), { idSeed: "bench" });

/** The questions of every survey here. */
export const askedQuestions = pages.flatMap((page) => page.questions);

/** Ten choices, different ones by the number of the answer. */
export function choicesOf(number: number): AnswerValues {
  return Object.fromEntries(
    askedQuestions.map(({ id, options }, at) => [id, [options[(number + at * at) % optionCount]?.id ?? ""]]),
  );
}

/** Makes a survey with ten choices that collects answers. @returns its id, and where it is answered */
export async function makeSurvey(
  surveys: SurveyStore,
  userId: number,
): Promise<{ readonly id: number; readonly path: string }> {
  const definition = { title: "Bench", prefix: "", suffix: "", pages, logic: noLogic };
  const { id, hash } = await surveys.createSurvey({ ownerId: userId, creatorUserId: userId, definition });
  await surveys.publishSurvey({ surveyId: id, revision: 1 });
  return { id, path: `/s2/${id}/${hash}/` };
}

/** Gives a survey so many answers, over a month. */
export async function fillSurvey(database: Database<Schema>, surveyId: number, count: number): Promise<void> {
  for (let first = 0; first < count; first += answersPerTransaction) {
    const length = Math.min(answersPerTransaction, count - first);
    const answers = Array.from({ length }, (_, at) => {
      const hour = Math.floor(((first + at) / count) * hours);
      const endedAt = firstHour + hour * millisecondsPerHour + at;
      return { startedAt: endedAt - 90_000, endedAt, values: choicesOf(first + at) };
    });
    await database.write((transaction) => addImportedAnswers(transaction, surveyId, answers, outbox));
  }
}
