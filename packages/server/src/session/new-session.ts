import { hashToken, makeRandomId } from "../model/token.ts";
import { deviceSeconds } from "../store/people/device-table.ts";
import type { NewSession } from "../store/people/session-table.ts";
import type { PageRequest } from "./page-request.ts";

/** How long a user stays signed in. */
export const sessionSeconds = 12 * 3600;

/** A session that may begin. */
interface PreparedSession {
  /** The name of the session, which only the browser keeps. */
  readonly token: string;
  readonly session: Omit<NewSession, "username" | "passwordHash">;
  /** Gives the browser its cookies, once the session has begun. */
  readonly keep: () => void;
}

/** A session always gets a new name, and the one that the browser brought ends: a planted one has no effect. */
export function prepareSession(pageRequest: PageRequest): PreparedSession {
  const [token, device] = [makeRandomId(), makeRandomId()];
  return {
    token,
    session: {
      hash: hashToken(token),
      lifetimeSeconds: sessionSeconds,
      replaces: hashOfCookie(pageRequest.cookies.get("sop_session")),
      client: { userAgent: userAgentOf(pageRequest), network: pageRequest.address.network },
      device: { hash: hashToken(device), replaces: hashOfCookie(pageRequest.cookies.get("sop_device")) },
    },
    keep() {
      pageRequest.cookies.set("sop_session", token, sessionSeconds);
      pageRequest.cookies.set("sop_device", device, deviceSeconds);
      pageRequest.cookies.clear("sop_sign_in");
    },
  };
}

/** Cut, because its length is the caller's choice. */
function userAgentOf({ context }: PageRequest): string {
  return (context.req.header("user-agent") ?? "").slice(0, 300);
}

export function hashOfCookie(cookie: string | undefined): string | undefined {
  return cookie === undefined ? undefined : hashToken(cookie);
}
