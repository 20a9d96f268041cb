import { createSignInRoutes, type SignInHandlers } from "./sign-in-handlers.ts";
import type { Grant, SignInOptions } from "./sign-in.ts";
import type { SignInReply, SignInRequest } from "./web-exchange.ts";

export type { SessionKeeper } from "./session.ts";
export type { SignInProblem } from "./sign-in-problem.ts";
export type { Grant, SignInOptions } from "./sign-in.ts";
export type { SignInReply, SignInRequest } from "./web-exchange.ts";
export type { SignInHandlers } from "./sign-in-handlers.ts";

/** A handler of a `Request`. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Sign-in for everything that takes a `Request` and returns a `Response`: Hono, Next, Bun, Deno, workers. */
export interface FetchSignIn extends SignInHandlers<FetchHandler> {
  /** The grant of the signed-in user, if there is one. */
  readonly grantOf: (request: Request) => Promise<Grant | undefined>;
  /** A handler for signed-in users. Others, and users who have revoked access, are asked to sign in. */
  readonly requireGrant: <Rest extends readonly unknown[]>(
    handler: (request: Request, grant: Grant, ...rest: Rest) => Response | Promise<Response>,
  ) => (request: Request, ...rest: Rest) => Promise<Response>;
}

/**
 * Sign-in over `Request` and `Response`.
 *
 * @throws TypeError when the session secret is too short or a path is not one of the application
 * @example
 * ```ts
 * import { createMemoryUserTokenStore } from "@survey-open-platform/sdk";
 * import { createSignIn } from "@survey-open-platform/sdk/fetch";
 *
 * const signIn = createSignIn({
 *   platform: { baseUrl: "https://platform.example" },
 *   appid: "my_app",
 *   secret: process.env["SECRET"] ?? "",
 *   redirectUri: "https://me.example/callback",
 *   sessionSecret: process.env["SESSION_SECRET"] ?? "",
 *   store: createMemoryUserTokenStore(),
 * });
 *
 * const surveys = signIn.requireGrant(async (_request, { client }) => Response.json(await client.surveys.list()));
 *
 * export default {
 *   fetch(request: Request): Promise<Response> | Response {
 *     const { pathname } = new URL(request.url);
 *     if (pathname === "/login") return signIn.login(request);
 *     if (pathname === "/callback") return signIn.callback(request);
 *     if (pathname === "/logout") return signIn.logout(request);
 *     return surveys(request);
 *   },
 * };
 * ```
 */
export function createSignIn(options: SignInOptions): FetchSignIn {
  const { admit, replyToError, ...routes } = createSignInRoutes<Request, FetchHandler>(
    options,
    requestOf,
    (reply) => async (request) => responseOf(await reply(request)),
  );
  return {
    ...routes,
    requireGrant:
      (handler) =>
      async (request, ...rest) => {
        const admitted = await admit(request);
        if ("status" in admitted) return responseOf(admitted);
        try {
          return await handler(request, admitted, ...rest);
        } catch (error) {
          const reply = replyToError(request, error);
          if (reply === undefined) throw error;
          return responseOf(reply);
        }
      },
  };
}

function requestOf(request: Request): SignInRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? undefined,
    native: request,
  };
}

function responseOf({ status, headers, body }: SignInReply): Response {
  const response = new Response(body === "" ? null : body, { status });
  for (const [name, value] of headers) response.headers.append(name, value);
  return response;
}
