import { defineEndpoint } from "../http/endpoint.ts";
import type { PlatformZone } from "../model/platform-time.ts";
import type { Store } from "../store/store.ts";
import { findReachableSurvey, surveyPath } from "./survey-reach.ts";
import { legacySurveyJson, legacySurveySchema } from "./survey-wire.ts";
import { tokenErrors, tokenParameters } from "./token-authentication.ts";

/** `GET /api/surveys/{survey_id}/legacy`: one survey in the older spelling. */
export function legacySurveyEndpoint(store: Store, zone: PlatformZone) {
  return defineEndpoint({
    operationId: "getLegacySurvey",
    path: "/api/surveys/{survey_id}/legacy",
    summary: "Get a survey in the older spelling",
    description:
      "The same survey as without /legacy, with times as unix seconds in camel-case fields as well.",
    pathParameters: surveyPath,
    parameters: tokenParameters,
    data: legacySurveySchema,
    errors: [...tokenErrors, "not_found"],
    async handle(token, { path }) {
      const survey = await findReachableSurvey(store, token, path);
      return legacySurveyJson(survey, zone);
    },
  });
}
