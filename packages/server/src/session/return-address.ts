import { PathRouter } from "@survey-open-platform/service";
import type { PageRoute } from "./page-route.ts";
import type { ReturnablePaths, PageRequest } from "./page-request.ts";

/** Pages that a user can have come from: those of signed-in users, and those that say so. Forms and calls are none. */
export function returnablePathsOf(routes: readonly PageRoute[]): ReturnablePaths {
  const router = new PathRouter<true>();
  for (const route of routes) {
    const isPageOfUser = route.access !== "anyone" || route.isReturnable === true;
    if (route.method === "GET" && isPageOfUser) router.add(route.path.replaceAll(/:(\w+)/g, "{$1}"), true);
  }
  return (pathname) => router.find(pathname) !== undefined;
}

/**
 * Checks an address to come back to after signing in: a path with query on this origin, of a page that a user can have
 * come from. Browsers read `//host`, `/\host` and a tab or line break after the slash as another host, so such
 * characters are refused rather than interpreted.
 *
 * @returns the address as it came, or undefined
 */
export function returnAddress(text: string | undefined, isReturnable: ReturnablePaths): string | undefined {
  if (text === undefined || text.length > 8192 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text))
    return undefined;
  const { origin, pathname } = new URL(text, "http://here.invalid");
  return origin === "http://here.invalid" && isReturnable(pathname) ? text : undefined;
}

/** The {@link returnAddress}; where there is none, the page that a user who opened the form directly is redirected to. */
export function returnAddressOrDefault({ isReturnable }: PageRequest, text: string | undefined): string {
  return returnAddress(text, isReturnable) ?? "/surveys";
}

/** The address of a page that returns somewhere afterwards. */
export function withReturnTo(path: string, returnTo: string): string {
  return `${path}?return_to=${encodeURIComponent(returnTo)}`;
}

/** The address of the sign-in page, with the path to return to. */
export function signInAddress(returnTo: string): string {
  return withReturnTo("/login", withoutCredentials(returnTo));
}

/** The address of the page that creates an account, with the path to return to. */
export function signUpAddress(returnTo: string): string {
  return withReturnTo("/sign-up", withoutCredentials(returnTo));
}

/** The address of the page that asks a signed-in user for the password again, with the path to return to. */
export function stepUpAddress(returnTo: string): string {
  return withReturnTo("/account/confirm", withoutCredentials(returnTo));
}

/** Parameters of API calls that are secret. No page has one of them. */
const secretParameters = new Set(["access_token", "refresh_token", "secret", "code", "code_verifier"]);

/**
 * Leaves out what a program sent to a page by mistake, such as `/surveys` in place of `/api/surveys`: a credential must
 * not be repeated in further addresses (RFC 9700, section 4.3.2). Everything else stays as it came.
 */
function withoutCredentials(path: string): string {
  const [pathname = "", query] = path.split(/\?(.*)/s, 2);
  if (query === undefined) return path;
  const kept = query.split("&").filter((part) => !namesOf(part).some((name) => secretParameters.has(name)));
  return kept.length === 0 ? pathname : `${pathname}?${kept.join("&")}`;
}

function namesOf(part: string): readonly string[] {
  return [...new URLSearchParams(part).keys()].map((name) => name.toLowerCase());
}
