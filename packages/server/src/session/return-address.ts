/** Paths that a user may be redirected to after signing in; the others are for programs, or forms. */
const returnablePaths: ReadonlySet<string> = new Set([
  "/",
  "/connect/oauth2/authorize",
  "/account/applications",
]);

/**
 * Checks an address to come back to after signing in: a path with query on this origin, and one of the few
 * that a user can have come from. Browsers read `//host`, `/\host` and a tab or line break after the
 * slash as another host, so such characters are refused rather than understood.
 *
 * @returns the address as it came, or undefined
 */
export function returnAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 8192 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text))
    return undefined;
  const { origin, pathname } = new URL(text, "http://here.invalid");
  return origin === "http://here.invalid" && returnablePaths.has(pathname) ? text : undefined;
}
