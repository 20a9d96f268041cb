import type { JSX } from "hono/jsx/jsx-runtime";
import { contentSecurityPolicy, type ContentSecurityPolicyNeeds } from "./content-security-policy.ts";

/** Status and permissions of a page. */
export type PageResponse = {
  readonly status: number;
  /** False on the consent page alone, see {@link contentSecurityPolicy}. Default true. */
  readonly formAction?: boolean;
  /** True where the page brings a script file of ours. Default false. */
  readonly script?: boolean;
  /** True where that script calls the platform. Default false. */
  readonly connect?: boolean;
  /** True where the page has a frame of ours. Default false. */
  readonly frame?: boolean;
  /** True where parts of the page change in place, see {@link contentSecurityPolicy}. Default false. */
  readonly inPlace?: boolean;
  /** True on the way of a sign-in that another site may have opened in a window of its own, which has to get the result. Default false. */
  readonly keepsOpener?: boolean;
  /** Seconds after which trying again makes sense; sent as `Retry-After` (RFC 9110, 10.2.3). */
  readonly retryAfterSeconds?: number | undefined;
};

/** The media type of {@link renderStreams}; a script that takes them names it in `Accept`. */
export const streamType = "text/vnd.turbo-stream.html";

const fixedHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  // A page's address may carry a redirect address and a state; no other site may learn them.
  "Referrer-Policy": "no-referrer",
  // For browsers that do not know frame-ancestors.
  "X-Frame-Options": "DENY",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
} as const;

const neverWaits = "this part of a page is made of components that do not wait for anything";

/**
 * A response with a page.
 *
 * @param node the whole document, `<html>` included
 * @param response the HTTP status, and what the page is allowed to do
 * @returns the response with every protective header; cookies are the caller's to add
 * @example
 * renderPage(<ErrorPage language="en" path="/" problem="not_found" requestId={requestId} />, { status: 404 });
 */
export async function renderPage(node: JSX.Element, response: PageResponse): Promise<Response> {
  const { status, keepsOpener = false, retryAfterSeconds } = response;
  return new Response(`<!doctype html>${await rendered(node)}`, {
    status,
    headers: {
      ...fixedHeaders,
      "Cross-Origin-Opener-Policy": keepsOpener ? "unsafe-none" : "same-origin",
      "Content-Security-Policy": contentSecurityPolicy(needsOf(response)),
      ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
    },
  });
}

/** What changes in place needs a script, calls and a frame. */
function needsOf({
  formAction = true,
  inPlace = false,
  script = inPlace,
  connect = inPlace,
  frame = inPlace,
}: PageResponse): ContentSecurityPolicyNeeds {
  return { formAction, inPlace, script, connect, frame };
}

/** Parts of a page that its script puts in place, see `TurboStream`. */
export async function renderStreams(node: JSX.Element, status = 200): Promise<Response> {
  return new Response(await rendered(node), {
    status,
    headers: {
      ...fixedHeaders,
      "Content-Type": `${streamType}; charset=utf-8`,
      "Content-Security-Policy": contentSecurityPolicy({ formAction: true }),
    },
  });
}

/** Says to a script that the part it shows has not changed. */
export function nothingNew(): Response {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

/** The HTML of a page or part, once everything in it is there. */
export async function rendered(node: JSX.Element): Promise<string> {
  // A promise when a component further in is asynchronous, although the type says otherwise.
  const html: unknown = (await node).toString();
  return String(await html);
}

/** As {@link rendered}, at once where no component has to be waited for. */
export function renderedIfDone(node: JSX.Element): string | Promise<string> {
  if (node instanceof Promise) return rendered(node);
  const html: unknown = node.toString();
  return typeof html === "string" ? html : Promise.resolve(html).then(String);
}

/** The HTML of a part of a page, of components that do not wait for anything. @throws TypeError when one is asynchronous */
export function renderPart(node: JSX.Element): string {
  if (node instanceof Promise) throw new TypeError(neverWaits);
  const html: unknown = node.toString();
  if (typeof html !== "string") throw new TypeError(neverWaits);
  return html;
}
