/** The parameters of a target. */
export function queryOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  // The first question mark is not a part of the query, further ones are (RFC 3986, section 3.4).
  return new URLSearchParams(start === -1 ? "" : target.slice(start));
}
