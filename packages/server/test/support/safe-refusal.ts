import { expect } from "vitest";
import type { WireReply } from "../../../service/test/support/raw-http.ts";
import { errorKinds, type ErrorType } from "../../src/errors.ts";
import type { Envelope } from "./test-platform.ts";

/** A lower-case UUID. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Values that the platform hands out, by their prefixes. */
export const anyToken = /sop[a-z]_[A-Za-z0-9_-]{32}/;

/** What a response reveals when it shows an inner error. */
const innerWorkings =
  /node_modules|[/\\](src|dist)[/\\]|\.[tj]sx?:\d|\n\s+at |\bselect\b.*\bfrom\b|insert into|sqlite|postgres|\bpg_|kysely/i;

/** A random value of the platform: 32 characters of base64url, or the 43 of a SHA-256, such as a form key. */
const randomValue = /(?<![\w-])[\w-]{32}(?:[\w-]{11})?(?![\w-])/g;

export type { WireReply };

/** Reads an answer to its end. */
export async function readReply(reply: Response | Promise<Response>): Promise<WireReply> {
  const answer = await reply;
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

/** Checks that an answer under `/api/` is an envelope with its headers. @returns the envelope */
export function expectEnvelope({ headers, body }: WireReply): Envelope {
  // Its shape is what the next lines check.
  const envelope = JSON.parse(body) as Envelope;
  expect(Object.keys(envelope)).toEqual(["code", "error", "data", "request_id"]);
  expectErrorObject(envelope.error);
  expect(envelope.request_id).toMatch(uuid);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    pragma: "no-cache",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-request-id": envelope.request_id,
  });
  expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  return envelope;
}

/** A success has an empty type and nothing else. A refusal says why in a sentence, and lists problems if there are several. */
function expectErrorObject({ type, message, problems, ...others }: Envelope["error"]): void {
  expect(others).toEqual({});
  if (type === "") return expect([message, problems]).toEqual([undefined, undefined]);
  for (const sentence of [message, ...(problems ?? []).map((problem) => problem.message)])
    expect(sentence).toMatch(/^[A-Z]\P{C}{8,400}\.$/u);
}

/** What makes a refusal safe, beside the answer itself. */
export interface SafeRefusal {
  /** The types that the refusal may have. */
  readonly as: ErrorType | readonly ErrorType[];
  /** The call that the attack imitates, as its owner makes it: it must still succeed afterwards. */
  readonly stillWorks: () => Promise<Pick<Envelope, "code">>;
}

/**
 * Checks that an attack was refused safely: with an envelope that says why and nothing else, without a
 * token in it, below 500 unless the store is down, and without harm to the legitimate call.
 */
export async function expectRefusedSafely(
  reply: Response | Promise<Response> | WireReply,
  { as, stillWorks }: SafeRefusal,
): Promise<Envelope> {
  const answer = await reply;
  const read = answer instanceof Response ? await readReply(answer) : answer;
  const envelope = expectEnvelope(read);
  const types = [as].flat();
  expect(types).toContain(envelope.error.type);
  expect(envelope).toMatchObject({ data: {}, code: errorKinds[envelope.error.type as ErrorType].code });
  expect(Object.keys(envelope.data)).toEqual([]);
  if (envelope.error.type !== "storage_unavailable") expect(read.status).toBeLessThan(500);
  expectNothingInside(read);
  expect(await stillWorks()).toMatchObject({ code: "OK" });
  return envelope;
}

/**
 * Checks that a response has neither a token nor anything of the server's inner workings in it. Names are not searched
 * for inside random values: one form key in some 40,000 has `pg_` at the start of a word.
 */
export function expectNothingInside({ headers, body }: WireReply): void {
  const everything = `${JSON.stringify([...headers])}\n${body}`;
  expect(everything).not.toMatch(anyToken);
  expect(everything.replaceAll(randomValue, "(random value)")).not.toMatch(innerWorkings);
}

/** Stands for the legitimate call where a test makes it once, after several attacks. */
export async function checkedLater(): Promise<Pick<Envelope, "code">> {
  return { code: "OK" };
}
