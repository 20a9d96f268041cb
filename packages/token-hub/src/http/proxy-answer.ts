import { z } from "zod";
import { HubError } from "../errors.ts";
import type { ProxyTimer } from "./proxy-timer.ts";
import { TokenMask } from "./token-mask.ts";

/** Answers up to this many bytes are looked into, and sent on in one piece. */
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

/** An answer of the platform, of which the beginning was read. */
export interface ReadAnswer {
  readonly answer: Response;
  readonly start: Buffer;
  /** What follows; undefined when the start is all there is. */
  readonly rest: ReadableStreamDefaultReader<Uint8Array> | undefined;
}

/** Reads as much of an answer as it takes to tell a refusal from data. @throws whatever reading throws */
export async function readStart(answer: Response): Promise<ReadAnswer> {
  if (answer.body === null) return { answer, start: Buffer.alloc(0), rest: undefined };
  const length = Number(answer.headers.get("content-length") ?? Number.NaN);
  if (length <= mostAtOnce)
    return { answer, start: Buffer.from(await answer.arrayBuffer()), rest: undefined };
  const reader: ReadableStreamDefaultReader<Uint8Array> = answer.body.getReader();
  const pieces: Uint8Array[] = [];
  for (let size = 0; size < mostOfRefusal;) {
    const { done, value } = await reader.read();
    if (done) return { answer, start: Buffer.concat(pieces), rest: undefined };
    size += value.length;
    pieces.push(value);
    // Of what is no JSON nothing has to be known, and some answers come slowly on purpose.
    if (!isJson(answer)) break;
  }
  return { answer, start: Buffer.concat(pieces), rest: reader };
}

/** Whether the platform refused the token, in whichever status it answers refusals. */
export function isInvalidToken({ answer, start, rest }: ReadAnswer): boolean {
  if (rest !== undefined || start.length > mostOfRefusal || !isJson(answer)) return false;
  return refusalShape.safeParse(parsed(start)).success;
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString("utf8"));
  } catch {
    return undefined;
  }
}

function isJson({ headers }: Response): boolean {
  return /^application\/json\b/i.test(headers.get("content-type") ?? "");
}

/** What the caller gets of an answer: status, some headers, and the body, without the token wherever it may stand. */
export function passOn(read: ReadAnswer, accessToken: string, timer: ProxyTimer): Response {
  const { answer, start, rest } = read;
  // Where a redirect leads to, the token would have to go too.
  const isRedirect = answer.status >= 300 && answer.status < 400 && answer.status !== 304;
  if (isRedirect || answer.status < 200 || answer.status > 599) {
    timer.stop();
    void rest?.cancel().catch(() => undefined);
    throw new HubError("upstream_unavailable", { detail: `an answer with status ${answer.status}` });
  }
  const init = { status: answer.status, headers: headersFor(answer, accessToken) };
  const mask = new TokenMask(accessToken);
  if (rest !== undefined) return new Response(remaining({ start, rest, mask, timer }), init);
  timer.stop();
  const body = Buffer.concat([mask.push(start), mask.end()]);
  return new Response(answer.status === 204 || answer.status === 304 ? null : body, init);
}

function headersFor(answer: Response, accessToken: string): Headers {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const name of passedOn) {
    const value = answer.headers.get(name);
    if (value !== null && !value.includes(accessToken)) headers.set(name, value);
  }
  return headers;
}

interface Remaining {
  readonly start: Buffer;
  readonly rest: ReadableStreamDefaultReader<Uint8Array>;
  readonly mask: TokenMask;
  readonly timer: ProxyTimer;
}

function remaining(parts: Remaining): ReadableStream<Uint8Array> {
  const { start, rest, mask, timer } = parts;
  return new ReadableStream({
    start: (controller) => enqueue(controller, mask.push(start)),
    async pull(controller) {
      try {
        await pass(controller, parts);
      } catch {
        timer.stop();
        // The connection is cut, so that nobody takes the half for the whole. What really went wrong may quote addresses.
        controller.error(new Error("the platform's answer broke off"));
      }
    },
    async cancel(reason) {
      timer.stop();
      await rest.cancel(reason);
    },
  });
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Passes the next piece on, or the end. */
async function pass(controller: Controller, { rest, mask, timer }: Remaining): Promise<void> {
  for (let hasPassed = false; !hasPassed;) {
    const { done, value } = await rest.read();
    if (done) {
      timer.stop();
      enqueue(controller, mask.end());
      return controller.close();
    }
    timer.restart();
    hasPassed = enqueue(controller, mask.push(value));
  }
}

/** @returns whether there was anything; an empty piece is no piece */
function enqueue(controller: Controller, bytes: Buffer): boolean {
  if (bytes.length > 0) controller.enqueue(bytes);
  return bytes.length > 0;
}
