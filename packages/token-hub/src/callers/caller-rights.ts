import type { Caller, CallerRight } from "./caller.ts";

/** What a caller may do for one application. */
export interface CallerRights {
  readonly appid: string;
  readonly token: boolean;
  readonly report: boolean;
  readonly users: boolean;
  /** Paths of the platform that it may reach through the proxy, each with all below it; none when empty. */
  readonly proxyPaths: readonly string[];
}

/** A caller with its rights. Whatever is not allowed is refused, unknown applications included. */
export function callerWith(id: string, name: string, rights: readonly CallerRights[]): Caller {
  const byAppid = new Map(rights.map((one) => [one.appid, one]));
  return {
    id,
    name,
    appids: [...byAppid.keys()],
    may: (right: CallerRight, appid) => byAppid.get(appid)?.[right] === true,
    mayProxy: (appid, path) =>
      byAppid.get(appid)?.proxyPaths.some((prefix) => isAtOrBelow(path, prefix)) === true,
  };
}

/** By whole segments: who may see `/api/surveys` may not see `/api/surveys-of-others`. */
function isAtOrBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`);
}
