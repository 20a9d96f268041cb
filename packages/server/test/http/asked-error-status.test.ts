import { describe, expect, it, test } from "vitest";
import { startWriting, type WritingStage } from "../support/api-calls.ts";
import { teamTokenParameters } from "../support/flows.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { expectEnvelope, readReply } from "../support/safe-refusal.ts";

type Ask = (stage: WritingStage, headers: Record<string, string>) => Promise<Response>;

const get =
  (path: string, parameters: Readonly<Record<string, string>>): Ask =>
  ({ platform }, headers) =>
    platform.fetch(pathWithQuery(path, parameters), { headers });

/** A refusal of each kind of call, with its semantic status. */
const refusals: readonly (readonly [string, number, Ask])[] = [
  ["a reading call", 401, get("/api/surveys", { appid: "acme_team", access_token: "wrong" })],
  ["a token call", 401, get("/api/oauth2/access_token", { ...teamTokenParameters, secret: "wrong" })],
  ["a malformed call", 400, get("/api/oauth2/access_token", { appid: "acme_team" })],
  [
    "a writing call",
    404,
    ({ platform, tokens }, headers) =>
      platform.fetch(pathWithQuery("/api/surveys/999999999/settings", { ...tokens.acme }), {
        method: "POST",
        headers,
      }),
  ],
];

describe("a caller that sends X-Error-Status", () => {
  describe.each(["ok", "semantic"] as const)("when the setting is %s", (errorStatus) => {
    test.each(refusals)("gets the status that it asks for, from %s", async (_name, status, ask) => {
      const stage = await startWriting({ errorStatus });
      const statusOf = async (headers: Record<string, string>) => {
        const reply = await readReply(ask(stage, headers));
        expectEnvelope(reply);
        return reply.status;
      };
      expect(await statusOf({ "X-Error-Status": "semantic" })).toBe(status);
      expect(await statusOf({ "X-Error-Status": "ok" })).toBe(200);
      expect(await statusOf({})).toBe(errorStatus === "ok" ? 200 : status);
    });
  });

  it("gets a served call, an unknown path and a wrong method with the statuses that they always have", async () => {
    const stage = await startWriting();
    for (const asked of ["ok", "semantic"]) {
      const headers = { "X-Error-Status": asked };
      const statusOf = async (ask: Ask) => (await ask(stage, headers)).status;
      expect(await statusOf(get("/api/surveys", { ...stage.tokens.acme }))).toBe(200);
      expect(await statusOf(get("/api/nothing", {}))).toBe(404);
      const head: Ask = ({ platform }) => platform.fetch("/api/surveys", { method: "PUT", headers });
      expect(await statusOf(head)).toBe(405);
    }
  });

  it.each(["Semantic", "semantic, semantic", "", "422"])(
    "is refused when it asks for %j, unless its token is",
    async (asked) => {
      const stage = await startWriting();
      const headers = { "X-Error-Status": asked };
      const good = await get("/api/surveys", { ...stage.tokens.acme })(stage, headers);
      expect([good.status, good.headers.get("x-error-parameter")]).toEqual([200, "X-Error-Status"]);
      expect(expectEnvelope(await readReply(good)).error.message).toBe(
        "The header X-Error-Status must be ok or semantic.",
      );
      const bad = get("/api/surveys", { ...stage.tokens.acme, access_token: "wrong" });
      expect(expectEnvelope(await readReply(bad(stage, headers))).error.type).toBe("invalid_token");
    },
  );
});
