import { queryOf } from "../../http/parameters.ts";
import { hashToken } from "../../model/token.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { findLoginCode, signInWithCode, type LoginCode } from "../../store/people/login-code-table.ts";
import type { Store } from "../../store/store.ts";
import { hashOfCookie, prepareSession, sessionSeconds } from "../new-session.ts";
import type { PageRoute } from "../page-route.ts";
import { readForm } from "../read-form.ts";
import { refusePrefetch } from "../prefetch.ts";
import type { PageRequest } from "../page-request.ts";
import { answerAction, given, readRedirectLink, redirectTarget, type RedirectLink } from "./redirect-link.ts";
import { SwitchAccountPage } from "./switch-account-page.tsx";
import { findSurveyHash } from "../../store/surveys/survey-table.ts";
import { findThirdPartyRespondent } from "../../store/people/respondent-session-table.ts";

/** The path that the interface gives to the page: the only one below `/api/` that is for browsers. */
export const redirectPath = "/api/v2/redirect";
const switchPath = "/login/code";

/** The pages through which applications send their own users here, signed in by a login code. */
export function loginCodePages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: redirectPath,
      access: "anyone",
      handle(pageRequest) {
        refusePrefetch(pageRequest);
        refuseEmbedded(pageRequest);
        return follow(store, pageRequest, queryOf(pageRequest.context.req.url));
      },
    },
    {
      method: "POST",
      path: switchPath,
      access: "anyone",
      async handle(pageRequest) {
        const { link } = await readForm(pageRequest, pageRequest.session?.token, ["link"]);
        return follow(store, pageRequest, link, { mayReplace: true });
      },
    },
  ];
}

/** A page that a user did not go to must not use up the code, nor change who is signed in (Fetch Metadata). */
function refuseEmbedded({ context }: PageRequest): void {
  const destination = context.req.header("sec-fetch-dest");
  if (destination !== undefined && destination !== "document")
    throw new PageError("method_not_allowed", { status: 403 });
}

async function follow(
  store: Store,
  pageRequest: PageRequest,
  query: string,
  { mayReplace = false } = {},
): Promise<Response> {
  const link = readRedirectLink(query);
  // The interface documents 302; what follows a form is a GET with 303 for sure (RFC 9110, section 15.4.4).
  const status = mayReplace ? 303 : 302;
  if (link.code === undefined) return redirectTo(redirectTarget(link), status);
  const presented = { hash: hashToken(link.code), appid: link.appid ?? "" };
  const code = await findLoginCode(store.reader, presented);
  if (code === undefined) throw invalidCode();
  const target = await targetOf(store, link, code);
  if (code.scene === "user" && !mayReplace && (await isSomeoneElse(store, pageRequest, code)))
    return askToSwitch(pageRequest, code, query);
  await signIn(store, pageRequest, { ...presented, code });
  return redirectTo(target, status);
}

function invalidCode(): PageError {
  return new PageError("login_code_invalid", { status: 403 });
}

/** A respondent's code opens surveys to answer, and those of the team alone: the address of others is not theirs to know. */
async function targetOf(store: Store, link: RedirectLink, code: LoginCode): Promise<string> {
  if (link.action !== answerAction) {
    if (code.scene === "respondent") throw invalidCode();
    return redirectTarget(link);
  }
  const surveyId = given(link, "survey_id");
  const hash = await findSurveyHash(store.reader, { surveyId, ownerId: code.teamId });
  if (hash === undefined) throw notFound();
  return `/s2/${surveyId}/${hash}/`;
}

/**
 * Whether another user is signed in here, whom this application did not sign in. A link must not put someone else's account in
 * place of the user's own (login CSRF; RFC 6749, section 10.12, names the same of an authorization response).
 */
async function isSomeoneElse(store: Store, pageRequest: PageRequest, code: LoginCode): Promise<boolean> {
  if (pageRequest.session === undefined || pageRequest.session.user.id === code.userId) return false;
  const account = await findThirdPartyRespondent(store.reader, pageRequest.session.user.id);
  return account?.applicationId !== code.applicationId;
}

function askToSwitch(pageRequest: PageRequest, code: LoginCode, query: string): Promise<Response> {
  const { language, session, signedIn } = pageRequest;
  if (session === undefined || signedIn === undefined) throw invalidCode();
  // The address has the code in it, so links to this page do not have it.
  const page = { language, path: "/", signedIn, code, link: query, action: switchPath };
  return renderPage(<SwitchAccountPage {...page} />, { status: 200 });
}

/** @throws `PageError` `login_code_invalid` when the code was used meanwhile */
async function signIn(
  store: Store,
  pageRequest: PageRequest,
  { code, ...presented }: { readonly hash: string; readonly appid: string; readonly code: LoginCode },
): Promise<void> {
  const { session, token, keep } = prepareSession(pageRequest);
  const isRespondent = code.scene === "respondent";
  const cookie = pageRequest.cookies.get("sop_respondent_session");
  const begun = isRespondent ? { ...session, replaces: hashOfCookie(cookie) } : session;
  const { username } = code;
  const used = await store.write(signInWithCode, {
    ...presented,
    username,
    session: begun,
    address: pageRequest.address.text,
  });
  if (used === undefined) throw invalidCode();
  if (!isRespondent) return keep();
  pageRequest.cookies.set("sop_respondent_session", token, sessionSeconds);
  // A link that somebody opened here before does not say who answers now.
  pageRequest.cookies.clear("sop_participant");
}
