import { createClient, fromHub } from "@survey-open-platform/sdk";
import { createMockPlatform } from "@survey-open-platform/sdk/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLog, createSealer } from "@survey-open-platform/service";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import type { CallerRights } from "../../src/callers/caller-rights.ts";
import { registerCaller } from "../../src/callers/register-caller.ts";
import { openHubDatabase, startService } from "../../src/service.ts";
import { createHubStore } from "../../src/store/store.ts";
import { testKey } from "../support/test-hub.ts";
import { appid, userConfig } from "./user-stage.ts";

/** A hub that listens, in front of the mock platform, and callers that it knows. */
async function startStage(reportsPerMinute = 600) {
  const platform = createMockPlatform();
  const config = { ...userConfig, database: await makeTestDatabase(), metricsPort: 0, statusPort: 0 };
  const callers = await addCallers(config.database, reportsPerMinute);
  const service = await startService({
    config,
    log: createLog("silent"),
    fetch: (url, init) => platform.fetch(url, init),
    stopGraceMilliseconds: 0,
  });
  onTestFinished(() => service.stop());
  const ask = async (path: string, init: Asking = {}) => {
    const { id, secret } = callers[init.by ?? "withRight"];
    const answer = await fetch(`${service.url}/v1/apps/${init.appid ?? appid}/users${path}`, {
      method: init.method ?? "GET",
      // So that stopping the hub need not wait for silent connections.
      headers: { authorization: `Bearer ${id}.${secret}`, connection: "close" },
      ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    });
    const text = await answer.text();
    // Every answer of the hub is an object, where it has a body at all.
    const body = (text === "" ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
    return { status: answer.status, body, headers: answer.headers };
  };
  const exchange = async (userId = 1001) =>
    await ask("", { method: "POST", body: { code: platform.obtainCode(appid, userId) } });
  return { platform, service, callers, ask, exchange };
}

interface Asking {
  readonly method?: string;
  readonly body?: unknown;
  readonly by?: "withRight" | "without";
  readonly appid?: string;
}

async function addCallers(address: string, reportsPerMinute: number) {
  const database = await openHubDatabase({ database: address });
  const parts = { store: createHubStore(database), sealer: createSealer([testKey]) };
  const rights: CallerRights = { appid, token: true, report: true, users: true, proxyPaths: [] };
  const withRight = await registerCaller(parts, { name: "shop", rights: [rights], reportsPerMinute });
  const without = await registerCaller(parts, { name: "stock", rights: [{ ...rights, users: false }] });
  await database.close();
  return { withRight, without };
}

describe("people's tokens over HTTP", () => {
  test("come from a code, are handed out, and go when they are forgotten", async () => {
    const { ask, exchange } = await startStage();
    const given = await exchange();
    expect(given).toMatchObject({ status: 200, body: { version: 1 } });
    expect(given.body["expires_in"]).toBeGreaterThan(259_100);
    expect(given.headers.get("cache-control")).toBe("no-store");
    const openid = String(given.body["openid"]);
    expect((await ask(`/${openid}/token`)).body["access_token"]).toBe(given.body["access_token"]);
    expect(await ask(`/${openid}`, { method: "DELETE" })).toMatchObject({ status: 204 });
    expect(await ask(`/${openid}`, { method: "DELETE" })).toMatchObject({ status: 204 });
    expect(await ask(`/${openid}/token`)).toMatchObject({
      status: 409,
      body: { error: { type: "consent_required" } },
    });
  });

  test("never come with the refresh token", async () => {
    const { ask, exchange } = await startStage();
    const given = await exchange();
    const token = await ask(`/${String(given.body["openid"])}/token`);
    expect(Object.keys(given.body).toSorted()).toEqual(["access_token", "expires_in", "openid", "version"]);
    expect(Object.keys(token.body).toSorted()).toEqual(["access_token", "expires_in", "openid", "version"]);
  });

  test("serve the SDK's client for a person, signed, through an expiry of the token", async () => {
    const { platform, service, callers, exchange } = await startStage();
    const { body } = await exchange();
    const { id: callerId, secret: callerSecret } = callers.withRight;
    const openid = String(body["openid"]);
    const source = fromHub({ hubUrl: service.url }, { appid, callerId, callerSecret, openid });
    const client = createClient({ platform: { baseUrl: platform.baseUrl, fetch: platform.fetch }, source });
    expect((await client.getUser()).nickname).toBe("Ada");
    platform.expireAccessTokens();
    expect((await client.getUser()).openid).toBe(openid);
    expect((await client.surveys.list()).total).toBe(2);
  });

  test("are listed page by page, with when their consent ends", async () => {
    const { ask, exchange } = await startStage();
    const openids = [await exchange(1001), await exchange(1002)].map(({ body }) => body["openid"]);
    const first = await ask("?limit=1");
    const second = await ask(`?limit=1&after=${String(first.body["next"])}`);
    const listed = [first, second].flatMap(({ body }) => body["users"]);
    expect(new Set(listed.map((user) => (user as { openid: string }).openid))).toEqual(new Set(openids));
    expect(listed[0]).toMatchObject({ consent: "good", consent_ends_at: expect.any(Number) });
    const inAMonth = Math.floor(Date.now() / 1000) + 31 * 86_400;
    expect((await ask(`?renew_before=${inAMonth}`)).body["users"]).toHaveLength(2);
    expect((await ask(`?renew_before=${inAMonth - 10 * 86_400}`)).body["users"]).toEqual([]);
  });

  test.each([
    ["exchange", "", { method: "POST", body: { code: "sopc_x" } }],
    ["list", "", {}],
    ["token", "/o1/token", {}],
    ["report", "/o1/token/report", { method: "POST", body: { version: 1 } }],
    ["forget", "/o1", { method: "DELETE" }],
  ])("are not for a caller without the right to users: %s", async (_, path, init) => {
    const { ask, platform } = await startStage();
    const refused = { status: 403, body: { error: { type: "forbidden" } } };
    expect(await ask(path, { ...init, by: "without" })).toMatchObject(refused);
    expect(await ask(path, { ...init, appid: "mock_team" })).toMatchObject(refused);
    expect(platform.calls.filter(({ appid: asked }) => asked === appid)).toEqual([]);
  });

  test.each([
    ["no code", "", {}],
    ["an empty code", "", { code: "" }],
    ["a code and something else", "", { code: "sopc_x", state: "s" }],
    ["a verifier that is too short", "", { code: "sopc_x", code_verifier: "short" }],
    ["a version that is none", "/o1/token/report", { version: "1" }],
  ])("refuse what cannot be meant: %s", async (_, path, body) => {
    const { ask, platform } = await startStage();
    const refused = { status: 400, body: { error: { type: "invalid_argument" } } };
    expect(await ask(path, { method: "POST", body })).toMatchObject(refused);
    expect(platform.calls.filter(({ appid: asked }) => asked === appid)).toEqual([]);
  });

  test.each(["?limit=0", "?limit=1001", "?limit=1&limit=2", "?renew_before=-1", "?renew_before=soon"])(
    "refuse a list of %s",
    async (query) => {
      const { ask } = await startStage();
      expect(await ask(query)).toMatchObject({ status: 400 });
    },
  );

  test("cost a caller who reports valid ones its budget, and cause no refresh", async () => {
    const { ask, exchange, platform } = await startStage(1);
    const { body } = await exchange();
    const path = `/${String(body["openid"])}/token/report`;
    const answers = [];
    for (let report = 0; report < 12; report += 1)
      answers.push((await ask(path, { method: "POST", body: { version: 1 } })).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    expect(platform.calls.filter(({ path: called }) => called.includes("refresh_token"))).toEqual([]);
  });

  test("are counted by application and kind, and shown as numbers on the status page", async () => {
    const { service, exchange } = await startStage();
    const { body } = await exchange();
    const metrics = await (await fetch(service.metricsUrl ?? "")).text();
    expect(metrics).toContain('token_hub_user_events_total{appid="mock_app",kind="consent_given"} 1');
    const page = await (await fetch(service.statusUrl ?? "")).text();
    expect(page).toContain("User consents");
    for (const place of [metrics, page]) expect(place).not.toContain(String(body["access_token"]));
  });
});
