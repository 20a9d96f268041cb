import { PlatformError } from "../../../errors.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import type { PlatformZone } from "@survey-open-platform/surveys";
import type { Store } from "../../../store/store.ts";
import { findReachableSurvey, surveyPath } from "./survey-reach.ts";
import { legacySurveyJson, legacySurveySchema, surveyJson, surveySchema } from "./survey-wire.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import { scopesOf } from "../../../model/scopes.ts";

/** What both spellings of a survey have in common. */
const common = {
  pathParameters: surveyPath,
  parameters: tokenParameters,
  errors: [...tokenErrors, "not_found"],
} as const;

/** `GET /api/surveys/{survey_id}`: one survey in the newer spelling. */
export function surveyEndpoint(store: Store, zone: PlatformZone) {
  return defineEndpoint({
    ...common,
    operationId: "getSurvey",
    bearerScopes: scopesOf("surveys:read"),
    path: "/api/surveys/{survey_id}",
    summary: "Get a survey",
    description: "Works in both modes: the owner of the token decides which surveys it can access.",
    data: surveySchema,
    checkToken: tokenCheck(store),
    *read(token, { path }) {
      const survey = yield* findReachableSurvey(store, { token, path }, store.findSurvey);
      return survey instanceof PlatformError ? survey : surveyJson(survey, zone);
    },
  });
}

/** `GET /api/surveys/{survey_id}/legacy`: one survey in the older spelling. */
export function legacySurveyEndpoint(store: Store, zone: PlatformZone) {
  return defineEndpoint({
    ...common,
    operationId: "getLegacySurvey",
    bearerScopes: scopesOf("surveys:read"),
    path: "/api/surveys/{survey_id}/legacy",
    summary: "Get a survey in the older spelling",
    description:
      "The same survey as without /legacy, with times as unix seconds in camel-case fields as well.",
    data: legacySurveySchema,
    checkToken: tokenCheck(store),
    *read(token, { path }) {
      const survey = yield* findReachableSurvey(store, { token, path }, store.findSurvey);
      return survey instanceof PlatformError ? survey : legacySurveyJson(survey, zone);
    },
  });
}
