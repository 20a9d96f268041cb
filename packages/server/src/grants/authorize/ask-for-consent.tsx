import { csrfTokenOf } from "@survey-open-platform/service";
import { domainToUnicode } from "node:url";
import { logoPathOf } from "../../model/logo.ts";
import { audiences } from "../../model/scopes.ts";
import { hashToken, makeRandomId } from "../../model/token.ts";
import type { ShownChoice } from "../../pages/components/survey-choice.tsx";
import { renderPage } from "../../pages/render-page.ts";
import { withReturnTo } from "../../session/return-address.ts";
import type { PageRequest, Session } from "../../session/page-request.ts";
import type { RegisteredApplication } from "../../store/applications/application-table.ts";
import type { NewAuthorizationRequest } from "../../store/tokens/authorization-request-table.ts";
import { findHeldScopes } from "../../store/tokens/grant-table.ts";
import type { Store } from "../../store/store.ts";
import type { OAuthClient } from "../clients/oauth-client.ts";
import { type ClientFacts, clientWarnings } from "./client-warnings.tsx";
import { choiceOn, pendingIdIn, proposedSurveys } from "./choice-form.ts";
import { ConsentPage } from "./consent-page.tsx";
import type { AskedScopes } from "./scope-lists.tsx";

const secondsPerDay = 86_400;

/** Lifetimes in seconds that the consent page shows. */
export interface TokenLifetimesView {
  readonly userAccessTokenTtl: number;
  /** Of access tokens of OAuth. */
  readonly accessTokenTtl: number;
  readonly userRefreshTokenTtl: number;
}

/** A request that a user has to agree to, in every way of asking. */
export interface ConsentToAsk {
  readonly application: Omit<RegisteredApplication, "id" | "ownerId">;
  /** What a user has to know of a client of OAuth. */
  readonly client?: (ClientFacts & Pick<OAuthClient, "isPublic">) | undefined;
  readonly asked: Omit<
    NewAuthorizationRequest,
    "hash" | "sessionHash" | "userId" | "proposed" | "preselected"
  >;
  /** Ids of surveys that the client proposes to choose, as it sent them. */
  readonly proposed?: readonly string[] | undefined;
  /** The code that the device shows that asks. */
  readonly userCode?: string | undefined;
  /** What is preselected of the user's surveys, when there is no grant yet. */
  readonly preselected: NewAuthorizationRequest["preselected"];
}

type SignedInRequest = PageRequest & { readonly session: Session };

/** Stores a request and shows the consent page for it. */
export type AskForConsent = (pageRequest: SignedInRequest, consent: ConsentToAsk) => Promise<Response>;

/** The consent page of every way of asking. */
export function consentAsker(store: Store, lifetimes: TokenLifetimesView): AskForConsent {
  return async (pageRequest, consent) => {
    const requestId = await rememberRequest(store, pageRequest, consent);
    const choice = await choiceOn(store, pageRequest, requestId);
    const scopes = await askedScopes(store, pageRequest.session, consent);
    return showConsent(pageRequest, lifetimes, { ...consent, requestId, choice, scopes });
  };
}

/** What OAuth asks for beside what the user has agreed to already. */
async function askedScopes(
  store: Store,
  { user }: Session,
  { asked: { applicationId, oauth }, client }: ConsentToAsk,
): Promise<AskedScopes | undefined> {
  if (oauth === undefined) return undefined;
  const held = await findHeldScopes(store.reader, { applicationId, userId: user.id });
  // A program with a secret may later come for the calls of the API without this page.
  const isForAgent = oauth.audience === audiences.mcp && client?.isPublic === true;
  return { asked: oauth.scopes, held, agent: isForAgent ? "asked" : undefined };
}

/** Stores the request, unless it is the one of a page that is shown again. @returns its id, which only this form and this session know */
async function rememberRequest(
  store: Store,
  pageRequest: SignedInRequest,
  { asked: request, preselected, proposed: texts = [] }: ConsentToAsk,
): Promise<string> {
  const { session } = pageRequest;
  const asked = (id: string) => ({
    ...request,
    hash: hashToken(id),
    sessionHash: session.hash,
    userId: session.user.id,
  });
  const shownAgain = pendingIdIn(pageRequest);
  if (shownAgain !== undefined && (await store.isSameRequestOpen(asked(shownAgain)))) return shownAgain;
  const requestId = makeRandomId();
  const proposed = proposedSurveys(texts);
  await store.createAuthorizationRequest({ ...asked(requestId), proposed, preselected });
  return requestId;
}

interface ShownConsent extends ConsentToAsk {
  readonly requestId: string;
  readonly choice: ShownChoice;
  readonly scopes: AskedScopes | undefined;
}

function showConsent(
  pageRequest: SignedInRequest,
  lifetimes: TokenLifetimesView,
  { requestId, application, client, asked, choice, scopes, userCode }: ShownConsent,
): Promise<Response> {
  const { session } = pageRequest;
  const accessSeconds = scopes === undefined ? lifetimes.userAccessTokenTtl : lifetimes.accessTokenTtl;
  return renderPage(
    <ConsentPage
      language={pageRequest.language}
      path={pageRequest.path}
      csrf={csrfTokenOf(session.token)}
      requestId={requestId}
      application={{
        ...application,
        logoPath: logoPathOf(application),
        isSelfDescribed: client?.isSelfDescribed,
      }}
      user={session.user}
      warnings={client && clientWarnings(client, asked.redirectUri, pageRequest.language)}
      choice={choice}
      scopes={scopes}
      timeZone={pageRequest.timeZone}
      action="/connect/oauth2/authorize/decision"
      destination={asked.redirectUri === null ? undefined : destinationOf(asked.redirectUri)}
      userCode={userCode}
      documentHost={client?.documentHost}
      accessDays={accessSeconds / secondsPerDay}
      refreshDays={lifetimes.userRefreshTokenTtl / secondsPerDay}
      switchAccountAction={withReturnTo("/logout", pageRequest.path)}
    />,
    // form-action in the content security policy would block the redirect that follows the decision.
    { status: 200, formAction: false, keepsOpener: true },
  );
}

function destinationOf(redirectUri: string) {
  const { origin, hostname, protocol } = new URL(redirectUri);
  // An address of a scheme of its own has no origin.
  if (origin === "null") return { origin: protocol };
  const unicodeHost = domainToUnicode(hostname);
  if (unicodeHost === "" || unicodeHost === hostname) return { origin };
  return { origin, unicodeOrigin: origin.replace(hostname, unicodeHost) };
}
