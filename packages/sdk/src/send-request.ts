import { encodeQuery, type Query } from "./encode-query.ts";
import { platformAddress } from "./platform-address.ts";
import { wallClockNow, type Platform } from "./platform.ts";
import { readEnvelope, type RawAnswer } from "./read-envelope.ts";
import { isTransient, withRetries } from "./retry.ts";
import { SurveyPlatformError } from "./survey-platform-error.ts";
import { withDeadline } from "./with-deadline.ts";

const defaultTimeoutMilliseconds = 10_000;
const defaultReadAttempts = 3;

/** One request to the platform. */
export interface PlatformRequest {
  /** From `/` on, percent-encoded. */
  readonly path: string;
  /** Parameters that anybody may see. */
  readonly query?: Query | undefined;
  /** Parameters that nobody may see again, in an error least of all. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  readonly method?: "GET" | "POST" | "DELETE" | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Whether it changes nothing, so that it may be sent again when the platform cannot be reached. */
  readonly isRead: boolean;
}

/**
 * Sends a request and hands back `data` of the answer.
 *
 * @throws SurveyPlatformError whatever goes wrong on either side of the wire
 * @throws whatever the signal gives as its reason
 */
export async function sendRequest(platform: Platform, request: PlatformRequest): Promise<unknown> {
  const query = encodeQuery({ ...request.query, ...request.secrets });
  const address = `${platformAddress(platform, platform.baseUrl, request.path)}?${query}`;
  const attempt = () => sendOnce(platform, request, address);
  if (!request.isRead) return await attempt();
  const attempts = platform.readAttempts ?? defaultReadAttempts;
  return await withRetries(
    platform,
    { attempts, isWorthRetrying: isTransient, signal: request.signal },
    attempt,
  );
}

async function sendOnce(platform: Platform, request: PlatformRequest, address: string): Promise<unknown> {
  const milliseconds = platform.timeoutMilliseconds ?? defaultTimeoutMilliseconds;
  const answer = await withDeadline(milliseconds, request.signal, (signal) =>
    fetchText(platform, address, requestInit(request, signal)),
  );
  return readEnvelope(answer, { secrets: request.secrets, wallClock: () => wallClockNow(platform) });
}

async function fetchText(platform: Platform, address: string, init: RequestInit): Promise<RawAnswer> {
  try {
    const answer = await (platform.fetch ?? globalThis.fetch)(address, init);
    const { status, ok: isWell, headers } = answer;
    return { status, isWell, headers, text: await answer.text() };
  } catch (error) {
    // What fetch throws may quote the address, and with it the secret: nothing of it goes on but a system's code.
    throw new SurveyPlatformError("network_error", { detail: describeFailure(error) });
  }
}

function requestInit({ method, body }: PlatformRequest, signal: AbortSignal): RequestInit {
  return {
    // A redirect would take the secrets along to wherever it points.
    redirect: "manual",
    signal,
    ...noStore(),
    ...(method !== undefined && { method }),
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  };
}

/** Some frameworks answer repeated GETs from a cache of their own; some runtimes do not know the option. */
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
