import { addAnswers, type AnswerUpkeep, eventAnswerOf } from "./add-answers.ts";
import { dropDraft } from "./answer-draft-table.ts";
import { giveFilesToAnswer } from "./answer-file-table.ts";
import type { SurveySteps } from "./queries.ts";
import type { Submission, SubmissionOutcome, SubmissionRefusal } from "./submission.ts";
import { noteClaimedAnswer, releaseClaim, takeClaims } from "./take-claims.ts";
import { takeSerials } from "./take-serials.ts";

/** Submissions to one survey that share a transaction, each with what becomes of it. */
interface Batch {
  readonly surveyId: number;
  readonly submissions: readonly Submission[];
  readonly outcomes: Map<Submission, SubmissionOutcome>;
}

/**
 * Takes the submissions to one survey in their order, as far as it accepts answers. A respondent may only once answer a survey
 * that says so; serials have no gaps.
 *
 * @returns what became of each, in their order
 */
export function* acceptSubmissions(
  surveyId: number,
  submissions: readonly Submission[],
  upkeep: AnswerUpkeep,
): SurveySteps<readonly SubmissionOutcome[]> {
  const batch: Batch = { surveyId, submissions, outcomes: new Map() };
  yield* refuseUnknownVersions(batch, upkeep);
  yield* refuseRepeated(batch);
  yield* storeAsManyAsFit(batch, upkeep);
  return submissions.map((submission) => batch.outcomes.get(submission) ?? { refused: "not_found" });
}

function undecided({ submissions, outcomes }: Batch): readonly Submission[] {
  return submissions.filter((submission) => !outcomes.has(submission));
}

function refuse({ outcomes }: Batch, submissions: readonly Submission[], refused: SubmissionRefusal): void {
  for (const submission of submissions) outcomes.set(submission, { refused });
}

function* refuseUnknownVersions(batch: Batch, { counters }: AnswerUpkeep): SurveySteps<void> {
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
  const claimed = yield* takeClaims(batch.surveyId, [...firstOf.keys()]);
  const isFirst = (submission: Submission) => {
    const key = submission.onceKey ?? "";
    return claimed.has(key) && firstOf.get(key) === submission;
  };
  const repeated = limited.filter((submission) => !isFirst(submission));
  refuse(batch, repeated, "already_answered");
  for (const { draftHash } of repeated) yield* dropDraft(batch.surveyId, draftHash);
}

function* storeAsManyAsFit(batch: Batch, upkeep: AnswerUpkeep): SurveySteps<void> {
  const { surveyId, outcomes } = batch;
  const waiting = undecided(batch);
  if (waiting.length === 0) return;
  const taken = yield* takeSerials(surveyId, waiting.length);
  const { first, count, at, addressDays, refused } = taken;
  const [accepted, left] = [waiting.slice(0, count), waiting.slice(count)];
  const numbered = accepted.map((submission, place) => ({
    ...submission,
    answerId: first + place,
    endedAt: at,
    addressDays,
  }));
  const rows = yield* addAnswers(surveyId, numbered, upkeep);
  if (taken.hasListeners)
    yield* upkeep.outbox.answers({ surveyId, action: "answer.create", answers: rows.map(eventAnswerOf) });
  for (const [place, submission] of accepted.entries()) {
    const answerId = first + place;
    outcomes.set(submission, { answerId, hash: rows[place]?.hash ?? "" });
    const { draftHash, files } = submission;
    yield* noteClaimedAnswer(surveyId, submission, answerId);
    yield* giveFilesToAnswer({ surveyId, answerId, draftHash, files });
    yield* dropDraft(surveyId, submission.draftHash);
  }
  refuse(batch, left, refused ?? "not_found");
  for (const { onceKey } of left) yield* releaseClaim(surveyId, onceKey);
}
