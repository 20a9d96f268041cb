import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { performance } from "node:perf_hooks";
import { release } from "../model/release.ts";
import { webhookSignature } from "../model/webhook-signature.ts";
import { type GuardedAgents, RefusedAddressError } from "../outgoing/guarded-agents.ts";

/** Within this time a receiver has to respond. */
export const attemptMilliseconds = 15_000;
/** What is read of a response; the rest is not waited for. */
const readBytes = 16 * 1024;
/** What is kept of a response. */
const keptBytes = 1024;

/** An event about to be sent once. */
export interface OutgoingEvent {
  readonly url: string;
  readonly eventId: string;
  readonly sequence: number;
  readonly body: string;
  /** One, or two while the secret is being replaced. */
  readonly secrets: readonly string[];
  /** Unix seconds. */
  readonly timestamp: number;
}

/** Why an attempt failed. */
export type AttemptFailure = "status" | "redirect" | "timeout" | "address" | "connection";

/** The outcome of an attempt. */
export interface AttemptOutcome {
  readonly isDelivered: boolean;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly failure: AttemptFailure | "";
  readonly milliseconds: number;
  /** The beginning of the response. */
  readonly response: string;
  /** Of a response; undefined when there was none. */
  readonly retryAfter: string | undefined;
}

/** What sending needs. */
export interface SendOptions {
  readonly agents: GuardedAgents;
  /** Aborts when the process has no more time. */
  readonly signal: AbortSignal;
}

/** Sends an event once. @throws the signal's reason when it is aborted; any other failure is an outcome */
export async function sendEvent(
  event: OutgoingEvent,
  { agents, signal }: SendOptions,
): Promise<AttemptOutcome> {
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(attemptMilliseconds);
  const since = () => Math.round(performance.now() - startedAt);
  try {
    const response = await respondOnFresh(event, agents, AbortSignal.any([signal, deadline]));
    return { ...judge(response), response: await beginningOf(response, deadline), milliseconds: since() };
  } catch (error) {
    signal.throwIfAborted();
    const failure = deadline.aborted ? "timeout" : failureOf(error);
    const nothing = { isDelivered: false, status: 0, response: "", retryAfter: undefined };
    return { ...nothing, failure, milliseconds: since() };
  }
}

/** Tries again on another connection when one that was kept open turns out to be closed: receivers may get an event twice. */
async function respondOnFresh(
  event: OutgoingEvent,
  agents: GuardedAgents,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  for (;;) {
    try {
      return await respond(event, agents, signal);
    } catch (error) {
      if (!(error instanceof StaleConnectionError)) throw error;
    }
  }
}

function respond(
  { url, eventId, sequence, body, secrets, timestamp }: OutgoingEvent,
  agents: GuardedAgents,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const bytes = Buffer.from(body);
  const target = new URL(url);
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": bytes.length,
    "User-Agent": `survey-open-platform/${release}`,
    "Webhook-Id": eventId,
    "Webhook-Timestamp": String(timestamp),
    "Webhook-Signature": webhookSignature({ id: eventId, timestamp, body: bytes }, secrets),
    "Webhook-Sequence": String(sequence),
  };
  const send = target.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(target, {
      method: "POST",
      headers,
      agent: agents.agentFor(target),
      signal,
    });
    // Redirects are responses like any other: this client follows none.
    request.on("response", resolve).on("error", (error) => reject(staleOr(error, request)));
    request.end(bytes);
  });
}

/** A connection that was kept open, and that the receiver closed just when the event was sent on it. */
class StaleConnectionError extends Error {
  override readonly name = "StaleConnectionError";
}

function staleOr(error: Error, { reusedSocket }: ClientRequest): Error {
  const isReset = "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
  return reusedSocket && isReset ? new StaleConnectionError("", { cause: error }) : error;
}

function judge({
  statusCode = 0,
  headers,
}: IncomingMessage): Omit<AttemptOutcome, "response" | "milliseconds"> {
  const isDelivered = statusCode >= 200 && statusCode < 300;
  return {
    isDelivered,
    status: statusCode,
    failure: failureOfStatus(statusCode),
    retryAfter: headers["retry-after"],
  };
}

function failureOfStatus(status: number): AttemptFailure | "" {
  if (status >= 200 && status < 300) return "";
  return status >= 300 && status < 400 ? "redirect" : "status";
}

function failureOf(error: unknown): AttemptFailure {
  return error instanceof RefusedAddressError ? "address" : "connection";
}

/** Reads a response that may be endless. That it breaks off changes nothing: the status was received. */
async function beginningOf(response: IncomingMessage, deadline: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // A response without an encoding is read in buffers.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (size < keptBytes) chunks.push(chunk.subarray(0, keptBytes - size));
      size += chunk.length;
      if (size > readBytes || deadline.aborted) break;
    }
  } catch {
    // What was read until then is kept.
  }
  // Control characters cannot be stored, and would do harm in a terminal.
  return Buffer.concat(chunks)
    .toString("utf8")
    .replaceAll(/[^\P{C}\n]/gu, "");
}
