import { connect } from "node:net";
import { platformZone } from "@survey-open-platform/surveys";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeTestDatabase } from "../../../../database/test/support/test-database.ts";
import { applyDeclaration } from "../../../src/declaration/apply-declaration.ts";
import { openPlatformDatabase } from "../../../src/platform.ts";
import { allowOauth, codeExchange, demoBasic, oauthSettings, type OauthTokens } from "../../support/oauth.ts";
import { decisionPath } from "../../support/opened-consent.ts";
import { sampleDeclaration } from "../../support/sample-declaration.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { platformOn, type TestPlatform } from "../../support/test-platform.ts";
import { startSop, type SopProcess } from "./support/sop-process.ts";

/** Each starts servers one after the other, which a very busy machine takes its time for. */
const startingServers = { timeout: 300_000 } as const;

/** A server of its own on the database of a platform, whose clock is that of the machine: no other test gets this database. */
async function startPlatform() {
  const address = await makeTestDatabase();
  const clock = { now: Date.now() };
  const database = await openPlatformDatabase({ database: address }, () => clock.now);
  onTestFinished(() => database.close());
  await applyDeclaration(database, sampleDeclaration, { zone: platformZone("Asia/Shanghai") });
  const platform = platformOn({ address, database, clock }, oauthSettings);
  const words = ["serve", "--port", "0", "--database", platform.address, "--auth-url", oauthSettings.authUrl];
  return { platform, start: () => startSop(words) };
}

type Form = Readonly<Record<string, string | undefined>>;

function bodyOf(form: Form): string {
  return new URLSearchParams(Object.entries(form).map(([name, value]) => [name, value ?? ""])).toString();
}

function exchange({ url }: SopProcess, form: Form): Promise<Response> {
  const headers = { Authorization: demoBasic, "Content-Type": "application/x-www-form-urlencoded" };
  return fetch(`${url}/oauth/token`, { method: "POST", headers, body: bodyOf(form) });
}

async function tokensOf(sop: SopProcess, platform: TestPlatform): Promise<OauthTokens> {
  platform.clock.now = Date.now();
  const { code } = await allowOauth(platform, { prompt: "consent" });
  // Tokens; without them the next step fails.
  return (await (await exchange(sop, codeExchange(code ?? ""))).json()) as OauthTokens;
}

async function statusWith({ url }: SopProcess, accessToken: string): Promise<number> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  return (await fetch(`${url}/api/surveys`, { headers })).status;
}

/** Sends a request whose response nothing reads, and kills the server as soon as the database has what it did. */
async function killAfter(
  sop: SopProcess,
  form: Form,
  isDone: () => Promise<boolean>,
  path = "/oauth/token",
): Promise<void> {
  const { hostname, port } = new URL(sop.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  const body = bodyOf(form);
  const headers = [
    "Host: platform.example",
    `Authorization: ${demoBasic}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
  ];
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
  await vi.waitUntil(isDone, { timeout: 45_000 });
  await sop.stop("SIGKILL");
}

function isUsed({ database }: TestPlatform, table: "refresh_tokens" | "authorization_codes") {
  return async () => {
    const used = await database.reader.kysely
      .selectFrom(table)
      .select("hash")
      .where("used_at", "is not", null)
      .executeTakeFirst();
    return used !== undefined;
  };
}

test(
  "a server that is killed between a refresh and its response has lost nothing: the same token gives the same successor",
  startingServers,
  async () => {
    const { platform, start } = await startPlatform();
    // The same token is good for half a minute: to start a server may take longer on a busy machine.
    const [first, second] = [await start(), await start()];
    const tokens = await tokensOf(first, platform);
    const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    await killAfter(first, form, isUsed(platform, "refresh_tokens"));
    const again = (await (await exchange(second, form)).json()) as OauthTokens;
    const successors = await platform.database.reader.kysely
      .selectFrom("refresh_tokens")
      .select("hash")
      .execute();
    expect(successors).toHaveLength(2);
    const next = { grant_type: "refresh_token", refresh_token: again.refresh_token };
    expect((await exchange(second, next)).status).toBe(200);
    expect(await statusWith(second, again.access_token)).toBe(200);
  },
);

test(
  "a token whose revocation lost its response is revoked, and one that was given out is not lost, on a server that ran all the time",
  startingServers,
  async () => {
    const { platform, start } = await startPlatform();
    const [first, second] = [await start(), await start()];
    const revoked = await tokensOf(first, platform);
    const kept = await tokensOf(first, platform);
    expect(await statusWith(second, revoked.access_token)).toBe(200);
    const isRevoked = async () => (await statusWith(second, revoked.access_token)) === 401;
    await killAfter(first, { token: revoked.refresh_token }, isRevoked, "/oauth/revoke");
    const refreshing = { grant_type: "refresh_token", refresh_token: revoked.refresh_token };
    expect((await exchange(second, refreshing)).status).toBe(400);
    expect(await statusWith(second, kept.access_token)).toBe(200);
    const third = await start();
    expect(await statusWith(third, revoked.access_token)).toBe(401);
    expect(await statusWith(third, kept.access_token)).toBe(200);
  },
);

test(
  "a code whose exchange lost its response is not exchanged again, and the next one is",
  startingServers,
  async () => {
    const { platform, start } = await startPlatform();
    const first = await start();
    // A code lives a minute, and a server may take as long to start on a busy machine.
    platform.clock.now = Date.now();
    const { code } = await allowOauth(platform);
    await killAfter(first, codeExchange(code ?? ""), isUsed(platform, "authorization_codes"));
    const second = await start();
    expect((await exchange(second, codeExchange(code ?? ""))).status).toBe(400);
    platform.clock.now = Date.now();
    const { code: another } = await allowOauth(platform, { prompt: "consent" });
    expect((await exchange(second, codeExchange(another ?? ""))).status).toBe(200);
  },
);

test(
  "the code of a device outlives servers that are killed, and a poll that lost its response leads to no second tokens",
  startingServers,
  async () => {
    const { platform, start } = await startPlatform();
    const headers = { Authorization: demoBasic };
    const first = await start();
    const asked = await fetch(`${first.url}/oauth/device`, {
      method: "POST",
      headers,
      body: new URLSearchParams(),
    });
    // The call gives both codes; without them the next step fails.
    const device = (await asked.json()) as { readonly device_code: string; readonly user_code: string };
    const grantType = "urn:ietf:params:oauth:grant-type:device_code";
    const form = { grant_type: grantType, device_code: device.device_code };
    await first.stop("SIGKILL");
    const second = await start();
    expect(await (await exchange(second, form)).json()).toMatchObject({ error: "authorization_pending" });
    await second.stop("SIGKILL");
    platform.clock.now = Date.now();
    const browser = await signedInBrowser(platform);
    const page = await browser.get(`/device/consent?user_code=${device.user_code}`);
    await browser.submit(page, decisionPath, { decision: "allow", surveys: "all" });
    const third = await start();
    await killAfter(third, form, isUsed(platform, "authorization_codes"));
    const fourth = await start();
    expect(await (await exchange(fourth, form)).json()).toMatchObject({ error: "invalid_grant" });
    const { database } = platform;
    expect(
      await database.reader.kysely.selectFrom("user_access_tokens").select("hash").execute(),
    ).toHaveLength(1);
    expect(await database.reader.kysely.selectFrom("device_codes").select("hash").execute()).toEqual([]);
  },
);
