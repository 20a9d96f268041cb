import { randomBytes } from "node:crypto";
import { factCells, factsQuestionId } from "../model/answer-facts.ts";
import type { AnswerValues } from "../model/answer-values.ts";
import type { CustomArgumentValues } from "../model/custom-argument.ts";
import { makeAnswerHashes } from "../model/hashes.ts";
import { customArgumentsText } from "./answer-draft-table.ts";
import type { SurveySteps } from "./queries.ts";
import { rowStatement } from "./row-chunks.ts";
import type { Respondent } from "./submission.ts";
import { changeTallies, hourOf, TallyChanges } from "./tally-table.ts";
import type { CellCounters } from "./version-cache.ts";
import type { EventAnswer } from "./webhooks/answer-payload.ts";
import type { Outbox } from "./webhooks/outbox.ts";

/** An answer with its serial. Times are ms UTC. */
export interface NumberedAnswer {
  readonly answerId: number;
  readonly version: number;
  readonly values: AnswerValues;
  readonly customArguments: CustomArgumentValues;
  readonly respondent: Respondent | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly channel: string;
  readonly ua: string;
  readonly referrer: string;
  /** As a BCP 47 tag. Default "", where the survey had one alone. */
  readonly language?: string | undefined;
  /** Default 0, where the survey had no text of consent. */
  readonly consentVersion?: number | undefined;
  readonly address: string;
  /** For how many days the address is kept. */
  readonly addressDays: number;
  readonly onceKey: string | null;
  /** Of an answer that was stored elsewhere before. Default a new one. */
  readonly hash?: string | undefined;
  /** When it was changed; null when it is as it was sent. Default null. */
  readonly changedAt?: number | null;
}

/** What storing and counting answers needs. */
export interface AnswerCounting {
  readonly counters: CellCounters;
  /** Part of the tallies that this process adds to. */
  readonly shard: number;
}

/** What the verbs on answers need: to count them, and to write their events. */
export interface AnswerWriteContext extends AnswerCounting {
  readonly outbox: Outbox;
}

const millisecondsPerDay = 24 * 3_600_000;

const columns = [
  "survey_id",
  "answer_id",
  "hash",
  "version",
  "respondent_id",
  "respondent_openid",
  "respondent_nickname",
  "started_at",
  "ended_at",
  "changed_at",
  "channel",
  "ua",
  "referrer",
  "address",
  "address_until",
  "once_key",
  "custom_arguments",
  "answer_values",
  "language",
  "consent_version",
] as const;

const insertAnswers = rowStatement(columns, (db, rows) => db.insertInto("answers").values([...rows]));

type AnswerRow = ReturnType<typeof answerRow>;

/** Stores answers whose serials are taken, and counts them. @returns their rows, in their order */
export function* addAnswers(
  surveyId: number,
  answers: readonly NumberedAnswer[],
  { counters, shard }: AnswerCounting,
): SurveySteps<readonly AnswerRow[]> {
  const hashes = makeAnswerHashes(answers.length, randomBytes);
  const rows = answers.map((answer, at) => answerRow(surveyId, answer.hash ?? hashes[at] ?? "", answer));
  const changes = new TallyChanges();
  for (const answer of answers) yield* countAnswer(surveyId, answer, { changes, counters, n: 1 });
  yield* insertAnswers.send(rows);
  yield* changeTallies(surveyId, shard, changes);
  return rows;
}

/** The part of an answer that is counted. */
export type CountedAnswer = Pick<
  NumberedAnswer,
  "version" | "values" | "startedAt" | "endedAt" | "channel" | "ua" | "language"
>;

/** Adds `n` to the tallies of all that is counted of an answer: 1 for a new one, -1 for one that goes. */
export function* countAnswer(
  surveyId: number,
  answer: CountedAnswer,
  {
    changes,
    counters,
    n,
  }: { readonly changes: TallyChanges; readonly counters: CellCounters; readonly n: 1 | -1 },
): SurveySteps<void> {
  const { version, values, endedAt } = answer;
  const cellsOf = yield* counters.find({ surveyId, version });
  const hour = hourOf(endedAt);
  for (const cell of factCells(answer)) changes.add({ questionId: factsQuestionId, hour, version, cell }, n);
  for (const { questionId, cell } of cellsOf?.(values) ?? [])
    changes.add({ questionId, hour, version, cell }, n);
}

function namesOf({ id, openid, nickname }: Respondent = { id: 0, openid: "", nickname: "" }) {
  return { respondent_id: id, respondent_openid: openid, respondent_nickname: nickname };
}

function answerRow(
  surveyId: number,
  hash: string,
  { respondent, values, customArguments, ...answer }: NumberedAnswer,
) {
  return {
    survey_id: surveyId,
    answer_id: answer.answerId,
    hash,
    version: answer.version,
    ...namesOf(respondent),
    started_at: answer.startedAt,
    ended_at: answer.endedAt,
    changed_at: answer.changedAt ?? null,
    channel: answer.channel,
    ua: answer.ua,
    referrer: answer.referrer,
    address: answer.address,
    address_until: answer.address === "" ? null : answer.endedAt + answer.addressDays * millisecondsPerDay,
    once_key: answer.onceKey,
    custom_arguments: customArgumentsText(customArguments),
    answer_values: JSON.stringify(values),
    language: answer.language ?? "",
    consent_version: answer.consentVersion ?? 0,
  };
}

/** What the event of an answer shows of its row. */
export function eventAnswerOf(row: AnswerRow): EventAnswer {
  return {
    surveyId: row.survey_id,
    answerId: row.answer_id,
    version: row.version,
    respondentId: row.respondent_id,
    respondentOpenid: row.respondent_openid,
    respondentNickname: row.respondent_nickname,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    changedAt: row.changed_at,
    argumentsText: row.custom_arguments,
    valuesText: row.answer_values,
    ua: row.ua,
    referrer: row.referrer,
    address: row.address,
    addressUntil: row.address_until,
    consentVersion: row.consent_version,
  };
}

/** Of an answer of which only times and values are known. */
export const unknownFacts = {
  respondent: undefined,
  customArguments: {},
  channel: "",
  ua: "",
  referrer: "",
  address: "",
  addressDays: 0,
  onceKey: null,
} as const;
