import { describe, expect, it, test } from "vitest";
import { declare, declareDemoApp } from "../support/declare.ts";
import {
  exchangeParameters,
  obtainTeamToken,
  teamTokenParameters,
  type UserTokens,
} from "../support/flows.ts";
import { allowedCode, allowedTokens, otherExchange } from "../support/quick-consent.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { checkedLater, expectRefusedSafely } from "../support/safe-refusal.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { revocationOfAllPage } from "../support/revocation-pages.ts";

const path = "/api/oauth2/access_token";

/** The limits of requests have tests of their own. */
const unlimited = { tokenRequestBurst: "100000", failedSecretsPerMinute: "100000" };

type Parameters = Readonly<Record<string, string>>;

function send(platform: TestPlatform, parameters: Parameters): Promise<Response> {
  return platform.fetch(pathWithQuery(path, parameters));
}

/** An attack on a code that its owner has not exchanged yet, and the owner's exchange afterwards. */
async function startWithCode() {
  const platform = await startTestPlatform(unlimited);
  const code = await allowedCode(platform);
  const good = exchangeParameters(code);
  return { platform, code, good, stillWorks: () => platform.call(path, good) };
}

async function expectGone(platform: TestPlatform, code: string): Promise<void> {
  const reply = send(platform, exchangeParameters(code));
  const again = async () => platform.call(path, exchangeParameters(await allowedCode(platform)));
  await expectRefusedSafely(reply, { as: "invalid_grant", stillWorks: again });
}

describe("somebody else's code", () => {
  it("is worth nothing to another application, whose attempt does not use it up", async () => {
    const { platform, code, stillWorks } = await startWithCode();
    await expectRefusedSafely(send(platform, otherExchange(code)), { as: "invalid_grant", stillWorks });
  });

  it("is worth nothing to another application even after its time, whose attempts take nothing back", async () => {
    const { platform, code, good } = await startWithCode();
    const { data: tokens } = await platform.call<UserTokens>(path, good);
    platform.clock.now += 60_000;
    const stillWorks = () =>
      platform.call("/api/oauth2/user", {
        appid: "demo_app",
        access_token: tokens.access_token,
        openid: tokens.openid,
      });
    await expectRefusedSafely(send(platform, otherExchange(code)), { as: "invalid_grant", stillWorks });
  });

  test.each([
    ["a wrong secret", { secret: "wrong" }],
    ["another application's secret", { secret: sampleSecrets.otherApp }],
    ["the secret in capitals", { secret: sampleSecrets.demoApp.toUpperCase() }],
    ["the secret with a space", { secret: `${sampleSecrets.demoApp} ` }],
    ["the beginning of the secret", { secret: sampleSecrets.demoApp.slice(0, -1) }],
    ["more than the secret", { secret: `${sampleSecrets.demoApp}0` }],
    ["a NUL after the secret", { secret: `${sampleSecrets.demoApp}\0` }],
    ["the appid in capitals", { appid: "DEMO_APP" }],
    ["an unknown appid", { appid: "unknown" }],
    ["another appid", { appid: "other_app" }],
    ["an appid with a wildcard", { appid: "demo%" }],
    ["SQL in the appid", { appid: "' or '1'='1" }],
    ["SQL in the secret", { secret: "' or '1'='1' --" }],
  ])("is worth nothing with %s, and is not used up by it", async (_, changes) => {
    const { platform, good, stillWorks } = await startWithCode();
    await expectRefusedSafely(send(platform, { ...good, ...changes }), { as: "invalid_client", stillWorks });
  });

  test.each([
    ["twice the appid", "appid=other_app"],
    ["twice the secret", `secret=${sampleSecrets.otherApp}`],
    ["twice the grant_type", "grant_type=client_credential"],
    ["twice the code", "code=x"],
  ])("is worth nothing with %s, and is not used up by it", async (_, extra) => {
    const { platform, good, stillWorks } = await startWithCode();
    for (const query of [
      `${new URLSearchParams(good).toString()}&${extra}`,
      `${extra}&${new URLSearchParams(good).toString()}`,
    ]) {
      await expectRefusedSafely(platform.fetch(`${path}?${query}`), {
        as: "invalid_argument",
        stillWorks: checkedLater,
      });
    }
    expect(await stillWorks()).toMatchObject({ code: "OK" });
  });

  it("is worth nothing with the credentials of another application in a header", async () => {
    const { platform, good } = await startWithCode();
    const headers = { Authorization: `Basic ${btoa(`other_app:${sampleSecrets.otherApp}`)}` };
    const reply = await platform.fetch(pathWithQuery(path, good), { headers });
    expect(await reply.json()).toMatchObject({ code: "OK" });
    const { secret: _secret, ...withoutSecret } = exchangeParameters(await allowedCode(platform));
    const stillWorks = async () => platform.call(path, exchangeParameters(await allowedCode(platform)));
    const bySomebodyElse = platform.fetch(pathWithQuery(path, withoutSecret), { headers });
    await expectRefusedSafely(bySomebodyElse, { as: "invalid_argument", stillWorks });
  });
});

describe("a grant type that is not quite the right one", () => {
  test.each([
    ["padded", " authorization_code"],
    ["padded behind", "authorization_code "],
    ["in capitals", "Authorization_Code"],
    ["with a hyphen", "authorization-code"],
    ["of a refresh", "refresh_token"],
    ["of another standard", "password"],
    ["in the plural", "client_credentials"],
    ["two at once", "authorization_code,client_credential"],
    ["the name of something that every object has", "constructor"],
    ["the name of a prototype", "__proto__"],
    ["the name of a method", "toString"],
  ])("is refused and does not use up the code: %s", async (_, grant_type) => {
    const { platform, good, stillWorks } = await startWithCode();
    await expectRefusedSafely(send(platform, { ...good, grant_type }), {
      as: "unsupported_grant_type",
      stillWorks,
    });
  });

  it("is refused when it is missing, empty, or an array", async () => {
    const { platform, good, stillWorks } = await startWithCode();
    const { grant_type: _grantType, ...without } = good;
    const attempts = [
      without,
      { ...good, grant_type: "" },
      { ...without, "grant_type[]": "authorization_code" },
    ];
    for (const parameters of attempts) {
      await expectRefusedSafely(send(platform, parameters), {
        as: "invalid_argument",
        stillWorks: checkedLater,
      });
    }
    expect(await stillWorks()).toMatchObject({ code: "OK" });
  });

  it("of the other mode is refused to each application, and changes nothing for either", async () => {
    const { platform, good, code, stillWorks } = await startWithCode();
    const token = await obtainTeamToken(platform);
    const teamWorks = () => platform.call("/api/surveys", { appid: "acme_team", access_token: token });
    const webAsTeam = send(platform, { ...good, grant_type: "client_credential" });
    await expectRefusedSafely(webAsTeam, { as: "unauthorized_client", stillWorks: teamWorks });
    const teamAsWeb = send(platform, { ...teamTokenParameters, grant_type: "authorization_code", code });
    await expectRefusedSafely(teamAsWeb, { as: "unauthorized_client", stillWorks: teamWorks });
    expect(await stillWorks()).toMatchObject({ code: "OK" });
  });
});

describe("something that is not a valid code", () => {
  const nearMisses: readonly (readonly [string, (code: string) => string])[] = [
    ["its last character changed", (code) => code.slice(0, -1) + (code.endsWith("A") ? "B" : "A")],
    ["its first character changed", (code) => code.replace("sopc_", "sopd_")],
    ["in capitals", (code) => code.toUpperCase()],
    ["cut short", (code) => code.slice(0, -1)],
    ["with one character more", (code) => `${code}A`],
    ["with a space before it", (code) => ` ${code}`],
    ["with a line break after it", (code) => `${code}\n`],
    ["with a NUL after it", (code) => `${code}\0`],
    ["without its prefix", (code) => code.slice(5)],
    ["with another prefix", (code) => code.replace("sopc_", "sopu_")],
    ["with a wildcard", (code) => `${code.slice(0, -1)}%`],
    ["in characters that look alike", (code) => code.replace("o", "о")],
    ["in quotes", (code) => `"${code}"`],
    ["a kilobyte of it", (code) => code.repeat(28)],
  ];

  test.each(nearMisses)("is refused, and the code itself still works: %s", async (_, change) => {
    const { platform, good, stillWorks } = await startWithCode();
    const reply = send(platform, { ...good, code: change(good.code) });
    await expectRefusedSafely(reply, { as: ["invalid_grant", "invalid_argument"], stillWorks });
  });

  it("is refused when it is a token of another kind", async () => {
    const { platform, good, stillWorks } = await startWithCode();
    const tokens = await allowedTokens(platform);
    const others = [
      tokens.access_token,
      tokens.refresh_token,
      tokens.openid,
      await obtainTeamToken(platform),
      sampleSecrets.demoApp,
    ];
    for (const code of others) {
      await expectRefusedSafely(send(platform, { ...good, code }), {
        as: "invalid_grant",
        stillWorks: checkedLater,
      });
    }
    expect(await stillWorks()).toMatchObject({ code: "OK" });
  });

  it("is refused when it is the stored form of the code, so that a stolen database opens nothing", async () => {
    const { platform, good, stillWorks } = await startWithCode();
    const query = platform.database.reader.kysely.selectFrom("authorization_codes").select("hash");
    const { hash } = await query.executeTakeFirstOrThrow();
    await expectRefusedSafely(send(platform, { ...good, code: hash }), { as: "invalid_grant", stillWorks });
  });
});

describe("a code whose ground has gone in the meantime", () => {
  it("is refused once the person has taken the authorization back", async () => {
    const { platform, code } = await startWithCode();
    const browser = await signedInBrowser(platform);
    await browser.submit(await revocationOfAllPage(browser), "/account/applications/revoke-all");
    await expectGone(platform, code);
  });

  it("is refused even when the person has authorized again since", async () => {
    const { platform, code } = await startWithCode();
    const browser = await signedInBrowser(platform);
    await browser.submit(await revocationOfAllPage(browser), "/account/applications/revoke-all");
    await allowedCode(platform);
    await expectGone(platform, code);
  });

  it("is revoked when the user is disabled", async () => {
    const { platform, code, good } = await startWithCode();
    await declare(platform, { users: [{ username: "ada", disabled: true }] });
    const bobs = async () =>
      platform.call(path, exchangeParameters(await allowedCode(platform, { username: "bob" })));
    await expectRefusedSafely(send(platform, good), { as: "invalid_grant", stillWorks: bobs });
    await declare(platform, { users: [{ username: "ada", disabled: false }] });
    await expectGone(platform, code);
  });

  it("is revoked when the application is disabled", async () => {
    const { platform, code, good } = await startWithCode();
    const team = () => platform.call(path, teamTokenParameters);
    await declareDemoApp(platform, { disabled: true });
    await expectRefusedSafely(send(platform, good), { as: "invalid_client", stillWorks: team });
    await declareDemoApp(platform, { disabled: false });
    await expectGone(platform, code);
  });

  it("is refused with the secret that was replaced, and given for the new one", async () => {
    const { platform, good } = await startWithCode();
    const secret = "demo-app-sample-secret-000002";
    await declareDemoApp(platform, { secret });
    const stillWorks = () => platform.call(path, { ...good, secret });
    await expectRefusedSafely(send(platform, good), { as: "invalid_client", stillWorks });
  });

  it("is refused after its time although nothing has swept it away", async () => {
    const { platform, code } = await startWithCode();
    platform.clock.now += 300_000;
    const rows = await platform.database.reader.kysely
      .selectFrom("authorization_codes")
      .select("hash")
      .execute();
    expect(rows).toHaveLength(1);
    await expectGone(platform, code);
  });
});

describe("a code that comes again", () => {
  test.each([0, 1, 29, 31, 299, 301, 86_400])("is refused %i s later", async (seconds) => {
    const { platform, code, good } = await startWithCode();
    expect(await platform.call(path, good)).toMatchObject({ code: "OK" });
    platform.clock.now += seconds * 1000;
    await expectGone(platform, code);
  });

  it("is refused with a wrong secret without a revocation: someone who reads a log must not be able to cause one", async () => {
    const { platform, good } = await startWithCode();
    const { data: tokens } = await platform.call<UserTokens>(path, good);
    platform.clock.now += 3_600_000;
    const stillWorks = () =>
      platform.call("/api/oauth2/user", {
        appid: "demo_app",
        access_token: tokens.access_token,
        openid: tokens.openid,
      });
    await expectRefusedSafely(send(platform, { ...good, secret: "wrong" }), {
      as: "invalid_client",
      stillWorks,
    });
  });
});
