/** A request as far as signing in needs it, from any framework. */
export interface SignInRequest {
  readonly method: string;
  /** Path and query, as the browser asked for them. */
  readonly target: string;
  readonly header: (name: string) => string | undefined;
  /** The framework's own request, for an application that keeps its own sessions. */
  readonly native: unknown;
}

/** A response, for the framework to send as it is. */
export interface SignInReply {
  readonly status: number;
  /** Names in lower case; `set-cookie` may come several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Nothing of signing in may be kept, and no address of it passed on: one of them has a code in it. */
const always = [
  ["cache-control", "no-store"],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
] as const;

/** Sends the browser on. @param location an address made here or a path that was checked */
export function redirectReply(location: string, cookies: readonly string[] = []): SignInReply {
  return { status: 303, headers: [...always, ["location", location], ...setCookies(cookies)], body: "" };
}

/** A page of a few words. */
export function pageReply(status: number, html: string, cookies: readonly string[] = []): SignInReply {
  const headers = [
    ["content-type", "text/html; charset=utf-8"],
    ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
  ] as const;
  return { status, headers: [...always, ...headers, ...setCookies(cookies)], body: html };
}

/** A response to a program. */
export function jsonReply(status: number, data: unknown, allow?: string): SignInReply {
  const headers = [["content-type", "application/json; charset=utf-8"] as const];
  const allowed = allow === undefined ? [] : [["allow", allow] as const];
  return { status, headers: [...always, ...headers, ...allowed], body: JSON.stringify(data) };
}

function setCookies(cookies: readonly string[]) {
  return cookies.map((cookie) => ["set-cookie", cookie] as const);
}
