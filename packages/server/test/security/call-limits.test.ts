import { describe, expect, it } from "vitest";
import { createSurvey, outcomeOf, sendCall, startWriting } from "../support/api-calls.ts";
import { pathWithQuery } from "../support/raw-http.ts";

/** How many of a number of calls are served. */
async function served(count: number, call: () => Promise<Response>): Promise<number> {
  let accepted = 0;
  for (let at = 0; at < count; at += 1)
    if ((await outcomeOf(await call())) !== "request_rate_limited") accepted += 1;
  return accepted;
}

async function start(dataCallsPerMinute: string) {
  const stage = await startWriting({ dataCallsPerMinute, failedSecretsPerMinute: "100000" });
  const list = (token: Readonly<Record<string, string>>) =>
    stage.platform.fetch(pathWithQuery("/api/surveys", token));
  return { ...stage, list, nodes: stage.platform.stores.length };
}

describe("the limit on the data calls of an application", () => {
  it("refuses what exceeds it, says when to come back, and leaves other applications alone", async () => {
    const { tokens, list, nodes } = await start("30");
    const accepted = await served(nodes * 40, () => list(tokens.acme));
    // Time goes on while the calls are made: some come back.
    expect(accepted).toBeGreaterThanOrEqual(nodes * 30);
    expect(accepted).toBeLessThan(nodes * 40);
    const refused = await list(tokens.acme);
    expect(await outcomeOf(refused)).toBe("request_rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get("x-ratelimit-limit")).toBe("30");
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(await outcomeOf(await list(tokens.birch))).toHaveProperty("total");
  });

  it("counts calls that write and calls that find nothing", async () => {
    const stage = await start("30");
    const { tokens, platform, nodes } = stage;
    await createSurvey(stage);
    const write = () => sendCall(platform, "/api/surveys", { token: tokens.acme, body: { text: "" } });
    expect(await served(nodes * 40, write)).toBeLessThan(nodes * 40);
    const missing = () => sendCall(platform, "/api/surveys/999999", { method: "GET", token: tokens.birch });
    expect(await served(nodes * 40, missing)).toBeLessThan(nodes * 40);
  });

  it.each(["/api/sso/users/unknown", "/api/contacts/teams/999999/groups", "/api/surveys?page=0"])(
    "counts %s, which a valid token is refused",
    async (path) => {
      const { tokens, platform, nodes } = await start("30");
      const [plain = "", page] = path.split("?page=");
      const query = page === undefined ? {} : { page };
      const refused = () => sendCall(platform, plain, { method: "GET", token: tokens.acme, query });
      expect(await served(nodes * 40, refused)).toBeLessThan(nodes * 40);
      expect(
        await served(1, () => sendCall(platform, "/api/surveys", { method: "GET", token: tokens.birch })),
      ).toBe(1);
    },
  );

  it("is not used up by callers who know the appid and no valid token", async () => {
    const { tokens, list, nodes, platform } = await start("30");
    for (const wrong of [
      { appid: "acme_team", access_token: "x" },
      { appid: "acme_team", access_token: tokens.birch.access_token },
      { appid: "acme_team" },
    ])
      for (let at = 0; at < nodes * 40; at += 1) await list(wrong);
    const body = { text: "" };
    for (let at = 0; at < nodes * 40; at += 1)
      await sendCall(platform, "/api/surveys", { token: { appid: "acme_team", access_token: "x" }, body });
    expect(await served(nodes * 5, () => list(tokens.acme))).toBe(nodes * 5);
  });

  it("says what is left when that is little, and nothing before", async () => {
    const { tokens, list, nodes } = await start("60");
    const first = await list(tokens.acme);
    expect(first.headers.get("x-ratelimit-remaining")).toBeNull();
    for (let at = 1; at < nodes * 55; at += 1) await list(tokens.acme);
    const remaining = Number((await list(tokens.acme)).headers.get("x-ratelimit-remaining"));
    expect(remaining).toBeGreaterThanOrEqual(0);
    expect(remaining).toBeLessThan(12);
  });

  it("is none when it is 0", async () => {
    const { tokens, list } = await start("0");
    expect(await served(100, () => list(tokens.acme))).toBe(100);
  });
});
