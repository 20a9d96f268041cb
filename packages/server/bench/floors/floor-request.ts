/** Path of a request's target. */
export function pathOf(url: string): string {
  return url.slice(0, url.indexOf("?"));
}

/** The value of a parameter, which needs no decoding; "" when it is missing. */
export function parameterIn(url: string, name: string): string {
  const start = Math.max(url.indexOf(`?${name}=`), url.indexOf(`&${name}=`));
  if (start === -1) return "";
  const end = url.indexOf("&", start + 1);
  return url.slice(start + name.length + 2, end === -1 ? undefined : end);
}
