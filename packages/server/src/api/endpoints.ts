import { userInfoEndpoint } from "./calls/accounts/user-info-endpoint.ts";
import { thirdPartyAccountEndpoints } from "./calls/accounts/third-party-account-endpoints.ts";
import { groupEndpoints } from "./calls/contacts/group-endpoints.ts";
import { memberEndpoints } from "./calls/contacts/member-endpoints.ts";
import { orgEndpoints } from "./calls/orgs/org-endpoints.ts";
import { participantEndpoints } from "./calls/respondents/participant-endpoints.ts";
import { accessListEndpoints } from "./calls/respondents/access-list-endpoints.ts";
import { answerEndpoints } from "./calls/answers/answer-endpoints.ts";
import { surveyEndpoints } from "./calls/surveys/survey-endpoints.ts";
import type { Config } from "../config/settings.ts";
import { webhookEndpoints } from "./calls/webhooks/webhook-endpoints.ts";
import { parseOpenedReceivers } from "../model/opened-receivers.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { platformZone } from "@survey-open-platform/surveys";
import type { Store } from "../store/store.ts";
import { accessTokenEndpoint } from "../grants/token/access-token-endpoint.ts";
import { refreshTokenEndpoint } from "../grants/token/refresh-token-endpoint.ts";

/** Every documented call, in the order of its documentation. */
export function endpointsOf(
  store: Store,
  {
    timeZone,
    authUrl = "",
    webhookAllow = parseOpenedReceivers(""),
    webhookSenders = [],
  }: Pick<Config, "timeZone"> & Partial<Pick<Config, "authUrl" | "webhookAllow" | "webhookSenders">>,
): readonly Endpoint[] {
  const zone = platformZone(timeZone);
  return [
    accessTokenEndpoint(store),
    refreshTokenEndpoint(store),
    userInfoEndpoint(store, authUrl),
    ...surveyEndpoints(store, zone, authUrl),
    ...answerEndpoints(store, zone),
    ...webhookEndpoints({ store, zone, opened: webhookAllow, senders: webhookSenders }),
    ...thirdPartyAccountEndpoints(store),
    ...accessListEndpoints(store),
    ...participantEndpoints(store, authUrl, zone),
    ...orgEndpoints(store, zone),
    ...groupEndpoints(store),
    ...memberEndpoints(store),
  ];
}
