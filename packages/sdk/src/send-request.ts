import { encodeQuery, type Query } from "./encode-query.ts";
import { platformAddress } from "./platform-address.ts";
import { wallClockNow, type Platform } from "./platform.ts";
import { readEnvelope, type RawResponse } from "./read-envelope.ts";
import { isTransient, withRetries } from "./retry.ts";
import { SurveyPlatformError } from "./survey-platform-error.ts";
import { withDeadline } from "./with-deadline.ts";

const defaultTimeoutMilliseconds = 10_000;
const defaultReadAttempts = 3;

/** One request to the platform. */
export interface PlatformRequest {
  /** From `/` on, percent-encoded. */
  readonly path: string;
  /** Parameters that are not secret. */
  readonly query?: Query | undefined;
  /** Secret parameters, which must not appear in errors. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  /** A token that is sent in the header. */
  readonly bearer?: string | undefined;
  readonly method?: "GET" | "POST" | "DELETE" | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The header by which the platform knows a request that is sent again. */
  readonly idempotencyKey?: string | undefined;
  /** Whether it changes nothing when it is sent again because the platform cannot be reached. */
  readonly isRepeatable: boolean;
}

/**
 * Sends a request and hands back `data` of the response.
 *
 * @throws SurveyPlatformError for every failure, on either side
 * @throws the reason of the signal
 */
export async function sendRequest(platform: Platform, request: PlatformRequest): Promise<unknown> {
  const query = encodeQuery({ ...request.query, ...request.secrets });
  const address = `${platformAddress(platform, platform.baseUrl, request.path)}?${query}`;
  const attempt = () => sendOnce(platform, request, address);
  if (!request.isRepeatable) return await attempt();
  return await withReadAttempts(platform, request.signal, attempt);
}

/** Makes a read again, after pauses, for as long as the platform cannot be reached and attempts are left. */
export async function withReadAttempts<Result>(
  platform: Platform,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const attempts = platform.readAttempts ?? defaultReadAttempts;
  return await withRetries(platform, { attempts, isWorthRetrying: isTransient, signal }, attempt);
}

async function sendOnce(platform: Platform, request: PlatformRequest, address: string): Promise<unknown> {
  const { method, body, idempotencyKey, bearer } = request;
  const headers = {
    ...errorStatusHeader(platform),
    ...idempotencyHeader(idempotencyKey),
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
  };
  const sent = { method, text: body === undefined ? undefined : JSON.stringify(body), headers };
  const response = await withDeadline(timeoutOf(platform), request.signal, (signal) =>
    fetchText(platform, address, requestInit(sent, signal)),
  );
  return readEnvelope(response, {
    secrets: { ...request.secrets, bearer },
    wallClock: () => wallClockNow(platform),
  });
}

function errorStatusHeader({ errorStatus }: Platform): Readonly<Record<string, string>> {
  return errorStatus === undefined ? {} : { "x-error-status": errorStatus };
}

/** The header for an idempotency key, if there is one. */
export function idempotencyHeader(key: string | undefined): Readonly<Record<string, string>> | undefined {
  return key === undefined ? undefined : { "idempotency-key": key };
}

/** How many milliseconds one request may take. */
export function timeoutOf({ timeoutMilliseconds = defaultTimeoutMilliseconds }: Platform): number {
  return timeoutMilliseconds;
}

/**
 * Fetches an address and reads the response to its end.
 *
 * @throws SurveyPlatformError `network_error`
 */
export async function fetchText(
  platform: Platform,
  address: string,
  init: RequestInit,
): Promise<RawResponse> {
  try {
    const response = await (platform.fetch ?? globalThis.fetch)(address, init);
    const { status, ok: isOk, headers } = response;
    return { status, isOk, headers, text: await response.text() };
  } catch (error) {
    // What fetch throws may quote the address, and with it the secret: nothing of it goes on but a system's code.
    throw new SurveyPlatformError("network_error", { detail: describeFailure(error) });
  }
}

/** What travels in a request beside its address. */
export interface SentRequest {
  readonly method?: string | undefined;
  /** JSON. */
  readonly text?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A request as `fetch` takes it: no redirect is followed, and no cache asked. */
export function requestInit({ method, text, headers }: SentRequest, signal: AbortSignal): RequestInit {
  const type = text === undefined ? undefined : { "content-type": "application/json" };
  return {
    // A redirect would send the secrets to its target.
    redirect: "manual",
    signal,
    ...noStore(),
    ...(method !== undefined && { method }),
    ...(text !== undefined && { body: text }),
    ...((headers ?? type) && { headers: { ...type, ...headers } }),
  };
}

/** Some frameworks serve repeated GETs from a cache of their own; some runtimes do not know the option. */
function noStore(): RequestInit {
  return typeof Request === "function" && "cache" in Request.prototype ? { cache: "no-store" } : {};
}

function describeFailure(error: unknown): string {
  const code = codeOf(error) ?? (error instanceof Error ? codeOf(error.cause) : undefined);
  return `the platform could not be reached${code === undefined ? "" : ` (${code})`}`;
}

/** A system's error code such as ECONNREFUSED. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" && /^[A-Z][A-Z_]{2,40}$/.test(error.code) ? error.code : undefined;
}
