import { randomInt } from "node:crypto";
import { forget, rowsOf, runSteps, send } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { AnswerValues } from "../model/answer-values.ts";
import type { PlatformZone } from "../model/platform-time.ts";
import { surveyState } from "../model/survey.ts";
import { addAnswers, type AnswerWriteContext, eventAnswerOf, unknownFacts } from "./add-answers.ts";
import { closedReason } from "./public-survey.ts";
import { nowMs, prepare, type SurveyQueries, type SurveySteps } from "./queries.ts";
import type { Submission, SubmissionRefusal } from "./submission.ts";
import { cellCounters } from "./version-cache.ts";
import type { Outbox } from "./webhooks/outbox.ts";
import { answerListeners } from "./webhooks/listeners.ts";

/*
 * Answers to an anonymous survey wait in one row for each version, as a list whose order is drawn again with each answer that comes: neither
 * the place of an answer nor the transaction of its row says when it came. They are stored as answers in groups, drawn from all that wait,
 * with the day of the group and nothing else beside what was answered. Groups are of one version, as a version says when it was answered.
 */

/** The fewest answers that are stored together, and that go on waiting while a survey collects. */
export const anonymousGroup = 5;

const dayMs = 86_400_000;

interface VersionKey {
  readonly surveyId: number;
  readonly version: number;
}

const waitingOfVersion = prepare<VersionKey>()((db, param) =>
  db
    .selectFrom("anonymous_answers")
    .select("answers")
    .where("survey_id", "=", param("surveyId"))
    .where("version", "=", param("version")),
);

const keepWaiting = prepare<VersionKey & { readonly waiting: number; readonly answers: string }>()(
  (db, param) =>
    db
      .insertInto("anonymous_answers")
      .values({
        survey_id: param("surveyId"),
        version: param("version"),
        waiting: param("waiting"),
        answers: param("answers"),
      })
      .onConflict((conflict) =>
        conflict.columns(["survey_id", "version"]).doUpdateSet((eb) => ({
          waiting: eb.ref("excluded.waiting"),
          answers: eb.ref("excluded.answers"),
        })),
      ),
);

const dropWaiting = prepare<VersionKey>()((db, param) =>
  db
    .deleteFrom("anonymous_answers")
    .where("survey_id", "=", param("surveyId"))
    .where("version", "=", param("version")),
);

/** Locks the row of the survey, so that its state and limit hold until the transaction ends. */
const lockedSurvey = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .updateTable("surveys")
    .set((eb) => ({ answer_count: eb.ref("answer_count") }))
    .where("id", "=", param("surveyId"))
    .where("binned_at", "is", null)
    .returning(["state", "started_at as startedAt", "end_at as endAt", "answer_limit as limit"])
    .returning(["answer_count as count", nowMs.as("now")]),
);

const waitingOfSurvey = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("anonymous_answers")
    .select(["version", "waiting"])
    .where("survey_id", "=", param("surveyId"))
    .orderBy("version"),
);

const takeSerials = prepare<{ readonly surveyId: number; readonly count: number }>()((db, param) => {
  const count = sql<number>`cast(${param("count")} as integer)`;
  return db
    .updateTable("surveys")
    .set((eb) => ({
      answer_serial: eb("answer_serial", "+", count),
      answer_count: eb("answer_count", "+", count),
    }))
    .where("id", "=", param("surveyId"))
    .returning(["answer_serial as last", answerListeners.as("listeners"), nowMs.as("at")]);
});

/** For how many more answers an anonymous survey has room, and why not for others. The lock of its answers has to be held. */
export function* findRoomForAnonymous(
  surveyId: number,
): SurveySteps<{ readonly room: number; readonly refused: SubmissionRefusal }> {
  const [survey] = yield* rowsOf(lockedSurvey, { surveyId });
  if (survey === undefined) return { room: 0, refused: "not_found" };
  const refused = closedReason(survey);
  if (refused !== undefined) return { room: 0, refused };
  if (survey.limit === null) return { room: Number.MAX_SAFE_INTEGER, refused: "full" };
  const waiting = sumOf(yield* rowsOf(waitingOfSurvey, { surveyId }));
  return { room: Math.max(0, survey.limit - survey.count - waiting), refused: "full" };
}

function sumOf(rows: readonly { readonly waiting: number }[]): number {
  return rows.reduce((sum, { waiting }) => sum + waiting, 0);
}

/** Keeps what was answered, and stores a group of what waits as soon as another one goes on waiting. */
export function* keepAnonymousAnswers(
  surveyId: number,
  submissions: readonly Pick<Submission, "version" | "values">[],
  context: AnswerWriteContext,
): SurveySteps<void> {
  for (const version of new Set(submissions.map((submission) => submission.version))) {
    const added = submissions.filter((one) => one.version === version).map(({ values }) => values);
    const [row] = yield* rowsOf(waitingOfVersion, { surveyId, version });
    const waiting = shuffled([...listIn(row?.answers ?? "[]"), ...added]);
    // Two states of the row, one after the other, would say which answer came between them.
    yield* forget();
    const stored = waiting.length < 2 * anonymousGroup ? 0 : waiting.length - anonymousGroup;
    yield* settle({ surveyId, version }, { waiting, stored }, context);
  }
}

/** What waits, in the order in which it is stored: the first are stored now. */
interface Waiting {
  readonly waiting: readonly AnswerValues[];
  readonly stored: number;
}

function* settle(
  key: VersionKey,
  { waiting, stored }: Waiting,
  context: AnswerWriteContext,
): SurveySteps<void> {
  const left = waiting.slice(stored);
  if (left.length === 0) yield* send(dropWaiting, key);
  else yield* send(keepWaiting, { ...key, waiting: left.length, answers: JSON.stringify(left) });
  if (stored > 0) yield* storeGroup(key, waiting.slice(0, stored), context);
}

function* storeGroup(
  { surveyId, version }: VersionKey,
  group: readonly AnswerValues[],
  context: AnswerWriteContext,
): SurveySteps<void> {
  const count = group.length;
  const [taken] = yield* rowsOf(takeSerials, { surveyId, count });
  if (taken === undefined) return;
  const day = dayOf(taken.at, context.outbox.zone);
  const answers = group.map((values, at) => ({
    ...unknownFacts,
    version,
    values,
    startedAt: day,
    endedAt: day,
    answerId: taken.last - count + 1 + at,
  }));
  const rows = yield* addAnswers(surveyId, answers, context);
  if (taken.listeners > 0)
    yield* context.outbox.answers({ surveyId, action: "answer.create", answers: rows.map(eventAnswerOf) });
}

/** The beginning of the day of a moment, in a time zone; of the day UTC where clocks skipped it. */
function dayOf(at: number, zone: PlatformZone): number {
  return zone.parse(`${zone.format(at).slice(0, 10)} 00:00:00`) ?? Math.floor(at / dayMs) * dayMs;
}

function listIn(text: string): readonly AnswerValues[] {
  // Only values are stored there.
  return JSON.parse(text) as readonly AnswerValues[];
}

/** In an order that cannot be foretold (Fisher and Yates). */
function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const drawn: Item[] = [];
  const left = [...items];
  while (left.length > 0) drawn.push(...left.splice(randomInt(left.length), 1));
  return drawn;
}

/** How many answers of an anonymous survey wait. */
export async function countWaitingAnswers(queries: SurveyQueries, surveyId: number): Promise<number> {
  return sumOf(await queries.run(waitingOfSurvey, { surveyId }));
}

/** Surveys stored at a time. */
const surveysPerStep = 20;

/** Anonymous surveys that collect no further answers of a version, and of which enough wait. */
export async function endedAnonymousSurveys({ kysely }: SurveyQueries): Promise<readonly number[]> {
  const rows = await kysely
    .selectFrom("anonymous_answers as a")
    .innerJoin("surveys as s", "s.id", "a.survey_id")
    .select("s.id")
    .distinct()
    .where("a.waiting", ">=", anonymousGroup)
    .where("s.binned_at", "is", null)
    .where(hasEnded)
    .limit(surveysPerStep)
    .execute();
  return rows.map(({ id }) => id);
}

const hasEnded = sql<boolean>`(s.state <> ${sql.lit(surveyState.collecting)} or s.end_at <= ${nowMs}
  or a.version < s.version or s.answer_count + (select sum(w.waiting) from anonymous_answers as w
    where w.survey_id = s.id) >= s.answer_limit)`;

/**
 * Stores what waits of an anonymous survey that collects no further answers, of each version of which enough wait. Fewer than a group go on
 * waiting. The lock of the survey's answers has to be held.
 */
export async function storeLastAnonymous(
  transaction: SurveyQueries,
  surveyId: number,
  outbox: Outbox,
): Promise<void> {
  const ended = await transaction.kysely
    .selectFrom("anonymous_answers as a")
    .innerJoin("surveys as s", "s.id", "a.survey_id")
    .select(["a.version", "a.answers"])
    .where("a.survey_id", "=", surveyId)
    .where("a.waiting", ">=", anonymousGroup)
    .where("s.binned_at", "is", null)
    .where(hasEnded)
    .execute();
  const context = { counters: cellCounters(), shard: 0, outbox };
  for (const { version, answers } of ended) {
    const waiting = shuffled(listIn(answers));
    await runSteps(transaction, settle({ surveyId, version }, { waiting, stored: waiting.length }, context));
  }
}

/**
 * Whether somebody has answered a survey, also where the answer was deleted since: then it stays anonymous, or stays what it is. The lock of the
 * survey's answers has to be held where it counts.
 */
export async function hasBeenAnswered({ kysely }: SurveyQueries, surveyId: number): Promise<boolean> {
  const row = await kysely
    .selectFrom("surveys as s")
    .select("s.id")
    .where("s.id", "=", surveyId)
    .where((eb) =>
      eb.or([
        eb("s.answer_serial", ">", 0),
        eb.exists(
          eb.selectFrom("answer_claims as c").select("c.once_key").whereRef("c.survey_id", "=", "s.id"),
        ),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes all half-filled forms of a survey that becomes anonymous, or ceases to be: they were kept by other rules. */
export async function dropAllProgress({ kysely }: SurveyQueries, surveyId: number): Promise<void> {
  await kysely.deleteFrom("answer_drafts").where("survey_id", "=", surveyId).execute();
}
