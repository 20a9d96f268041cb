import { PlatformError } from "../../errors.ts";
import { queryOf, readParameters, RepeatedParameter } from "../../http/parameters.ts";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { signInAddress } from "../../session/return-address.ts";
import { refusePrefetch } from "../../session/prefetch.ts";
import type { PageRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import type { AskForConsent } from "./ask-for-consent.tsx";
import { authorizationParameters, checkAuthorizationRequest } from "./authorization-checks.ts";

/** `GET /connect/oauth2/authorize`: where an application sends a user for consent. */
export function authorizationPage(store: Store, askForConsent: AskForConsent): PageRoute {
  return {
    method: "GET",
    path: "/connect/oauth2/authorize",
    // The link is checked first: a wrong one gets its page without a sign-in.
    access: "anyone",
    isReturnable: true,
    async handle(pageRequest) {
      // The consent page creates a pending request.
      refusePrefetch(pageRequest);
      const request = await checkAuthorizationRequest(store, readLink(pageRequest));
      const { session } = pageRequest;
      if (session === undefined) return redirectTo(signInAddress(pageRequest.path));
      const { application, redirectUri, scope, state, codeChallenge } = request;
      const { id: applicationId, mayWrite } = application;
      const asked = { applicationId, redirectUri, scope, mayWrite, state, codeChallenge };
      const proposed = new URLSearchParams(queryOf(pageRequest.context.req.url)).getAll("survey");
      return askForConsent({ ...pageRequest, session }, { application, asked, proposed, preselected: "all" });
    },
  };
}

function readLink({ context }: PageRequest) {
  try {
    return readParameters(authorizationParameters, queryOf(context.req.url));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const problem = error instanceof RepeatedParameter ? "duplicated_parameter" : "invalid_argument";
    throw new PageError(problem, { status: 400, ...(error.parameter && { detail: error.parameter }) });
  }
}
