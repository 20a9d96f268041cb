import { isIP } from "node:net";
import { randomBytes } from "node:crypto";
import { csrfTokenOf } from "@survey-open-platform/service";
import { HubError, type HubErrorType } from "../errors.ts";
import { assets, type Asset } from "./assets.ts";
import { readOwnForm } from "./read-own-form.ts";
import { redirectTo, renderPage } from "./render-page.ts";
import { SignInAttempts } from "./sign-in-attempts.ts";
import { RefusedPage, SignInPage, type SignInProblem } from "./sign-in-page.tsx";
import { collectStatus, type StatusSources } from "./status-facts.ts";
import { StatusPage } from "./status-page.tsx";
import { isSameText, sessionSeconds, StatusSessions } from "./status-sessions.ts";
import {
  readStatusRequest,
  type CookieChange,
  type StatusCall,
  type StatusRequest,
} from "./status-request.ts";

/** What the status page works with. */
export interface StatusPageDependencies extends StatusSources {
  /** What opens the page. */
  readonly password: string | undefined;
  /** Whether a listener of its own on loopback serves the page, which then needs no password. */
  readonly isOnOwnPort: boolean;
  /** Milliseconds on a clock that only moves forward; the process's own unless given. */
  readonly now?: (() => number) | undefined;
}

/** A path of the status page, in the form of the hub's endpoints. */
export interface StatusEndpoint {
  readonly method: "GET" | "POST";
  readonly path: string;
  handle(call: StatusCall): Response | Promise<Response>;
}

/** How long a sign-in form may stay open. */
const formSeconds = 3600;

/** The status page, the sign-in page and the files that they refer to. */
export function statusEndpoints(parts: StatusPageDependencies): readonly StatusEndpoint[] {
  return [...pagesOf(parts), ...assets.map(assetEndpoint)];
}

/**
 * Without a password the page is never served where a proxy may be in front: one that adds no header and connects
 * from this machine looks like a browser on it.
 */
function pagesOf(parts: StatusPageDependencies): readonly StatusEndpoint[] {
  const { password, isOnOwnPort, now = () => performance.now(), ...sources } = parts;
  if (password === undefined) return [isOnOwnPort ? statusForThisMachine(sources) : refusedStatus];
  const sessions = new StatusSessions(now);
  return [
    statusForSignedIn(sources, sessions),
    signInForm(sessions),
    signIn(password, sessions, new SignInAttempts(now)),
    signOut(sessions),
  ];
}

const refusedStatus: StatusEndpoint = {
  method: "GET",
  path: "/status",
  handle: (call) => refusedPage(readStatusRequest(call)),
};

function refusedPage(pageRequest: StatusRequest): Response {
  return pageRequest.withCookies(renderPage(<RefusedPage language={pageRequest.language} />, 403), []);
}

function statusForThisMachine(sources: StatusSources): StatusEndpoint {
  return {
    method: "GET",
    path: "/status",
    async handle(call) {
      const pageRequest = readStatusRequest(call);
      if (!isFromThisMachine(call)) return refusedPage(pageRequest);
      const facts = await collectStatus(sources);
      const page = <StatusPage language={pageRequest.language} facts={facts} signOutCsrf={undefined} />;
      return pageRequest.withCookies(renderPage(page, 200), []);
    },
  };
}

function statusForSignedIn(sources: StatusSources, sessions: StatusSessions): StatusEndpoint {
  return {
    method: "GET",
    path: "/status",
    async handle(call) {
      const pageRequest = readStatusRequest(call);
      const session = pageRequest.cookie("hub_session");
      if (!sessions.isAlive(session)) return pageRequest.withCookies(redirectTo("/status/login"), []);
      const facts = await collectStatus(sources);
      const csrf = csrfTokenOf(session);
      const page = <StatusPage language={pageRequest.language} facts={facts} signOutCsrf={csrf} />;
      return pageRequest.withCookies(renderPage(page, 200), []);
    },
  };
}

function signInForm(sessions: StatusSessions): StatusEndpoint {
  return {
    method: "GET",
    path: "/status/login",
    handle(call) {
      const pageRequest = readStatusRequest(call);
      if (sessions.isAlive(pageRequest.cookie("hub_session")))
        return pageRequest.withCookies(redirectTo("/status"), []);
      return showForm(pageRequest, { status: 200 });
    },
  };
}

function signIn(password: string, sessions: StatusSessions, attempts: SignInAttempts): StatusEndpoint {
  return {
    method: "POST",
    path: "/status/login",
    async handle(call) {
      const pageRequest = readStatusRequest(call);
      const { request, address = "" } = call;
      const form = await readOwnForm({
        request,
        cookie: pageRequest.cookie("hub_sign_in"),
        origin: pageRequest.origin,
      });
      if (form === undefined) return showForm(pageRequest, { status: 403, problem: "form_expired" });
      // Counted before the password is looked at, so that attempts at once are counted exactly.
      const retryAfterSeconds = attempts.take(address);
      if (retryAfterSeconds > 0)
        throw refusedSignIn(
          "request_rate_limited",
          showForm(pageRequest, { status: 429, problem: "too_many_attempts", retryAfterSeconds }),
        );
      if (!isSameText(form.get("password") ?? "", password))
        throw refusedSignIn(
          "invalid_caller",
          showForm(pageRequest, { status: 401, problem: "wrong_password" }),
        );
      // A session always gets a new name: a planted one is worth nothing.
      const session = {
        name: "hub_session",
        value: sessions.begin(),
        maxAgeSeconds: sessionSeconds,
      } as const;
      return pageRequest.withCookies(redirectTo("/status"), [session, gone("hub_sign_in")]);
    },
  };
}

/** Thrown, so that it is logged and counted as a refusal; there is one password and no name. */
function refusedSignIn(type: HubErrorType, response: Response): HubError {
  return new HubError(type, { detail: "a sign-in to the status page", claimedName: "", response });
}

function signOut(sessions: StatusSessions): StatusEndpoint {
  return {
    method: "POST",
    path: "/status/logout",
    async handle(call) {
      const pageRequest = readStatusRequest(call);
      const session = pageRequest.cookie("hub_session");
      const form = await readOwnForm({ request: call.request, cookie: session, origin: pageRequest.origin });
      if (form === undefined || session === undefined)
        return pageRequest.withCookies(redirectTo("/status"), []);
      sessions.end(session);
      return pageRequest.withCookies(redirectTo("/status/login"), [gone("hub_session")]);
    },
  };
}

interface FormView {
  readonly status: number;
  readonly problem?: SignInProblem;
  readonly retryAfterSeconds?: number;
}

function showForm(pageRequest: StatusRequest, { status, problem, retryAfterSeconds }: FormView): Response {
  const value = pageRequest.cookie("hub_sign_in") || randomBytes(24).toString("base64url");
  const page = (
    <SignInPage
      language={pageRequest.language}
      csrf={csrfTokenOf(value)}
      problem={problem}
      retryAfterSeconds={retryAfterSeconds}
    />
  );
  const response = renderPage(page, status);
  if (retryAfterSeconds !== undefined) response.headers.set("Retry-After", String(retryAfterSeconds));
  return pageRequest.withCookies(response, [{ name: "hub_sign_in", value, maxAgeSeconds: formSeconds }]);
}

function gone(name: CookieChange["name"]): CookieChange {
  return { name, value: "", maxAgeSeconds: 0 };
}

function assetEndpoint({ path, body, contentType }: Asset): StatusEndpoint {
  const headers = {
    "Content-Type": contentType,
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
  return { method: "GET", path, handle: () => new Response(body, { headers }) };
}

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const loopbackAddress = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/**
 * Whether a browser on this very machine asks, with nothing in between. The host is looked at as well, or a page from
 * elsewhere could point a name of its own at this machine and read along (DNS rebinding).
 */
function isFromThisMachine({ request, address = "" }: StatusCall): boolean {
  const isDirect = !proxyHeaders.some((name) => request.headers.has(name));
  const { hostname } = new URL(request.url);
  return isDirect && isIP(address) !== 0 && loopbackAddress.test(address) && loopbackName.test(hostname);
}
