import type { Result, Router } from "hono/router";

interface Route<Handler> {
  /** How many were added before it. */
  readonly order: number;
  readonly method: string;
  readonly segments: readonly string[];
  readonly handler: Handler;
}

type Routes<Handler> = Map<string, Route<Handler>[]>;

/**
 * Finds pages for Hono, as its own routers do: of the routes that match, the one that was added first. Its paths have no
 * more than parts such as `:id`, so it is made in a fraction of the time of those, and finds only the route that responds.
 */
export class PageRouter<Handler> implements Router<Handler> {
  readonly name = "PageRouter";
  readonly #literals: Routes<Handler> = new Map();
  /** Those with parts such as `:id`, by {@link kindOf} their paths. */
  readonly #patterns: Routes<Handler> = new Map();
  #count = 0;

  /** @throws Error for a path with anything else than literal segments and parts such as `:id`, the first one literal */
  add(method: string, path: string, handler: Handler): void {
    if (/[*?{}]|^\/:/.test(path)) throw new Error(`${path} is no path of a page`);
    const segments = path.split("/");
    const isPattern = segments.some(isPart);
    const [routes, key] = isPattern ? [this.#patterns, kindOf(segments)] : [this.#literals, path];
    const route = { order: this.#count++, method, segments, handler };
    const others = routes.get(key);
    if (others === undefined) routes.set(key, [route]);
    else others.push(route);
  }

  match(method: string, path: string): Result<Handler> {
    const responds = (route: Route<Handler>) => route.method === method || route.method === "ALL";
    const literal = this.#literals.get(path)?.find(responds);
    const segments = path.split("/");
    const candidates = this.#patterns.get(kindOf(segments));
    const pattern = candidates?.find((route) => responds(route) && matches(route.segments, segments));
    const first = literal === undefined || (pattern?.order ?? Infinity) < literal.order ? pattern : literal;
    return [first === undefined ? [] : [[first.handler, partsOf(first.segments, segments)]]];
  }
}

/** What a path shares with each pattern that it can match: how many segments there are, and the first. */
function kindOf(segments: readonly string[]): string {
  return `${segments.length} ${segments[1]}`;
}

function isPart(segment: string): boolean {
  return segment.startsWith(":");
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.every((part, index) => (isPart(part) ? segments[index] !== "" : part === segments[index]));
}

/** As they were sent: Hono decodes them. */
function partsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap((part, index) => (isPart(part) ? [[part.slice(1), segments[index] ?? ""]] : [])),
  );
}
