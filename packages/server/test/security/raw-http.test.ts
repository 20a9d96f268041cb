import { describe, expect, it, test } from "vitest";
import { startListeningPlatform } from "../support/listening-platform.ts";
import { obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { getRequest, openSocket, pathWithQuery, receive, sendRaw } from "../support/raw-http.ts";
import { expectEnvelope, expectNothingInside, expectRefusedSafely } from "../support/safe-refusal.ts";

const tokenPath = pathWithQuery("/api/oauth2/access_token", teamTokenParameters);

/** A platform whose team has a token, and the call that must keep working whatever is sent. */
async function startWithTeamToken() {
  const platform = await startListeningPlatform();
  const token = await obtainTeamToken(platform);
  const stillWorks = () => platform.call("/api/surveys", { appid: "acme_team", access_token: token });
  return { platform, stillWorks };
}

/** Sends one malformed request that must be answered once, refused, and not acted on. */
async function expectRefusedOnce(bytes: string, status: number): Promise<void> {
  const { platform, stillWorks } = await startWithTeamToken();
  const { replies, isClosed } = await sendRaw(platform.url, bytes);
  expect(replies.map((reply) => reply.status)).toEqual([status]);
  expect(isClosed).toBe(true);
  const [reply] = replies;
  if (reply === undefined) throw new Error("there is no answer");
  await expectRefusedSafely(reply, { as: ["invalid_argument", "no_route"], stillWorks });
}

const start = `GET ${tokenPath} HTTP/1.1\r\n`;
const host = "Host: platform.example\r\n";
const smuggled = getRequest(tokenPath);

function listPath(token: string): string {
  return pathWithQuery("/api/surveys", { appid: "acme_team", access_token: token });
}

describe("a request that two servers in a row could read differently", () => {
  test.each([
    [
      "a length and chunks at once",
      `${start}${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      "chunks and a length at once",
      `${start}${host}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      "two lengths",
      `${start}${host}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    ],
    ["two lengths in one line", `${start}${host}Content-Length: 0, ${smuggled.length}\r\n\r\n${smuggled}`],
    ["a length with a sign", `${start}${host}Content-Length: +0\r\n\r\n${smuggled}`],
    ["a length in hexadecimal", `${start}${host}Content-Length: 0x0\r\n\r\n${smuggled}`],
    ["a negative length", `${start}${host}Content-Length: -1\r\n\r\n${smuggled}`],
    ["a length beyond all numbers", `${start}${host}Content-Length: 99999999999999999999\r\n\r\n`],
    [
      "an unknown transfer encoding",
      `${start}${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      "chunks named twice",
      `${start}${host}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      "chunks that are not the last encoding",
      `${start}${host}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    ],
    ["a GET in chunks", `${start}${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["a chunk of a malformed size", `${start}${host}Transfer-Encoding: chunked\r\n\r\n0x1\r\nZ\r\n0\r\n\r\n`],
    ["a folded line", `${start}${host}X-A: b\r\n Content-Length: 5\r\n\r\n`],
    ["a first line that is folded", `${start} ${host}\r\n`],
    ["bare line feeds", `${start}${host}\r\n`.replaceAll("\r\n", "\n")],
    ["a bare line feed between headers", `${start}Host: platform.example\nX-A: b\r\n\r\n`],
    ["a bare carriage return in a header", `${start}${host}X-A: b\rContent-Length: 5\r\n\r\n`],
    ["a space before a colon", `${start}${host}Content-Length : 5\r\n\r\nabcde`],
    [
      "a space before the colon of the encoding",
      `${start}${host}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["a header without a name", `${start}${host}: b\r\n\r\n`],
    ["a header without a colon", `${start}${host}Nonsense\r\n\r\n`],
    ["a NUL in the name of a header", `${start}${host}X-\0: b\r\n\r\n`],
    ["a NUL in the value of a header", `${start}${host}X-A: \0\r\n\r\n`],
    ["two hosts", `${start}${host}Host: evil.example\r\n\r\n`],
    ["two hosts alike", `${start}${host}${host}\r\n`],
    ["no host", `${start}\r\n`],
    ["a host with a space", `${start}Host: a b\r\n\r\n`],
    ["a host with a path", `${start}Host: platform.example/api/../x?\r\n\r\n`],
    ["a host with a user", `${start}Host: someone@platform.example\r\n\r\n`],
    ["a host with a port that is none", `${start}Host: platform.example:port\r\n\r\n`],
    ["a host that is half an address", `${start}Host: [::1\r\n\r\n`],
    ["a backslash in the path", `GET /api\\oauth2\\user HTTP/1.1\r\n${host}\r\n`],
    ["an asterisk as the path", `OPTIONS * HTTP/1.1\r\n${host}\r\n`],
    ["a path without a slash", `GET api/oauth2/user HTTP/1.1\r\n${host}\r\n`],
    ["a raw byte in the path", `GET /api/\xff HTTP/1.1\r\n${host}\r\n`],
    ["a raw byte in the query", `GET ${tokenPath}&x=\xc3\xa9 HTTP/1.1\r\n${host}\r\n`],
    ["a control character in the query", `GET ${tokenPath}&x=\x01 HTTP/1.1\r\n${host}\r\n`],
    ["an absolute address of another kind", `GET ftp://platform.example${tokenPath} HTTP/1.1\r\n${host}\r\n`],
    ["a version that does not exist", `GET ${tokenPath} HTTP/9.9\r\n${host}\r\n`],
    ["no version", `GET ${tokenPath}\r\n\r\n`],
    ["the start of another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["the start of a TLS handshake", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["no HTTP at all", "hello\r\n\r\n"],
  ])("is refused once, with an envelope, and its connection closed: %s", async (_, bytes) => {
    await expectRefusedOnce(bytes, 400);
  });

  it("cannot put an answer of its own behind the answer to another one", async () => {
    const { platform, stillWorks } = await startWithTeamToken();
    const good = getRequest("/api/oauth2/user");
    const { replies, isClosed } = await sendRaw(platform.url, `${good}GET / HTTP/1.1\nHost: a\n\n`);
    expect(isClosed).toBe(true);
    expect(replies.length).toBeLessThanOrEqual(2);
    for (const reply of replies) await expectRefusedSafely(reply, { as: "invalid_argument", stillWorks });
  });

  it("is not taken for one when it merely has a body, which is then not read as a request", async () => {
    const { platform, stillWorks } = await startWithTeamToken();
    const withBody = `GET /api/oauth2/user HTTP/1.1\r\n${host}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`;
    const { replies } = await sendRaw(platform.url, withBody);
    expect(replies).toHaveLength(1);
    expect(await stillWorks()).toMatchObject({ code: "OK" });
  });
});

describe("a method that the parser does not know", () => {
  test.each(["BREW", "get", "FOO-BAR", "GE"])("is answered 405 like the others: %s", async (method) => {
    await expectRefusedOnce(`${method} ${tokenPath} HTTP/1.1\r\n${host}\r\n`, 405);
  });

  test.each(["TRACE", "PROPFIND", "QUERY", "PURGE", "LOCK", "M-SEARCH"])(
    "is answered 405 when it does know it too: %s",
    async (method) => {
      const { platform, stillWorks } = await startWithTeamToken();
      const { replies } = await sendRaw(
        platform.url,
        `${method} ${tokenPath} HTTP/1.1\r\n${host}X-Canary: sent\r\n\r\n`,
      );
      const [reply] = replies;
      expect(replies.map(({ status }) => status)).toEqual([405]);
      expect(reply?.headers.get("allow")).toBe("GET");
      // TRACE would send the request back, with whatever a proxy has added to it.
      expect(reply?.body).not.toContain("Canary");
      if (reply !== undefined) await expectRefusedSafely(reply, { as: "no_route", stillWorks });
    },
  );

  it("does not open a tunnel", async () => {
    const { platform, stillWorks } = await startWithTeamToken();
    const { replies, isClosed } = await sendRaw(
      platform.url,
      `CONNECT platform.example:443 HTTP/1.1\r\n${host}\r\n`,
    );
    expect(isClosed).toBe(true);
    for (const { status } of replies) expect(status).toBe(400);
    expect(await stillWorks()).toMatchObject({ code: "OK" });
  });
});

describe("an unusual request that is nevertheless a good one", () => {
  test.each([
    ["HTTP/1.0 with a host", (target: string) => `GET ${target} HTTP/1.0\r\n${host}\r\n`],
    ["HTTP/1.0 without one", (target: string) => `GET ${target} HTTP/1.0\r\n\r\n`],
    [
      "an absolute address",
      (target: string) => `GET http://platform.example${target} HTTP/1.1\r\n${host}\r\n`,
    ],
    [
      "an address in brackets as host",
      (target: string) => `GET ${target} HTTP/1.1\r\nHost: [::1]:8787\r\n\r\n`,
    ],
    ["a host in capitals", (target: string) => `GET ${target} HTTP/1.1\r\nHost: PLATFORM.example\r\n\r\n`],
    [
      "an unknown expectation",
      (target: string) => `GET ${target} HTTP/1.1\r\n${host}Expect: wonders\r\n\r\n`,
    ],
    [
      "a wish to change the protocol",
      (target: string) =>
        `GET ${target} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    ],
    [
      "forwarded hosts",
      (target: string) =>
        `GET ${target} HTTP/1.1\r\n${host}X-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\nX-Original-URL: /livez\r\nX-Rewrite-URL: /livez\r\nX-HTTP-Method-Override: DELETE\r\n\r\n`,
    ],
    [
      "malformed cookies",
      (target: string) =>
        `GET ${target} HTTP/1.1\r\n${host}Cookie: =; sop_session; sop_session=%ff; sop_lang=\x80; ;;;a=b=c\r\n\r\n`,
    ],
    [
      "malformed credentials",
      (target: string) =>
        `GET ${target} HTTP/1.1\r\n${host}Authorization: Bearer\r\nAuthorization: Basic ====\r\n\r\n`,
    ],
    [
      "malformed languages",
      (target: string) => `GET ${target} HTTP/1.1\r\n${host}Accept-Language: ;q=,,*;q=9e99,\xff;q=-1\r\n\r\n`,
    ],
    ["empty lines in front", (target: string) => `\r\n\r\nGET ${target} HTTP/1.1\r\n${host}\r\n`],
    ["a fragment", (target: string) => `GET ${target}#wj_redirect HTTP/1.1\r\n${host}\r\n`],
  ])("is served: %s", async (_, request) => {
    const platform = await startListeningPlatform();
    const token = await obtainTeamToken(platform);
    const { replies } = await sendRaw(platform.url, request(listPath(token)));
    expect(replies).toHaveLength(1);
    const [reply] = replies;
    if (reply === undefined) return;
    expect(expectEnvelope(reply).code).toBe("OK");
    expectNothingInside(reply);
    expect(reply.body).not.toContain("evil.example");
  });

  it("is served when it comes together with others on one connection, each with its own answer in order", async () => {
    const platform = await startListeningPlatform();
    const token = await obtainTeamToken(platform);
    const list = pathWithQuery("/api/surveys", { appid: "acme_team", access_token: token, per_page: 1 });
    const requests = [1, 2, 3].map((page) => getRequest(`${list}&page=${page}`)).join("");
    const { replies } = await sendRaw(platform.url, requests);
    const lengths = replies.map((reply) => (expectEnvelope(reply).data as { list: unknown[] }).list.length);
    expect(lengths).toEqual([1, 1, 0]);
  });
});

describe("a request that is too large", () => {
  test.each([
    ["a parameter of 1 KB", `appid=${"a".repeat(1024)}`, 200],
    ["a parameter of 8 KB", `appid=${"a".repeat(8 * 1024)}`, 200],
    ["a parameter of 64 KB", `appid=${"a".repeat(64 * 1024)}`, 431],
    ["a parameter of 1 MB", `appid=${"a".repeat(1024 * 1024)}`, 431],
    ["a thousand parameters", Array.from({ length: 1000 }, (_, index) => `a${index}=b`).join("&"), 200],
    ["ten thousand parameters", Array.from({ length: 10_000 }, (_, index) => `a${index}=b`).join("&"), 431],
    ["sixteen thousand separators", "&".repeat(15_000), 200],
    ["a deep pile of brackets", `a${"[b]".repeat(4000)}=1`, 200],
  ])("is refused with an envelope: %s", async (_, query, status) => {
    const { platform, stillWorks } = await startWithTeamToken();
    const { replies } = await sendRaw(platform.url, getRequest(`/api/oauth2/access_token?${query}`));
    expect(replies.map((reply) => reply.status)).toEqual([status]);
    const [reply] = replies;
    if (reply !== undefined) await expectRefusedSafely(reply, { as: "invalid_argument", stillWorks });
  });

  it("is refused for a header of 64 KB or for 3000 headers", async () => {
    const { platform, stillWorks } = await startWithTeamToken();
    const large = getRequest(tokenPath, `X-A: ${"a".repeat(64 * 1024)}`);
    const many = getRequest(tokenPath, ...Array.from({ length: 3000 }, (_, index) => `X-${index}: a`));
    for (const bytes of [large, many]) {
      const { replies } = await sendRaw(platform.url, bytes);
      expect(replies.map(({ status }) => status)).toEqual([431]);
      const [reply] = replies;
      if (reply !== undefined) await expectRefusedSafely(reply, { as: "invalid_argument", stillWorks });
    }
  });
});

describe("a client that takes its time", () => {
  const limits = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 };

  test.each([
    ["says nothing", ""],
    ["stops in the middle of the headers", `${start}Host: plat`],
    ["never finishes the last line", `${start}${host}`],
    [
      "never sends the body that it announced",
      `POST /login HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nusername=`,
    ],
  ])("is shown out while others are served: one that %s", async (_, bytes) => {
    const platform = await startListeningPlatform({}, { limits });
    const token = await obtainTeamToken(platform);
    const slow = await Promise.all(Array.from({ length: 20 }, () => openSocket(platform.url)));
    const received = slow.map((socket) => receive(socket));
    for (const socket of slow) socket.write(bytes, "latin1");
    expect(await platform.call("/api/surveys", { appid: "acme_team", access_token: token })).toMatchObject({
      code: "OK",
    });
    for (const { isClosed, replies } of await Promise.all(received)) {
      expect(isClosed).toBe(true);
      for (const reply of replies) expect([400, 403, 408]).toContain(reply.status);
    }
  });

  it("does not hinder others when hundreds of its kind hold a connection each", async () => {
    const platform = await startListeningPlatform();
    const token = await obtainTeamToken(platform);
    const idle = await Promise.all(Array.from({ length: 300 }, () => openSocket(platform.url)));
    for (const socket of idle.slice(150)) socket.write(start, "latin1");
    const { replies } = await sendRaw(
      platform.url,
      getRequest(pathWithQuery("/api/surveys", { appid: "acme_team", access_token: token })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200]);
  });
});
