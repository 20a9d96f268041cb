import { errorHeaders, toPlatformError } from "../http/error-reply.ts";
import { makeRequestId } from "../http/request-id.ts";
import type { RefusedSignIn, RequestObserver } from "../http/request-observer.ts";
import { PlatformError } from "../errors.ts";
import { allowFrames } from "../pages/content-security-policy.ts";
import { ErrorPage } from "../pages/error-page.tsx";
import { notFound, PageError, toPageError } from "../pages/page-error.ts";
import { renderPage } from "../pages/render-page.ts";
import { isStorable } from "@survey-open-platform/surveys";
import { chooseLanguage } from "@survey-open-platform/service";
import { admit } from "./admit.ts";
import { keepsForm, keptFormPage } from "./keep-form.tsx";
import type { PageRoute } from "./page-route.ts";
import {
  readPageRequest,
  type PageContext,
  type PageDependencies,
  type PageRequest,
} from "./page-request.ts";

/** The route handler of a page: an error becomes a page. */
export function servePage(
  route: PageRoute,
  dependencies: PageDependencies,
  observe: RequestObserver,
): (context: PageContext) => Promise<Response> {
  return async (context) => {
    const startedAt = performance.now();
    const requestId = makeRequestId();
    let error: PlatformError | undefined;
    let refusedSignIn: RefusedSignIn | undefined;
    const reportRefusedSignIn = (refused: RefusedSignIn) => void (refusedSignIn = refused);
    let pageRequest: PageRequest | undefined;
    let page: Response;
    try {
      pageRequest = await readPageRequest(context, requestId, { ...dependencies, reportRefusedSignIn });
      refuseUnstorableParts(context);
      page = await admit(route, pageRequest);
    } catch (thrown) {
      error = thrown instanceof PageError ? refusalOf(thrown) : toPlatformError(thrown);
      page = await (keptForm(thrown, route, pageRequest, requestId) ??
        problemPage(
          thrown instanceof PageError ? thrown : toPageError(error),
          context,
          requestId,
          // The address of a mistaken call can have a token in it, which no page repeats (RFC 9700, section 4.3.2).
          pageRequest && error.type === "no_route" ? { ...pageRequest, path: "/" } : pageRequest,
        ));
    }
    const milliseconds = performance.now() - startedAt;
    observe({ route: route.path, requestId, milliseconds, error, refusedSignIn });
    context.header("X-Request-Id", requestId);
    // The page about a problem, too: in a frame it would be blank otherwise.
    allowFrames(page.headers, pageRequest?.embedOrigins ?? []);
    return withHeadersOf(context, page);
  };
}

/**
 * No name has a NUL character, which PostgreSQL refuses in every text.
 *
 * @throws `PageError` `not_found`
 */
function refuseUnstorableParts({ req }: PageContext): void {
  if (!Object.values<string>(req.param()).every(isStorable)) throw notFound();
}

/**
 * Adds the headers that were set on the context, above all cookies, to the page's own. The response object is
 * kept: the adapter writes its text at once, but would stream the body of a copy.
 */
function withHeadersOf(context: PageContext, page: Response): Response {
  for (const [name, value] of context.newResponse(null).headers) {
    if (name === "set-cookie") page.headers.append(name, value);
    else page.headers.set(name, value);
  }
  return page;
}

/** The page that gives a refused form back; undefined for any other error. */
function keptForm(
  thrown: unknown,
  route: PageRoute,
  pageRequest: PageRequest | undefined,
  requestId: string,
): Promise<Response> | undefined {
  const form = thrown instanceof PageError ? thrown.options.form : undefined;
  if (form === undefined || pageRequest === undefined || !keepsForm(route, pageRequest)) return undefined;
  return keptFormPage(form, pageRequest, requestId);
}

/** A problem that only pages have, as the log counts it. */
function refusalOf(error: PageError): PlatformError {
  return new PlatformError("invalid_argument", { message: error.problem });
}

/** The page about a problem. It needs no request: the problem may be that there is none. */
export async function problemPage(
  error: PageError,
  context: PageContext,
  requestId: string,
  pageRequest: PageRequest | undefined,
): Promise<Response> {
  const { status, detail, retryAfterSeconds, allow } = error.options;
  const language =
    pageRequest?.language ??
    chooseLanguage({
      query: context.req.query("lang"),
      acceptLanguage: context.req.header("accept-language"),
    });
  const page = await renderPage(
    <ErrorPage
      language={language}
      path={context.req.method === "GET" ? (pageRequest?.path ?? "/") : "/"}
      problem={error.problem}
      detail={detail}
      retryAfterSeconds={retryAfterSeconds}
      requestId={requestId}
      signedIn={pageRequest?.signedIn}
    />,
    { status },
  );
  const headers = errorHeaders({ retryAfterSeconds, allow });
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return page;
}
