import type { UserGrant } from "../exchange-code.ts";
import { wallClockNow, type Platform } from "../platform.ts";
import { isTransient, sleep } from "../retry.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";
import { unlessAborted } from "../with-deadline.ts";
import { exchangeDeviceCode, requestDeviceCode, type DeviceCode } from "./device-code.ts";
import { usualOpenidScope } from "./openid-authorize-url.ts";

/** How much less often to ask a platform that is asked too often (RFC 8628, section 3.5). */
const slowDownMilliseconds = 5_000;

/** What the program shows its user, who decides in any browser. */
export interface ShownDeviceCode {
  /** The code to type there, such as `WDJB-MJHT`. */
  readonly userCode: string;
  /** The page to open. */
  readonly verificationUri: string;
  /** The same with the code in it, for a link or a QR code; "" when the platform gives none. */
  readonly verificationUriComplete: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** The program that signs its user in. */
export interface DeviceSignIn {
  readonly appid: string;
  /** Left out by an application without a secret. */
  readonly secret?: string | undefined;
  /** Has to have `openid`; `openid profile surveys:read answers:read` unless given. */
  readonly scope?: string | undefined;
  /** Called once, before the platform is asked what the user has decided. */
  readonly showCode: (code: ShownDeviceCode) => void | Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Signs a user in by the device grant (RFC 8628): for programs without a browser or an address of their own. It waits until the user has
 * decided, and asks less often while the platform cannot be reached. Put the tokens into a `UserTokenStore`; `fromUserGrant` renews them.
 *
 * @throws SurveyPlatformError `access_denied` when the user does not allow it, `expired_token` when they do not decide in time,
 *   `invalid_grant` when the response with the tokens was lost, `invalid_client`, …
 * @throws the reason of the signal
 * @example
 * ```ts
 * import { createClient, fromUserGrant } from "@survey-open-platform/sdk";
 * import { signInOnDevice } from "@survey-open-platform/sdk/device";
 * import { createFileUserTokenStore } from "@survey-open-platform/sdk/node";
 *
 * const platform = { baseUrl: "https://platform.example" };
 * const store = createFileUserTokenStore("user-tokens");
 *
 * export async function start() {
 *   const { openid, tokens } = await signInOnDevice(platform, {
 *     appid: "my_app",
 *     showCode: ({ userCode, verificationUri }) => console.log(`Open ${verificationUri} and type ${userCode}`),
 *   });
 *   await store.put(openid, tokens);
 *   return createClient({ platform, source: fromUserGrant(platform, { appid: "my_app", openid, store }) });
 * }
 * ```
 */
export async function signInOnDevice(platform: Platform, signIn: DeviceSignIn): Promise<UserGrant> {
  const { appid, secret, scope = usualOpenidScope, showCode, signal } = signIn;
  const code = await requestDeviceCode(platform, { appid, secret, scope, signal });
  const { userCode, verificationUri, verificationUriComplete, expiresAt } = code;
  await showCode({ userCode, verificationUri, verificationUriComplete, expiresAt });
  return await waitForDecision(platform, signIn, code);
}

async function waitForDecision(
  platform: Platform,
  { appid, secret, signal }: DeviceSignIn,
  { deviceCode, intervalMilliseconds, expiresAt }: DeviceCode,
): Promise<UserGrant> {
  for (let pause = intervalMilliseconds; ;) {
    await unlessAborted(sleep(platform, pause), signal);
    if (wallClockNow(platform) >= expiresAt) throw new SurveyPlatformError("expired_token");
    try {
      return await exchangeDeviceCode(platform, { appid, secret, deviceCode, signal });
    } catch (error) {
      pause = nextPause(error, pause);
    }
  }
}

/** Milliseconds until the platform is asked again. @throws the error when that would change nothing */
function nextPause(error: unknown, pause: number): number {
  if (!(error instanceof SurveyPlatformError)) throw error;
  const { type, retryAfterSeconds = 0 } = error;
  if (type === "authorization_pending") return pause;
  if (type === "slow_down") return pause + slowDownMilliseconds;
  if (isTransient(error) || type === "request_rate_limited")
    return Math.max(pause * 2, retryAfterSeconds * 1000);
  throw error;
}
