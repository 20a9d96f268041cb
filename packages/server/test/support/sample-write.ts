import { z } from "zod";
import { serveWithoutSocket } from "../../../service/test/support/without-socket.ts";
import { surveyIdIn } from "../../src/api/calls/surveys/survey-reach.ts";
import { ownerOf } from "../../src/api/calls/token-authentication.ts";
import { writeEndpoint } from "../../src/api/calls/write-endpoint.ts";
import { PlatformError } from "../../src/errors.ts";
import { booleanField, integerField, listField, objectField, textField } from "../../src/http/body-fields.ts";
import { CallLimits } from "../../src/http/call-limits.ts";
import { EmptyPages } from "../../src/http/empty-pages.ts";
import { OpenStreams } from "../../src/http/open-streams.ts";
import { RefusalThrottle } from "../../src/http/refusal-throttle.ts";
import { serveApi } from "../../src/http/serve-api.ts";
import { ThrottledAddresses } from "../../src/http/throttled-addresses.ts";
import type { Store } from "../../src/store/store.ts";
import { obtainTeamToken } from "./flows.ts";
import { pathWithQuery } from "./raw-http.ts";
import type { Envelope, TestPlatform } from "./test-platform.ts";

const item = integerField("A number", { minimum: 0, maximum: 2 ** 40 });

/** A field of each kind. */
const body = z.object({
  title: textField("The new title", { minimum: 1, maximum: 100 }),
  count: integerField("A number", { minimum: -5, maximum: 2 ** 40 }).optional(),
  is_active: booleanField("A truth value").optional(),
  ids: listField("Numbers", item, 3).optional(),
  openid: textField("A name", { maximum: 10 }).optional(),
  answer: objectField("An object", z.object({ pages: z.array(z.object({ id: z.string() })) })).optional(),
});

/** A call that gives a survey another title, and returns what it was sent. */
function sampleWrite(store: Store, method: "POST" | "DELETE", onWrite: () => void | Promise<void>) {
  return writeEndpoint(store, {
    method,
    operationId: "sampleWrite",
    bearerScopes: undefined,
    path: "/api/samples/{survey_id}",
    summary: "Sample",
    description: "Sample.",
    errors: ["not_found"],
    body,
    data: z.object({ title: z.string(), writes: z.int() }),
    async write({ transaction, principal, path, body: fields }) {
      await onWrite();
      const { numUpdatedRows } = await transaction.kysely
        .updateTable("surveys")
        .set((eb) => ({ title: fields.title, template_id: eb("template_id", "+", 1) }))
        .where("id", "=", surveyIdIn(path))
        .where("owner_id", "=", ownerOf(principal))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new PlatformError("not_found");
      if (fields.count === -1) throw new PlatformError("claim_error");
      return { ...fields, writes: Number(numUpdatedRows) };
    },
    withoutSecrets: (data) => ({ ...data, ...(data.title === "secret" && { title: "" }) }),
  });
}

/** The sample call on the nodes of a platform, as a team makes it. */
export async function startSampleWrites(
  platform: TestPlatform,
  onWrite: () => void | Promise<void> = () => undefined,
) {
  const nodes = platform.stores.map((store) =>
    serveApi([sampleWrite(store, "POST", onWrite), sampleWrite(store, "DELETE", onWrite)], {
      errorStatus: "ok",
      trustedProxies: 0,
      observe: () => undefined,
      record: () => undefined,
      throttle: new RefusalThrottle({ perMinute: 1e9, burst: 1e9 }),
      limits: new CallLimits(0),
      emptyPages: new EmptyPages(),
      streams: new OpenStreams(),
      throttled: new ThrottledAddresses(async () => undefined),
      resourceMetadata: () => undefined,
      read: (request) => store.read(request),
      isPage: () => false,
    }),
  );
  const token = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
  const { data } = await platform.call<{ list: readonly { id: number }[] }>("/api/surveys", token);
  const [surveyId = 0] = data.list.map(({ id }) => id);
  let turn = 0;
  const path = pathWithQuery(`/api/samples/${surveyId}`, token);
  const send = (address: string, init: RequestInit = {}): Promise<Response> => {
    const node = nodes[turn++ % nodes.length];
    const served =
      node && serveWithoutSocket(node, `http://platform.example${address}`, { method: "POST", ...init });
    if (served === undefined) throw new Error("no call serves this path");
    return served;
  };
  return {
    nodes,
    token,
    path,
    surveyId,
    send,
    /** Sends a body as JSON, and reads the envelope. */
    post: async (fields: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Envelope> =>
      bodyOf(
        await send(path, {
          headers: { "Content-Type": "application/json", ...headers },
          body: JSON.stringify(fields),
        }),
      ),
    sendBody: (text: string | Uint8Array<ArrayBuffer>, contentType?: string): Promise<Response> => {
      const headers = contentType === undefined ? {} : { "Content-Type": contentType };
      return send(path, { headers, body: typeof text === "string" ? new TextEncoder().encode(text) : text });
    },
    /** What the database has. */
    stored: (): Promise<{ readonly title: string; readonly writes: number }> =>
      platform.database.reader.kysely
        .selectFrom("surveys")
        .select(["title", "template_id as writes"])
        .where("id", "=", surveyId)
        .executeTakeFirstOrThrow(),
  };
}

/** Reads an envelope. */
export async function bodyOf(response: Response): Promise<Envelope> {
  // A test of its own holds the shape.
  return (await response.json()) as Envelope;
}
