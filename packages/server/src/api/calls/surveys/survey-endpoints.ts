import type { PlatformZone } from "@survey-open-platform/surveys";
import type { Endpoint } from "../../../http/endpoint.ts";
import type { Store } from "../../../store/store.ts";
import { createSurveyEndpoint } from "./create-survey-endpoint.ts";
import { customArgumentEndpoint } from "./custom-argument-endpoint.ts";
import { reportEndpoint } from "./report-endpoint.ts";
import { legacySurveyEndpoint, surveyEndpoint } from "./survey-endpoint.ts";
import { surveyListEndpoint } from "./survey-list-endpoint.ts";
import { surveySettingsEndpoint } from "./survey-settings-endpoint.ts";

/** The calls about surveys. @param authUrl public origin of the pages; "" for that of the call */
export function surveyEndpoints(store: Store, zone: PlatformZone, authUrl: string): readonly Endpoint[] {
  return [
    surveyListEndpoint(store, zone),
    createSurveyEndpoint(store, authUrl),
    surveyEndpoint(store, zone),
    legacySurveyEndpoint(store, zone),
    surveySettingsEndpoint(store, zone),
    customArgumentEndpoint(store, zone),
    reportEndpoint(store, zone),
  ];
}
