/** Segments that lead upwards, or that some programs take for such. */
const strangeSegment = /\/(\.|%2e)+(;[^/]*)?(\/|$)/i;
/** Slashes, backslashes and zeros in disguise. */
const disguised = /%(2f|5c|00)/i;

/**
 * Whether every program reads the path of a request the same way. One that resolves `..`, decodes `%2f` or joins
 * slashes gets to another place than the one whose rights were checked; no path of the hub needs any of these.
 *
 * @param target path and query as they came in, before anything has put them into a normal form
 */
export function isPlainTarget(target: string): boolean {
  const [path = ""] = target.split("?", 1);
  if (!/^\/[\x21-\x7e]*$/.test(target) || /[\\#]/.test(target)) return false;
  return !path.includes("//") && !strangeSegment.test(path) && !disguised.test(path);
}
