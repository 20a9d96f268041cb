import { createSealedBox, type SealedBox } from "../encoding/sealed-box.ts";
import { sign, type SigningSecret } from "../state/hmac.ts";
import type { CookieJar } from "./cookies.ts";
import type { SignInRequest } from "./web-exchange.ts";

/**
 * Who is signed in to the application. Give one of your own where the application has sessions already; it gets
 * the framework's request as `request.native`, and has to begin a new session id in `start`.
 */
export interface SessionKeeper {
  /** The openid of the signed-in user. */
  read(request: SignInRequest): Promise<string | undefined>;
  /** Signs a user in. @returns lines of `Set-Cookie`, if it needs any */
  start(request: SignInRequest, openid: string): Promise<readonly string[]>;
  /** Signs them out. @returns lines of `Set-Cookie`, if it needs any */
  end(request: SignInRequest): Promise<readonly string[]>;
}

/** What the cookie session is made of. */
export interface CookieSessionOptions {
  readonly secret: SigningSecret;
  readonly cookies: CookieJar;
  readonly lifetimeSeconds: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const cookieName = "session";

/**
 * Keeps who is signed in in a sealed cookie: openid and end, encrypted and authenticated. It holds no token, and
 * neither the browser nor anyone who reads the cookie learns the openid. Nothing is kept on the server, so a cookie
 * that was copied stays good until its end, signing out or not.
 */
export function createCookieSession(options: CookieSessionOptions): SessionKeeper {
  const { cookies, lifetimeSeconds, now } = options;
  // A failure is reported by the first call, not as an unhandled rejection.
  let box: Promise<SealedBox> | undefined;
  const boxOf = () => (box ??= sessionBox(options.secret));
  return {
    async read(request) {
      const sealed = cookies.read(request, cookieName);
      if (sealed === undefined || sealed === "") return undefined;
      return openidIn(await (await boxOf()).open(sealed, cookieName).catch(() => ""), now());
    },
    async start(_request, openid) {
      const session = JSON.stringify([openid, now() + lifetimeSeconds * 1000]);
      return [cookies.set(cookieName, await (await boxOf()).seal(session, cookieName), lifetimeSeconds)];
    },
    end: async () => [cookies.remove(cookieName)],
  };
}

async function sessionBox(secret: SigningSecret): Promise<SealedBox> {
  return createSealedBox([{ id: "s", key: await sign(secret, "session-key") }]);
}

function openidIn(session: string, now: number): string | undefined {
  if (session === "") return undefined;
  // What can be opened was written by `start`: only this application has the key.
  const [openid, endsAt] = JSON.parse(session) as readonly [string, number];
  return now < endsAt ? openid : undefined;
}
