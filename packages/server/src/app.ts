import { Hono } from "hono";
import { addHealth, type Logger, type NativeHandler } from "@survey-open-platform/service";
import { endpointsOf } from "./api/endpoints.ts";
import { consentAsker } from "./grants/authorize/ask-for-consent.tsx";
import { authorizationPage } from "./grants/authorize/authorization-page.ts";
import { devicePages } from "./grants/oauth/device/device-pages.tsx";
import { oauthAuthorizationPages } from "./grants/oauth/authorize/oauth-authorization-page.ts";
import { addressFinder, type FindAddresses, resourceMetadataAddress } from "./grants/oauth/issuer.ts";
import { DescribedClients } from "./grants/clients/described-clients.ts";
import type { ClientSources } from "./grants/clients/oauth-client.ts";
import type { SigningKeys } from "./grants/openid/signing-keys.ts";
import { oauthRoutes } from "./grants/oauth/oauth-routes.ts";
import { addOauth } from "./grants/oauth/serve-oauth.ts";
import { consentDecision } from "./grants/authorize/consent-decision.ts";
import type { SettingInEffect } from "./config/read-config.ts";
import type { Config } from "./config/settings.ts";
import { webhookEvents } from "./api/calls/webhooks/event-wire.ts";
import { answeringPages } from "./surveys/answering/answering-pages.ts";
import { type UploadDependencies, fileRoom } from "./surveys/answering/receive-uploads.ts";
import { accountPages } from "./people/account/account-pages.ts";
import { administrationPages } from "./people/administration/administration-pages.ts";
import { consolePages } from "./applications/console-pages.ts";
import { PlatformError } from "./errors.ts";
import { CallLimits } from "./http/call-limits.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { errorReply, toPlatformError } from "./http/error-reply.ts";
import { PageRouter } from "./http/page-router.ts";
import { EmptyPages } from "./http/empty-pages.ts";
import { OpenStreams } from "./http/open-streams.ts";
import { RefusalThrottle } from "./http/refusal-throttle.ts";
import type { Budget } from "./http/remembered-budgets.ts";
import { makeRequestId } from "./http/request-id.ts";
import type { RequestObserver } from "./http/request-observer.ts";
import type { Reply } from "./http/send-reply.ts";
import { serveApi } from "./http/serve-api.ts";
import { webhooksOfSurvey } from "./webhooks/survey-webhooks.tsx";
import { webhookPages } from "./webhooks/webhook-pages.ts";
import { unsubscribePages } from "./mail/unsubscribe.tsx";
import { agentPages } from "./mcp/pages/agent-pages.ts";
import { serveMcp } from "./mcp/serve-mcp.ts";
import { ThrottledAddresses } from "./http/throttled-addresses.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { PageError, toPageError } from "./pages/page-error.ts";
import { describeOnce, type DescribedApi } from "./api/reference/describe-api.ts";
import { referencePages } from "./api/reference/reference-pages.tsx";
import { loginCodePages, redirectPath } from "./session/login-codes/redirect.tsx";
import { homePage } from "./session/home.tsx";
import { passkeySignInPages } from "./session/passkeys/passkey-sign-in.tsx";
import { passkeyStepUpPages } from "./session/passkeys/passkey-step-up.tsx";
import type { RequestLog } from "./http/request-log/request-log.ts";
import type { PageRoute } from "./session/page-route.ts";
import { ProviderClient } from "./session/providers/provider-client.ts";
import { providerPages } from "./session/providers/provider-pages.tsx";
import type { SignInProvider } from "./session/providers/read-providers.ts";
import { returnablePathsOf } from "./session/return-address.ts";
import { secondFactorPages } from "./session/second-factor.tsx";
import { addFiles, type Pages } from "./session/serve-files.ts";
import { problemPage, servePage } from "./session/serve-page.tsx";
import { signIn, signInPage, signOut } from "./session/sign-in.tsx";
import { signInForm } from "./session/sign-in-form.tsx";
import { stepUpForm } from "./session/step-up-form.tsx";
import { stepUpPages } from "./session/step-up.tsx";
import type { PageContext } from "./session/page-request.ts";
import type { Store } from "./store/store.ts";
import { uploadFolder } from "./store/surveys/upload-folder.ts";
import { teamPages } from "./teams/team-pages.ts";
import { surveyPages } from "./surveys/survey-pages.ts";

/** The request handlers of the whole platform, each for what the one before it leaves. */
export interface App {
  /** Every path under `/api/`, and `/mcp`: for programs. */
  readonly api: NativeHandler;
  /** Pages, files and health checks. */
  readonly pages: Pages;
}

export interface AppDependencies {
  readonly config: Config;
  /** What administrators see of the settings. */
  readonly settings: readonly SettingInEffect[];
  readonly store: Store;
  readonly observe: RequestObserver;
  /** Gets what goes wrong when no request waits for it. */
  readonly log: Pick<Logger, "warn">;
  readonly requestLog: RequestLog;
  /** Whether the server still wants new work; false once it has begun to stop. */
  readonly isReady: () => boolean;
  /** What signs ID tokens. */
  readonly signingKeys: SigningKeys;
  /** Pages of the demo; there are none without it. */
  readonly demoPages?: readonly PageRoute[];
  /** The address that the server listens on, once it does: where OAuth is without a setting. */
  readonly listeningAt?: () => string | undefined;
  /** OpenID providers through which users can sign in. Default none. */
  readonly providers?: readonly SignInProvider[];
}

/** Puts the platform together. */
export function createApp(parts: AppDependencies): App {
  const endpoints = endpointsOf(parts.store, parts.config);
  const throttle = new RefusalThrottle(refusalBudget(parts.config));
  const api = createApi(parts, endpoints, throttle);
  const agents = createAgents(parts, throttle);
  return {
    api: (request, response) => api(request, response) || agents(request, response),
    pages: createPages(parts, { api, described: describeOnce(endpoints), throttle }),
  };
}

function createApi(
  parts: AppDependencies,
  endpoints: readonly Endpoint[],
  throttle: RefusalThrottle,
): NativeHandler {
  const { config, store, observe, requestLog } = parts;
  const addresses = addressesOf(parts);
  return serveApi(endpoints, {
    errorStatus: config.errorStatus,
    trustedProxies: config.trustProxy,
    observe,
    record: requestLog.record,
    throttle,
    limits: new CallLimits(config.dataCallsPerMinute),
    emptyPages: new EmptyPages(),
    streams: new OpenStreams(),
    throttled: new ThrottledAddresses((caller, call) =>
      store.recordSecurityEvent({ action: "address.throttled", caller, call }),
    ),
    resourceMetadata() {
      const found = addresses();
      return found && resourceMetadataAddress(found, "api");
    },
    read: (request) => store.read(request),
    isPage: (path) => path === redirectPath,
  });
}

function createAgents(parts: AppDependencies, throttle: RefusalThrottle): NativeHandler {
  const { config, store, observe, requestLog } = parts;
  return serveMcp({
    store,
    zone: platformZone(config.timeZone),
    addresses: addressesOf(parts),
    agentOrigins: config.agentOrigins,
    trustedProxies: config.trustProxy,
    observe,
    record: requestLog.record,
    throttle,
  });
}

function addressesOf({ config, listeningAt }: AppDependencies): FindAddresses {
  return addressFinder(config, () => listeningAt?.());
}

/** What pages need of the API. */
interface ApiOfPages {
  readonly api: NativeHandler;
  readonly described: () => DescribedApi;
  readonly throttle: RefusalThrottle;
}

function createPages(parts: AppDependencies, { api, described, throttle }: ApiOfPages): Pages {
  const pages: Pages = new Hono({ router: new PageRouter() });
  const { config, observe, requestLog } = parts;
  const clients = clientSources(parts);
  addOauth(pages, oauthRoutes(clients, parts.signingKeys), {
    addresses: addressesOf(parts),
    trustedProxies: config.trustProxy,
    observe,
    record: requestLog.record,
    throttle,
  });
  addPages(pages, parts, [...consentPages(parts, clients), ...pagesOf(parts, api, described)]);
  // They are the same for everyone, and so is what is missing among them.
  addFiles(pages, parts.store, (context) => replyToError(parts, context, new PlatformError("no_route")));
  addHealth(pages, { ping: () => parts.store.ping(), isReady: parts.isReady });
  pages.onError((error, context) => replyToError(parts, context, error));
  return pages;
}

/** Where clients of OAuth are looked up. */
function clientSources({ store, config }: AppDependencies): ClientSources {
  const { clientRegistration: registration, clientDocumentAllow: opened } = config;
  return { store, described: new DescribedClients({ store, registration, opened }) };
}

/** As many as an address may fail with secrets, so that one setting says what is too much. */
function refusalBudget({ failedSecretsPerMinute }: Config): Budget {
  const perMinute = 100 * failedSecretsPerMinute;
  return { perMinute, burst: perMinute };
}

function pagesOf(
  parts: AppDependencies,
  api: NativeHandler,
  described: () => DescribedApi,
): readonly PageRoute[] {
  const { config, settings, store, requestLog, log, demoPages = [], providers = [] } = parts;
  const showSignIn = signInForm(store, { providers, signUp: config.signUp });
  const clients = providers.map((provider) => new ProviderClient(provider));
  const showStepUp = stepUpForm(store);
  const files = uploadDependencies(store, config);
  return [
    homePage({ ...config, store, isDemo: demoPages.length > 0 }),
    signInPage(showSignIn),
    signIn(store, showSignIn),
    ...loginCodePages(store).concat(unsubscribePages(store)),
    ...passkeySignInPages(store, showSignIn),
    ...providerPages({ store, clients, signUp: config.signUp, showForm: showSignIn }),
    signOut(store),
    ...secondFactorPages(store),
    ...stepUpPages(store, showStepUp),
    ...passkeyStepUpPages(store, showStepUp),
    ...accountPages(store, config, { clients, uploads: files?.folder }),
    ...agentPages(store),
    ...consolePages({
      store,
      requestLog,
      api,
      calls: () => described().calls,
      addresses: addressesOf(parts),
      baseUrl: config.baseUrl,
    }),
    ...administrationPages({ store, requestLog, config, settings }),
    ...teamPages({ store, requestLog }, config),
    ...surveyPages({ store, log }, files),
    ...webhookPages({ store, opened: config.webhookAllow }, webhooksOfSurvey(store)),
    ...answeringPages(store, files, config),
    ...referencePages({ described, events: webhookEvents, settings: config, addresses: addressesOf(parts) }),
    ...demoPages,
  ];
}

function consentPages(parts: AppDependencies, clients: ClientSources): readonly PageRoute[] {
  const { store, config, signingKeys } = parts;
  const addresses = addressesOf(parts);
  const askForConsent = consentAsker(store, config);
  const isSignUpOpen = config.signUp === "open";
  const authorization = { clients, addresses, askForConsent, keys: signingKeys, isSignUpOpen };
  return [
    authorizationPage(store, askForConsent),
    ...oauthAuthorizationPages(authorization),
    ...devicePages(authorization),
    consentDecision(clients, addresses),
  ];
}

/** Undefined where no files are kept. */
function uploadDependencies(store: Store, config: Config): UploadDependencies | undefined {
  const folder = uploadFolder(config);
  return folder && { store, folder, room: fileRoom(config.uploadsMegabytes * 1024 * 1024) };
}

function addPages(app: Pages, parts: AppDependencies, routes: readonly PageRoute[]): void {
  const { config, store, observe } = parts;
  const dependencies = {
    store,
    authUrl: config.authUrl,
    trustedProxies: config.trustProxy,
    timeZone: config.timeZone,
    isReturnable: returnablePathsOf(routes),
  };
  const methodsByPath = new Map<string, string[]>();
  for (const route of routes) {
    app.on(route.method, route.path, servePage(route, dependencies, observe));
    methodsByPath.set(route.path, [...(methodsByPath.get(route.path) ?? []), route.method]);
  }
  const refuse = (options?: { readonly allow: string }) =>
    withoutCookies(servePage(unknownRoute(options), dependencies, observe));
  for (const [path, methods] of methodsByPath) app.all(path, refuse({ allow: methods.join(", ") }));
  const refuseUnknown = refuse();
  app.notFound((context) =>
    isOfApi(context) ? replyToError(parts, context, new PlatformError("no_route")) : refuseUnknown(context),
  );
}

/** What no route serves, as a page: who is signed in is so there, too. */
function unknownRoute(options?: { readonly allow: string }): PageRoute {
  return {
    method: "GET",
    path: "(none)",
    access: "anyone",
    handle: () => {
      throw new PlatformError("no_route", options);
    },
  };
}

/** An address that is not served sets nothing in the browser, a language neither. */
function withoutCookies(serve: (context: PageContext) => Promise<Response>): typeof serve {
  return async (context) => {
    const page = await serve(context);
    page.headers.delete("set-cookie");
    return page;
  };
}

/** Only a path whose first letters are percent-encoded gets here. */
function isOfApi({ req }: PageContext): boolean {
  return req.path.startsWith("/api/");
}

/** For what no route serves, and failures outside a route: an envelope for programs, a page for people. */
async function replyToError(
  { config, observe }: AppDependencies,
  context: PageContext,
  thrown: unknown,
): Promise<Response> {
  const error = toPlatformError(thrown);
  const requestId = makeRequestId();
  observe({ route: "(none)", requestId, milliseconds: 0, error });
  if (isOfApi(context)) return responseOf(errorReply(error, requestId, config.errorStatus));
  const page = await problemPage(
    thrown instanceof PageError ? thrown : toPageError(error),
    context,
    requestId,
    undefined,
  );
  page.headers.set("X-Request-Id", requestId);
  return page;
}

function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers });
}
