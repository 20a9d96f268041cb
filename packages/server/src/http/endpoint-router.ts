/** A route that was found: what serves it, and the parts of the path by name, decoded. */
export interface Match<Target> {
  readonly target: Target;
  readonly path: Readonly<Record<string, string>>;
}

interface Route<Target> {
  readonly target: Target;
  readonly segments: readonly string[];
}

/**
 * Finds routes such as `/api/surveys/{survey_id}` by their segments, case and trailing slash included. There are
 * few of them and every API call is looked up, so that the general router of a framework, and the context
 * that it makes for each request, would cost as much as checking a token.
 */
export class EndpointRouter<Target> {
  readonly #routes: Route<Target>[] = [];

  add(path: string, target: Target): void {
    this.#routes.push({ target, segments: path.split("/") });
  }

  find(path: string): Match<Target> | undefined {
    // Decoded after splitting: an encoded slash belongs to its segment.
    const segments = path.includes("%") ? path.split("/").map(decoded) : path.split("/");
    const route = this.#routes.find((candidate) => matches(candidate.segments, segments));
    return route && { target: route.target, path: partsOf(route.segments, segments) };
  }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (isName(part) ? segments[index] !== "" : part === segments[index]))
  );
}

function partsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  const parts: Record<string, string> = {};
  pattern.forEach((part, index) => {
    if (isName(part)) parts[part.slice(1, -1)] = segments[index] ?? "";
  });
  return parts;
}

function isName(part: string): boolean {
  return part.startsWith("{");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The path of an absolute address, without its query. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (start === -1) return "/";
  const query = url.indexOf("?", start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}
