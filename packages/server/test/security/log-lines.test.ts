import { Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { logRequests } from "../../src/http/request-observer.ts";
import { Browser } from "../support/browser.ts";
import {
  authorizationLink,
  exchangeParameters,
  teamTokenParameters,
  type UserTokens,
} from "../support/flows.ts";
import { codeOf, decisionPath } from "../support/opened-consent.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/** What every line of a request may say, and nothing else. */
const keys = new Set(["level", "time", "msg", "route", "request_id", "ms", "error_type", "detail", "err"]);

/** The log of every request so far, at its most talkative. */
function logOf({ observed }: TestPlatform): string {
  let text = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  const observe = logRequests(pino({ level: "trace", base: null }, stream));
  for (const request of observed) observe(request);
  return text;
}

/** Calls that are refused in every way, each with a value in it that must not be revealed. */
const refusedCalls: readonly (readonly [path: string, parameters: Readonly<Record<string, string>>])[] = [
  ["/api/oauth2/access_token", { ...teamTokenParameters, secret: "canary-wrong-secret-000001" }],
  ["/api/oauth2/access_token", exchangeParameters("sopc_canary-code-000000000000000001")],
  ["/api/oauth2/access_token", { ...teamTokenParameters, grant_type: "canary-grant-type" }],
  ["/api/oauth2/access_token", { ...teamTokenParameters, secret: "canary".repeat(100) }],
  [
    "/api/oauth2/refresh_token",
    { appid: "demo_app", refresh_token: "canary-refresh", grant_type: "refresh_token" },
  ],
  ["/api/oauth2/user", { appid: "demo_app", access_token: "canary-access", openid: "canary-openid" }],
  ["/api/surveys", { appid: "canary-appid", access_token: "sopu_canary-access-000000000000001" }],
  ["/api/surveys/canary-survey", { appid: "demo_app", access_token: "canary-access" }],
  ["/api/canary-path/sopu_canary-in-the-path", { access_token: "canary-access" }],
];

/** Refused requests of browsers, each with a value in it that must not be revealed. */
async function refusedPages(platform: TestPlatform, browser: Browser): Promise<void> {
  await browser.get(
    authorizationLink({ redirect_uri: "https://canary.example/?secret=canary-in-the-address" }),
  );
  await browser.get(authorizationLink({ state: "canary state" }));
  await browser.get("/canary-path?code=canary-code");
  await browser.get("/logos/canary-logo");
  await browser.post(decisionPath, { csrf: "canary-csrf", request: "canary-request", decision: "allow" });
  await new Browser(platform).signIn("canary-name", "canary-password");
}

describe("a line of the log", () => {
  it("tells neither an address nor any value that a caller sent, whether served or refused", async () => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const consent = await browser.signIn("ada", sampleSecrets.ada, browser.get(authorizationLink()));
    const code = codeOf(await browser.submit(consent, decisionPath, { decision: "allow" }));
    const { data } = await platform.call<UserTokens>("/api/oauth2/access_token", exchangeParameters(code));
    const { access_token, refresh_token, openid } = data;
    const call = { appid: "demo_app", access_token, openid };
    const refresh = { appid: "demo_app", refresh_token, grant_type: "refresh_token" };
    await platform.call("/api/surveys", call);
    await platform.call("/api/oauth2/user", { ...call, openid: "canary-openid" });
    const team = await platform.call<UserTokens>("/api/oauth2/access_token", teamTokenParameters);
    const refreshed = await platform.call<UserTokens>("/api/oauth2/refresh_token", refresh);
    for (const [path, parameters] of refusedCalls) await platform.call(path, parameters);
    await refusedPages(platform, browser);
    const log = logOf(platform);
    const secrets = [
      code,
      access_token,
      refresh_token,
      openid,
      team.data.access_token,
      refreshed.data.access_token,
    ];
    const typed = [...Object.values(sampleSecrets), ...browser.cookies.values(), "canary", "?", "demo_app"];
    for (const value of [...secrets, ...typed]) expect(log).not.toContain(value);
    expect(log.split("\n").length).toBeGreaterThan(25);
  });

  it("says which call it was, how it ended and under which number, and nothing else", async () => {
    const platform = await startTestPlatform();
    for (const [path, parameters] of refusedCalls) await platform.call(path, parameters);
    const lines = logOf(platform).trimEnd().split("\n");
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(said.flatMap((line) => Object.keys(line)).filter((key) => !keys.has(key))).toEqual([]);
    expect(new Set(said.map(({ route }) => route))).toEqual(
      new Set([
        "/api/oauth2/access_token",
        "/api/oauth2/refresh_token",
        "/api/oauth2/user",
        "/api/surveys",
        "/api/surveys/{survey_id}",
        "(none)",
      ]),
    );
  });
});

describe("a value that a caller sent", () => {
  it.each(refusedCalls)("is not repeated by the refusal of %s %j", async (path, parameters) => {
    const platform = await startTestPlatform();
    const reply = await platform.fetch(`${path}?${new URLSearchParams(parameters).toString()}`);
    const answer = `${await reply.text()} ${[...reply.headers].join(" ")}`;
    expect(answer).not.toMatch(/canary|sample-secret/);
    expect(answer).not.toMatch(/\.tsx?:\d+|node_modules|SQLITE|select /i);
  });
});
