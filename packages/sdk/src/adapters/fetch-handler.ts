import { SurveyPlatformError } from "../survey-platform-error.ts";
import { createSignInCore, type Grant, type SignInOptions } from "./sign-in.ts";
import type { SignInReply, SignInRequest } from "./web-exchange.ts";

export type { SessionKeeper } from "./session.ts";
export type { SignInProblem } from "./sign-in-problem.ts";
export type { Grant, SignInOptions } from "./sign-in.ts";
export type { SignInReply, SignInRequest } from "./web-exchange.ts";

/** Signing in for everything that takes a `Request` and gives a `Response`: Hono, Next, Bun, Deno, workers. */
export interface FetchSignIn {
  /** GET at the login path: sends the browser to the consent page. */
  readonly login: (request: Request) => Promise<Response>;
  /** GET at the registered redirect address: signs the person in and sends them on. */
  readonly callback: (request: Request) => Promise<Response>;
  /** POST from a form of the application: signs the person out of it. */
  readonly logout: (request: Request) => Promise<Response>;
  /** Who is signed in, if anybody. */
  readonly grantOf: (request: Request) => Promise<Grant | undefined>;
  /** A handler for signed-in people; others are asked to sign in, and so is whoever has taken their consent back. */
  readonly requireGrant: <Rest extends readonly unknown[]>(
    handler: (request: Request, grant: Grant, ...rest: Rest) => Response | Promise<Response>,
  ) => (request: Request, ...rest: Rest) => Promise<Response>;
}

/**
 * Signing in over `Request` and `Response`.
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
  const core = createSignInCore(options);
  return {
    login: async (request) => responseOf(await core.login(requestOf(request))),
    callback: async (request) => responseOf(await core.callback(requestOf(request))),
    logout: async (request) => responseOf(await core.logout(requestOf(request))),
    grantOf: (request) => core.grantOf(requestOf(request)),
    requireGrant:
      (handler) =>
      async (request, ...rest) => {
        const asked = requestOf(request);
        const grant = await core.grantOf(asked);
        if (grant === undefined) return responseOf(core.askToSignIn(asked));
        try {
          return await handler(request, grant, ...rest);
        } catch (error) {
          if (error instanceof SurveyPlatformError && error.type === "consent_required")
            return responseOf(core.askToSignIn(asked));
          throw error;
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
