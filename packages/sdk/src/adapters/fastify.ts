import { createNodeSignIn, type NodeRequestLike, type RouteSignIn } from "./sign-in-handlers.ts";
import type { SignInOptions } from "./sign-in.ts";
import type { SignInReply } from "./web-exchange.ts";

export type { SessionKeeper } from "./session.ts";
export type { SignInProblem } from "./sign-in-problem.ts";
export type { Grant, SignInOptions } from "./sign-in.ts";
export type { SignInReply, SignInRequest } from "./web-exchange.ts";
export type { NodeRequestLike, RouteSignIn, SignInHandlers } from "./sign-in-handlers.ts";

/** The part of Fastify's reply that is used. */
export interface FastifyReplyLike {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body?: string): unknown;
}

/** A handler or hook of Fastify. */
export type FastifyHandler = (request: NodeRequestLike, reply: FastifyReplyLike) => Promise<unknown>;

/** Sign-in as handlers and hooks of Fastify; `requireGrant` is a `preHandler`. */
export interface FastifySignIn extends RouteSignIn<FastifyHandler, NodeRequestLike> {
  /** An error handler, or the first part of one: asks users who have revoked access to sign in again. */
  readonly renewConsent: (
    error: unknown,
    request: NodeRequestLike,
    reply: FastifyReplyLike,
  ) => Promise<unknown>;
}

/**
 * Sign-in with Fastify.
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
  const { admit, replyToError, login, callback, logout, grant } = createNodeSignIn<
    NodeRequestLike,
    FastifyHandler
  >(options, (reply) => async (request, response) => send(response, await reply(request)));
  return {
    login,
    callback,
    logout,
    grant,
    async requireGrant(request, response) {
      const reply = await admit(request);
      return reply === undefined ? undefined : send(response, reply);
    },
    async renewConsent(error, request, response) {
      const reply = replyToError(request, error);
      if (reply === undefined) throw error;
      return send(response, reply);
    },
  };
}

/** Fastify adds to `set-cookie` instead of replacing it. @returns the reply, which Fastify takes as sent */
function send(reply: FastifyReplyLike, { status, headers, body }: SignInReply): FastifyReplyLike {
  reply.code(status);
  for (const [name, value] of headers) reply.header(name, value);
  reply.send(body);
  return reply;
}
