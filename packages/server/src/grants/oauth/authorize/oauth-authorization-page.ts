import { queryOf } from "../../../http/parameters.ts";
import { readAtMost } from "../../../http/read-at-most.ts";
import { isOnOwnMachine } from "../../../model/redirect-uri.ts";
import { hasWriting } from "../../../model/scopes.ts";
import { hashToken, makeToken } from "../../../model/token.ts";
import { notFound, PageError } from "../../../pages/page-error.ts";
import { redirectTo } from "../../../pages/redirect-to.ts";
import type { PageRequest, Session } from "../../../session/page-request.ts";
import type { PageRoute } from "../../../session/page-route.ts";
import { refusePrefetch } from "../../../session/prefetch.ts";
import { signInAddress, stepUpAddress } from "../../../session/return-address.ts";
import type { Store } from "../../../store/store.ts";
import {
  bindPushedRequest,
  endPushedRequest,
  openPushedRequest,
} from "../../../store/tokens/pushed-request-table.ts";
import { reuseConsent } from "../../../store/tokens/reuse-consent.ts";
import type { OauthRequestFields } from "../../../store/tokens/authorization-request-table.ts";
import { authorizationResponse } from "../../authorize/authorization-response.tsx";
import type { AskForConsent, ConsentToAsk } from "../../authorize/ask-for-consent.tsx";
import { pendingIdIn } from "../../authorize/choice-form.ts";
import type { ClientSources } from "../../clients/oauth-client.ts";
import { isIdentityAsked } from "../../openid/identity.ts";
import type { SigningKeys } from "../../openid/signing-keys.ts";
import type { FindAddresses, StandardAddresses } from "../issuer.ts";
import { OauthError } from "../oauth-error.ts";
import { pushedIdIn } from "../par-endpoint.ts";
import { errorReturnResponse } from "./error-return-page.tsx";
import { checkOauthRequest, type CheckedOauthRequest } from "./oauth-checks.ts";
import { afterSignIn, needsNewSignIn } from "./recent-sign-in.ts";
import { ReturnedError } from "./returned-error.ts";
import { checkUserMeant } from "./user-meant.ts";

/** What the authorization page of OAuth works with. */
export interface OauthAuthorization {
  readonly clients: ClientSources;
  readonly addresses: FindAddresses;
  readonly askForConsent: AskForConsent;
  readonly keys: SigningKeys;
  /** Whether anybody can create an account, and register an application with it. */
  readonly isSignUpOpen: boolean;
}

const path = "/oauth/authorize";

/** `GET` and `POST /oauth/authorize`: where a client of OAuth sends a user for consent (RFC 6749, section 3.1). */
export function oauthAuthorizationPages(authorization: OauthAuthorization): readonly PageRoute[] {
  return [openedByLink(authorization), openedByForm(authorization.addresses)];
}

function openedByLink(authorization: OauthAuthorization): PageRoute {
  const { clients, addresses: find } = authorization;
  return {
    method: "GET",
    path,
    // The request is checked first: a wrong one gets its page, or goes back, without a sign-in.
    access: "anyone",
    isReturnable: true,
    async handle(pageRequest) {
      // The consent page creates a pending request.
      refusePrefetch(pageRequest);
      const addresses = find();
      if (addresses === undefined) throw notFound();
      try {
        const { given, pushed } = await parametersOf(clients.store, pageRequest);
        const asked = { given, addresses, caller: pageRequest.address };
        const request = await checkOauthRequest(clients, asked);
        return await answerRequest(authorization, { pageRequest, request, addresses, pushed });
      } catch (thrown) {
        if (thrown instanceof ReturnedError)
          return sendBack(thrown, { ...authorization, pageRequest, addresses });
        throw thrown;
      }
    },
  };
}

interface LinkParameters {
  readonly given: URLSearchParams;
  /** What the application has pushed, when the link names that. */
  readonly pushed?: PushedLink;
}

interface PushedLink {
  readonly hash: string;
  readonly pushedAgo: number;
}

/** The parameters of the link, or those that the application has pushed (RFC 9126, section 4). @throws `PageError` */
async function parametersOf(store: Store, { context, session }: PageRequest): Promise<LinkParameters> {
  const given = new URLSearchParams(queryOf(context.req.url));
  const id = pushedIdIn(given.get("request_uri") ?? undefined);
  if (id === undefined) return { given };
  const hash = hashToken(id);
  const clientId = given.get("client_id") ?? "";
  const opened = await store.write(openPushedRequest, { hash, clientId, sessionHash: session?.hash });
  if (opened === undefined) throw requestExpired();
  return {
    given: new URLSearchParams(opened.parameters),
    pushed: { hash, pushedAgo: opened.pushedAgo },
  };
}

function requestExpired(): PageError {
  return new PageError("request_expired", { status: 400 });
}

/** A form may have the parameters too (OpenID Connect Core, section 3.1.2.1). The session's cookie does not come with it from elsewhere. */
function openedByForm(find: FindAddresses): PageRoute {
  return {
    method: "POST",
    path,
    access: "anyone",
    async handle({ context }) {
      if (find() === undefined) throw notFound();
      const body = await readAtMost(context.req.raw, longestForm);
      if (body === undefined)
        throw new PageError("invalid_argument", { status: 413, detail: "form too large" });
      return redirectTo(`${path}?${new URLSearchParams(body.toString("utf8")).toString()}`);
    },
  };
}

/** What can be returned to after signing in. */
const longestForm = 8000;

interface Opened {
  readonly pageRequest: PageRequest;
  readonly request: CheckedOauthRequest;
  readonly addresses: StandardAddresses;
  readonly pushed: PushedLink | undefined;
}

async function answerRequest(authorization: OauthAuthorization, opened: Opened): Promise<Response> {
  const { pageRequest, request, pushed } = opened;
  const { session } = pageRequest;
  const isSilent = request.prompts.has("none");
  if (session === undefined) {
    if (!isSilent) return redirectTo(signInAddress(afterSignIn(pageRequest.path)));
    throw returned(request, new OauthError("login_required", "The user is not signed in."));
  }
  if (!isSilent && needsNewSignIn(request, session, pushed?.pushedAgo))
    return redirectTo(stepUpAddress(afterSignIn(pageRequest.path)));
  return answerUser(authorization, opened, session);
}

async function answerUser(
  { clients: { store }, askForConsent, keys }: OauthAuthorization,
  { pageRequest, request, addresses, pushed }: Opened,
  session: Session,
): Promise<Response> {
  if (pushed !== undefined) await bind(store, pushed, session);
  const isSilent = request.prompts.has("none");
  await returning(request, () => checkUserMeant(store, request, session));
  // The first one takes a tenth of a second to make, which the exchange of the code is spared.
  if (isIdentityAsked(request.scopes)) await keys.keepFresh();
  // A page that is shown again has been asked already.
  const isShownAgain = pendingIdIn(pageRequest) !== undefined;
  const code = isShownAgain ? undefined : await codeWithoutAsking(store, request, session);
  if (code !== undefined) {
    // Of requests at once one leads to a code; those of the others are never sent.
    if (pushed !== undefined) await end(store, pushed);
    const result = { code, state: request.state, iss: addresses.issuer };
    return authorizationResponse(request, result, pageRequest);
  }
  if (isSilent)
    throw returned(request, new OauthError("consent_required", "The user has to be asked for consent."));
  return askForConsent({ ...pageRequest, session }, consentOf(request, session));
}

async function bind(store: Store, { hash }: PushedLink, { hash: sessionHash }: Session): Promise<void> {
  if (!(await store.write(bindPushedRequest, { hash, sessionHash }))) throw requestExpired();
}

async function end(store: Store, { hash }: PushedLink): Promise<void> {
  if (!(await store.write(endPushedRequest, hash))) throw requestExpired();
}

function consentOf(request: CheckedOauthRequest, session: Session): ConsentToAsk {
  const { client, redirectUri, scopes, state, codeChallenge } = request;
  const mayWrite = hasWriting(scopes);
  const applicationId = client.applicationId ?? null;
  const asked = { applicationId, redirectUri, scope: "", mayWrite, state, codeChallenge };
  return {
    client,
    application: { ...client, appid: client.appid ?? client.clientId, mayWrite },
    asked: { ...asked, oauth: fieldsOf(request, session) },
    proposed: request.parameters.all("survey"),
    // One without a secret may be any program: it gets what is picked for it.
    preselected: client.isPublic ? "chosen" : "all",
  };
}

function returned(request: CheckedOauthRequest, refusal: OauthError): ReturnedError {
  return new ReturnedError(refusal, request, request.state);
}

/** A refusal of what is checked goes back too. */
async function returning(request: CheckedOauthRequest, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (thrown) {
    throw thrown instanceof OauthError ? returned(request, thrown) : thrown;
  }
}

function sendBack(
  { refusal, target, state }: ReturnedError,
  {
    pageRequest,
    addresses,
    isSignUpOpen,
  }: Pick<Opened, "pageRequest" | "addresses"> & Pick<OauthAuthorization, "isSignUpOpen">,
): Promise<Response> {
  const { error, message } = refusal;
  const result = { error, error_description: message, state, iss: addresses.issuer };
  // Anybody can make such a client, whose website any link here would then lead to (RFC 9700, section 4.11.2).
  const { isSelfDescribed, verified } = target.client;
  const isAnybodys = isSelfDescribed || (isSignUpOpen && !verified);
  const waitsForClick = isAnybodys && !isOnOwnMachine(target.redirectUri);
  return waitsForClick
    ? errorReturnResponse({ ...target, result, language: pageRequest.language, path: pageRequest.path })
    : authorizationResponse(target, result, pageRequest);
}

/**
 * A code on a consent that stands, for a client that proves itself with its secret when it exchanges it. A program on somebody's
 * machine cannot prove that it is the one that was consented to, and is always asked for (RFC 8252, section 8.6).
 */
async function codeWithoutAsking(
  store: Store,
  request: CheckedOauthRequest,
  session: Session,
): Promise<string | undefined> {
  const { client, prompts } = request;
  if (client.isPublic || client.applicationId === undefined || client.appid === undefined) return undefined;
  if (prompts.has("consent") || prompts.has("select_account")) return undefined;
  const code = makeToken("authorizationCode");
  const isReused = await store.write(reuseConsent, {
    ...fieldsOf(request, session),
    appid: client.appid,
    applicationId: client.applicationId,
    userId: session.user.id,
    redirectUri: request.redirectUri,
    codeHash: hashToken(code),
    codeChallenge: request.codeChallenge,
    codeLifetimeSeconds: store.policy.authorizationCodeSeconds,
  });
  return isReused ? code : undefined;
}

function fieldsOf(request: CheckedOauthRequest, session: Session): OauthRequestFields {
  const { client, audience, scopes, nonce, responseMode } = request;
  const { clientId } = client;
  return { clientId, audience, scopes, nonce, responseMode, authTime: session.confirmedAt };
}
