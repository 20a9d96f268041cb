import type { Endpoint } from "./endpoint.ts";

/** A path that was found: who serves it, and its parts by name. */
export interface Match {
  readonly endpoints: readonly Endpoint[];
  readonly path: Readonly<Record<string, string>>;
}

interface Route {
  readonly segments: readonly string[];
  /** Whether a last part takes all that follows. */
  readonly isOpen: boolean;
  readonly endpoints: Endpoint[];
}

/**
 * Finds endpoints by the segments of their paths. There are few of them and they are asked thousands of times a
 * second, so that the general router of a framework, and the context that it makes for each request, would cost more
 * than answering.
 */
export class EndpointRouter {
  readonly #routes = new Map<string, Route>();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      const route = this.#routes.get(endpoint.path) ?? routeOf(endpoint.path);
      route.endpoints.push(endpoint);
      this.#routes.set(endpoint.path, route);
    }
  }

  /** @param path from `/` on, without query, as it was sent */
  find(path: string): Match | undefined {
    const segments = path.split("/");
    for (const route of this.#routes.values()) {
      if (matches(route, segments)) return { endpoints: route.endpoints, path: partsOf(route, segments) };
    }
    return undefined;
  }
}

function routeOf(path: string): Route {
  const segments = path.split("/");
  return { segments, isOpen: segments.at(-1)?.endsWith("...}") === true, endpoints: [] };
}

function matches({ segments: pattern, isOpen }: Route, segments: readonly string[]): boolean {
  if (isOpen ? segments.length < pattern.length : segments.length !== pattern.length) return false;
  return pattern.every((part, index) =>
    part.startsWith("{") ? segments[index] !== "" : part === segments[index],
  );
}

function partsOf({ segments: pattern, isOpen }: Route, segments: readonly string[]): Record<string, string> {
  const parts: Record<string, string> = {};
  pattern.forEach((part, index) => {
    if (!part.startsWith("{")) return;
    const isRest = isOpen && index === pattern.length - 1;
    if (isRest) parts[part.slice(1, -4)] = segments.slice(index).join("/");
    else parts[part.slice(1, -1)] = decoded(segments[index] ?? "");
  });
  return parts;
}

function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
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
