const longest = 1024;

/**
 * Checks the address to go to after signing in. Only a path of the application itself is accepted, in
 * the one spelling that every browser reads alike, so that no link can use the application to lead elsewhere.
 *
 * @returns the path, or undefined when it is none
 *
 * @example
 * ```ts
 * import { safeReturnPath } from "@survey-open-platform/sdk";
 *
 * safeReturnPath("/surveys?page=2"); // "/surveys?page=2"
 * safeReturnPath("//evil.example"); // undefined
 * ```
 */
export function safeReturnPath(path: string | null | undefined): string | undefined {
  if (path === null || path === undefined || path.length > longest) return undefined;
  // Printable ASCII without backslash, so that nothing is dropped or turned into a slash on the way; browsers
  // read "//host" and "/\host" as another site, and drop tabs and line ends everywhere.
  if (!/^\/(?!\/)[!-[\]-~]*$/.test(path)) return undefined;
  const base = "https://application.invalid";
  const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
  // Dot segments can bring two slashes to the front: "/.//evil.example".
  return url?.origin === base && !url.pathname.startsWith("//") ? path : undefined;
}
