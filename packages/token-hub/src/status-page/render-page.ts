import type { JSX } from "hono/jsx/jsx-runtime";

const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  // No script runs on the page, and it cannot be framed.
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

const neverWaits = "a page is made of components that do not wait for anything";

/** A response with a page, made of components that do not wait for anything. */
export function renderPage(node: JSX.Element, status: number): Response {
  if (node instanceof Promise) throw new TypeError(neverWaits);
  // A promise all the same when a component further in is asynchronous, whatever the type says.
  const html: unknown = node.toString();
  if (typeof html !== "string") throw new TypeError(neverWaits);
  return new Response(`<!doctype html>${html}`, { status, headers });
}

/** Sends a browser on, by GET whatever its request was. */
export function redirectTo(path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: path, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
  });
}
