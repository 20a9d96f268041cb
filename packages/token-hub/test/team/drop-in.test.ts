import { DatabaseUnavailableError } from "@survey-open-platform/database";
import { createClient, fromTeamSecret } from "@survey-open-platform/sdk";
import { describe, expect, test } from "vitest";
import { dropInEndpoint } from "../../src/team/drop-in-endpoint.ts";
import { startHub, team } from "../support/test-hub.ts";
import { LegacyClient } from "./legacy-client.ts";
import { ask, everything, openHub, origin } from "./http-stage.ts";

const path = "/api/oauth2/access_token";

async function open() {
  const stage = await openHub();
  const endpoint = dropInEndpoint({ ...stage.parts, store: stage.store });
  const get = async (query: string) => await ask(endpoint, new Request(`${origin}${path}?${query}`));
  const askFor = async (parameters: Record<string, string>) =>
    await get(new URLSearchParams({ grant_type: "client_credential", ...parameters }).toString());
  const caller = await stage.addCaller();
  const askAs = async ({ id, secret } = caller) => await askFor({ appid: id, secret });
  return { ...stage, caller, endpoint, get, askFor, askAs };
}

/** The drop-in endpoint of one more hub on the same store, with the same callers. */
async function endpointOfAnotherHub(stage: Awaited<ReturnType<typeof openHub>>) {
  const store = await stage.openStore();
  const { hub } = await startHub(stage, { store });
  const { callers } = stage.parts;
  return dropInEndpoint({ hub, callers, store });
}

/** The parts of an envelope that tests look at. */
async function read(answer: Response) {
  const { code, error, data } = (await answer.json()) as {
    code: string;
    error: { type: string };
    data: { access_token?: string; expires_in?: number };
  };
  return { status: answer.status, code, type: error.type, data };
}

describe("the drop-in endpoint", () => {
  test("answers in the platform's own envelope, with the current token and what is left of its life", async () => {
    const { askAs, platform } = await open();
    const answer = await askAs();
    const text = await answer.clone().text();
    expect(text).toMatch(
      /^\{"code":"OK","error":\{"type":""\},"data":\{.*\},"request_id":"[0-9a-f-]{36}"\}$/,
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { data, status } = await read(answer);
    expect(status).toBe(200);
    expect(data.access_token).toBe(platform.liveTeamToken());
    expect(data.expires_in).toBeGreaterThan(7_000);
    expect(data.expires_in).toBeLessThanOrEqual(7_200);
  });

  test("answers repeated calls of any number of callers with the same token, and asks the platform for none", async () => {
    const { askAs, addCaller, platform } = await open();
    const others = await Promise.all([addCaller(), addCaller(), addCaller()]);
    const mints = platform.mints.length;
    const answers = await Promise.all([...others, ...others].map(askAs));
    const tokens = await Promise.all(answers.map(async (answer) => (await read(answer)).data.access_token));
    expect(new Set(tokens)).toEqual(new Set([platform.liveTeamToken()]));
    expect(platform.mints).toHaveLength(mints);
  });

  test("is all that a client needs that was written for the platform: nothing but its base address changes", async () => {
    const { endpoint, addCaller, platform } = await open();
    const fetch = async (url: string) =>
      url.startsWith(origin) ? await ask(endpoint, new Request(url)) : await platform.fetch(url);
    const callers = await Promise.all(Array.from({ length: 5 }, () => addCaller()));
    const bases = { tokenBase: origin, dataBase: platform.baseUrl, appid: team.appid };
    const clients = callers.map(
      ({ id: appid, secret }) => new LegacyClient(fetch, { ...bases, credentials: { appid, secret } }),
    );
    const round = async () => await Promise.all(clients.map((client) => client.countSurveys()));
    await Promise.all(clients.map((client) => client.renew()));
    expect(await round()).toEqual([1, 1, 1, 1, 1]);
    const before = platform.mints.length;
    // Somebody overrides the token: these clients can only ask again, and get one that works.
    platform.mintElsewhere();
    expect(await round()).toEqual([1, 1, 1, 1, 1]);
    expect(await round()).toEqual([1, 1, 1, 1, 1]);
    expect(platform.mints).toHaveLength(before + 2);
  });

  test("finds a token dead that was found alive a moment ago, for several processes of one caller", async () => {
    const { askAs, platform } = await open();
    const tokenOf = async () => (await read(await askAs())).data.access_token;
    for (let process = 0; process < 3; process += 1) expect(await tokenOf()).toBe(platform.liveTeamToken());
    platform.mintElsewhere();
    for (let process = 0; process < 3; process += 1) expect(await tokenOf()).toBe(platform.liveTeamToken());
    expect(platform.mints.map(({ by }) => by)).toEqual(["caller", "foreign", "caller"]);
  });

  test("finds a token dead at the next call, whichever of three hubs behind a balancer is asked", async () => {
    const stage = await open();
    const { caller, platform } = stage;
    const endpoints = [stage.endpoint, await endpointOfAnotherHub(stage), await endpointOfAnotherHub(stage)];
    const query = `appid=${caller.id}&secret=${caller.secret}&grant_type=client_credential`;
    const askHub = async (turn: number) => {
      const endpoint = endpoints[turn % endpoints.length] ?? stage.endpoint;
      return (await read(await ask(endpoint, new Request(`${origin}${path}?${query}`)))).data.access_token;
    };
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await askHub(turn)).toBe(platform.liveTeamToken());
      platform.mintElsewhere();
    }
    expect(await askHub(3)).toBe(platform.liveTeamToken());
    expect(await askHub(4)).toBe(platform.liveTeamToken());
  });

  test("goes on with the token while the database is away", async () => {
    const stage = await open();
    const store = { recordHandedOut: () => Promise.reject(new DatabaseUnavailableError("away")) };
    const endpoint = dropInEndpoint({ ...stage.parts, store });
    const query = `appid=${stage.caller.id}&secret=${stage.caller.secret}&grant_type=client_credential`;
    const answer = await ask(endpoint, new Request(`${origin}${path}?${query}`));
    expect((await read(answer)).data.access_token).toBe(stage.platform.liveTeamToken());
  });

  test("serves the SDK's own source of a team's secret as well", async () => {
    const { endpoint, caller, platform } = await open();
    const hub = {
      baseUrl: origin,
      allowInsecureHttp: true,
      fetch: (url: string) => ask(endpoint, new Request(url)),
    };
    const source = fromTeamSecret(hub, { appid: caller.id, secret: caller.secret });
    const appid = { get: async () => ({ ...(await source.get()), appid: team.appid }) };
    const client = createClient({
      platform: { baseUrl: platform.baseUrl, fetch: platform.fetch },
      source: { ...source, ...appid },
    });
    expect((await client.surveys.list()).total).toBe(1);
  });

  test("makes no token for a caller who keeps asking while the token is good", async () => {
    const { askAs, platform } = await open();
    await askAs();
    const mints = platform.mints.length;
    for (let asked = 0; asked < 100; asked += 1) expect((await read(await askAs())).code).toBe("OK");
    expect(platform.mints).toHaveLength(mints);
    // It was taken to suspect the token, and looked at, as far as its budget goes.
    expect(platform.calls.filter((call) => call.path === "/api/surveys").length).toBeLessThanOrEqual(12);
  });

  test("takes no call as a report from a caller without that right", async () => {
    const { addCaller, askAs, platform } = await open();
    const reader = await addCaller([{ ...everything, report: false }]);
    const first = (await read(await askAs(reader))).data.access_token;
    platform.mintElsewhere();
    expect((await read(await askAs(reader))).data.access_token).toBe(first);
  });

  test("keeps the token when no probe can tell whether it is dead", async () => {
    const { askAs, platform } = await open();
    const first = (await read(await askAs())).data.access_token;
    platform.inject({ kind: "network_error", times: Infinity });
    expect((await read(await askAs())).data.access_token).toBe(first);
  });

  test("lets a caller with several applications name one", async () => {
    const { addCaller, askFor } = await open();
    const { id, secret } = await addCaller([everything, { ...everything, appid: "other_team" }]);
    expect((await read(await askFor({ appid: `${id}.${team.appid}`, secret }))).code).toBe("OK");
    expect(await read(await askFor({ appid: id, secret }))).toMatchObject({ type: "unauthorized_client" });
    expect(await read(await askFor({ appid: `${id}.`, secret }))).toMatchObject({
      type: "unauthorized_client",
    });
  });
});

describe("the drop-in endpoint refuses, as the platform does, with 200 and no token,", () => {
  test.each([
    ["a wrong secret", { secret: "wrong" }, "invalid_client"],
    ["an unknown appid", { appid: "hubc_AAAAAAAAAAAA" }, "invalid_client"],
    ["the platform's own credentials", { ...team }, "invalid_client"],
    ["another caller's application", { other: ".other_team" }, "unauthorized_client"],
    ["no secret", { secret: "" }, "invalid_argument"],
    ["no appid", { appid: "" }, "invalid_argument"],
    ["another grant", { grant_type: "authorization_code" }, "unsupported_grant_type"],
    ["a padded grant", { grant_type: "client_credential " }, "unsupported_grant_type"],
    ["a very long secret", { secret: "x".repeat(10_000) }, "invalid_argument"],
  ])("%s", async (_, changes: Record<string, string>, type) => {
    const { caller, askFor, askAs, platform } = await open();
    const { other = "", ...parameters } = changes;
    const answer = await askFor({ appid: caller.id + other, secret: caller.secret, ...parameters });
    const text = await answer.clone().text();
    expect(await read(answer)).toMatchObject({ status: 200, type, data: {} });
    expect(text).not.toContain(platform.liveTeamToken());
    expect((await read(await askAs())).code).toBe("OK");
  });

  test("a parameter that is given twice", async () => {
    const { caller, get } = await open();
    const { id, secret } = caller;
    const query = `appid=${id}&secret=${secret}&grant_type=client_credential`;
    for (const twice of [`&appid=${id}`, `&secret=${secret}`, "&grant_type=client_credential"])
      expect(await read(await get(query + twice))).toMatchObject({ type: "invalid_argument" });
  });

  test("a caller who may not have the token", async () => {
    const { addCaller, askAs } = await open();
    const reporter = await addCaller([{ ...everything, token: false }]);
    expect(await read(await askAs(reporter))).toMatchObject({ status: 200, type: "unauthorized_client" });
  });

  test("a caller who was revoked", async () => {
    const { askAs, caller, store, directory } = await open();
    await store.revokeCaller(caller.id);
    await directory.refresh();
    expect(await read(await askAs())).toMatchObject({ status: 200, type: "invalid_client" });
  });
});

describe("what keeps the hub from having a token", () => {
  test("gets 503 when the platform cannot be reached, without a secret in response or log", async () => {
    const { parts, store, addCaller, platform, logged } = await openHub({
      starts: false,
      platform: { faults: [{ kind: "network_error", times: Infinity }] },
      config: { requestTimeoutSeconds: 0.05, leaseSeconds: 0.5 },
    });
    const { id, secret } = await addCaller();
    const query = `appid=${id}&secret=${secret}&grant_type=client_credential`;
    const answer = await ask(dropInEndpoint({ ...parts, store }), new Request(`${origin}${path}?${query}`));
    expect(answer.status).toBeGreaterThanOrEqual(500);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code: "RemoteServerError", data: {} });
    for (const shown of [text, ...logged]) expect(shown).not.toMatch(new RegExp(`${secret}|${team.secret}`));
    expect(platform.mints).toEqual([]);
  });
});
