import { parse, serialize, type CookieOptions } from "hono/utils/cookie";
import { chooseLanguage, type Language } from "@survey-open-platform/service";

/** A request for the status page, as far as the page needs to know it. */
export interface StatusCall {
  readonly request: Request;
  /** Where the connection comes from; undefined where there is no socket. */
  readonly address?: string | undefined;
}

/** `hub_sign_in` binds a form to the browser before there is a session. */
type CookieName = "hub_session" | "hub_sign_in" | "hub_lang";

/** What a cookie is set to; an empty value takes it away. */
export interface CookieChange {
  readonly name: CookieName;
  readonly value: string;
  readonly maxAgeSeconds: number;
}

/** One request of a browser. */
export interface StatusRequest {
  readonly url: URL;
  readonly language: Language;
  /** Origin by which the browser came here. */
  readonly origin: string;
  cookie(name: CookieName): string | undefined;
  /** Adds cookies to a response. */
  withCookies(response: Response, changes: readonly CookieChange[]): Response;
}

const yearSeconds = 31_536_000;

/** Finds out which language is read, and what the browser brought along. */
export function readStatusRequest({ request }: StatusCall): StatusRequest {
  const url = new URL(request.url);
  // A caller that forges it only gets stricter cookies.
  const isSecure = url.protocol === "https:" || request.headers.get("x-forwarded-proto") === "https";
  const brought = parse(request.headers.get("cookie") ?? "");
  // No sibling host can plant a cookie of such a name.
  const fullName = (name: CookieName) => (isSecure ? `__Host-${name}` : name);
  const cookie = (name: CookieName) => brought[fullName(name)];
  const options: CookieOptions = { path: "/", httpOnly: true, sameSite: "Strict", secure: isSecure };
  const query = url.searchParams.get("lang");
  const acceptLanguage = request.headers.get("accept-language");
  const language = chooseLanguage({ query, cookie: cookie("hub_lang"), acceptLanguage });
  const remembered: readonly CookieChange[] =
    query === null ? [] : [{ name: "hub_lang", value: language, maxAgeSeconds: yearSeconds }];
  return {
    url,
    language,
    origin: isSecure ? `https://${url.host}` : url.origin,
    cookie,
    withCookies(response, changes) {
      for (const { name, value, maxAgeSeconds: maxAge } of [...remembered, ...changes])
        response.headers.append("Set-Cookie", serialize(fullName(name), value, { ...options, maxAge }));
      return response;
    },
  };
}
