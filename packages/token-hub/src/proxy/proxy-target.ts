import { HubError } from "../errors.ts";
import { isPlainTarget } from "../http/plain-target.ts";

/** Where a proxied call goes on the platform. */
export interface ProxyTarget {
  /** From `/api/` on. */
  readonly path: string;
  /** As the caller sent it, without the question mark. */
  readonly query: string;
}

/** Names and numbers, one after the other; nothing that is encoded, or that leads upwards. */
const pathShape = /^\/api(\/[\w~-][\w.~-]*)+$/;
/** Calls that return tokens, and calls that are for users' tokens. */
const closed = /^\/api\/oauth2(\/|$)/i;
/** What the hub adds. Also in the spellings that some platforms take for the same. */
const reserved = /^(appid|access_token|secret|refresh_token)(\[.*)?$/i;

/**
 * Reads where a call is to go.
 *
 * @param target path and query as the caller sent them, `/proxy/{appid}/api/…`
 * @throws HubError `forbidden` for paths that the proxy never serves, `invalid_argument` for the hub's own parameters
 */
export function readProxyTarget(target: string): ProxyTarget {
  const [whole = "", ...rest] = target.split("?");
  const path = whole
    .split("/")
    .slice(3)
    .reduce((all, segment) => `${all}/${segment}`, "");
  if (!isPlainTarget(target) || !pathShape.test(path) || closed.test(path))
    throw new HubError("forbidden", { detail: "a path that the proxy does not serve" });
  const query = rest.join("?");
  for (const pair of query.split(/[&;]/))
    if (reserved.test(nameOf(pair)))
      throw new HubError("invalid_argument", { detail: "the hub's own parameter" });
  return { path, query };
}

function nameOf(pair: string): string {
  const [name = ""] = pair.split("=", 1);
  try {
    return decodeURIComponent(name.replaceAll("+", " ")).trim();
  } catch {
    return name;
  }
}
