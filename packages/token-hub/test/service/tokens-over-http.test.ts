import { connect } from "node:net";
import { signHubRequest } from "@survey-open-platform/sdk";
import { describe, expect, test } from "vitest";
import { team } from "../support/test-hub.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

const tokenPath = `/v1/apps/${team.appid}/token`;
const reportPath = `${tokenPath}/report`;

function report(version: unknown): RequestInit {
  return { method: "POST", body: JSON.stringify({ version }) };
}

/** Sends bytes as they are. @returns everything that comes back */
function sendRaw({ url }: TestService, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

/** Requests that are none, or could be read in two ways. */
const strange = {
  "two hosts": `GET ${tokenPath} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
  "no host": `GET ${tokenPath} HTTP/1.1\r\n\r\n`,
  "a GET in chunks": `GET ${tokenPath} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "two lengths of a body": `POST ${reportPath} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "a way upwards": "GET /v1/../v1/apps/x/token HTTP/1.1\r\nHost: a\r\n\r\n",
  "an encoded way upwards": "GET /v1/%2e%2e/apps/x/token HTTP/1.1\r\nHost: a\r\n\r\n",
  "a tunnel": "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n",
  "no HTTP at all": "hello\r\n\r\n",
  "a header that is too long": `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
} as const;

describe("a token read over HTTP", () => {
  test("is the current one, with its version and what is left of its life, and nothing may keep it", async () => {
    const service = await startTestService();
    const { bearer } = await service.addCaller();
    const answer = await service.ask(tokenPath, bearer);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      access_token: service.platform.liveTeamToken(),
      version: 1,
      expires_in: expect.any(Number),
    });
  });

  test("is the same for signed requests and bearer secrets, and for an appid with an encoded letter", async () => {
    const service = await startTestService();
    const { id: callerId, secret: callerSecret, bearer } = await service.addCaller();
    const bodies: unknown[] = [];
    for (const target of [tokenPath, tokenPath.replace("mock_", "%6dock_")]) {
      const time = Math.floor(Date.now() / 1000) + 1;
      const signed = await signHubRequest({ callerId, callerSecret }, { method: "GET", target, time });
      for (const authorization of [signed, bearer]) {
        const answer = await service.ask(target, authorization);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          "cache-control": "no-store",
          "content-type": "application/json",
          "content-length": expect.any(String),
          "x-content-type-options": "nosniff",
        });
        bodies.push(await answer.json());
      }
      expect(await service.ask(target, signed)).toMatchObject({ status: 401 });
    }
    expect(bodies).toHaveLength(4);
    for (const body of bodies) expect(body).toMatchObject({ access_token: service.platform.liveTeamToken() });
  });

  test("is sent in one piece with the headers of every token, and with no other one", async () => {
    const service = await startTestService();
    const { bearer } = await service.addCaller();
    const request = (more = "") =>
      `GET ${tokenPath} HTTP/1.1\r\nHost: hub\r\nAuthorization: ${bearer}\r\n${more}\r\n`;
    const received = await sendRaw(service, request() + request("Connection: close\r\n"));
    const body = `{"access_token":"${service.platform.liveTeamToken()}","version":1,"expires_in":7199}`;
    const head = [
      "HTTP/1.1 200 OK",
      "cache-control: no-store",
      "content-type: application/json",
      "referrer-policy: no-referrer",
      "x-content-type-options: nosniff",
      `Content-Length: ${body.length}`,
      "Date: now",
      "Connection: ",
    ].join("\r\n");
    const seen = received
      .replace(/Date: [^\r]+/g, "Date: now")
      .replace(/"expires_in":\d{4}/g, '"expires_in":7199');
    expect(seen).toBe(
      `${head}keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n${body}${head}close\r\n\r\n${body}`,
    );
  });

  test("is refused without a caller, to unknown callers, and to callers without the right, in both forms", async () => {
    const service = await startTestService();
    const { bearer } = await service.addCaller({ token: false });
    const stranger = `Bearer hubc_${"a".repeat(12)}.hubs_${"b".repeat(32)}`;
    for (const target of [tokenPath, tokenPath.replace("mock_", "%6dock_")]) {
      expect(await (await service.ask(target, "")).json()).toMatchObject({
        error: { type: "invalid_caller" },
      });
      expect(await service.ask(target, stranger)).toMatchObject({ status: 401 });
      const refused = await service.ask(target, bearer);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ error: { type: "forbidden" } });
    }
  });

  test("is refused the same way for an application that there is not", async () => {
    const service = await startTestService();
    const { bearer } = await service.addCaller();
    expect(await service.ask("/v1/apps/another/token", bearer)).toMatchObject({ status: 403 });
  });
});

describe("a report over HTTP", () => {
  test("is answered with a newer token when the reported one is dead", async () => {
    const service = await startTestService();
    const { bearer } = await service.addCaller();
    service.platform.mintElsewhere();
    const answer = await service.ask(reportPath, bearer, report(1));
    expect(await answer.json()).toMatchObject({ version: 2, access_token: service.platform.liveTeamToken() });
  });

  test("that says anything but a version changes nothing", async () => {
    const service = await startTestService();
    const { bearer } = await service.addCaller();
    const bodies = [
      "{}",
      '{"version":0}',
      '{"version":1.5}',
      '{"version":"1"}',
      "[",
      "",
      '{"version":1,"more":2}',
    ];
    for (const body of bodies) {
      const answer = await service.ask(reportPath, bearer, { method: "POST", body });
      expect(answer.status, body).toBe(400);
      expect(await answer.json(), body).toMatchObject({ error: { type: "invalid_argument" } });
    }
    expect(service.platform.mints).toHaveLength(1);
  });

  test("that is too long is refused without being read to its end", async () => {
    const service = await startTestService();
    const { bearer } = await service.addCaller();
    const body = JSON.stringify({ version: 1, more: "x".repeat(1_000_000) });
    expect(await service.ask(reportPath, bearer, { method: "POST", body })).toMatchObject({ status: 413 });
  });

  test("is only for callers with the right to report", async () => {
    const service = await startTestService();
    const { bearer } = await service.addCaller({ report: false });
    expect(await service.ask(reportPath, bearer, report(1))).toMatchObject({ status: 403 });
  });
});

describe("the hub's HTTP server", () => {
  test("says that it lives and is ready, and no longer that it is ready once it stops", async () => {
    const service = await startTestService({ stopGraceMilliseconds: 8_000 });
    expect(await (await fetch(`${service.url}/livez`)).json()).toEqual({ status: "ok" });
    expect(await fetch(`${service.url}/readyz`)).toMatchObject({ status: 200 });
    const stopping = service.stop();
    const answer = await fetch(`${service.url}/readyz`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("connection")).toBe("close");
    await stopping;
    await expect(fetch(`${service.url}/livez`)).rejects.toThrow("fetch failed");
  });

  test("names the methods that a path takes, in the form of errors that the path has", async () => {
    const service = await startTestService();
    const usersPath = `/v1/apps/${team.appid}/users`;
    const expected = [
      ["GET", reportPath, "POST", { error: { type: "no_route" } }],
      ["POST", tokenPath, "GET", { error: { type: "no_route" } }],
      ["DELETE", usersPath, "POST, GET", { error: { type: "no_route" } }],
      ["POST", "/api/oauth2/access_token", "GET", { code: "NoRoute", error: { type: "no_route" } }],
    ] as const;
    for (const [method, path, allow, body] of expected) {
      const answer = await fetch(service.url + path, { method });
      expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, allow]);
      expect(await answer.json()).toMatchObject(body);
    }
    expect(await fetch(service.url + tokenPath, { method: "HEAD" })).toMatchObject({ status: 405 });
    expect(await fetch(`${service.url}/nowhere`)).toMatchObject({ status: 404 });
  });

  test("refuses what could be read in two ways, closes the connection and goes on", async () => {
    const service = await startTestService();
    for (const [what, text] of Object.entries(strange)) {
      const answer = await sendRaw(service, text);
      expect(answer, what).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer, what).toContain('"invalid_argument"');
    }
    expect(await fetch(`${service.url}/livez`)).toMatchObject({ status: 200 });
  });
});
