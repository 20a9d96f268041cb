import { rowsOf } from "@survey-open-platform/database";
import { nowMs, prepare, type SurveySteps } from "./queries.ts";
import { rowStatement } from "./row-chunks.ts";
import type { Submission, AnswerRefusal, SubmissionOutcome } from "./submission.ts";
import { addAnswers, type AnswerWriteContext, eventAnswerOf } from "./add-answers.ts";
import { findRoomForAnonymous, keepAnonymousAnswers } from "./anonymous-answers.ts";
import { dropDraft } from "./answer-draft-table.ts";
import { attachFilesToAnswer } from "./answer-file-table.ts";
import { listedAmong } from "./listed-respondents.ts";
import { recordClaimedAnswer, releaseClaim, claimUniqueAnswers } from "./claim-unique-answers.ts";
import { allocateSerials, type AllocatedSerials } from "./allocate-serials.ts";

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
function* beyondAddressLimit(
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
function* countAgainstAddresses(
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

/** Submissions to one survey that share a transaction, each with the outcome of it. */
interface Batch {
  readonly surveyId: number;
  readonly submissions: readonly Submission[];
  readonly outcomes: Map<Submission, SubmissionOutcome>;
}

/**
 * Takes the submissions to one survey in their order, as far as it accepts answers. A respondent may only once answer a survey
 * that says so, only those on its list may answer one that has a list, and an address sends no more in a day than it takes; serials
 * have no gaps.
 *
 * @returns the outcome of each, in their order
 */
export function* addSubmissions(
  surveyId: number,
  submissions: readonly Submission[],
  context: AnswerWriteContext,
): SurveySteps<readonly SubmissionOutcome[]> {
  const batch: Batch = { surveyId, submissions, outcomes: new Map() };
  yield* refuseUnknownVersions(batch, context);
  yield* refuseRepeated(batch);
  yield* refuseAndRelease(batch, yield* beyondAddressLimit(surveyId, undecided(batch)), "address_limit");
  yield* storeAsManyAsFit(batch, context);
  return submissions.map((submission) => batch.outcomes.get(submission) ?? { refused: "not_found" });
}

function undecided({ submissions, outcomes }: Batch): readonly Submission[] {
  return submissions.filter((submission) => !outcomes.has(submission));
}

function refuse({ outcomes }: Batch, submissions: readonly Submission[], refused: AnswerRefusal): void {
  for (const submission of submissions) outcomes.set(submission, { refused });
}

function* refuseUnknownVersions(batch: Batch, { counters }: AnswerWriteContext): SurveySteps<void> {
  for (const submission of batch.submissions) {
    const cellsOf = yield* counters.find({ surveyId: batch.surveyId, version: submission.version });
    if (cellsOf === undefined) refuse(batch, [submission], "not_found");
  }
}

function* refuseRepeated(batch: Batch): SurveySteps<void> {
  const firstOf = new Map<string, Submission>();
  const limited = undecided(batch).filter(({ onceKey }) => onceKey !== null);
  for (const submission of limited) {
    const key = submission.onceKey ?? "";
    if (!firstOf.has(key)) firstOf.set(key, submission);
  }
  const claimed = yield* claimUniqueAnswers(batch.surveyId, [...firstOf.keys()]);
  const isFirst = (submission: Submission) => {
    const key = submission.onceKey ?? "";
    return claimed.has(key) && firstOf.get(key) === submission;
  };
  const repeated = limited.filter((submission) => !isFirst(submission));
  refuse(batch, repeated, "already_answered");
  for (const { draftHash } of repeated) yield* dropDraft(batch.surveyId, draftHash);
}

function* storeAsManyAsFit(batch: Batch, context: AnswerWriteContext): SurveySteps<void> {
  const waiting = undecided(batch);
  if (waiting.length === 0) return;
  const taken = yield* allocateSerials({ surveyId: batch.surveyId, count: waiting.length, areListed: false });
  if (taken.isAnonymous) yield* keepAnonymous(batch, context);
  else if (taken.refused === "not_listed") yield* storeListed(batch, context);
  else yield* store(batch, context, { waiting, taken });
}

/** For an anonymous survey: answers wait until there are enough of them, and nothing else of a submission is kept. */
function* keepAnonymous(batch: Batch, context: AnswerWriteContext): SurveySteps<void> {
  const { surveyId, outcomes } = batch;
  // Without a name there is nothing that lets each answer only once; the survey was not anonymous when such a form was opened.
  yield* refuseAndRelease(
    batch,
    undecided(batch).filter(({ onceKey }) => onceKey === null),
    "not_listed",
  );
  const waiting = undecided(batch);
  const { room, refused } = yield* findRoomForAnonymous(surveyId);
  const accepted = waiting.slice(0, room);
  yield* keepAnonymousAnswers(surveyId, accepted, context);
  for (const submission of accepted) {
    outcomes.set(submission, { answerId: 0, hash: "" });
    yield* dropDraft(surveyId, submission.draftHash);
  }
  yield* refuseAndRelease(batch, waiting.slice(room), refused);
}

function accountsOf({ respondent, invitedId }: Submission): readonly number[] {
  return [respondent?.id, invitedId].filter((id) => id !== undefined);
}

/** For a survey with a list of respondents. */
function* storeListed(batch: Batch, context: AnswerWriteContext): SurveySteps<void> {
  const { surveyId } = batch;
  const listed = yield* listedAmong(surveyId, undecided(batch).flatMap(accountsOf));
  const isListed = (submission: Submission) => accountsOf(submission).some((id) => listed.has(id));
  yield* refuseAndRelease(
    batch,
    undecided(batch).filter((submission) => !isListed(submission)),
    "not_listed",
  );
  const waiting = undecided(batch);
  if (waiting.length === 0) return;
  const taken = yield* allocateSerials({ surveyId, count: waiting.length, areListed: true });
  yield* store(batch, context, { waiting, taken });
}

/** Submissions, with the serials of as many of them as fit. */
interface Numbered {
  readonly waiting: readonly Submission[];
  readonly taken: AllocatedSerials;
}

function* store(batch: Batch, context: AnswerWriteContext, { waiting, taken }: Numbered): SurveySteps<void> {
  const { surveyId, outcomes } = batch;
  const { first, count, at, addressDays, refused } = taken;
  const [accepted, left] = [waiting.slice(0, count), waiting.slice(count)];
  const numbered = accepted.map((submission, place) => ({
    ...submission,
    answerId: first + place,
    endedAt: at,
    addressDays,
  }));
  const rows = yield* addAnswers(surveyId, numbered, context);
  yield* countAgainstAddresses(surveyId, numbered, at);
  if (taken.hasListeners)
    yield* context.outbox.answers({ surveyId, action: "answer.create", answers: rows.map(eventAnswerOf) });
  for (const [place, submission] of accepted.entries()) {
    const answerId = first + place;
    outcomes.set(submission, { answerId, hash: rows[place]?.hash ?? "" });
    const { draftHash, files } = submission;
    yield* recordClaimedAnswer(surveyId, submission, answerId);
    yield* attachFilesToAnswer({ surveyId, answerId, draftHash, files });
    yield* dropDraft(surveyId, submission.draftHash);
  }
  yield* refuseAndRelease(batch, left, refused ?? "not_found");
}

/** Refuses submissions of respondents who may try again. */
function* refuseAndRelease(
  batch: Batch,
  submissions: readonly Submission[],
  refused: AnswerRefusal,
): SurveySteps<void> {
  refuse(batch, submissions, refused);
  for (const { onceKey } of submissions) yield* releaseClaim(batch.surveyId, onceKey);
}
