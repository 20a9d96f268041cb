import type { Caller } from "../callers/caller.ts";
import { HubError } from "../errors.ts";
import type { TeamEndpointDependencies } from "./team-endpoint-dependencies.ts";
import type { FetchCall, FetchEndpoint } from "../http/endpoint.ts";
import type { TokenChange } from "./served-token.ts";
import type { TeamTokens } from "./team-tokens.ts";
import { tokenEvents } from "./token-events.ts";

const longestWaitSeconds = 55;
const usualWaitSeconds = 50;
/** Watches that one caller may have open at the same time, on this hub. */
const mostWatches = 500;

/**
 * `GET /v1/apps/{appid}/token/watch`: announces a new token, without the token itself. Sends server-sent events to
 * clients that accept `text/event-stream`; for others the response waits until there is a version after `after`,
 * `wait` seconds at most. It only saves a refused call; nothing depends on it.
 */
export function watchEndpoint(parts: TeamEndpointDependencies): FetchEndpoint {
  const open = new Map<string, number>();
  return {
    method: "GET",
    path: "/v1/apps/{appid}/token/watch",
    async handle(call) {
      const caller = parts.callers.authenticateRead(call);
      const appid = call.path["appid"] ?? "";
      if (!caller.may("token", appid)) throw new HubError("forbidden", { detail: `watch by ${caller.id}` });
      const wantsEvents = call.request.headers.get("accept")?.includes("text/event-stream") === true;
      const release = claimSlot(open, caller);
      try {
        if (wantsEvents) return tokenEvents(parts, { appid, callerId: caller.id, onEnd: release });
        const response = await respondLater(parts, appid, call);
        release();
        return response;
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** @returns how to give the slot back */
function claimSlot(open: Map<string, number>, { id }: Caller): () => void {
  const count = open.get(id) ?? 0;
  if (count >= mostWatches)
    throw new HubError("request_rate_limited", { retryAfterSeconds: 5, detail: `watches of ${id}` });
  open.set(id, count + 1);
  return () => {
    const left = (open.get(id) ?? 1) - 1;
    if (left > 0) open.set(id, left);
    else open.delete(id);
  };
}

async function respondLater(
  { hub, closing }: TeamEndpointDependencies,
  appid: string,
  { request }: FetchCall,
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const after = wholeNumber(query.get("after") ?? "0", "after", Number.MAX_SAFE_INTEGER);
  const wait = wholeNumber(query.get("wait") ?? String(usualWaitSeconds), "wait", longestWaitSeconds);
  const signals = [AbortSignal.timeout(wait * 1000), request.signal, ...(closing ? [closing] : [])];
  const change = await nextChange(hub, { appid, after, signal: AbortSignal.any(signals) });
  const current = change ?? hub.tokenAtOnce(appid);
  const body = { version: current?.version ?? after, expires_in: current?.expiresInSeconds ?? 0 };
  return Response.json(body, { headers: { "Cache-Control": "no-store" } });
}

/** What to wait for. */
interface AwaitedChange {
  readonly appid: string;
  /** The version that the client has. */
  readonly after: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** Waits for a version after the one that the client has. @returns undefined when the signal ends the wait */
async function nextChange(
  hub: Pick<TeamTokens, "tokenAtOnce" | "watch">,
  { appid, after, signal }: AwaitedChange,
): Promise<TokenChange | undefined> {
  const { promise, resolve } = Promise.withResolvers<TokenChange | undefined>();
  const isNews = (change: TokenChange | undefined) => change !== undefined && change.version > after;
  const end = () => resolve(undefined);
  const stop = hub.watch(appid, (change) => {
    if (isNews(change)) resolve(change);
  });
  signal.addEventListener("abort", end);
  // Checked after the listener is set, so that no change falls in between.
  const current = hub.tokenAtOnce(appid);
  if (signal.aborted || isNews(current)) resolve(current);
  const change = await promise;
  signal.removeEventListener("abort", end);
  stop();
  return change;
}

function wholeNumber(text: string, name: string, most: number): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new HubError("invalid_argument", { detail: `${name} is a whole number from 0 to ${most}` });
}
