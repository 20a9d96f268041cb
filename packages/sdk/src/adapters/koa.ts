import { createNodeSignIn, type NodeRequestLike, type RouteSignIn } from "./sign-in-handlers.ts";
import type { SignInOptions } from "./sign-in.ts";
import type { SignInReply } from "./web-exchange.ts";

export type { SessionKeeper } from "./session.ts";
export type { SignInProblem } from "./sign-in-problem.ts";
export type { Grant, SignInOptions } from "./sign-in.ts";
export type { SignInReply, SignInRequest } from "./web-exchange.ts";
export type { NodeRequestLike, RouteSignIn, SignInHandlers } from "./sign-in-handlers.ts";

/** The part of Koa's context that is used. */
export interface KoaContextLike extends NodeRequestLike {
  status: number;
  body: unknown;
  set(name: string, value: string): unknown;
  append(name: string, value: string): unknown;
}

/** A middleware of Koa. */
export type KoaMiddleware = (context: KoaContextLike, next: () => Promise<unknown>) => Promise<void>;

/**
 * Sign-in as middleware of Koa; a router chooses the path of each. `requireGrant` also asks users who have revoked
 * access to sign in again.
 */
export type KoaSignIn = RouteSignIn<KoaMiddleware, KoaContextLike>;

/**
 * Sign-in with Koa.
 *
 * @throws TypeError when the session secret is too short or a path is not one of the application
 * @example
 * ```ts
 * import { createMemoryUserTokenStore } from "@survey-open-platform/sdk";
 * import { createSignIn } from "@survey-open-platform/sdk/koa";
 *
 * export const signIn = createSignIn({
 *   platform: { baseUrl: "https://platform.example" },
 *   appid: "my_app",
 *   secret: process.env["SECRET"] ?? "",
 *   redirectUri: "https://me.example/callback",
 *   sessionSecret: process.env["SESSION_SECRET"] ?? "",
 *   store: createMemoryUserTokenStore(),
 * });
 * // router.get("/login", signIn.login);
 * // router.get("/callback", signIn.callback);
 * // router.post("/logout", signIn.logout);
 * // router.get("/surveys", signIn.requireGrant, async (ctx) => {
 * //   ctx.body = await signIn.grant(ctx).client.surveys.list();
 * // });
 * ```
 */
export function createSignIn(options: SignInOptions): KoaSignIn {
  const { admit, replyToError, login, callback, logout, grant } = createNodeSignIn<
    KoaContextLike,
    KoaMiddleware
  >(options, (reply) => async (context) => send(context, await reply(context)));
  return {
    login,
    callback,
    logout,
    grant,
    async requireGrant(context, next) {
      const refused = await admit(context);
      if (refused !== undefined) return send(context, refused);
      try {
        await next();
      } catch (error) {
        const reply = replyToError(context, error);
        if (reply === undefined) throw error;
        send(context, reply);
      }
    },
  };
}

function send(context: KoaContextLike, { status, headers, body }: SignInReply): void {
  // The body first: Koa derives status and type from it unless they are set afterwards.
  context.body = body;
  context.status = status;
  for (const [name, value] of headers) {
    if (name === "set-cookie") context.append(name, value);
    else context.set(name, value);
  }
}
