import { describe, expect, it, test } from "vitest";
import { endpointsOf } from "../../src/api/endpoints.ts";
import { describeApi, type DescribedCall } from "../../src/api/reference/describe-api.ts";
import type { Store } from "../../src/store/store.ts";
import { createSurvey, sampleText, sendCall, startWriting, type WritingStage } from "../support/api-calls.ts";
import { callRows, type PreparedCall } from "../support/call-rows.ts";
import { teamTokenParameters } from "../support/flows.ts";
import { expectEnvelope, readReply } from "../support/safe-refusal.ts";
import { startTestPlatform, type Envelope } from "../support/test-platform.ts";

// Describing endpoints asks no database.
const { calls } = describeApi(endpointsOf({} as Store, { timeZone: "Asia/Shanghai" }));
const rowOf = (call: DescribedCall) => callRows[`${call.method} ${call.path}`];

/** What a secret could be: no message may have it. */
const sent = "Zx9Canary";
const spoilt = [
  sent,
  `${sent}\u0000`,
  `${sent}[`,
  [sent],
  [[sent]],
  { [sent]: sent },
  { pages: [{ [sent]: sent }] },
];

type Spoil = (good: PreparedCall) => PreparedCall;

/** A call with each of its parameters spoilt in turn. */
function spoiltCalls(call: DescribedCall): readonly Spoil[] {
  const inQuery = call.parameters.filter(({ place }) => place === "query").map(({ name }) => name);
  return [
    ...inQuery.flatMap((name) => [
      (good: PreparedCall) => ({ ...good, query: { ...good.query, [name]: sent } }),
      (good: PreparedCall) => ({ ...good, path: `${good.path}?${name}=${sent}&${name}=${sent}` }),
      (good: PreparedCall) => ({ ...good, path: `${good.path}?${name}=${sent}%` }),
    ]),
    ...call.body.flatMap(({ name }) =>
      spoilt.map((value) => (good: PreparedCall) => {
        // Every body of the table is an object.
        return { ...good, body: { ...(good.body as object), [name]: value } };
      }),
    ),
    (good) => ({ ...good, path: good.path.replace(/\d+/, sent) }),
    (good) => ({ ...good, headers: { "Idempotency-Key": `${sent}\u00e4` } }),
  ];
}

async function refusalOf(stage: WritingStage, { path, ...call }: PreparedCall): Promise<Envelope["error"]> {
  const [bare = "", own = ""] = path.split("?");
  const reply = await readReply(
    own === ""
      ? sendCall(stage.platform, bare, call)
      : stage.platform.fetch(`${bare}?${own}&${new URLSearchParams({ ...call.token }).toString()}`, {
          method: call.method ?? "POST",
        }),
  );
  return expectEnvelope(reply).error;
}

describe("a refusal", () => {
  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    "of %s says why, and quotes nothing that was sent",
    async (_name, call) => {
      const stage = await startWriting({ failedSecretsPerMinute: "1000000" });
      const row = rowOf(call);
      if (row === undefined) throw new Error("the table of calls has no row");
      const good = { method: call.method, ...(await row.prepare(stage)) };
      const errors: Envelope["error"][] = [];
      for (const spoil of spoiltCalls(call)) errors.push(await refusalOf(stage, spoil(good)));
      expect(errors.filter(({ type }) => type !== "").length).toBeGreaterThan(0);
      expect(JSON.stringify(errors)).not.toContain(sent);
      expect(JSON.stringify(errors)).not.toContain("not as documented");
    },
  );

  it("of a token is in the same words for an unknown appid, a wrong secret and a disabled application", async () => {
    const platform = await startTestPlatform();
    const refused = async (changed: Readonly<Record<string, string>>) =>
      (await platform.call("/api/oauth2/access_token", { ...teamTokenParameters, ...changed })).error;
    const unknown = await refused({ appid: "no_such_application" });
    const wrong = await refused({ secret: "wrong" });
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("applications").set({ disabled: 1 }).execute(),
    );
    expect([unknown, wrong, await refused({})]).toEqual([wrong, wrong, wrong]);
    expect(wrong.message).toContain("appid and secret");
  });

  it("is in the same words for the survey of another team and for none", async () => {
    const stage = await startWriting();
    const path = await createSurvey(stage);
    const call = { method: "GET", token: stage.tokens.birch } as const;
    const foreign = await refusalOf(stage, { ...call, path });
    const missing = await refusalOf(stage, { ...call, path: "/api/surveys/999999999" });
    expect(foreign).toEqual(missing);
    expect(await stage.get(path)).toHaveProperty("id");
  });
});

describe("the reason for a refusal", () => {
  it("names the bounds of a number that has too many digits", async () => {
    const { platform, tokens } = await startWriting();
    const { error } = await platform.call("/api/surveys", { ...tokens.acme, per_page: "9".repeat(20) });
    expect(error).toEqual({
      type: "invalid_argument",
      message: "The parameter per_page must be a whole number from 1 to 100.",
    });
  });

  it("lists every parameter that is refused", async () => {
    const { platform, tokens } = await startWriting();
    const { error } = await platform.call("/api/surveys", { ...tokens.acme, page: "0", per_page: "0" });
    expect(error.problems?.map(({ parameter }) => parameter)).toEqual(["page", "per_page"]);
    expect(error.message).toBe(error.problems?.[0]?.message);
  });

  it("names each line of a survey's text that is not understood", async () => {
    const stage = await startWriting();
    const text = `${sampleText}\n\nOne[Single Choice]\n\nTwo[Multiple Choice]`;
    const error = await refusalOf(stage, { path: "/api/surveys", token: stage.tokens.acme, body: { text } });
    expect(error.problems).toEqual([
      {
        parameter: "text",
        line: 13,
        message: expect.stringMatching(/^Line 13 of the parameter text: .*options/),
      },
      {
        parameter: "text",
        line: 15,
        message: expect.stringMatching(/^Line 15 of the parameter text: .*options/),
      },
    ]);
  });

  it("names every question whose answer is refused", async () => {
    const stage = await startWriting();
    const path = await createSurvey(stage, "T\n\n\n\nA[Single Line Text]\n\nB[Single Line Text]");
    await stage.post(`${path}/settings`, { state: 2 });
    const body = { answer: { pages: [] } };
    const error = await refusalOf(stage, { path: `${path}/answers`, token: stage.tokens.acme, body });
    expect(error.problems).toHaveLength(2);
    expect(error.message).toMatch(/^In the parameter answer, the answer to question q-1-\w+ is required\.$/);
  });

  it("says where in a value something is wrong", async () => {
    const stage = await startWriting();
    const path = await createSurvey(stage, "T\n\n\n\nA[Single Line Text]");
    const body = { answer: { pages: [{ id: "p-1", questions: [{ id: 7 }] }] } };
    const error = await refusalOf(stage, { path: `${path}/answers`, token: stage.tokens.acme, body });
    expect(error.message).toBe("The parameter answer.pages[0].questions[0].id must be a text.");
  });

  it("says which method a call is", async () => {
    const platform = await startTestPlatform();
    const post = async (path: string, method: string) =>
      expectEnvelope(await readReply(platform.fetch(path, { method }))).error.message;
    expect(await post("/api/oauth2/access_token", "POST")).toBe("This call is a GET, and not a POST.");
    expect(await post("/api/surveys", "DELETE")).toBe(
      "The calls of this path are GET and POST, and not DELETE.",
    );
    expect(await post("/api/nothing", "GET")).toBe("No call of the API has this path.");
  });

  it("is the same text for each request without a valid token", async () => {
    const { platform } = await startWriting();
    const refused = async (token: string) =>
      (await platform.call("/api/surveys", { appid: "acme_team", access_token: token })).error;
    expect(await refused(`sopt_${"x".repeat(32)}`)).toEqual(await refused("garbage"));
  });
});
