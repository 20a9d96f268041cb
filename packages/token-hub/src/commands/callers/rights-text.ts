import type { CallerRights } from "../../callers/caller-rights.ts";

/** What a caller may do for one application, in a few words. */
export function rightsText({ appid, token, report, users, proxyPaths }: CallerRights): string {
  const rights = [token && "token", report && "report", users && "users", ...proxyPaths].filter(Boolean);
  return `${appid} ${rights.length === 0 ? "nothing" : rights.join(" ")}`;
}
