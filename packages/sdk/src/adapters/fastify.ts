import { SurveyPlatformError } from "../survey-platform-error.ts";
import { GrantRegister } from "./grant-register.ts";
import { fromNodeRequest, type NodeRequestLike } from "./node-request.ts";
import { createSignInCore, type Grant, type SignInOptions } from "./sign-in.ts";
import type { SignInReply, SignInRequest } from "./web-exchange.ts";

export type { SessionKeeper } from "./session.ts";
export type { SignInProblem } from "./sign-in-problem.ts";
export type { Grant, SignInOptions } from "./sign-in.ts";
export type { SignInReply, SignInRequest } from "./web-exchange.ts";

/** The part of Fastify's reply that is used. */
export interface FastifyReplyLike {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body?: string): unknown;
}

type Handler = (request: NodeRequestLike, reply: FastifyReplyLike) => Promise<unknown>;

/** Signing in as handlers and hooks of Fastify. */
export interface FastifySignIn {
  /** `app.get("/login", …)`: sends the browser to the consent page. */
  readonly login: Handler;
  /** `app.get("/callback", …)`: signs the person in and sends them on. */
  readonly callback: Handler;
  /** `app.post("/logout", …)`: signs the person out of the application. */
  readonly logout: Handler;
  /** A `preHandler` of routes for signed-in people; others are asked to sign in. */
  readonly requireGrant: Handler;
  /** An error handler, or the beginning of one: asks whoever has taken their consent back to sign in again. */
  readonly renewConsent: (
    error: unknown,
    request: NodeRequestLike,
    reply: FastifyReplyLike,
  ) => Promise<unknown>;
  /** Whom `requireGrant` let through. @throws Error when it is not in front of the route */
  readonly grant: (request: NodeRequestLike) => Grant;
}

/**
 * Signing in with Fastify.
 *
 * @throws TypeError when the session secret is too short or a path is not one of the application
 * @example
 * ```ts
 * import { createMemoryUserTokenStore } from "@survey-open-platform/sdk";
 * import { createSignIn } from "@survey-open-platform/sdk/fastify";
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
 * // app.get("/surveys", { preHandler: signIn.requireGrant }, (request) =>
 * //   signIn.grant(request).client.surveys.list(),
 * // );
 * // app.setErrorHandler(signIn.renewConsent);
 * ```
 */
export function createSignIn(options: SignInOptions): FastifySignIn {
  const core = createSignInCore(options);
  const grants = new GrantRegister();
  return {
    login: answering((request) => core.login(request)),
    callback: answering((request) => core.callback(request)),
    logout: answering((request) => core.logout(request)),
    async requireGrant(request, reply) {
      const asked = fromNodeRequest(request);
      const grant = await core.grantOf(asked);
      if (grant === undefined) return send(reply, core.askToSignIn(asked));
      grants.note(request, grant);
      return undefined;
    },
    async renewConsent(error, request, reply) {
      if (!(error instanceof SurveyPlatformError) || error.type !== "consent_required") throw error;
      return send(reply, core.askToSignIn(fromNodeRequest(request)));
    },
    grant: (request) => grants.of(request),
  };
}

/** A handler that needs no framework but to be sent. */
function answering(answer: (request: SignInRequest) => Promise<SignInReply>): Handler {
  return async (request, reply) => send(reply, await answer(fromNodeRequest(request)));
}

/** Fastify adds to `set-cookie` instead of replacing it. @returns the reply, which tells Fastify that it is sent */
function send(reply: FastifyReplyLike, { status, headers, body }: SignInReply): FastifyReplyLike {
  reply.code(status);
  for (const [name, value] of headers) reply.header(name, value);
  reply.send(body);
  return reply;
}
