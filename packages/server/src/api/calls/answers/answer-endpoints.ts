import type { PlatformZone } from "@survey-open-platform/surveys";
import type { Endpoint } from "../../../http/endpoint.ts";
import type { Store } from "../../../store/store.ts";
import { answerChangesEndpoint } from "./answer-changes-endpoint.ts";
import { answerEndpoint } from "./answer-endpoint.ts";
import { answerListEndpoint } from "./answer-list-endpoint.ts";
import { answerTableEndpoint } from "./answer-table-endpoint.ts";
import { changeAnswerEndpoint } from "./change-answer-endpoint.ts";
import { submitAnswerEndpoint } from "./submit-answer-endpoint.ts";

/** The calls about answers. */
export function answerEndpoints(store: Store, zone: PlatformZone): readonly Endpoint[] {
  return [
    answerListEndpoint(store, zone),
    answerChangesEndpoint(store, zone),
    answerTableEndpoint(store),
    submitAnswerEndpoint(store),
    answerEndpoint(store, zone),
    changeAnswerEndpoint(store),
  ];
}
