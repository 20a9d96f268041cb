import { describe, expect, test } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, fromHubProxy } from "@survey-open-platform/sdk";
import { team } from "../support/test-hub.ts";
import { ask, everything, origin } from "../team/http-stage.ts";
import { openProxy, prefix, read } from "./proxy-stage.ts";

const list = `${prefix}/api/surveys`;

describe("a call through the proxy", () => {
  test("gets the platform's answer, to which the hub has added appid and token", async () => {
    const { send, forwarded, first } = await openProxy();
    const answer = await send(`${list}?per_page=5&empty=&tag[]=a&tag[]=b%26c`);
    expect(await read(answer)).toMatchObject({ status: 200, code: "OK", data: { total: 1 } });
    const [{ url }] = forwarded as [(typeof forwarded)[0]];
    expect(url.origin + url.pathname).toBe("https://platform.example/api/surveys");
    expect(url.search).toBe(
      `?appid=${team.appid}&access_token=${first.accessToken}&per_page=5&empty=&tag[]=a&tag[]=b%26c`,
    );
  });

  test("works with the SDK, which signs it and never sees a token", async () => {
    const { endpoint, caller, forwarded } = await openProxy();
    const hub = {
      hubUrl: origin,
      allowInsecureHttp: true,
      fetch: (url: string, init: RequestInit) => ask(endpoint, new Request(url, init)),
    };
    const source = fromHubProxy(hub, { appid: team.appid, callerId: caller.id, callerSecret: caller.secret });
    const client = createClient({ source });
    const { list: surveys } = await client.surveys.list();
    expect((await client.surveys.get(surveys[0]?.id ?? 0)).title).toBe(surveys[0]?.title);
    expect(forwarded).toHaveLength(2);
    await expect(client.surveys.get(999)).rejects.toMatchObject({ type: "not_found" });
  });

  test("keeps the platform's status and envelope when it is refused", async () => {
    const { send, upstream } = await openProxy();
    const refusal = { code: "NotFound", error: { type: "not_found" }, data: {}, request_id: "r" };
    upstream.answer = async () =>
      Response.json(refusal, { status: 404, headers: { "x-request-id": "r", "retry-after": "3" } });
    const answer = await send(list);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual(refusal);
    expect(answer.headers.get("x-request-id")).toBe("r");
    expect(answer.headers.get("retry-after")).toBe("3");
  });

  test("passes method and body on, signed and unsigned", async () => {
    const { send, endpoint, upstream, caller } = await openProxy();
    const bodies: string[] = [];
    upstream.answer = async (url, init) => {
      const request = new Request(url, init);
      bodies.push(`${request.method} ${request.headers.get("content-type")} ${await request.text()}`);
      return Response.json({ code: "OK", error: { type: "" }, data: {}, request_id: "r" });
    };
    const headers = { "content-type": "application/json" };
    await send(list, { method: "POST", headers, body: '{"title":"ä"}' });
    const hub = {
      hubUrl: origin,
      allowInsecureHttp: true,
      fetch: (url: string, init: RequestInit) => ask(endpoint, new Request(url, init)),
    };
    const source = fromHubProxy(hub, { appid: team.appid, callerId: caller.id, callerSecret: caller.secret });
    await createClient({ source }).call("/api/surveys", { method: "POST", body: { title: "ä" } });
    expect(bodies).toEqual(['POST application/json {"title":"ä"}', 'POST application/json {"title":"ä"}']);
  });

  test("tells the platform nothing of the caller but what it wants and what it sends", async () => {
    const { send, forwarded } = await openProxy();
    await send(list, {
      headers: {
        accept: "application/json",
        "accept-language": "de",
        "x-error-status": "semantic",
        cookie: "session=1",
        "x-forwarded-for": "10.0.0.1",
        "x-real-ip": "10.0.0.1",
        "x-internal": "1",
        connection: "x-internal",
        te: "trailers",
        "proxy-authorization": "Basic x",
        referer: "https://internal.example/",
      },
    });
    const headers = new Headers(forwarded[0]?.init.headers);
    expect(Object.fromEntries(headers)).toEqual({
      accept: "application/json",
      "accept-language": "de",
      "accept-encoding": "identity",
      "x-error-status": "semantic",
    });
  });
});

describe("while the hub renews", () => {
  test("running calls are waited for, new ones wait, and none is refused", async () => {
    const config = { drainSeconds: 60 };
    const { send, hub, gateOf, upstream, platform, forwarded } = await openProxy({ config });
    const held = Promise.withResolvers<void>();
    upstream.answer = async (url, init) => {
      await held.promise;
      return await platform.fetch(url, init);
    };
    const running = [send(list), send(list)];
    await expect.poll(() => forwarded.length).toBe(2);
    const mints = platform.mints.length;
    const renewal = hub.rotate(team.appid, "operator");
    await expect.poll(() => gateOf(team.appid).isShut).toBe(true);
    const waiting = [send(list), send(list)];
    await sleep(50);
    expect(forwarded).toHaveLength(2);
    expect(platform.mints).toHaveLength(mints);
    held.resolve();
    const answers = await Promise.all(
      [...running, ...waiting].map(async (answer) => await read(await answer)),
    );
    await renewal;
    expect(answers.map(({ code }) => code)).toEqual(["OK", "OK", "OK", "OK"]);
    expect(platform.calls.filter(({ outcome }) => outcome === "invalid_token")).toEqual([]);
  });

  test("400 callers see no refused token in three rotations, and the platform refuses none", async () => {
    const { send, hub, platform } = await openProxy();
    const over = new AbortController();
    let calls = 0;
    const failures: string[] = [];
    const callers = Array.from({ length: 400 }, async () => {
      while (!over.signal.aborted) {
        const { code, type } = await read(await send(list));
        if (code !== "OK") failures.push(type);
        calls += 1;
        // The mock responds within a turn of the event loop, so an endless loop has to yield to others.
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    for (let rotation = 1; rotation <= 3; rotation += 1) {
      await expect.poll(() => calls).toBeGreaterThan(400 * rotation);
      await hub.rotate(team.appid, "operator");
    }
    await expect.poll(() => calls).toBeGreaterThan(2_000);
    over.abort();
    await Promise.all(callers);
    expect(failures).toEqual([]);
    expect(platform.mints).toHaveLength(4);
    expect(platform.calls.filter(({ outcome }) => outcome === "invalid_token")).toEqual([]);
  });

  test("a call does not wait for ever: it goes with the token that there is", async () => {
    const { send, gateOf, first, forwarded } = await openProxy({ waitMilliseconds: 30 });
    await gateOf(team.appid).shut({ drain: false });
    expect(await read(await send(list))).toMatchObject({ status: 200, code: "OK" });
    expect(forwarded[0]?.url.searchParams.get("access_token")).toBe(first.accessToken);
    expect(gateOf(team.appid).inside).toBe(0);
  });

  test("calls go on while the platform answers everything but the request for a new token", async () => {
    const { send, hub, gateOf, platform } = await openProxy({ waitMilliseconds: 100 });
    platform.inject({ kind: "network_error", on: "token", times: Infinity });
    const renewal = hub.rotate(team.appid, "operator").catch((error: unknown) => error);
    await expect.poll(() => gateOf(team.appid).isShut).toBe(true);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await read(await send(list))));
    expect(answers.filter(({ code }) => code !== "OK")).toEqual([]);
    await hub.stop();
    await renewal;
  });
});

describe("a token that somebody else has overridden", () => {
  test("costs a GET nothing: it is made once more with a new one", async () => {
    const { send, platform, forwarded } = await openProxy();
    platform.mintElsewhere();
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await read(await send(list))));
    expect(answers.filter(({ code }) => code !== "OK")).toEqual([]);
    expect(platform.mints.map(({ by }) => by)).toEqual(["caller", "foreign", "caller"]);
    expect(forwarded.length).toBeLessThanOrEqual(40);
  });

  test("refuses a POST once: it is sent once, and the next one goes with a new token", async () => {
    const { send, platform, forwarded, upstream } = await openProxy();
    platform.mintElsewhere();
    upstream.answer = async (url) => {
      const isLive = new URL(url).searchParams.get("access_token") === platform.liveTeamToken();
      return Response.json(
        isLive
          ? { code: "OK", error: { type: "" }, data: {}, request_id: "r" }
          : { code: "PermissionDenied", error: { type: "invalid_token" }, data: {}, request_id: "r" },
      );
    };
    const post = async () => await read(await send(list, { method: "POST", body: "{}" }));
    expect((await post()).type).toBe("invalid_token");
    expect(forwarded).toHaveLength(1);
    expect((await post()).code).toBe("OK");
    expect(forwarded).toHaveLength(2);
  });

  test("refuses a POST in the platform's words also when no new one can be had", async () => {
    const { send, platform, upstream, hub } = await openProxy();
    platform.mintElsewhere();
    upstream.answer = async () =>
      Response.json({
        code: "PermissionDenied",
        error: { type: "invalid_token" },
        data: {},
        request_id: "r",
      });
    await hub.stop();
    expect((await read(await send(list, { method: "POST", body: "{}" }))).type).toBe("invalid_token");
  });

  test("is tried no third time when the platform refuses whatever it is given", async () => {
    const { send, forwarded, upstream, platform } = await openProxy();
    platform.mintElsewhere();
    upstream.answer = async () =>
      Response.json(
        { code: "PermissionDenied", error: { type: "invalid_token" }, data: {}, request_id: "r" },
        { status: 401 },
      );
    expect(await read(await send(list))).toMatchObject({ status: 401, type: "invalid_token" });
    expect(forwarded).toHaveLength(2);
  });

  test("cannot be faked: a good token is not replaced, however often an answer blames it", async () => {
    const { send, upstream, platform } = await openProxy();
    const mints = platform.mints.length;
    upstream.answer = async () =>
      Response.json({
        code: "PermissionDenied",
        error: { type: "invalid_token" },
        data: {},
        request_id: "r",
      });
    for (let call = 0; call < 20; call += 1)
      expect((await read(await send(list))).type).toBe("invalid_token");
    expect(platform.mints).toHaveLength(mints);
  });
});

describe("the proxy's rights", () => {
  test("are asked before anything is sent", async () => {
    const { send, addCaller, forwarded } = await openProxy();
    const { bearer: withoutPaths } = await addCaller([{ ...everything, proxyPaths: [] }]);
    const { bearer: other } = await addCaller([{ ...everything, appid: "other_team" }]);
    const { bearer: one } = await addCaller([{ ...everything, proxyPaths: ["/api/surveys/7"] }]);
    for (const authorization of [withoutPaths, other, one])
      expect(await read(await send(list, { headers: { authorization } }))).toMatchObject({
        status: 403,
        type: "forbidden",
      });
    const strangers = ["Bearer x", "Bearer hubc_AAAAAAAAAAAA.hubs_x", "Basic eDp5"];
    for (const authorization of strangers) {
      const answer = await send(list, { headers: { authorization } });
      expect(answer.headers.get("www-authenticate")).toBe("SOP-HMAC-SHA256, Bearer");
      expect(Date.parse(answer.headers.get("date") ?? "")).toBeGreaterThan(0);
      expect(await read(answer)).toMatchObject({ status: 401, type: "invalid_caller" });
    }
    expect(forwarded).toEqual([]);
  });

  test("know no application that the hub does not have", async () => {
    const { send, addCaller, forwarded } = await openProxy();
    const { bearer: authorization } = await addCaller([{ ...everything, appid: "not_configured" }]);
    const answer = await send("/proxy/not_configured/api/surveys", { headers: { authorization } });
    expect(await read(answer)).toMatchObject({ status: 403, type: "forbidden" });
    expect(forwarded).toEqual([]);
  });

  test.each(["OPTIONS", "HEAD"])("let no %s through", async (method) => {
    const { send, forwarded } = await openProxy();
    const answer = await send(list, { method });
    expect(answer.headers.get("allow")).toBe("GET, POST, PUT, PATCH, DELETE");
    expect(forwarded).toEqual([]);
  });
});
