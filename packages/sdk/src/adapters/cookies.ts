import type { SignInRequest } from "./web-exchange.ts";

/** Cookies of one application: HttpOnly, SameSite=Lax, and where its address is `https:` Secure and `__Host-`. */
export interface CookieJar {
  /** The value of a cookie that the browser sent. */
  read(request: SignInRequest, name: string): string | undefined;
  /** Short names of the cookies that the browser sent and that begin like this. */
  namesOf(request: SignInRequest, start: string): readonly string[];
  /** The line that sets a cookie. */
  set(name: string, value: string, maxAgeSeconds: number): string;
  /** The line that removes a cookie. */
  remove(name: string): string;
}

/**
 * Makes the cookies of an application.
 *
 * @param isSecure whether the application is reached by `https:`; then no other host, not even a subdomain, can
 *   set a cookie that is taken for one of these
 */
export function createCookieJar(isSecure: boolean): CookieJar {
  const prefix = isSecure ? "__Host-sop_app_" : "sop_app_";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const line = (name: string, value: string, seconds: number) =>
    `${prefix}${name}=${value}; Max-Age=${seconds}; ${attributes}`;
  return {
    read: (request, name) => pairsOf(request).find(([found]) => found === prefix + name)?.[1],
    namesOf: (request, start) =>
      pairsOf(request)
        .filter(([name]) => name.startsWith(prefix + start))
        .map(([name]) => name.slice(prefix.length)),
    set: line,
    remove: (name) => line(name, "", 0),
  };
}

function pairsOf(request: SignInRequest): readonly (readonly [name: string, value: string])[] {
  return (request.header("cookie") ?? "").split(";").map((pair) => {
    const [name = "", ...value] = pair.trim().split("=");
    return [name, value.join("=")];
  });
}
