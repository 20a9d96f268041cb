import type {
  AnswerChangeRecord,
  AnswerRecord,
  PlatformZone,
  SurveyProgress,
} from "@survey-open-platform/surveys";
import { PlatformError } from "../../../errors.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { encodedEnvelope } from "../../../http/envelope.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { integerParameter, momentParameter, ParameterProblem } from "../../../http/parameters.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import { findReachableSurvey, surveyPath } from "../surveys/survey-reach.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import { type AnswerChangeItem, answerChangesJson, answerChangesSchema } from "./answer-changes-wire.ts";
import { cursorOf, cursorParameter, progressIn } from "./change-cursor.ts";
import { scopesOf } from "../../../model/scopes.ts";

const longestPage = 1000;

const parameters = tokenParameters.extend({
  cursor: cursorParameter.optional(),
  since: momentParameter(
    "Only what happened at this time or later, such as 2026-11-22T08:00:00+08:00",
  ).optional(),
  until: momentParameter("Only what happened before this time").optional(),
  per_page: integerParameter("Changes looked at in one call; default 100. More than 1000 counts as 1000", {
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
  }).default(100),
});

/** `GET /api/surveys/{survey_id}/changes`: what happened to a survey's answers since a cursor. */
export function answerChangesEndpoint(store: Store, zone: PlatformZone) {
  return defineEndpoint({
    operationId: "listAnswerChanges",
    bearerScopes: scopesOf("answers:read"),
    path: "/api/surveys/{survey_id}/changes",
    summary: "List what happened to a survey's answers",
    description:
      "Answers that were sent, changed or deleted since a cursor, for programs that keep a copy. Start without a cursor, and send the cursor of each response with the next call, at once while has_more is true. An answer may come several times: write each over what you have under its answer_id. Changes and deletions are kept for 90 days; an older cursor is refused with invalid_argument: start again without one.",
    pathParameters: surveyPath,
    parameters,
    data: answerChangesSchema,
    errors: [...tokenErrors, "not_found"],
    checkToken: tokenCheck(store),
    *read({ cursor, since, until, per_page: perPage, ...token }, request) {
      const { path, requestId } = request;
      const survey = yield* findReachableSurvey(store, { token, path }, store.findSurveyHead);
      if (survey instanceof PlatformError) return survey;
      const size = Math.min(perPage, longestPage);
      const part = yield* readPart(store, survey.id, { cursor, size });
      if (part.read === 0) request.noteEmptyPage();
      const list = part.items.filter(isWithin(since, until));
      const answers = list.flatMap(({ answer }) => answer ?? []);
      const textOf = yield* store.answerWriters.forAnswers(survey, answers);
      const slice = { list, cursor: cursorOf(part.end), hasMore: part.read === size };
      return encodedEnvelope(answerChangesJson(slice, { zone, textOf }), requestId);
    },
  });
}

function isWithin(since: string | undefined, until: string | undefined) {
  const first = since === undefined ? -Infinity : Date.parse(since);
  const end = until === undefined ? Infinity : Date.parse(until);
  return ({ at }: AnswerChangeItem) => at >= first && at < end;
}

interface Part {
  /** How much was read. */
  readonly read: number;
  readonly items: readonly AnswerChangeItem[];
  readonly end: SurveyProgress;
}

/**
 * New answers come first, by their serials; then what happened to earlier ones. How far the survey is comes before both: what happens
 * meanwhile is in the next part.
 */
function* readPart(
  store: Store,
  surveyId: number,
  { cursor, size }: { readonly cursor: string | undefined; readonly size: number },
): StoreSteps<Part> {
  const now = yield* store.findSurveyProgress(surveyId);
  const from = cursor === undefined ? { serial: 0, change: now.change } : progressIn(cursor);
  const sent = yield* store.listAnswerRecords({ surveyId, lastAnswerId: from.serial, perPage: size });
  const limit = size - sent.length;
  const changes = limit === 0 ? [] : yield* store.listAnswerChanges({ surveyId, after: from.change, limit });
  refuseOutdated(from, now, changes[0]);
  return {
    read: sent.length + changes.length,
    items: [...sent.map(sentItem), ...changes.flatMap(changeItem)],
    end: {
      serial: sent.at(-1)?.answerId ?? from.serial,
      change: changes.at(-1)?.changeId ?? from.change,
    },
  };
}

/** A cursor is outdated where changes after it were swept, and where it is from a database that was restored to an earlier state. */
function refuseOutdated(
  from: SurveyProgress,
  now: SurveyProgress,
  first: AnswerChangeRecord | undefined,
): void {
  const isSwept = first !== undefined && first.changeId !== from.change + 1;
  if (isSwept || from.change > now.change || from.serial > now.serial)
    throw new ParameterProblem("cursor", "is outdated: start again without one");
}

function sentItem(answer: AnswerRecord): AnswerChangeItem {
  return { change: "sent", answerId: answer.answerId, at: answer.endedAt, answer };
}

/** An answer that was deleted after it was changed comes as deleted alone. */
function changeItem({ answerId, isDeleted, at, answer }: AnswerChangeRecord): readonly AnswerChangeItem[] {
  if (isDeleted) return [{ change: "deleted", answerId, at, answer: undefined }];
  return answer === undefined ? [] : [{ change: "changed", answerId, at, answer }];
}
