import { createClient, fromHub, fromHubProxy, signHubRequest } from "@survey-open-platform/sdk";
import { describe, expect, onTestFinished, test } from "vitest";
import { sendRaw } from "../proxy/proxy-stage.ts";
import { openSocket, receive } from "../../../service/test/support/raw-http.ts";
import { team } from "../support/test-hub.ts";
import { startTestService } from "../support/test-service.ts";

const tokenPath = `/v1/apps/${team.appid}/token`;
const reportPath = `${tokenPath}/report`;
const proxyPath = `/proxy/${team.appid}/api/surveys`;

const now = () => Math.floor(Date.now() / 1000) + 1;
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

async function open() {
  const service = await startTestService();
  const caller = await service.addCaller();
  const sign = (target: string, { method = "GET", body = "", time = now() } = {}) =>
    signHubRequest({ callerId: caller.id, callerSecret: caller.secret }, { method, target, body, time });
  /** Sends one request as it is; its answer is all that comes back. */
  const raw = async (head: string, body = "", url = service.url) => {
    const length = body === "" ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    return await sendRaw(url, `${head}\r\nHost: hub\r\nConnection: close\r\n${length}\r\n${body}`);
  };
  const get = (target: string, authorization: string) =>
    raw(`GET ${target} HTTP/1.1\r\nAuthorization: ${authorization}`);
  return { ...service, caller, sign, raw, get };
}

describe("over real sockets, on the whole hub", () => {
  test.each([tokenPath, `${tokenPath}/watch?after=0`, proxyPath])(
    "a signed request to %s is taken once, by whichever way it is answered",
    async (target) => {
      const { sign, get, platform } = await open();
      const authorization = await sign(target);
      expect(statusOf(await get(target, authorization))).toBe(200);
      for (let replay = 0; replay < 3; replay += 1) {
        const answer = await get(target, authorization);
        expect(statusOf(answer)).toBe(401);
        expect(answer).not.toContain(platform.liveTeamToken());
        expect(answer).toMatch(/\r\nDate: [A-Z][a-z]{2}, /i);
        expect(answer).toMatch(/\r\nWWW-Authenticate: SOP-HMAC-SHA256, Bearer\r\n/i);
      }
    },
  );

  test("a signed write through the proxy is passed on once, whichever of the hubs on a store it is sent to", async () => {
    const { sign, raw, platform, startAnother } = await open();
    const urls = [await startAnother(), await startAnother()];
    const body = '{"a":1}';
    const before = platform.calls.length;
    const authorization = await sign(proxyPath, { method: "POST", body });
    const head = `POST ${proxyPath} HTTP/1.1\r\nAuthorization: ${authorization}`;
    const answers = [await raw(head, body), ...(await Promise.all(urls.map((url) => raw(head, body, url))))];
    expect(answers.map(statusOf).filter((status) => status === 401)).toHaveLength(2);
    expect(platform.calls.length - before).toBe(1);
  });

  test.each([
    "a=it's%20%e4%bd%a0%2f",
    "a='%27&b=%c3%a9&b=%C3%A9",
    'a="|{}^`<>&b=%41',
    "a=1?b=//c/../d&e=+%2B",
    "%61=%zz'",
  ])("a signature is checked over the target exactly as it was sent: ?%s", async (query) => {
    const { sign, get, addCaller, raw } = await open();
    expect(statusOf(await get(`${proxyPath}?${query}`, await sign(`${proxyPath}?${query}`)))).toBe(200);
    expect(statusOf(await get(`${tokenPath}?${query}`, await sign(`${tokenPath}?${query}`)))).toBe(200);
    expect(
      statusOf(
        await get(`${tokenPath}/watch?after=0&${query}`, await sign(`${tokenPath}/watch?after=0&${query}`)),
      ),
    ).toBe(200);
    await addCaller();
    const target = `${reportPath}?${query}`;
    const body = '{"version":1}';
    const signed = await sign(target, { method: "POST", body });
    expect(statusOf(await raw(`POST ${target} HTTP/1.1\r\nAuthorization: ${signed}`, body))).toBe(200);
  });

  test.each([tokenPath, proxyPath])(
    "a call to %s is refused when its host makes no valid address",
    async (path) => {
      const { url, caller } = await open();
      for (const host of ["hub:99999", "hub:", "[::g]", "[1]:80"]) {
        const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${caller.bearer}\r\nConnection: close\r\n\r\n`;
        const answer = await sendRaw(url, head);
        expect(statusOf(answer), host).toBe(400);
        expect(answer, host).toContain('"invalid_argument"');
      }
    },
  );

  test.each([reportPath, `/proxy/${team.appid}/api/surveys`])(
    "the body of a request to %s is not received for a header that cannot be right",
    async (target) => {
      const { url, sign } = await open();
      const good = await sign(target, { method: "POST", body: "{}" });
      const old = await sign(target, { method: "POST", body: "{}", time: now() - 100 });
      const headers = [
        good.replace(/caller=hubc_.{12}/, "caller=hubc_AAAAAAAAAAAA"),
        old,
        good.replace(/nonce=[^,]+/, "nonce=abc"),
        `${good}x`,
      ];
      for (const authorization of headers) {
        const head = `POST ${target} HTTP/1.1\r\nHost: hub\r\nAuthorization: ${authorization}\r\n`;
        // Nothing of the body is sent.
        const answer = await sendRaw(url, `${head}Content-Length: 1000000\r\n\r\n`);
        expect(statusOf(answer), authorization).toBe(401);
        expect(answer).toMatch(/\r\nConnection: close\r\n/i);
      }
    },
  );

  test("who knows the id of a caller has the hub hold 16 MiB of bodies at most, and holds up no other caller and no report", async () => {
    const { url, sign, addCaller, caller } = await open();
    const head = async () =>
      `POST ${proxyPath} HTTP/1.1\r\nHost: hub\r\nAuthorization: ${await sign(proxyPath, { method: "POST" })}\r\n`;
    const sockets = await Promise.all(Array.from({ length: 24 }, () => openSocket(url)));
    const received = sockets.map((socket) => receive(socket));
    for (const socket of sockets) socket.write(`${await head()}Content-Length: ${1024 * 1024}\r\n\r\nx`);
    const body = '{"version":1}';
    for (const { id, secret } of [caller, await addCaller()]) {
      const whom = { callerId: id, callerSecret: secret };
      const call = { method: "POST", target: reportPath, body, time: now() };
      const authorization = await signHubRequest(whom, call);
      const served = await fetch(url + reportPath, { method: "POST", body, headers: { authorization } });
      expect(served.status).toBe(200);
    }
    for (const socket of sockets) socket.end();
    const statuses = (await Promise.all(received)).flatMap(({ replies }) =>
      replies.map(({ status }) => status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });

  test("a body that is announced as too large is refused before it takes room from others", async () => {
    const { url, sign } = await open();
    const head = async () =>
      `POST ${proxyPath} HTTP/1.1\r\nHost: hub\r\nAuthorization: ${await sign(proxyPath, { method: "POST" })}\r\n`;
    for (let number = 0; number < 20; number += 1) {
      const answer = await sendRaw(url, `${await head()}Content-Length: ${100 * 1024 * 1024}\r\n\r\nx`);
      expect(statusOf(answer)).toBe(413);
    }
  });

  test("a signature for one call opens no other", async () => {
    const { sign, get, raw } = await open();
    const signed = () => sign(tokenPath);
    const others = [
      await get(`${tokenPath}?x=1`, await signed()),
      await get(`${tokenPath}/watch`, await signed()),
      await get(proxyPath, await signed()),
      await get("/v1/apps/other_team/token", await signed()),
      await raw(`POST ${reportPath} HTTP/1.1\r\nAuthorization: ${await signed()}`, '{"version":1}'),
    ];
    expect(others.map(statusOf)).toEqual([401, 401, 401, 401, 401]);
    const body = '{"version":1}';
    const report = await sign(reportPath, { method: "POST", body });
    const changed = await raw(`POST ${reportPath} HTTP/1.1\r\nAuthorization: ${report}`, '{"version":2}');
    expect(statusOf(changed)).toBe(401);
    expect(statusOf(await raw(`POST ${reportPath} HTTP/1.1\r\nAuthorization: ${report}`, body))).toBe(200);
  });

  test("a request that was signed more than a minute away from now is refused", async () => {
    const { sign, get } = await open();
    for (const seconds of [-61, 62, -86_400])
      expect(statusOf(await get(tokenPath, await sign(tokenPath, { time: now() + seconds })))).toBe(401);
  });

  test("two Authorization headers are refused, whichever of them is right", async () => {
    const { caller, raw, platform } = await open();
    const wrong = `Bearer ${caller.id}.hubs_${"A".repeat(32)}`;
    for (const [first, second] of [
      [caller.bearer, wrong],
      [wrong, caller.bearer],
      [caller.bearer, caller.bearer],
    ]) {
      const answer = await raw(
        `GET ${tokenPath} HTTP/1.1\r\nAuthorization: ${first}\r\nauthorization: ${second}`,
      );
      expect(statusOf(answer)).toBe(400);
      expect(answer).not.toContain(platform.liveTeamToken());
    }
  });

  test("a path that anything could read in another way is refused before anything is looked at", async () => {
    const { caller, get } = await open();
    const tricks = [
      "/../token",
      "/%2e%2e/token",
      "/..%2ftoken",
      "//token",
      "/.%2E/token",
      "\\token",
      "/token#x",
    ];
    for (const start of [`/v1/apps/${team.appid}`, proxyPath])
      for (const trick of tricks) expect(statusOf(await get(start + trick, caller.bearer)), trick).toBe(400);
  });

  test("callers of other applications get the same answer for one that there is and one that there is not", async () => {
    const { addCaller, get } = await open();
    const other = await addCaller({ appid: "other_team" });
    const answers = await Promise.all(
      [team.appid, "no_such_team"].map((appid) => get(`/v1/apps/${appid}/token`, other.bearer)),
    );
    const same = answers.map((answer) => answer.replace(/(date|x-request-id): [^\r]+/gi, "$1"));
    expect(same[0]).toContain('"forbidden"');
    expect(same[0]).toBe(same[1]);
  });

  test("a hostile caller makes no new token with 60 reports, and honest ones are served all the while", async () => {
    const { ask, caller, addCaller, platform } = await open();
    const honest = await addCaller();
    await ask(tokenPath, caller.bearer);
    const mints = platform.mints.length;
    const report = () => ask(reportPath, caller.bearer, { method: "POST", body: '{"version":1}' });
    const hostile = Array.from({ length: 60 }, async () => (await report()).status);
    const reads = Array.from({ length: 20 }, async () => (await ask(tokenPath, honest.bearer)).status);
    expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
    expect(new Set(await Promise.all(hostile))).toEqual(new Set([200, 429]));
    expect(platform.mints).toHaveLength(mints);
    platform.mintElsewhere();
    const healed = await ask(reportPath, honest.bearer, { method: "POST", body: '{"version":1}' });
    expect(await healed.json()).toMatchObject({ access_token: platform.liveTeamToken(), version: 2 });
  });

  test("the SDK gets through all of this: by token, by proxy, and over an override", async () => {
    const { url: hubUrl, caller, platform } = await open();
    const whom = { appid: team.appid, callerId: caller.id, callerSecret: caller.secret };
    const source = fromHub({ hubUrl }, whom);
    onTestFinished(source.watch?.(() => undefined) ?? (() => undefined));
    const clients = [
      createClient({ platform: { baseUrl: platform.baseUrl, fetch: platform.fetch }, source }),
      createClient({ source: fromHubProxy({ hubUrl }, whom) }),
    ];
    const totals = () => Promise.all(clients.map(async (client) => (await client.surveys.list()).total));
    expect(await totals()).toEqual([1, 1]);
    platform.mintElsewhere();
    expect(await totals()).toEqual([1, 1]);
  });
});
