import { csrfTokenOf } from "@survey-open-platform/service";
import { domainToUnicode } from "node:url";
import { PlatformError } from "../../errors.ts";
import { queryOf, readParameters, RepeatedParameter } from "../../http/parameters.ts";
import { logoPathOf } from "../../model/logo.ts";
import type { VerifiedRedirectUri } from "../../model/redirect-uri.ts";
import { hashToken, makeRandomId } from "../../model/token.ts";
import type { ShownChoice } from "../../pages/components/survey-choice.tsx";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { signInAddress, withReturnTo } from "../../session/return-address.ts";
import { refusePrefetch } from "../../session/prefetch.ts";
import type { Session, PageRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import {
  authorizationParameters,
  checkAuthorizationRequest,
  type CheckedRequest,
} from "./authorization-checks.ts";
import { choiceOn, pendingIdIn, proposedSurveys } from "./choice-form.ts";
import { ConsentPage } from "./consent-page.tsx";

const secondsPerDay = 86_400;

/** Lifetimes in seconds that the consent page shows. */
export interface TokenLifetimesView {
  readonly userAccessTokenTtl: number;
  readonly userRefreshTokenTtl: number;
}

/** `GET /connect/oauth2/authorize`: where an application sends a user for consent. */
export function authorizationPage(store: Store, lifetimes: TokenLifetimesView): PageRoute {
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
      const requestId = await rememberRequest(store, { ...pageRequest, session }, request);
      const choice = await choiceOn(store, { ...pageRequest, session }, requestId);
      return showConsent(pageRequest, lifetimes, { ...request, session, requestId, choice });
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

/** Stores the request, unless it is the one of a page that is shown again. @returns its id, which only this form and this session know */
async function rememberRequest(
  store: Store,
  pageRequest: PageRequest & { readonly session: Session },
  request: CheckedRequest,
): Promise<string> {
  const { session } = pageRequest;
  const asked = (id: string) => ({
    hash: hashToken(id),
    sessionHash: session.hash,
    userId: session.user.id,
    applicationId: request.application.id,
    redirectUri: request.redirectUri,
    scope: request.scope,
    mayWrite: request.application.mayWrite,
    state: request.state,
    codeChallenge: request.codeChallenge,
  });
  const shownAgain = pendingIdIn(pageRequest);
  if (shownAgain !== undefined && (await store.isSameRequestOpen(asked(shownAgain)))) return shownAgain;
  const requestId = makeRandomId();
  const proposed = proposedSurveys(pageRequest);
  await store.createAuthorizationRequest({ ...asked(requestId), proposed, preselected: "all" });
  return requestId;
}

interface RequestView extends CheckedRequest {
  readonly session: Session;
  readonly requestId: string;
  readonly choice: ShownChoice;
}

function showConsent(pageRequest: PageRequest, lifetimes: TokenLifetimesView, shown: RequestView): Response {
  const { session, requestId, application, redirectUri, choice } = shown;
  return renderPage(
    <ConsentPage
      language={pageRequest.language}
      path={pageRequest.path}
      csrf={csrfTokenOf(session.token)}
      requestId={requestId}
      application={{ ...application, logoPath: logoPathOf(application) }}
      user={session.user}
      choice={choice}
      timeZone={pageRequest.timeZone}
      action="/connect/oauth2/authorize/decision"
      destination={destinationOf(redirectUri)}
      accessDays={lifetimes.userAccessTokenTtl / secondsPerDay}
      refreshDays={lifetimes.userRefreshTokenTtl / secondsPerDay}
      switchAccountAction={withReturnTo("/logout", pageRequest.path)}
    />,
    // form-action in the content security policy would block the redirect that follows the decision.
    { status: 200, formAction: false },
  );
}

function destinationOf(redirectUri: VerifiedRedirectUri) {
  const { origin, hostname } = new URL(redirectUri);
  const unicodeHost = domainToUnicode(hostname);
  if (unicodeHost === "" || unicodeHost === hostname) return { origin };
  return { origin, unicodeOrigin: origin.replace(hostname, unicodeHost) };
}
