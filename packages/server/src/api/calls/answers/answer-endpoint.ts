import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { ParameterProblem } from "../../../http/parameters.ts";
import { answerReference, type PlatformZone } from "@survey-open-platform/surveys";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import { answerDetailJson, answerDetailSchema } from "./answer-wire.ts";
import { findReachableSurvey, surveyPath } from "../surveys/survey-reach.ts";
import { authenticate, tokenCheck, tokenErrors } from "../token-authentication.ts";
import { scopesOf } from "../../../model/scopes.ts";

/** Descriptions of the path parts that name an answer. */
export const answerPath = {
  ...surveyPath,
  answer_id: z.string().meta({ description: "The answer's serial, or its hash of ten alphanumerics" }),
} as const;

/** `GET /api/surveys/{survey_id}/answers/{answer_id}`: one answer. */
export function answerEndpoint(store: Store, zone: PlatformZone) {
  return defineEndpoint({
    operationId: "getAnswer",
    bearerScopes: scopesOf("answers:read"),
    path: "/api/surveys/{survey_id}/answers/{answer_id}",
    summary: "Get an answer",
    description: "By its serial in the survey, or by the hash that the respondent's next page was given.",
    pathParameters: answerPath,
    parameters: tokenParameters,
    data: answerDetailSchema,
    errors: [...tokenErrors, "not_found"],
    checkToken: tokenCheck(store),
    *read(token, { path }) {
      const answer = answerReference(path["answer_id"] ?? "");
      if (answer === undefined) return yield* refusalOfAnswerId(store, token);
      const survey = yield* findReachableSurvey(store, { token, path }, store.findSurveyHead);
      if (survey instanceof PlatformError) return survey;
      const found = yield* store.findAnswer({ surveyId: survey.id, answer });
      if (found === undefined) throw new PlatformError("not_found");
      const textOf = yield* store.answerWriters.forAnswers(survey, [found]);
      return answerDetailJson(found, { zone, textOf });
    },
  });
}

/** A caller without a valid token sees that first. */
function* refusalOfAnswerId(
  store: Store,
  token: z.output<typeof tokenParameters>,
): StoreSteps<PlatformError> {
  const principal = yield* authenticate(store, token);
  if (principal instanceof PlatformError) return principal;
  return new ParameterProblem("answer_id", "is neither a serial nor a hash");
}
