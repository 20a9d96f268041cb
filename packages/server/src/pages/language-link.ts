/**
 * The address of the page being shown, in another language.
 *
 * Every other query parameter stays as it is, byte for byte, because a redirect address in it must not be respelled.
 *
 * @param path the path and query of the page being shown, as requested
 * @param tag of the language that the link leads to (BCP 47)
 * @returns a path on this origin with `lang` as its last parameter
 * @example
 * languageLink("/login?lang=en&return_to=%2F", "zh-CN"); // "/login?return_to=%2F&lang=zh-CN"
 */
export function languageLink(path: string, tag: string): string {
  const [pathname = "", ...rest] = ownPath(path).split("?");
  const kept = rest
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !/^lang(?:=|$)/.test(pair));
  return `${pathname}?${[...kept, `lang=${tag}`].join("&")}`;
}

/**
 * Browsers drop tabs and line breaks, trim leading blanks and read `//host` and `/\host` as another site,
 * so a page requested as `//evil.example/` would otherwise link there.
 */
function ownPath(path: string): string {
  return (
    "/" +
    path
      .replace(/[\t\n\r]/g, "")
      .replace(/#.*$/s, "")
      .replace(/^[\0- /\\]+/, "")
  );
}
