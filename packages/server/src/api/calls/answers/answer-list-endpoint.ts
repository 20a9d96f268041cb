import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { encodedEnvelope } from "../../../http/envelope.ts";
import { integerParameter, momentParameter } from "../../../http/parameters.ts";
import type { AnswerRecord, PlatformZone } from "@survey-open-platform/surveys";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import { answerListJson, answerListSchema } from "./answer-wire.ts";
import { findReachableSurvey, surveyPath } from "../surveys/survey-reach.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import { scopesOf } from "../../../model/scopes.ts";

/** Clients of the interface know that a page has no more. */
const longestPage = 100;
/** Of a request with a parameter that they do not know. */
const longestWidePage = 1000;
const perPageBounds = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const cursorBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const parameters = tokenParameters.extend({
  // Clients ask for more than a page holds. With a cursor nothing is missed by giving them less.
  per_page: integerParameter(
    "Answers on a page; default 20. More than 100 counts as 100; with since, until or include, more than 1000 counts as 1000",
    perPageBounds,
  ).default(20),
  last_answer_id: integerParameter("Only answers after this one; 0 or absent to start", cursorBounds).default(
    0,
  ),
  since: momentParameter(
    "Only answers that were sent or changed at this time or later, such as 2026-11-22T08:00:00+08:00",
  ).optional(),
  until: momentParameter("Only answers that were last sent or changed before this time").optional(),
  include: z
    .string()
    .regex(/^(updated_at|titles)(,(updated_at|titles))*$/, "must be updated_at, titles or updated_at,titles")
    .optional()
    .meta({
      description:
        "updated_at for the time of the last change in each answer, titles for the title of each question beside its id; updated_at,titles for both",
    }),
});

/** `GET /api/surveys/{survey_id}/answers`: a survey's answers by ascending serial. */
export function answerListEndpoint(store: Store, zone: PlatformZone) {
  return defineEndpoint({
    operationId: "listAnswers",
    bearerScopes: scopesOf("answers:read"),
    path: "/api/surveys/{survey_id}/answers",
    summary: "List a survey's answers",
    description:
      "Pass the last_answer_id of one page to get the next, until the list is empty: that is the end. Do not compare last_answer_id with total, since deleted answers leave gaps. A program that asks for the same empty page again and again gets it once a second.",
    pathParameters: surveyPath,
    parameters,
    data: answerListSchema,
    errors: [...tokenErrors, "not_found"],
    checkToken: tokenCheck(store),
    *read(
      { last_answer_id: lastAnswerId, per_page: perPage, since, until, include = "", ...token },
      request,
    ) {
      const { path, requestId } = request;
      const survey = yield* findReachableSurvey(store, { token, path }, store.findSurveyHead);
      if (survey instanceof PlatformError) return survey;
      const { id: surveyId, answerCount: total } = survey;
      const isWide = (since ?? until ?? include) !== "";
      const size = Math.min(perPage, isWide ? longestWidePage : longestPage);
      const answers = yield* readPage(store, { surveyId, lastAnswerId, perPage: size, since, until });
      if (answers.length === 0) request.noteEmptyPage();
      const written = { ...survey, withTitles: include.includes("titles") };
      const textOf = yield* store.answerWriters.forAnswers(written, answers);
      const withUpdates = include.includes("updated_at");
      const data = answerListJson({ total, answers, lastAnswerId, withUpdates }, { zone, textOf });
      return encodedEnvelope(data, requestId);
    },
  });
}

interface PageRequest {
  readonly surveyId: number;
  readonly lastAnswerId: number;
  readonly perPage: number;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

function* readPage(
  store: Store,
  { since, until, ...slice }: PageRequest,
): StoreSteps<readonly AnswerRecord[]> {
  if (since === undefined && until === undefined) return yield* store.listAnswerRecords(slice);
  return yield* store.listUpdatedAnswers({
    ...slice,
    since: since === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(since),
    until: until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until),
  });
}
