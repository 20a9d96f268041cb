import type { Session } from "../../../session/page-request.ts";
import type { CheckedOauthRequest } from "./oauth-checks.ts";

/**
 * Whether the user has to give the password or another proof again (OpenID Connect Core, section 3.1.2.1).
 *
 * @param pushedAgo milliseconds since the client pushed its request: its link does not say that it asks for this, see
 *   {@link afterSignIn}, so one proof since then is enough
 */
export function needsNewSignIn(
  request: Pick<CheckedOauthRequest, "prompts" | "maxAge">,
  session: Session,
  pushedAgo?: number,
): boolean {
  if (pushedAgo !== undefined && session.confirmedAgo >= 0 && session.confirmedAgo < pushedAgo) return false;
  return request.prompts.has("login") || isTooLongAgo(request, session);
}

/** Whether the user gave the password longer ago than the client accepts. A time in the future counts as none. */
export function isTooLongAgo(
  { maxAge }: Pick<CheckedOauthRequest, "maxAge">,
  { confirmedAgo }: Session,
): boolean {
  if (maxAge === undefined) return false;
  return maxAge === 0 || confirmedAgo < 0 || confirmedAgo > maxAge * 1000;
}

/**
 * The link to come back to once the user has signed in: without what asked for that, so that it is asked for once. A user who changes
 * the link by hand can leave it out too; a client that depends on it reads `auth_time`.
 */
export function afterSignIn(link: string): string {
  const [pathname = "", query = ""] = link.split(/\?(.*)/s, 2);
  const kept = query.split("&").flatMap((part) => {
    const [[name, value] = ["", ""]] = [...new URLSearchParams(part)];
    if (name === "max_age") return [];
    return name === "prompt" ? withoutLogin(value) : [part];
  });
  return `${pathname}?${kept.join("&")}`;
}

function withoutLogin(prompt: string): readonly string[] {
  const others = prompt.split(" ").filter((word) => word !== "login");
  return others.length === 0 ? [] : [`prompt=${others.map(encodeURIComponent).join("+")}`];
}
