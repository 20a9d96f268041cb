import type { SignInRequest } from "./web-exchange.ts";

/** The part of Node's request that signing in looks at; Express, Connect, Fastify and Koa all have it. */
export interface NodeRequestLike {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The address before a router took its own part off. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A framework's request as signing in sees it. */
export function fromNodeRequest(request: NodeRequestLike): SignInRequest {
  return {
    method: request.method ?? "",
    target: request.originalUrl ?? request.url ?? "/",
    header(name) {
      const value = request.headers[name];
      return typeof value === "string" ? value : value?.join(", ");
    },
    native: request,
  };
}
