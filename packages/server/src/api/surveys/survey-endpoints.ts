import type { PlatformZone } from "@survey-open-platform/surveys";
import type { Endpoint } from "../../http/endpoint.ts";
import type { Store } from "../../store/store.ts";
import { legacySurveyEndpoint, surveyEndpoint } from "./survey-endpoint.ts";
import { surveyListEndpoint } from "./survey-list-endpoint.ts";

/** The calls about surveys. */
export function surveyEndpoints(store: Store, zone: PlatformZone): readonly Endpoint[] {
  return [surveyListEndpoint(store, zone), surveyEndpoint(store, zone), legacySurveyEndpoint(store, zone)];
}
