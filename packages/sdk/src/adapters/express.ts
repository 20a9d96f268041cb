import { SurveyPlatformError } from "../survey-platform-error.ts";
import { GrantRegister } from "./grant-register.ts";
import { fromNodeRequest, type NodeRequestLike } from "./node-request.ts";
import { createSignInCore, type Grant, type SignInOptions } from "./sign-in.ts";
import type { SignInReply, SignInRequest } from "./web-exchange.ts";

export type { SessionKeeper } from "./session.ts";
export type { SignInProblem } from "./sign-in-problem.ts";
export type { Grant, SignInOptions } from "./sign-in.ts";
export type { SignInReply, SignInRequest } from "./web-exchange.ts";

/** The part of Node's response that is used. */
export interface NodeResponseLike {
  statusCode: number;
  getHeader(name: string): string | number | string[] | undefined;
  setHeader(name: string, value: string | string[]): unknown;
  end(body?: string): unknown;
}

type Next = (error?: unknown) => void;
type Handler = (request: NodeRequestLike, response: NodeResponseLike, next: Next) => void;

/** Signing in as middleware of Express and Connect. */
export interface ExpressSignIn {
  /** `app.get("/login", …)`: sends the browser to the consent page. */
  readonly login: Handler;
  /** `app.get("/callback", …)`: signs the person in and sends them on. */
  readonly callback: Handler;
  /** `app.post("/logout", …)`: signs the person out of the application. */
  readonly logout: Handler;
  /** In front of routes for signed-in people; others are asked to sign in. */
  readonly requireGrant: Handler;
  /** Behind the routes: asks whoever has taken their consent back to sign in again. */
  readonly renewConsent: (
    error: unknown,
    request: NodeRequestLike,
    response: NodeResponseLike,
    next: Next,
  ) => void;
  /** Whom `requireGrant` let through. @throws Error when it is not in front of the route */
  readonly grant: (request: NodeRequestLike) => Grant;
}

/**
 * Signing in with Express or Connect.
 *
 * @throws TypeError when the session secret is too short or a path is not one of the application
 * @example
 * ```ts
 * import { createMemoryUserTokenStore } from "@survey-open-platform/sdk";
 * import { createSignIn } from "@survey-open-platform/sdk/express";
 *
 * export const signIn = createSignIn({
 *   platform: { baseUrl: "https://platform.example" },
 *   appid: "my_app",
 *   secret: process.env["SECRET"] ?? "",
 *   redirectUri: "https://me.example/callback",
 *   sessionSecret: process.env["SESSION_SECRET"] ?? "",
 *   store: createMemoryUserTokenStore(),
 * });
 * // app.get("/login", signIn.login);
 * // app.get("/callback", signIn.callback);
 * // app.post("/logout", signIn.logout);
 * // app.get("/surveys", signIn.requireGrant, async (req, res) => {
 * //   res.json(await signIn.grant(req).client.surveys.list());
 * // });
 * // app.use(signIn.renewConsent);
 * ```
 */
export function createSignIn(options: SignInOptions): ExpressSignIn {
  const core = createSignInCore(options);
  const grants = new GrantRegister();
  return {
    login: answering((request) => core.login(request)),
    callback: answering((request) => core.callback(request)),
    logout: answering((request) => core.logout(request)),
    requireGrant(request, response, next) {
      const asked = fromNodeRequest(request);
      const proceed = (grant: Grant | undefined) => {
        if (grant === undefined) return send(response, core.askToSignIn(asked));
        grants.note(request, grant);
        next();
      };
      core.grantOf(asked).then(proceed, next);
    },
    renewConsent(error, request, response, next) {
      if (!(error instanceof SurveyPlatformError) || error.type !== "consent_required") return next(error);
      send(response, core.askToSignIn(fromNodeRequest(request)));
    },
    grant: (request) => grants.of(request),
  };
}

/** A handler that needs no framework but to be sent. */
function answering(answer: (request: SignInRequest) => Promise<SignInReply>): Handler {
  return (request, response, next) =>
    void answer(fromNodeRequest(request)).then((reply) => send(response, reply), next);
}

function send(response: NodeResponseLike, { status, headers, body }: SignInReply): void {
  response.statusCode = status;
  const cookies = headers.filter(([name]) => name === "set-cookie").map(([, value]) => value);
  for (const [name, value] of headers) if (name !== "set-cookie") response.setHeader(name, value);
  if (cookies.length > 0) response.setHeader("set-cookie", [...cookiesSoFar(response), ...cookies]);
  response.end(body);
}

/** What other middleware has set stays. */
function cookiesSoFar(response: NodeResponseLike): readonly string[] {
  const value = response.getHeader("set-cookie");
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [String(value)];
}
