import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { release } from "../model/release.ts";
import { type GuardedAgents, RefusedAddressError } from "./guarded-agents.ts";

/** Within this time a document has to be there, from the look-up of its name to its last byte. */
export const documentMilliseconds = 5000;
/** Longest document, in bytes. */
export const documentMaximumBytes = 64 * 1024;

/** Why there is no document. */
export type DocumentFailure =
  | "address"
  | "connection"
  | "timeout"
  | "status"
  | "encoding"
  | "media_type"
  | "length"
  | "not_utf8";

/** A document, or why there is none. */
export type FetchedDocument =
  | { readonly text: string; readonly headers: IncomingHttpHeaders }
  | { readonly failure: DocumentFailure };

/** What fetching needs. */
export interface FetchOptions {
  readonly agents: GuardedAgents;
  /** Aborts when there is no more time. Default: after {@link documentMilliseconds}. */
  readonly deadline?: AbortSignal;
}

class FailedFetch extends Error {
  override readonly name = "FailedFetch";
  readonly failure: DocumentFailure;

  constructor(failure: DocumentFailure) {
    super(failure);
    this.failure = failure;
  }
}

/**
 * Fetches a JSON document of a stranger: one request without cookies, no redirect, no content coding (a small body may stand for
 * a large text), not a byte more than {@link documentMaximumBytes}.
 */
export async function fetchDocument(address: URL, options: FetchOptions): Promise<FetchedDocument> {
  const { agents, deadline = AbortSignal.timeout(documentMilliseconds) } = options;
  try {
    const response = await respond(address, agents, deadline);
    return { text: await textOf(response), headers: response.headers };
  } catch (error) {
    return { failure: deadline.aborted ? "timeout" : failureOf(error) };
  }
}

function respond(address: URL, agents: GuardedAgents, signal: AbortSignal): Promise<IncomingMessage> {
  const send = address.protocol === "https:" ? requestHttps : requestHttp;
  const headers = {
    Accept: "application/json",
    "Accept-Encoding": "identity",
    "User-Agent": `survey-open-platform/${release}`,
  };
  return new Promise((resolve, reject) => {
    const request = send(address, { agent: agents.agentFor(address), headers, signal });
    request.on("response", resolve).on("error", reject).end();
  });
}

/** Reads the body of a response that is as it must be. The connection of any other is closed. */
async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    checkHead(response);
    // A response without an encoding is read in buffers.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > documentMaximumBytes) throw new FailedFetch("length");
      chunks.push(chunk);
    }
  } catch (error) {
    response.destroy();
    throw error;
  }
  return decode(Buffer.concat(chunks, length));
}

function checkHead({ statusCode, headers }: IncomingMessage): void {
  if (statusCode !== 200) throw new FailedFetch("status");
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity") throw new FailedFetch("encoding");
  if (!jsonType.test(headers["content-type"] ?? "")) throw new FailedFetch("media_type");
  if (Number(headers["content-length"] ?? 0) > documentMaximumBytes) throw new FailedFetch("length");
}

/** RFC 8259, and RFC 6839, section 3.1; parameters do not matter. */
const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FailedFetch("not_utf8");
  }
}

function failureOf(error: unknown): DocumentFailure {
  if (error instanceof FailedFetch) return error.failure;
  return error instanceof RefusedAddressError ? "address" : "connection";
}
