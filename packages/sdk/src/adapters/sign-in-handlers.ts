import { SurveyPlatformError } from "../survey-platform-error.ts";
import { createSignInCore, type Grant, type SignInOptions } from "./sign-in.ts";
import type { SignInReply, SignInRequest } from "./web-exchange.ts";

/** The handlers that every adapter has, in the form of its framework. */
export interface SignInHandlers<Handler> {
  /** GET at the login path: sends the browser to the consent page. */
  readonly login: Handler;
  /** GET at the registered redirect URI: signs the user in and redirects to the page that they wanted. */
  readonly callback: Handler;
  /** POST from a form of the application: signs the user out of it. */
  readonly logout: Handler;
}

/** The handlers of a framework whose routes have handlers in front of them. */
export interface RouteSignIn<Handler, Request> extends SignInHandlers<Handler> {
  /** In front of routes for signed-in users; others are asked to sign in. */
  readonly requireGrant: Handler;
  /** The grant with which `requireGrant` let the request pass. @throws Error when it is not in front of the route */
  readonly grant: (request: Request) => Grant;
}

/** The part of Node's request that sign-in uses; Express, Connect, Fastify and Koa all have it. */
export interface NodeRequestLike {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The address before a router removed its own part. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Turns one of the sign-in's own routes into a handler of the framework. */
export type ServeReply<Request, Handler> = (reply: (request: Request) => Promise<SignInReply>) => Handler;

/** Sign-in for one framework, apart from how the framework sends replies. */
export interface SignInRoutes<Request, Handler> extends SignInHandlers<Handler> {
  /** The grant of the signed-in user, or the reply that asks to sign in. */
  readonly admit: (request: Request) => Promise<Grant | SignInReply>;
  /** The reply to a user who has revoked access, when that is what `error` means. */
  readonly replyToError: (request: Request, error: unknown) => SignInReply | undefined;
  readonly grantOf: (request: Request) => Promise<Grant | undefined>;
}

/** What the adapters share: reads a framework's requests and serves the sign-in's own routes with `serve`. */
export function createSignInRoutes<Request, Handler>(
  options: SignInOptions,
  read: (request: Request) => SignInRequest,
  serve: ServeReply<Request, Handler>,
): SignInRoutes<Request, Handler> {
  const core = createSignInCore(options);
  return {
    login: serve((request) => core.login(read(request))),
    callback: serve((request) => core.callback(read(request))),
    logout: serve((request) => core.logout(read(request))),
    grantOf: (request) => core.grantOf(read(request)),
    async admit(request) {
      const asked = read(request);
      return (await core.grantOf(asked)) ?? core.askToSignIn(asked);
    },
    replyToError(request, error) {
      const needsConsent = error instanceof SurveyPlatformError && error.type === "consent_required";
      return needsConsent ? core.askToSignIn(read(request)) : undefined;
    },
  };
}

/** Sign-in for a framework on Node: the same, with the grants of the requests that `admit` let pass. */
export interface NodeSignIn<Request, Handler> extends Omit<SignInRoutes<Request, Handler>, "admit"> {
  /** @returns the reply to a user who has to sign in first */
  readonly admit: (request: Request) => Promise<SignInReply | undefined>;
  /** @throws Error when `admit` did not let the request pass */
  readonly grant: (request: Request) => Grant;
}

/** Puts sign-in for a framework on Node together. */
export function createNodeSignIn<Request extends NodeRequestLike, Handler>(
  options: SignInOptions,
  serve: ServeReply<Request, Handler>,
): NodeSignIn<Request, Handler> {
  const { admit, ...routes } = createSignInRoutes(options, readNodeRequest, serve);
  const grants = new WeakMap<object, Grant>();
  return {
    ...routes,
    async admit(request) {
      const admitted = await admit(request);
      if ("status" in admitted) return admitted;
      grants.set(request, admitted);
      return undefined;
    },
    grant(request) {
      const grant = grants.get(request);
      if (grant === undefined) throw new Error("There is no grant: put requireGrant in front of this route");
      return grant;
    },
  };
}

function readNodeRequest(request: NodeRequestLike): SignInRequest {
  return {
    method: request.method ?? "",
    target: request.originalUrl ?? request.url ?? "/",
    header(name) {
      const value = request.headers[name];
      return typeof value === "string" ? value : value?.join(", ");
    },
    native: request,
  };
}
