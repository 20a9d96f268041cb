import { base62Length, fromBase62, toBase62 } from "../encoding/base62.ts";
import { fromBase64, toBase64Url } from "../encoding/base64url.ts";
import { equalsInConstantTime } from "../equals-in-constant-time.ts";
import { isSignature, sign, type SigningSecret } from "./hmac.ts";
import { safeReturnPath } from "./return-path.ts";
import { StateError } from "./state-error.ts";
import type { UsedStates } from "./used-states.ts";

/*
 * A state is, without separators and all of it in base62:
 *
 *   version 1 | expiry 7 | id 22 | return path 0 to 54 | signature 43
 *
 * The id is the start of HMAC(binding), and the binding is a random value in a cookie of the browser that began.
 * So the state shows whether a cookie belongs to it, reveals nothing of the cookie, and has a signature that can be
 * checked when the cookie is lost. The longest return path within 128 characters is 40 bytes; a
 * longer one stays in the cookie, behind the random value, and is covered by the id.
 */
const version = "1";
const expiryBytes = 5;
const idBytes = 16;
const bindingBytes = 16;
const signatureBytes = 32;
const longestPathInState = 40;
const expiryEnd = version.length + base62Length(expiryBytes);
const idEnd = expiryEnd + base62Length(idBytes);
const signatureLength = base62Length(signatureBytes);
const shape = /^1[0-9A-Za-z]{72,127}$/;

/** What a state is made with. */
export interface StateOptions {
  /** At least 32 bytes, the same on every server of the callback. */
  readonly secret: SigningSecret;
  /** Where to go on to after signing in: a path of the application, as `safeReturnPath` takes it. */
  readonly returnPath?: string;
  /** Default 600: longer than a code lives, and time to sign in first. */
  readonly lifetimeSeconds?: number;
  /** Unix milliseconds; default `Date.now`. */
  readonly now?: () => number;
}

/** A state, and what the browser has to bring back with it. */
export interface CreatedState {
  /** For the authorization link: 73 to 128 of `a-zA-Z0-9`. */
  readonly state: string;
  /** For an HttpOnly cookie of the browser that begins to sign in; cookie-safe. */
  readonly binding: string;
}

/**
 * Makes the state of one sign-in: signed with HMAC-SHA256, expiring, good once, and bound to the browser by a
 * cookie value.
 *
 * @throws TypeError when the secret is too short or the return path is not one
 *
 * @example
 * ```ts
 * import { createState } from "@survey-open-platform/sdk";
 *
 * const secret = process.env["STATE_SECRET"] ?? "";
 * const { state, binding } = await createState({ secret, returnPath: "/surveys" });
 * ```
 */
export async function createState(options: StateOptions): Promise<CreatedState> {
  const { secret, returnPath = "/", lifetimeSeconds = 600, now = Date.now } = options;
  if (safeReturnPath(returnPath) === undefined)
    throw new TypeError("The return path is not a path of this site");
  const path = new TextEncoder().encode(returnPath);
  const isShort = path.length <= longestPathInState;
  const random = toBase62(crypto.getRandomValues(new Uint8Array(bindingBytes)));
  const binding = isShort ? random : `${random}.${toBase64Url(path)}`;
  const expiry = toBase62(numberBytes(Math.floor(now() / 1000) + lifetimeSeconds));
  const content = version + expiry + (await idOf(secret, binding)) + (isShort ? toBase62(path) : "");
  return { state: content + toBase62(await sign(secret, signedText(content))), binding };
}

/** What a state is checked with. */
export interface StateCheck {
  /** The secret that it was made with. */
  readonly secret: SigningSecret;
  /** The cookie's value; undefined when the browser sent none. */
  readonly binding: string | undefined;
  /**
   * What a missing cookie means. `refuse`, the default: not this browser's sign-in. `accept`: for applications that
   * users leave for another browser on the way (an in-app browser, a link in a message). What is still checked: the
   * state was made here, lately, and is good once. What is lost: an attacker can begin a sign-in, allow it with
   * their own account and send the last link to a victim, who is then signed in as them (login CSRF, RFC 6749,
   * section 10.12); so show whose account it is before anything is entered. A cookie that is there has to be the right one in either case.
   */
  readonly whenCookieIsLost?: "refuse" | "accept";
  readonly used: UsedStates;
  /** Unix milliseconds; default `Date.now`. */
  readonly now?: () => number;
}

/** What a good state says. */
export interface VerifiedState {
  /** Where to go on to; "/" when that was in a cookie that is lost. */
  readonly returnPath: string;
  /** Whether this is known to be the browser that began. */
  readonly isBoundToBrowser: boolean;
}

/**
 * Checks a state that came back, and uses it up. The signature comes first, so that nothing unsigned is read, and
 * using up comes last, so that an attempt from another browser does not use up the state.
 *
 * @throws StateError
 *
 * @example
 * ```ts
 * import { createMemoryUsedStates, verifyState } from "@survey-open-platform/sdk";
 *
 * const secret = process.env["STATE_SECRET"] ?? "";
 * const used = createMemoryUsedStates();
 *
 * export async function whereTo(state: string, cookie: string | undefined): Promise<string> {
 *   const { returnPath } = await verifyState(state, { secret, binding: cookie, used });
 *   return returnPath;
 * }
 * ```
 */
export async function verifyState(state: string, check: StateCheck): Promise<VerifiedState> {
  const { secret, binding, used, now = Date.now } = check;
  const { expiresAt, id, path } = await readState(state, secret);
  if (now() >= expiresAt) throw new StateError("expired");
  const isBoundToBrowser = await isOfThisBrowser(id, check);
  const returnPath = safeReturnPath(path ?? pathInBinding(binding)) ?? "/";
  if (!(await used.claim(id, expiresAt)))
    throw new StateError("used", isBoundToBrowser ? returnPath : undefined);
  return { returnPath, isBoundToBrowser };
}

/** @returns false when the cookie is lost and that is accepted @throws StateError */
async function isOfThisBrowser(id: string, check: StateCheck): Promise<boolean> {
  const { secret, binding, whenCookieIsLost = "refuse" } = check;
  if (binding === undefined && whenCookieIsLost === "accept") return false;
  if (binding !== undefined && equalsInConstantTime(await idOf(secret, binding), id)) return true;
  throw new StateError("other_browser");
}

/** A few characters of a state that distinguish its cookie from those of other sign-ins in the same browser. */
export function stateTag(state: string): string {
  return state.slice(expiryEnd, expiryEnd + 8);
}

interface StateContent {
  readonly expiresAt: number;
  readonly id: string;
  readonly path: string | undefined;
}

async function readState(state: string, secret: SigningSecret): Promise<StateContent> {
  const content = state.slice(0, -signatureLength);
  const signature = fromBase62(state.slice(-signatureLength), signatureBytes);
  const isOurs =
    shape.test(state) &&
    signature !== undefined &&
    (await isSignature(secret, signedText(content), signature));
  if (!isOurs) throw new StateError("forged");
  const expiry = fromBase62(content.slice(version.length, expiryEnd), expiryBytes) ?? new Uint8Array();
  const path = content.slice(idEnd);
  return {
    expiresAt: expiry.reduce((number, byte) => number * 256 + byte, 0) * 1000,
    id: content.slice(expiryEnd, idEnd),
    path: path === "" ? undefined : textOf(path),
  };
}

/** The signed text names its purpose, so that no other signature with the same secret passes for it. */
function signedText(content: string): string {
  return `state:${content}`;
}

async function idOf(secret: SigningSecret, binding: string): Promise<string> {
  return toBase62((await sign(secret, `state-binding:${binding}`)).slice(0, idBytes));
}

function pathInBinding(binding: string | undefined): string | undefined {
  const bytes = fromBase64(binding?.split(".")[1] ?? "");
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** The text whose bytes were written with `toBase62`; each length of text has a length of its own. */
function textOf(base62: string): string {
  const byteCount = Math.floor((base62.length * Math.log2(62)) / 8);
  return new TextDecoder().decode(fromBase62(base62, byteCount));
}

function numberBytes(number: number): Uint8Array {
  return Uint8Array.from(
    { length: expiryBytes },
    (_, index) => Math.floor(number / 256 ** (4 - index)) % 256,
  );
}
