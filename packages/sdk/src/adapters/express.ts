import { createNodeSignIn, type NodeRequestLike, type RouteSignIn } from "./sign-in-handlers.ts";
import type { SignInOptions } from "./sign-in.ts";
import type { SignInReply } from "./web-exchange.ts";

export type { SessionKeeper } from "./session.ts";
export type { SignInProblem } from "./sign-in-problem.ts";
export type { Grant, SignInOptions } from "./sign-in.ts";
export type { SignInReply, SignInRequest } from "./web-exchange.ts";
export type { NodeRequestLike, RouteSignIn, SignInHandlers } from "./sign-in-handlers.ts";

/** The part of Node's response that is used. */
export interface NodeResponseLike {
  statusCode: number;
  getHeader(name: string): string | number | string[] | undefined;
  setHeader(name: string, value: string | string[]): unknown;
  end(body?: string): unknown;
}

type Next = (error?: unknown) => void;

/** A handler of Express. */
export type ExpressHandler = (request: NodeRequestLike, response: NodeResponseLike, next: Next) => void;

/** Sign-in as middleware of Express and Connect. */
export interface ExpressSignIn extends RouteSignIn<ExpressHandler, NodeRequestLike> {
  /** An error handler behind the routes: asks users who have revoked access to sign in again. */
  readonly renewConsent: (
    error: unknown,
    request: NodeRequestLike,
    response: NodeResponseLike,
    next: Next,
  ) => void;
}

/**
 * Sign-in with Express or Connect.
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
  const { admit, replyToError, login, callback, logout, grant } = createNodeSignIn<
    NodeRequestLike,
    ExpressHandler
  >(
    options,
    (reply) => (request, response, next) => void reply(request).then((made) => send(response, made), next),
  );
  return {
    login,
    callback,
    logout,
    grant,
    requireGrant(request, response, next) {
      const proceed = (reply: SignInReply | undefined) =>
        reply === undefined ? next() : send(response, reply);
      admit(request).then(proceed, next);
    },
    renewConsent(error, request, response, next) {
      const reply = replyToError(request, error);
      if (reply === undefined) next(error);
      else send(response, reply);
    },
  };
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
