import { z } from "zod";
import { HubError } from "../errors.ts";
import type { ProxyTimer } from "./proxy-timer.ts";
import { TokenMask } from "./token-mask.ts";
import type { UpstreamResponse } from "./upstream.ts";

/** Responses of up to this many bytes are inspected and sent in one piece. */
const mostAtOnce = 64 * 1024;
/** Longer than any refusal of the platform's. */
const mostOfRefusal = 4 * 1024;

/** What the caller may see of the platform's headers: nothing that names a place, a session or a way in. */
const passedOn = [
  "allow",
  "cache-control",
  "content-disposition",
  "content-language",
  "content-type",
  "etag",
  "expires",
  "last-modified",
  "pragma",
  "referrer-policy",
  "retry-after",
  "x-content-type-options",
  "x-error-parameter",
  "x-request-id",
];

const refusalShape = z.object({ error: z.object({ type: z.literal("invalid_token") }) });

/** A response of the platform, of which the beginning was read. */
export interface ReadResponse {
  readonly response: UpstreamResponse;
  readonly start: Buffer;
  /** Whether the start is all there is. */
  readonly isWhole: boolean;
}

/** Reads as much of a response as it takes to tell a refusal from data. @throws whatever reading throws */
export async function readStart(response: UpstreamResponse): Promise<ReadResponse> {
  const length = Number(response.header("content-length") ?? Number.NaN);
  if (length <= mostAtOnce) return { response, start: await response.readAll(), isWhole: true };
  const pieces: Uint8Array[] = [];
  for (let size = 0; size < mostOfRefusal;) {
    const piece = await response.read();
    if (piece === undefined) return { response, start: Buffer.concat(pieces), isWhole: true };
    size += piece.length;
    pieces.push(piece);
    // Of what is no JSON nothing has to be known, and some responses come slowly on purpose.
    if (!isJson(response)) break;
  }
  return { response, start: Buffer.concat(pieces), isWhole: false };
}

/** Whether the platform refused the token, with any status. */
export function isInvalidToken({ response, start, isWhole }: ReadResponse): boolean {
  if (!isWhole || start.length > mostOfRefusal || !isJson(response)) return false;
  // Nearly every response is none, and need not be parsed for that.
  if (!start.includes("invalid_token")) return false;
  return refusalShape.safeParse(parsed(start)).success;
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString("utf8"));
  } catch {
    return undefined;
  }
}

function isJson(response: UpstreamResponse): boolean {
  return /^application\/json\b/i.test(response.header("content-type") ?? "");
}

/** What the caller gets of a response: status, some headers, and the body, without the token wherever it occurs. */
export function passOn(
  { response, start, isWhole }: ReadResponse,
  accessToken: string,
  way: WayBack,
): Response {
  const { status } = response;
  // Where a redirect leads to, the token would have to go too.
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  if (isRedirect || status < 200 || status > 599) {
    response.cancel();
    throw new HubError("upstream_unavailable", { detail: `a response with status ${status}` });
  }
  const init = { status, headers: headersFor(response, accessToken) };
  const mask = new TokenMask(accessToken);
  if (!isWhole) return new Response(remaining({ response, start, mask, ...way }), init);
  way.timer.stop();
  const body = Buffer.concat([mask.push(start), mask.end()]);
  return new Response(status === 204 || status === 304 ? null : body, init);
}

function headersFor(response: UpstreamResponse, accessToken: string): Record<string, string> {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  for (const name of passedOn) {
    const value = response.header(name);
    if (value !== null && !value.includes(accessToken)) headers[name] = value;
  }
  return headers;
}

/** The way back to the caller. */
interface WayBack {
  readonly timer: ProxyTimer;
  /** Cuts the connection; undefined where there is no socket. */
  readonly cut: (() => void) | undefined;
}

interface Remaining extends WayBack {
  readonly response: UpstreamResponse;
  readonly start: Buffer;
  readonly mask: TokenMask;
}

function remaining(parts: Remaining): ReadableStream<Uint8Array> {
  const { response, start, mask, timer, cut } = parts;
  return new ReadableStream({
    start: (controller) => void enqueue(controller, mask.push(start)),
    async pull(controller) {
      try {
        await pass(controller, parts);
      } catch {
        timer.stop();
        // Cut here, because the listener would print an error, and may end the response as if it were complete.
        cut?.();
        if (cut !== undefined || timer.isCallerGone) controller.close();
        else controller.error(new Error("the platform's response broke off"));
      }
    },
    cancel() {
      timer.stop();
      response.cancel();
    },
  });
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Passes the next piece on, or the end. */
async function pass(controller: Controller, { response, mask, timer }: Remaining): Promise<void> {
  for (let hasPassed = false; !hasPassed;) {
    const piece = await response.read();
    if (piece === undefined) {
      timer.stop();
      enqueue(controller, mask.end());
      return controller.close();
    }
    timer.restart();
    hasPassed = enqueue(controller, mask.push(piece));
  }
}

/** @returns whether there was anything; an empty piece is no piece */
function enqueue(controller: Controller, bytes: Buffer): boolean {
  if (bytes.length > 0) controller.enqueue(bytes);
  return bytes.length > 0;
}
