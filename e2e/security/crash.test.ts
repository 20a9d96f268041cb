import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeTestDatabase } from "../../packages/database/test/support/test-database.ts";
import { callApi, type UserTokens } from "../support/api-client.ts";
import { credentials, writeDeclaration } from "../support/declaration-file.ts";
import { startPlatform, type PlatformProcess } from "../support/platform-process.ts";
import { WebClient } from "../support/web-client.ts";

const rounds = 3;
const callback = "http://localhost:9/callback";
const { appid } = credentials.application;
const link = `/connect/oauth2/authorize?${new URLSearchParams({ appid, redirect_uri: callback, response_type: "code", scope: "snsapi_user" }).toString()}`;
const teamRequest = { ...credentials.team, grant_type: "client_credential" };

/** What the platform has answered as done, as its callers remember it. */
class Ledger {
  /** Codes that were exchanged since the last check, with what they gave. */
  readonly exchanged = new Map<string, UserTokens>();
  /** Codes whose exchange was sent when the platform was killed; it is unknown whether they were used. */
  readonly unsure = new Set<string>();
  /** Codes that must never work again. */
  readonly spent = new Set<string>();
  /** Access tokens that refreshes gave since the last start: each check refreshes too, and a grant has ten at most. */
  readonly refreshed: { readonly access_token: string; readonly openid: string }[] = [];
  /** Team tokens in the order in which they were answered. */
  readonly teamTokens: string[] = [];
  isTeamUnsure = false;
}

test("what was answered as done is still done after the process was killed in the middle of it", async () => {
  const database = await makeTestDatabase();
  const declaration = writeDeclaration(callback);
  const ledger = new Ledger();
  for (let round = 1; round <= rounds; round += 1) {
    await using platform = await startPlatform({
      database,
      parameters: ["--apply", declaration],
      environment: { SOP_TOKEN_REQUEST_BURST: "1000000", SOP_FAILED_SECRETS_PER_MINUTE: "1000000" },
    });
    await expectEverythingKept(platform, ledger);
    await workUntilKilled(platform, ledger);
  }
  await using platform = await startPlatform({
    database,
    environment: { SOP_TOKEN_REQUEST_BURST: "1000000", SOP_FAILED_SECRETS_PER_MINUTE: "1000000" },
  });
  await expectEverythingKept(platform, ledger);
  expect(ledger.spent.size).toBeGreaterThan(rounds);
  expect(ledger.teamTokens.length).toBeGreaterThan(rounds);
});

/** Exchanges, refreshes and asks for team tokens as fast as it goes, until the process is killed. */
async function workUntilKilled(platform: PlatformProcess, ledger: Ledger): Promise<void> {
  const browser = new WebClient(platform.url);
  await browser.signIn(credentials.ada.username, credentials.ada.password);
  ledger.isTeamUnsure = false;
  ledger.refreshed.length = 0;
  const asked = ledger.teamTokens.length;
  const workers = [
    exchangeForever(platform, browser, ledger),
    exchangeForever(platform, browser, ledger),
    askForever(platform, ledger),
  ];
  const ended = Promise.allSettled(workers);
  const isEnough = () => ledger.refreshed.length >= 4 && ledger.teamTokens.length >= asked + 4;
  // However slow the machine is, there is something to be lost.
  await Promise.race([until(isEnough), ended]);
  await sleep(Math.random() * 200);
  await platform.kill();
  const endings = await ended;
  // Cut off, and nothing else: an answer that says no would be a mistake of the platform.
  const reasons = endings.map((ending) => ("reason" in ending ? ending.reason : undefined));
  for (const reason of reasons) expect(reason).toBeInstanceOf(TypeError);
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

async function exchangeForever({ url }: PlatformProcess, browser: WebClient, ledger: Ledger): Promise<never> {
  for (;;) {
    const code = await browser.allow(link);
    ledger.unsure.add(code);
    const answer = await callApi(url, "/api/oauth2/access_token", {
      ...credentials.application,
      code,
      grant_type: "authorization_code",
    });
    if (answer.code !== "OK") throw new RangeError(`an exchange was answered ${answer.error.type}`);
    // A successful exchange has this shape.
    const tokens = answer.data as UserTokens;
    ledger.exchanged.set(code, tokens);
    ledger.unsure.delete(code);
    const refresh = { appid, refresh_token: tokens.refresh_token, grant_type: "refresh_token" };
    const refreshed = await callApi(url, "/api/oauth2/refresh_token", refresh);
    ledger.refreshed.push({ access_token: String(refreshed.data["access_token"]), openid: tokens.openid });
  }
}

async function askForever({ url }: PlatformProcess, ledger: Ledger): Promise<never> {
  for (;;) {
    ledger.isTeamUnsure = true;
    const { data } = await callApi(url, "/api/oauth2/access_token", teamRequest);
    ledger.teamTokens.push(String(data["access_token"]));
    ledger.isTeamUnsure = false;
  }
}

async function expectEverythingKept({ url }: PlatformProcess, ledger: Ledger): Promise<void> {
  const isAccepted = async (call: Readonly<Record<string, string>>) =>
    (await callApi(url, "/api/surveys", call)).code === "OK";
  const isRefused = (code: string) => exchangeType(url, code).then((type) => type === "invalid_grant");
  // Only the ten newest access tokens of a grant are alive; the last ones answered are among them.
  const newest = [...ledger.refreshed].slice(-3);
  const alive = await Promise.all(
    newest.map(({ access_token, openid }) => isAccepted({ appid, access_token, openid })),
  );
  expect(alive).toEqual(newest.map(() => true));
  for (const { refresh_token } of ledger.exchanged.values()) {
    const refresh = { appid, refresh_token, grant_type: "refresh_token" };
    expect((await callApi(url, "/api/oauth2/refresh_token", refresh)).code).toBe("OK");
  }
  const team = await Promise.all(
    ledger.teamTokens.map((access_token) => isAccepted({ appid: credentials.team.appid, access_token })),
  );
  // Should an unanswered request have replaced the last one answered, then none of these is alive.
  const expected = ledger.teamTokens.map(
    (_, index) => index === ledger.teamTokens.length - 1 && !ledger.isTeamUnsure,
  );
  if (ledger.isTeamUnsure && team.at(-1) === true) expected[expected.length - 1] = true;
  expect(team).toEqual(expected);
  // Used or not, but then only once.
  for (const code of ledger.unsure) {
    expect(["", "invalid_grant"]).toContain(await exchangeType(url, code));
  }
  // Last of all, because on a slow machine it is late enough for a replay to take tokens back.
  for (const code of [...ledger.exchanged.keys(), ...ledger.unsure]) ledger.spent.add(code);
  for (const code of ledger.spent) expect(await isRefused(code)).toBe(true);
  ledger.exchanged.clear();
  ledger.unsure.clear();
}

/** Tries to exchange a code. @returns the error's type, empty when there is none */
async function exchangeType(url: string, code: string): Promise<string> {
  const exchange = { ...credentials.application, code, grant_type: "authorization_code" };
  return (await callApi(url, "/api/oauth2/access_token", exchange)).error.type;
}
