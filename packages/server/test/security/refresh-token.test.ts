import { sql } from "kysely";
import { describe, expect, it, test } from "vitest";
import { declare, declareDemoApp } from "../support/declare.ts";
import type { UserTokens } from "../support/flows.ts";
import {
  allowedCode,
  allowedTokens,
  otherExchange,
  otherLink,
  refreshParameters,
} from "../support/quick-consent.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { checkedLater, expectRefusedSafely } from "../support/safe-refusal.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { revocationOfAllPage, revocationPage } from "../support/revocation-pages.ts";

const path = "/api/oauth2/refresh_token";

async function startWithTokens() {
  const platform = await startTestPlatform({ tokenRequestBurst: "100000", failedSecretsPerMinute: "100000" });
  const tokens = await allowedTokens(platform);
  const good = refreshParameters(tokens.refresh_token);
  return { platform, tokens, good, stillWorks: () => platform.call(path, good) };
}

function send(platform: TestPlatform, parameters: Readonly<Record<string, string>>): Promise<Response> {
  return platform.fetch(pathWithQuery(path, parameters));
}

function isAccepted(platform: TestPlatform, { access_token, openid }: UserTokens) {
  return platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
}

describe("a refresh token", () => {
  it("is worth nothing to another application, even with that one's secret, and stays its owner's", async () => {
    const { platform, good, stillWorks } = await startWithTokens();
    for (const changes of [{ appid: "other_app" }, { appid: "other_app", secret: sampleSecrets.otherApp }]) {
      await expectRefusedSafely(send(platform, { ...good, ...changes }), { as: "invalid_grant", stillWorks });
    }
  });

  it("of one application does not serve another one of the same person", async () => {
    const { platform, stillWorks } = await startWithTokens();
    const code = await allowedCode(platform, { link: otherLink });
    const { data: other } = await platform.call<UserTokens>("/api/oauth2/access_token", otherExchange(code));
    await expectRefusedSafely(send(platform, refreshParameters(other.refresh_token)), {
      as: "invalid_grant",
      stillWorks,
    });
  });

  test.each([
    ["a wrong secret", { secret: "wrong" }, "invalid_client"],
    ["another application's secret", { secret: sampleSecrets.otherApp }, "invalid_client"],
    ["an empty secret", { secret: "" }, "invalid_argument"],
    ["an unknown appid", { appid: "unknown" }, "invalid_client"],
    ["a team's appid", { appid: "acme_team" }, "unauthorized_client"],
    [
      "a team's appid and secret",
      { appid: "acme_team", secret: sampleSecrets.acmeTeam },
      "unauthorized_client",
    ],
  ] as const)("is worth nothing with %s", async (_, changes, as) => {
    const { platform, good, stillWorks } = await startWithTokens();
    await expectRefusedSafely(send(platform, { ...good, ...changes }), { as, stillWorks });
  });

  it("is refused one character off", async () => {
    const { platform, good, stillWorks } = await startWithTokens();
    const token = good.refresh_token;
    const nearMisses = [
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      ` ${token}`,
      `${token}\0`,
      `${token.slice(0, -1)}_`.replace(/_$/, token.endsWith("_") ? "-" : "_"),
    ];
    for (const refresh_token of nearMisses) {
      await expectRefusedSafely(send(platform, { ...good, refresh_token }), {
        as: "invalid_grant",
        stillWorks,
      });
    }
  });

  it("ends, with every access token that it gave, when the person takes the authorization back", async () => {
    const { platform, tokens, good } = await startWithTokens();
    const { data } = await platform.call<{ access_token: string }>(path, good);
    const browser = await signedInBrowser(platform);
    await browser.submit(await revocationPage(browser), "/account/applications/revoke");
    const again = async () => isAccepted(platform, await allowedTokens(platform));
    await expectRefusedSafely(send(platform, good), { as: "invalid_grant", stillWorks: again });
    for (const access_token of [tokens.access_token, data.access_token]) {
      expect(await isAccepted(platform, { ...tokens, access_token })).toMatchObject({
        error: { type: "invalid_token" },
      });
    }
  });

  it("does not come back with the next authorization", async () => {
    const { platform, tokens, good } = await startWithTokens();
    const browser = await signedInBrowser(platform);
    await browser.submit(await revocationOfAllPage(browser), "/account/applications/revoke-all");
    const fresh = await allowedTokens(platform);
    await expectRefusedSafely(send(platform, good), {
      as: "invalid_grant",
      stillWorks: () => isAccepted(platform, fresh),
    });
    expect(await isAccepted(platform, tokens)).toMatchObject({ error: { type: "invalid_token" } });
  });

  it("is revoked when the user is disabled, and so are the access tokens", async () => {
    const { platform, tokens, good } = await startWithTokens();
    const bob = await allowedTokens(platform, { username: "bob" });
    await declare(platform, { users: [{ username: "ada", disabled: true }] });
    await expectRefusedSafely(send(platform, good), {
      as: "invalid_grant",
      stillWorks: () => isAccepted(platform, bob),
    });
    expect(await isAccepted(platform, tokens)).toMatchObject({ error: { type: "invalid_token" } });
    await declare(platform, { users: [{ username: "ada", disabled: false }] });
    expect(await platform.call(path, good)).toMatchObject({ error: { type: "invalid_grant" } });
    expect(await isAccepted(platform, tokens)).toMatchObject({ error: { type: "invalid_token" } });
  });

  it("is revoked when the application is disabled, and so are the access tokens", async () => {
    const { platform, tokens, good } = await startWithTokens();
    await declareDemoApp(platform, { disabled: true });
    await expectRefusedSafely(send(platform, good), {
      as: "invalid_client",
      stillWorks: checkedLater,
    });
    expect(await isAccepted(platform, tokens)).toMatchObject({ error: { type: "invalid_token" } });
    await declareDemoApp(platform, { disabled: false });
    expect(await platform.call(path, good)).toMatchObject({ error: { type: "invalid_grant" } });
    expect(await isAccepted(platform, tokens)).toMatchObject({ error: { type: "invalid_token" } });
  });

  it.each([
    ["the user", "users", "username", "ada"],
    ["the application", "applications", "appid", "demo_app"],
  ] as const)(
    "has no effect while %s is disabled in the database, where nothing was revoked",
    async (_, table, name, value) => {
      const { platform, tokens, good } = await startWithTokens();
      const disable = (disabled: 0 | 1) =>
        platform.database.write(({ kysely }) =>
          kysely.updateTable(table).set({ disabled }).where(sql.ref(name), "=", value).execute(),
        );
      await disable(1);
      expect(await isAccepted(platform, tokens)).toMatchObject({ error: { type: "invalid_token" } });
      expect(await platform.call(path, good)).not.toMatchObject({ code: "OK" });
      await disable(0);
      expect(await isAccepted(platform, tokens)).toMatchObject({ code: "OK" });
    },
  );

  it("keeps working without a secret after a reset, but the old secret is worth nothing any more", async () => {
    const { platform, good, stillWorks } = await startWithTokens();
    const old = { ...good, secret: sampleSecrets.demoApp };
    expect(await platform.call(path, old)).toMatchObject({ code: "OK" });
    await declareDemoApp(platform, { secret: "demo-app-sample-secret-000002" });
    await expectRefusedSafely(send(platform, old), { as: "invalid_client", stillWorks });
  });

  it("is refused after its time although nothing has swept it away", async () => {
    const { platform, good } = await startWithTokens();
    platform.clock.now += 2_592_000_000;
    expect(
      await platform.database.reader.kysely.selectFrom("refresh_tokens").select("hash").execute(),
    ).toHaveLength(1);
    const again = async () => isAccepted(platform, await allowedTokens(platform));
    await expectRefusedSafely(send(platform, good), { as: "invalid_grant", stillWorks: again });
  });
});
