import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import {
  csrfTokenOf,
  chooseLanguage,
  isLanguage,
  clientAddress,
  type ClientAddress,
  type Language,
  type RequestOrigin,
} from "@survey-open-platform/service";
import type { RefusedSignIn } from "../http/request-observer.ts";
import { relyingPartyOf, type RelyingParty } from "../model/relying-party.ts";
import { hashToken } from "../model/token.ts";
import type { User } from "../model/user.ts";
import { PageError } from "../pages/page-error.ts";
import type { SignedIn } from "../pages/signed-in.ts";
import type { Store } from "../store/store.ts";
import { readAuthorizationLink } from "./authorization-link.ts";
import { Cookies } from "./cookies.ts";
import { findSession, recordSessionUse } from "../store/people/session-table.ts";

/** Whether a user may be redirected to a path after signing in. */
export type ReturnablePaths = (pathname: string) => boolean;

/** What pages are served with. */
export interface PageDependencies {
  readonly store: Store;
  /** Public origin of the pages; empty to use the origin of the request. */
  readonly authUrl: string;
  readonly trustedProxies: number;
  /** The zone in which times are shown to users who have not chosen one. */
  readonly timeZone: string;
  readonly isReturnable: ReturnablePaths;
}

/** The session of a browser in which a user is signed in. */
export interface Session {
  readonly user: User;
  readonly hash: string;
  readonly token: string;
  /** Whether the user gave the password within the time for which a step-up counts. */
  readonly isRecentlyConfirmed: boolean;
  /** When that was, in milliseconds. */
  readonly confirmedAt: number;
  /** How long ago that is, in milliseconds of the database's clock; negative when that was set back since. */
  readonly confirmedAgo: number;
}

/** A context as the server's own adapter makes it; in tests there is no socket behind it. */
export type PageContext = Context<{ Bindings: Partial<HttpBindings> }>;

/** One request of a browser for a page, with everything that pages need to know about it. */
export interface PageRequest {
  readonly context: PageContext;
  readonly requestId: string;
  readonly language: Language;
  /** Path and query, for links that come back to the same page. */
  readonly path: string;
  readonly address: ClientAddress;
  readonly cookies: Cookies;
  /** Public origin of the pages. */
  readonly origin: string;
  /** This platform as passkeys know it; undefined where there can be none. */
  readonly relyingParty: RelyingParty | undefined;
  readonly session: Session | undefined;
  /**
   * Asks again whether the session runs and may use the page: called once a form has been read, and while a file is sent. A body can arrive
   * long after its request began, and what ended meanwhile must not take effect (OWASP ASVS 7.4.1).
   *
   * @param checkUser asks for the user's role as it is now
   * @throws `PageError` `csrf`, and what `checkUser` throws
   */
  readonly recheck: (checkUser?: (user: User) => void) => Promise<void>;
  /** Reports a refused sign-in to the log and the metrics. */
  readonly reportRefusedSignIn: (refused: RefusedSignIn) => void;
  /** For the header of the page; undefined when no user is signed in. */
  readonly signedIn: SignedIn | undefined;
  /** The IANA zone in which times are shown. */
  readonly timeZone: string;
  readonly isReturnable: ReturnablePaths;
  /** The websites that may show the page in a frame: none, unless the page says so. */
  embedOrigins: readonly string[];
}

/** A request of a user who is signed in. */
export interface UserRequest extends PageRequest {
  readonly session: Session;
  readonly signedIn: SignedIn;
}

const yearSeconds = 31_536_000;

/** Finds the session and the language of a request. */
export async function readPageRequest(
  context: PageContext,
  requestId: string,
  {
    store,
    authUrl,
    trustedProxies,
    timeZone,
    isReturnable,
    reportRefusedSignIn,
  }: PageDependencies & Pick<PageRequest, "reportRefusedSignIn">,
): Promise<PageRequest> {
  const url = new URL(context.req.url);
  const origin = authUrl === "" ? url.origin : authUrl;
  const cookies = new Cookies(context, origin.startsWith("https:"));
  const address = clientAddress(originOf(context), trustedProxies);
  const session = await sessionOfCookie(store, cookies.get("sop_session"), address);
  return {
    context,
    requestId,
    language: languageOf(context, cookies, session),
    path: url.pathname + url.search,
    address,
    cookies,
    origin,
    relyingParty: relyingPartyOf(origin, authUrl !== ""),
    session,
    recheck: (checkUser) => recheckSession(store, session, checkUser),
    reportRefusedSignIn,
    signedIn: session && { ...session.user, csrf: csrfTokenOf(session.token) },
    timeZone: session?.user.timeZone ?? timeZone,
    isReturnable,
    embedOrigins: [],
  };
}

/** Where a request comes from, as its connection and its headers say. */
export function originOf({ req, env }: PageContext): RequestOrigin {
  return {
    // Without a socket, as in tests, there are no bindings.
    remoteAddress: (env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress,
    forwardedFor: req.header("x-forwarded-for"),
  };
}

async function sessionOfCookie(
  store: Store,
  token: string | undefined,
  { network }: ClientAddress,
): Promise<Session | undefined> {
  if (token === undefined || token === "") return undefined;
  const hash = hashToken(token);
  const found = await findSession(store.reader, hash);
  if (found === undefined) return undefined;
  // The list of sessions shows it; a page does not wait for it and does not fail with it.
  if (!found.isUseNoted) store.write(recordSessionUse, { hash, network }).catch(() => undefined);
  return { ...found, hash, token };
}

async function recheckSession(
  store: Store,
  session: Session | undefined,
  checkUser: (user: User) => void = () => undefined,
): Promise<void> {
  if (session === undefined) return;
  const running = await findSession(store.reader, session.hash);
  if (running === undefined) throw new PageError("csrf", { status: 403 });
  checkUser(running.user);
}

/** A language chosen by link is remembered for the browser. */
function languageOf(context: PageContext, cookies: Cookies, session: Session | undefined): Language {
  const query = context.req.query("lang");
  const language = chooseLanguage({
    query,
    user: session?.user.language,
    cookie: cookies.get("sop_lang"),
    uiLocales: context.req.query("ui_locales") ?? uiLocalesOfReturn(context.req.query("return_to")),
    acceptLanguage: context.req.header("accept-language"),
  });
  if (query !== undefined && isLanguage(query)) cookies.set("sop_lang", language, yearSeconds);
  return language;
}

/** The wish of a client whose link the page comes back to. */
function uiLocalesOfReturn(returnTo: string | undefined): string | null {
  return returnTo === undefined || !returnTo.startsWith("/")
    ? null
    : readAuthorizationLink(returnTo).uiLocales;
}
