import { defineEndpoint } from "../http/endpoint.ts";
import type { PlatformZone } from "../model/platform-time.ts";
import type { Store } from "../store/store.ts";
import { findReachableSurvey, surveyPath } from "./survey-reach.ts";
import { surveyJson, surveySchema } from "./survey-wire.ts";
import { tokenErrors, tokenParameters } from "./token-authentication.ts";

/** `GET /api/surveys/{survey_id}`: one survey in the newer spelling. */
export function surveyEndpoint(store: Store, zone: PlatformZone) {
  return defineEndpoint({
    operationId: "getSurvey",
    path: "/api/surveys/{survey_id}",
    summary: "Get a survey",
    description: "Serves either mode: whose token it is decides which surveys it reaches.",
    pathParameters: surveyPath,
    parameters: tokenParameters,
    data: surveySchema,
    errors: [...tokenErrors, "not_found"],
    async handle(token, { path }) {
      const survey = await findReachableSurvey(store, token, path);
      return surveyJson(survey, zone);
    },
  });
}
