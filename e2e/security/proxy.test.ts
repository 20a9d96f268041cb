import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { callAddress } from "../support/api-client.ts";
import { credentials, writeDeclaration } from "../support/declaration-file.ts";
import { findNginx } from "../support/find-nginx.ts";
import { PUBLIC_HOST, startNginx } from "../support/nginx-process.ts";
import { startPlatform, type PlatformProcess } from "../support/platform-process.ts";

const tokenPath = "/api/oauth2/access_token";
const team = { ...credentials.team, grant_type: "client_credential" };

function startBehindProxy(...words: readonly string[]): Promise<PlatformProcess> {
  const file = writeDeclaration("http://localhost:9/callback");
  const origin = `https://${PUBLIC_HOST}`;
  return startPlatform({
    parameters: ["--apply", file, "--auth-url", origin, "--trust-proxy", "1", ...words],
  });
}

function nodeOf({ url }: PlatformProcess): string {
  return new URL(url).host;
}

/** A node that reads each request and then dies, or answers it; it counts what it was sent. */
async function fakeNode(answer: "dies" | "answers") {
  const requests: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.setEncoding("utf8").on("error", () => undefined);
    socket.on("data", (text: string) => {
      requests.push(text.split("\r\n", 1)[0] ?? "");
      if (answer === "dies") socket.destroy();
      else socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, requests };
}

/** A node that receives the whole body of each request, and answers with its length. */
async function receivingNode(): Promise<string> {
  const server = createHttpServer((request, response) => {
    let bytes = 0;
    request.on("data", (chunk: Buffer) => (bytes += chunk.length));
    request.on("end", () => response.end(`${bytes}`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return `127.0.0.1:${port}`;
}

describe("the sample configuration of nginx", () => {
  // It may have to be installed first.
  beforeAll(async () => void (await findNginx()));

  test("serves the platform over TLS, with cookies for https, and no API without TLS", async () => {
    await using platform = await startBehindProxy();
    await using nginx = await startNginx([nodeOf(platform)]);
    const issued = await nginx.get(callAddress("", tokenPath, team));
    expect(issued.text).toContain('"code":"OK"');
    expect(issued.headers["strict-transport-security"]).toContain("max-age=");
    const page = await nginx.get("/login");
    expect(page.status).toBe(200);
    expect(String(page.headers["set-cookie"])).toMatch(/^__Host-[^;]+;.*Secure/);
    const plainCall = await nginx.get(callAddress("", tokenPath, team), { plain: true });
    expect(plainCall.status).toBe(403);
    const plainPage = await nginx.get("/login?return_to=%2F", { plain: true });
    expect([plainPage.status, plainPage.headers["location"]]).toEqual([
      301,
      `https://${PUBLIC_HOST}/login?return_to=%2F`,
    ]);
  });

  test("logs each request without its query string, also those that fail", async () => {
    const dying = await fakeNode("dies");
    await using platform = await startBehindProxy();
    await using nginx = await startNginx([nodeOf(platform)]);
    await using broken = await startNginx([dying.address]);
    const canaries = { ...team, secret: "canary-secret-of-the-proxy-test", state: "canary-state" };
    for (const proxy of [nginx, broken]) {
      await proxy.get(callAddress("", tokenPath, canaries));
      await proxy.get(callAddress("", tokenPath, canaries), { plain: true });
      await proxy.get(callAddress("", "/connect/oauth2/authorize", canaries));
      await proxy.get("/api/surveys?appid=a&access_token=canary-token", {
        headers: { referer: "https://canary-referer.example/?code=canary-code" },
      });
      await proxy.get(`/api/surveys?access_token=canary-${"x".repeat(40_000)}`);
      await proxy.logged("every request", (access) => access.trimEnd().split("\n").length >= 5);
      expect(proxy.logs.access).toContain(` GET ${tokenPath} `);
      expect(proxy.logs.access).toContain(" GET /api/surveys ");
      expect(proxy.logs.access + proxy.logs.error).not.toContain("canary");
    }
    expect(broken.logs.access).toContain(` GET ${tokenPath} 502 `);
    expect(platform.stdout + platform.stderr).not.toContain("canary");
  });

  test.each([
    tokenPath,
    "/api/oauth2/refresh_token",
    "/connect/oauth2/authorize",
    "/api/surveys/../oauth2/access_token",
  ])("sends %s to one node only, even when that dies over it", async (path) => {
    const nodes = [await fakeNode("dies"), await fakeNode("dies")];
    await using nginx = await startNginx(nodes.map(({ address }) => address));
    const { status } = await nginx.get(`${path}?grant_type=client_credential`);
    expect(status).toBe(502);
    expect(nodes.flatMap(({ requests }) => requests)).toHaveLength(1);
  });

  test.each([
    ["POST", "/api/surveys"],
    ["POST", "/api/surveys/1/webhooks/2"],
    ["DELETE", "/api/surveys/1/webhooks/2"],
    ["DELETE", "/api/surveys/1/%77ebhooks/2"],
    ["DELETE", "/api/contacts/teams/1/groups/2/users/3"],
  ])("sends a %s of %s to one node only, even when that dies over it", async (method, path) => {
    const nodes = [await fakeNode("dies"), await fakeNode("dies")];
    await using nginx = await startNginx(nodes.map(({ address }) => address));
    expect((await nginx.get(path, { method })).status).toBe(502);
    expect(nodes.flatMap(({ requests }) => requests)).toHaveLength(1);
  });

  test.each(["/api/oauth2/user", "/api/surveys", "/api/surveys/1/answers/2", "/api/surveys/1/webhooks"])(
    "sends %s, which only reads, to the next node when one dies over it",
    async (path) => {
      const [dying, living] = [await fakeNode("dies"), await fakeNode("answers")];
      await using nginx = await startNginx([dying.address, living.address]);
      for (let round = 0; round < 2; round += 1)
        expect(await nginx.get(`${path}?appid=a`)).toMatchObject({ status: 200, text: "ok" });
      expect(dying.requests.length).toBeGreaterThan(0);
    },
  );

  test.each([
    ["/surveys/new", 2 * 1024 * 1024],
    ["/surveys/new/import", 16 * 1024 * 1024],
    ["/account/picture", 512 * 1024],
    ["/api/surveys", 512 * 1024],
    ["/s2/1/00c0ffee/", 8 * 1024 * 1024],
  ])("passes to %s what the platform itself bounds: %i bytes", async (path, length) => {
    await using nginx = await startNginx([await receivingNode()]);
    const sent = await nginx.get(path, { body: "x".repeat(length) });
    expect([sent.status, sent.text]).toEqual([200, String(length)]);
  });

  test("tells the platform who calls, whatever the caller says about that", async () => {
    // Another attempt is free only after a minute, however slow the machine is.
    await using platform = await startBehindProxy("--failed-secrets-per-minute", "1");
    await using nginx = await startNginx([nodeOf(platform)]);
    const wrong = callAddress("", tokenPath, { ...team, secret: "guess" });
    const types = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const forged = { "x-forwarded-for": `203.0.113.${attempt}` };
      types.push(
        /"type":"(\w+)"/.exec((await nginx.get(wrong, { from: "127.0.0.2", headers: forged })).text)?.[1],
      );
    }
    expect(types).toEqual(["invalid_client", ...Array.from({ length: 3 }, () => "request_rate_limited")]);
    expect((await nginx.get(callAddress("", tokenPath, team), { from: "127.0.0.3" })).text).toContain('"OK"');
    expect((await nginx.get(wrong, { from: "127.0.0.3" })).text).toContain("invalid_client");
  });
});
