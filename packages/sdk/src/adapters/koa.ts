import { SurveyPlatformError } from "../survey-platform-error.ts";
import { GrantRegister } from "./grant-register.ts";
import { fromNodeRequest, type NodeRequestLike } from "./node-request.ts";
import { createSignInCore, type Grant, type SignInOptions } from "./sign-in.ts";
import type { SignInReply, SignInRequest } from "./web-exchange.ts";

export type { SessionKeeper } from "./session.ts";
export type { SignInProblem } from "./sign-in-problem.ts";
export type { Grant, SignInOptions } from "./sign-in.ts";
export type { SignInReply, SignInRequest } from "./web-exchange.ts";

/** The part of Koa's context that is used. */
export interface KoaContextLike extends NodeRequestLike {
  status: number;
  body: unknown;
  set(name: string, value: string): unknown;
  append(name: string, value: string): unknown;
}

type Middleware = (context: KoaContextLike, next: () => Promise<unknown>) => Promise<void>;

/** Signing in as middleware of Koa; which path each one serves is the router's business. */
export interface KoaSignIn {
  /** GET at the login path: sends the browser to the consent page. */
  readonly login: Middleware;
  /** GET at the registered redirect address: signs the person in and sends them on. */
  readonly callback: Middleware;
  /** POST from a form of the application: signs the person out of it. */
  readonly logout: Middleware;
  /** In front of what is for signed-in people; others are asked to sign in, as is whoever took their consent back. */
  readonly requireGrant: Middleware;
  /** Whom `requireGrant` let through. @throws Error when it is not in front of the route */
  readonly grant: (context: KoaContextLike) => Grant;
}

/**
 * Signing in with Koa.
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
  const core = createSignInCore(options);
  const grants = new GrantRegister();
  return {
    login: answering((request) => core.login(request)),
    callback: answering((request) => core.callback(request)),
    logout: answering((request) => core.logout(request)),
    async requireGrant(context, next) {
      const asked = fromNodeRequest(context);
      const grant = await core.grantOf(asked);
      if (grant === undefined) return send(context, core.askToSignIn(asked));
      grants.note(context, grant);
      try {
        await next();
      } catch (error) {
        if (!(error instanceof SurveyPlatformError) || error.type !== "consent_required") throw error;
        send(context, core.askToSignIn(asked));
      }
    },
    grant: (context) => grants.of(context),
  };
}

/** Middleware that needs no framework but to be sent. */
function answering(answer: (request: SignInRequest) => Promise<SignInReply>): Middleware {
  return async (context) => send(context, await answer(fromNodeRequest(context)));
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
