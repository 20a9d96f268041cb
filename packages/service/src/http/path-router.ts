/** A route that was found: its target, and the parts of the path by name, decoded. */
export interface PathMatch<Target> {
  readonly target: Target;
  readonly path: Readonly<Record<string, string>>;
}

interface Route<Target> {
  readonly target: Target;
  readonly segments: readonly string[];
  /** Whether the last part takes all that follows. */
  readonly isOpen: boolean;
}

/**
 * Finds routes such as `/api/surveys/{survey_id}` by their segments, case and trailing slash included. A last part
 * such as `{rest...}` takes all that follows, slashes included, undecoded. A path without parts is found before one
 * with parts. There are few routes and every call is looked up: the router of a framework, and the context that it makes
 * for each request, would cost as much as checking a token.
 */
export class PathRouter<Target> {
  readonly #literals = new Map<string, PathMatch<Target>>();
  readonly #routes: Route<Target>[] = [];

  add(path: string, target: Target): void {
    const segments = path.split("/");
    this.#routes.push({ target, segments, isOpen: segments.at(-1)?.endsWith("...}") === true });
    if (!segments.some(isName) && !this.#literals.has(path)) this.#literals.set(path, { target, path: {} });
  }

  /** @param path from `/` on, without query, as it was sent */
  find(path: string): PathMatch<Target> | undefined {
    return this.#literals.get(path) ?? this.#findBySegments(path);
  }

  #findBySegments(path: string): PathMatch<Target> | undefined {
    const raw = path.split("/");
    // Decoded after splitting: an encoded slash belongs to its segment.
    const segments = path.includes("%") ? raw.map(decoded) : raw;
    const route = this.#routes.find((candidate) => matches(candidate, segments));
    return route && { target: route.target, path: partsOf(route, segments, raw) };
  }
}

function matches({ segments: pattern, isOpen }: Route<unknown>, segments: readonly string[]): boolean {
  if (isOpen ? segments.length < pattern.length : segments.length !== pattern.length) return false;
  return pattern.every((part, index) => (isName(part) ? segments[index] !== "" : part === segments[index]));
}

function partsOf(
  { segments: pattern, isOpen }: Route<unknown>,
  segments: readonly string[],
  raw: readonly string[],
): Record<string, string> {
  const parts: Record<string, string> = {};
  pattern.forEach((part, index) => {
    if (!isName(part)) return;
    const isRest = isOpen && index === pattern.length - 1;
    if (isRest) parts[part.slice(1, -4)] = raw.slice(index).join("/");
    else parts[part.slice(1, -1)] = segments[index] ?? "";
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
