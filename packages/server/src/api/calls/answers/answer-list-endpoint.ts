import { PlatformError } from "../../../errors.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { encodedEnvelope } from "../../../http/envelope.ts";
import { integerParameter } from "../../../http/parameters.ts";
import type { PlatformZone } from "@survey-open-platform/surveys";
import type { Store } from "../../../store/store.ts";
import { answerListJson, answerListSchema } from "./answer-wire.ts";
import { findReachableSurvey, surveyPath } from "../surveys/survey-reach.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";

const longestPage = 100;
const perPageBounds = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const cursorBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const parameters = tokenParameters.extend({
  // Clients ask for more than a page holds. With a cursor nothing is missed by giving them less.
  per_page: integerParameter(
    "Answers on a page; default 20. More than 100 counts as 100",
    perPageBounds,
  ).default(20),
  last_answer_id: integerParameter("Only answers after this one; 0 or absent to start", cursorBounds).default(
    0,
  ),
});

/** `GET /api/surveys/{survey_id}/answers`: a survey's answers by ascending serial. */
export function answerListEndpoint(store: Store, zone: PlatformZone) {
  return defineEndpoint({
    operationId: "listAnswers",
    path: "/api/surveys/{survey_id}/answers",
    summary: "List a survey's answers",
    description:
      "Pass the last_answer_id of one page to get the next, until the list is empty: that is the end. Do not compare last_answer_id with total, since deleted answers leave gaps. A program that asks for the same empty page again and again gets it once a second.",
    pathParameters: surveyPath,
    parameters,
    data: answerListSchema,
    errors: [...tokenErrors, "not_found"],
    checkToken: tokenCheck(store),
    *read({ per_page: perPage, last_answer_id: lastAnswerId, ...token }, request) {
      const { path, requestId } = request;
      const survey = yield* findReachableSurvey(store, { token, path }, store.findSurveyHead);
      if (survey instanceof PlatformError) return survey;
      const { id: surveyId, answerCount: total } = survey;
      const slice = { lastAnswerId, perPage: Math.min(perPage, longestPage) };
      const answers = yield* store.listAnswerRecords({ surveyId, ...slice });
      if (answers.length === 0) request.noteEmptyPage();
      const textOf = yield* store.answerWriters.forAnswers(survey, answers);
      const data = answerListJson({ total, answers, lastAnswerId }, { zone, textOf });
      return encodedEnvelope(data, requestId);
    },
  });
}
