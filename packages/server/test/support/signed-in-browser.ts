import { hashToken, makeRandomId } from "../../src/model/token.ts";
import { Browser } from "./browser.ts";
import type { TestPlatform } from "./test-platform.ts";
import { startSession } from "../../src/store/people/session-table.ts";

/** Longer than any test moves its clock. */
const sessionSeconds = 12 * 3600;

/** The name of the session cookie on a platform that is reached over plain HTTP. */
export const sessionCookie = "sop_session";

/**
 * A browser in which somebody has signed in. The session is made in the store: deriving a password takes longer
 * than all the rest of most tests, and those about signing in do it through the form.
 */
export async function signedInBrowser(platform: TestPlatform, username = "ada"): Promise<Browser> {
  const user = await platform.store.findUserByUsername(username);
  if (user === undefined) throw new Error(`there is no user ${username}`);
  const token = makeRandomId();
  const session = { ...user, hash: hashToken(token), lifetimeSeconds: sessionSeconds, replaces: undefined };
  await platform.store.write(startSession, session);
  const browser = new Browser(platform);
  browser.cookies.set(sessionCookie, token);
  return browser;
}
