import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { addHealth, PathRouter, pathOf } from "@survey-open-platform/service";
import { answerEndpoint } from "./api/answer-endpoint.ts";
import { answerListEndpoint } from "./api/answer-list-endpoint.ts";
import { legacySurveyEndpoint, surveyEndpoint } from "./api/survey-endpoint.ts";
import { surveyListEndpoint } from "./api/survey-list-endpoint.ts";
import { userInfoEndpoint } from "./api/user-info-endpoint.ts";
import { authorizationPage } from "./authorize/authorization-page.tsx";
import { consentDecision } from "./authorize/consent-decision.ts";
import type { Config } from "./config.ts";
import {
  authorizedApplicationsPage,
  revokeAllApplications,
  revokeApplication,
} from "./console/authorized-applications.tsx";
import { PlatformError } from "./errors.ts";
import { serveEndpoint, type Endpoint } from "./http/endpoint.ts";
import { errorReply, toPlatformError } from "./http/error-reply.ts";
import { RefusalBrake, type RefusalBudget } from "./http/refusal-brake.ts";
import { logoImage } from "./model/logo.ts";
import type { RequestObserver } from "./http/request-observer.ts";
import { platformZone } from "./model/platform-time.ts";
import { assets } from "./pages/assets.ts";
import { PageError, toPageError } from "./pages/page-error.ts";
import { referencePages } from "./reference/reference-pages.tsx";
import { homePage } from "./session/home.tsx";
import { problemPage, servePage, type PageRoute } from "./session/serve-page.tsx";
import { signIn, signInPage, signOut } from "./session/sign-in.tsx";
import type { PageContext } from "./session/visit.ts";
import type { Store } from "./store/store.ts";
import { accessTokenEndpoint } from "./token/access-token-endpoint.ts";
import { refreshTokenEndpoint } from "./token/refresh-token-endpoint.ts";

/** The request handler of the whole platform; `fetch` is all that a listener needs of it. */
export type App = Hono<{ Bindings: Partial<HttpBindings> }>;

export interface AppDependencies {
  readonly config: Config;
  readonly store: Store;
  readonly observe: RequestObserver;
  /** Whether the server still wants new work; false once it has begun to stop. */
  readonly isReady: () => boolean;
  /** Pages of the demo; there are none without it. */
  readonly demoPages?: readonly PageRoute[];
}

/** Puts the platform together. */
export function createApp(parts: AppDependencies): App {
  const app: App = new Hono();
  addEndpoints(app, parts);
  addPages(app, parts);
  addFiles(app, parts);
  addHealth(app, { ping: () => parts.store.ping(), isReady: parts.isReady });
  app.notFound((context) => replyToError(parts, context, new PlatformError("no_route")));
  app.onError((error, context) => replyToError(parts, context, error));
  return app;
}

/** Every documented call, in the order of its documentation. */
export function endpointsOf(store: Store, { timeZone }: Pick<Config, "timeZone">): readonly Endpoint[] {
  const zone = platformZone(timeZone);
  return [
    accessTokenEndpoint(store),
    refreshTokenEndpoint(store),
    userInfoEndpoint(store),
    surveyListEndpoint(store, zone),
    surveyEndpoint(store, zone),
    legacySurveyEndpoint(store, zone),
    answerListEndpoint(store, zone),
    answerEndpoint(store, zone),
  ];
}

/** API calls are looked up before the framework is asked; an endpoint refuses the wrong methods itself. */
function addEndpoints(app: App, { config, store, observe }: AppDependencies): void {
  const { errorStatus, trustProxy: trustedProxies } = config;
  const dependencies = {
    errorStatus,
    trustedProxies,
    observe,
    brake: new RefusalBrake(refusalBudget(config)),
  };
  const router = new PathRouter<ReturnType<typeof serveEndpoint>>();
  for (const endpoint of endpointsOf(store, config))
    router.add(endpoint.path, serveEndpoint(endpoint, dependencies));
  const others = app.fetch;
  app.fetch = (request, bindings, execution) => {
    const match = router.find(pathOf(request.url));
    return match?.target({ request, bindings, path: match.path }) ?? others(request, bindings, execution);
  };
}

/** As many as an address may fail with secrets, so that one setting says what is too much. */
function refusalBudget({ failedSecretsPerMinute }: Config): RefusalBudget {
  const perMinute = 100 * failedSecretsPerMinute;
  return { perMinute, burst: perMinute };
}

function pagesOf({ config, store, demoPages = [] }: AppDependencies): readonly PageRoute[] {
  return [
    homePage,
    signInPage(store),
    signIn(store),
    signOut(store),
    authorizationPage(store, config),
    consentDecision(store),
    authorizedApplicationsPage(store, config.timeZone),
    revokeApplication(store),
    revokeAllApplications(store),
    ...referencePages({ endpoints: endpointsOf(store, config), settings: config }),
    ...demoPages,
  ];
}

function addPages(app: App, parts: AppDependencies): void {
  const { config, store, observe } = parts;
  const dependencies = { store, authUrl: config.authUrl, trustedProxies: config.trustProxy };
  const methodsByPath = new Map<string, string[]>();
  for (const route of pagesOf(parts)) {
    app.on(route.method, route.path, servePage(route, dependencies, observe));
    methodsByPath.set(route.path, [...(methodsByPath.get(route.path) ?? []), route.method]);
  }
  for (const [path, methods] of methodsByPath) {
    const allow = methods.join(", ");
    app.all(path, (context) => replyToError(parts, context, new PlatformError("no_route", { allow })));
  }
}

/** Files never change under their address; logos may, but not often. */
function addFiles(app: App, { store }: AppDependencies): void {
  const nosniff = { "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin" };
  for (const [path, { body, contentType }] of assets) {
    const headers = {
      ...nosniff,
      "Content-Type": contentType,
      "Cache-Control": "public, max-age=31536000, immutable",
    };
    app.get(path, () => new Response(body, { headers }));
  }
  app.get("/logos/:appid", async (context) => {
    const image = logoImage((await store.findApplication(context.req.param("appid")))?.logo ?? "");
    if (image === undefined) return context.notFound();
    const headers = {
      ...nosniff,
      "Content-Type": image.contentType,
      "Cache-Control": "public, max-age=3600",
    };
    return new Response(new Uint8Array(image.bytes), { headers });
  });
}

/** For what no route serves, and failures outside a route: an envelope for programs, a page for people. */
function replyToError({ config, observe }: AppDependencies, context: PageContext, thrown: unknown): Response {
  const error = toPlatformError(thrown);
  const requestId = randomUUID();
  observe({ route: "(none)", requestId, milliseconds: 0, error });
  if (context.req.path.startsWith("/api/")) return errorReply(error, requestId, config.errorStatus);
  const page = problemPage(
    thrown instanceof PageError ? thrown : toPageError(error),
    context,
    requestId,
    undefined,
  );
  page.headers.set("X-Request-Id", requestId);
  return page;
}
