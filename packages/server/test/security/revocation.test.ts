import { describe, expect, it } from "vitest";
import {
  revokeIssued,
  countIssued,
  findRevocationTarget,
  type NamedScope,
} from "../../src/store/tokens/revoke-issued.ts";
import { Browser } from "../support/browser.ts";
import { declare, declareDemoApp } from "../support/declare.ts";
import { expectLegitimateFlow } from "../support/expect-safe.ts";
import { exchangeParameters, obtainTeamToken, type UserTokens } from "../support/flows.ts";
import { invite } from "../support/invite.ts";
import { codeOf, decisionPath, openedConsent } from "../support/opened-consent.ts";
import { makePasswordLink } from "../support/password-link.ts";
import {
  allowedCode,
  allowedTokens,
  otherExchange,
  otherLink,
  refreshParameters,
} from "../support/quick-consent.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const tokenPath = "/api/oauth2/access_token";

/** Everything that was issued, by who holds it. */
async function issueEverything(platform: TestPlatform) {
  const opened = await openedConsent(platform);
  return {
    ada: await allowedTokens(platform),
    adasCode: await allowedCode(platform),
    adasSession: (await signedInBrowser(platform)).cookies.get(sessionCookie) ?? "",
    adasPage: opened,
    adasPasswordLink: await makePasswordLink(platform, "ada"),
    adasInvitation: await invite(platform, undefined, "ada"),
    bob: await allowedTokens(platform, { username: "bob" }),
    adaElsewhere: await tokensElsewhere(platform),
    acme: await obtainTeamToken(platform),
  };
}

type Issued = Awaited<ReturnType<typeof issueEverything>>;

async function tokensElsewhere(platform: TestPlatform): Promise<UserTokens> {
  const code = await allowedCode(platform, { link: otherLink });
  return (await platform.call<UserTokens>(tokenPath, otherExchange(code))).data;
}

async function userWorks(platform: TestPlatform, { access_token, openid }: UserTokens, appid = "demo_app") {
  return (await platform.call("/api/oauth2/user", { appid, access_token, openid })).code === "OK";
}

/** Whether a link still shows its form. */
async function opens(platform: TestPlatform, link: string): Promise<boolean> {
  return (await new Browser(platform).get(link)).status === 200;
}

/** Names of what still works. Codes are used up by it. */
async function whatWorks(platform: TestPlatform, issued: Issued): Promise<readonly string[]> {
  const { ada, bob, adaElsewhere, adasPage } = issued;
  const refresh = await platform.call("/api/oauth2/refresh_token", refreshParameters(ada.refresh_token));
  const surveys = await platform.call("/api/surveys", { appid: "acme_team", access_token: issued.acme });
  const code = await platform.call(tokenPath, exchangeParameters(issued.adasCode));
  const browser = await signedInBrowser(platform).catch(() => undefined);
  browser?.cookies.set(sessionCookie, issued.adasSession);
  const account = await browser?.get("/account/applications");
  const decision = await adasPage.browser.submit(adasPage.page, decisionPath, { decision: "allow" });
  const works: Readonly<Record<string, boolean>> = {
    "ada's access token": await userWorks(platform, ada),
    "ada's refresh token": refresh.code === "OK",
    "ada's code": code.code === "OK",
    "ada's session": account?.status === 200,
    "ada's open page": decision.status === 303,
    "ada's password link": await opens(platform, `/reset/${issued.adasPasswordLink}`),
    "ada's invitation": await opens(platform, `/invitations/${issued.adasInvitation}`),
    "ada's token elsewhere": await userWorks(platform, adaElsewhere, "other_app"),
    "bob's access token": await userWorks(platform, bob),
    "acme's token": surveys.code === "OK",
  };
  return Object.keys(works).filter((name) => works[name]);
}

const everything = [
  "ada's access token",
  "ada's refresh token",
  "ada's code",
  "ada's session",
  "ada's open page",
  "ada's password link",
  "ada's invitation",
  "ada's token elsewhere",
  "bob's access token",
  "acme's token",
];

/** Revokes as the command line does. */
async function revoke(platform: TestPlatform, named: NamedScope): Promise<void> {
  const target = await findRevocationTarget(platform.database.reader, named);
  if (target === undefined) throw new Error("there is nothing of that name");
  const { scope, locks } = target;
  await platform.database.write((t) => revokeIssued(t, scope), { locks });
  const counts = await platform.database.write((t) => countIssued(t, scope));
  expect(Object.values(counts)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
}

const scopes: readonly (readonly [string, NamedScope, readonly string[]])[] = [
  [
    "an application",
    { of: "application", name: "demo_app" },
    ["ada's session", "ada's password link", "ada's invitation", "ada's token elsewhere", "acme's token"],
  ],
  ["a user", { of: "user", name: "ada" }, ["bob's access token", "acme's token"]],
  ["a team", { of: "team", name: "Acme" }, everything.filter((name) => name !== "acme's token")],
  ["another team", { of: "team", name: "Birch" }, everything],
];

describe("revoking what was issued", () => {
  it("begins with everything working", async () => {
    const platform = await startTestPlatform();
    expect(await whatWorks(platform, await issueEverything(platform))).toEqual(everything);
  });

  it.each(scopes)("to %s ends exactly that, and all can begin again", async (_, named, left) => {
    const platform = await startTestPlatform();
    const issued = await issueEverything(platform);
    await revoke(platform, named);
    expect(await whatWorks(platform, issued)).toEqual(left);
    await expectLegitimateFlow(platform);
    const again = await issueEverything(platform);
    expect(again.ada.openid).toBe(issued.ada.openid);
    expect(await whatWorks(platform, again)).toEqual(everything);
  });

  it("brings nothing back when the user consents again", async () => {
    const platform = await startTestPlatform();
    const old = await allowedTokens(platform);
    await revoke(platform, { of: "application", name: "demo_app" });
    const fresh = await allowedTokens(platform);
    expect(await userWorks(platform, fresh)).toBe(true);
    expect(await userWorks(platform, old)).toBe(false);
  });
});

describe("disabling, and enabling again", () => {
  it.each([
    [
      "a user",
      () => ({ users: [{ username: "ada", disabled: true }] }),
      { users: [{ username: "ada", disabled: false }] },
    ],
  ])("%s revives nothing", async (_, disable, enable) => {
    const platform = await startTestPlatform();
    const issued = await issueEverything(platform);
    await declare(platform, disable());
    await declare(platform, enable);
    expect(await whatWorks(platform, issued)).toEqual(["bob's access token", "acme's token"]);
    expect(await userWorks(platform, await allowedTokens(platform))).toBe(true);
  });

  it("an application revives nothing", async () => {
    const platform = await startTestPlatform();
    const issued = await issueEverything(platform);
    await declareDemoApp(platform, { disabled: true });
    await declareDemoApp(platform, { disabled: false });
    expect(await whatWorks(platform, issued)).toEqual([
      "ada's session",
      "ada's password link",
      "ada's invitation",
      "ada's token elsewhere",
      "acme's token",
    ]);
    expect(await userWorks(platform, await allowedTokens(platform))).toBe(true);
  });

  it("a team's application revives nothing", async () => {
    const platform = await startTestPlatform();
    const token = await obtainTeamToken(platform);
    const application = { appid: "acme_team", secret: sampleSecrets.acmeTeam };
    await declare(platform, { teams: [{ name: "Acme", application: { ...application, disabled: true } }] });
    await declare(platform, { teams: [{ name: "Acme", application: { ...application, disabled: false } }] });
    const read = (access_token: string) =>
      platform.call("/api/surveys", { appid: "acme_team", access_token });
    expect((await read(token)).error.type).toBe("invalid_token");
    expect((await read(await obtainTeamToken(platform))).code).toBe("OK");
  });
});

describe("replacing a secret", () => {
  it.each([
    [undefined, true],
    ["keep_tokens", true],
    ["revoke_tokens", false],
  ] as const)("with when_secret_changes: %s leaves tokens working: %s", async (when, works) => {
    const platform = await startTestPlatform();
    const tokens = await allowedTokens(platform);
    await declareDemoApp(platform, { when_secret_changes: when, secret: sampleSecrets.demoApp });
    expect(await userWorks(platform, tokens)).toBe(true);
    await declareDemoApp(platform, { when_secret_changes: when, secret: "demo-app-sample-secret-000002" });
    expect(await userWorks(platform, tokens)).toBe(works);
    const refreshed = await platform.call(
      "/api/oauth2/refresh_token",
      refreshParameters(tokens.refresh_token),
    );
    expect(refreshed.code === "OK").toBe(works);
  });
});

describe("what is under way while it is revoked", () => {
  it.each([1, 2, 3, 4, 5, 6])("is either refused or revoked with the rest (round %i)", async (round) => {
    const platform = await startTestPlatform({ tokenRequestBurst: "1000" });
    const ada = await allowedTokens(platform);
    const codes = [await allowedCode(platform), await allowedCode(platform), await allowedCode(platform)];
    const opened = [await openedConsent(platform), await openedConsent(platform)];
    const refreshes = Array.from({ length: 6 }, () =>
      platform.call<UserTokens>("/api/oauth2/refresh_token", refreshParameters(ada.refresh_token)),
    );
    const exchanges = codes.map((code) => platform.call<UserTokens>(tokenPath, exchangeParameters(code)));
    const consents = opened.map(({ browser, page }) =>
      browser.submit(page, decisionPath, { decision: "allow" }),
    );
    const named =
      round % 2 === 0
        ? ({ of: "user", name: "ada" } as const)
        : ({ of: "application", name: "demo_app" } as const);
    await Promise.all([...refreshes.slice(0, 3), revoke(platform, named)]);
    const issued = await Promise.all([...refreshes, ...exchanges]);
    const decisions = await Promise.all(consents);
    for (const { data } of issued.filter(({ code }) => code === "OK")) {
      expect(await userWorks(platform, { ...data, openid: ada.openid })).toBe(false);
    }
    for (const decision of decisions.filter(({ location }) => location?.includes("code="))) {
      expect((await platform.call(tokenPath, exchangeParameters(codeOf(decision)))).code).not.toBe("OK");
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "revives nothing for a user that is enabled again (round %i)",
    async () => {
      const platform = await startTestPlatform({ tokenRequestBurst: "1000" });
      const ada = await allowedTokens(platform);
      const codes = [await allowedCode(platform), await allowedCode(platform)];
      const opened = [await openedConsent(platform), await openedConsent(platform)];
      const disabling = declare(platform, { users: [{ username: "ada", disabled: true }] });
      const issued = await Promise.all([
        ...codes.map((code) => platform.call<UserTokens>(tokenPath, exchangeParameters(code))),
        ...Array.from({ length: 4 }, () =>
          platform.call<UserTokens>("/api/oauth2/refresh_token", refreshParameters(ada.refresh_token)),
        ),
      ]);
      const decisions = await Promise.all(
        opened.map(({ browser, page }) => browser.submit(page, decisionPath, { decision: "allow" })),
      );
      await disabling;
      await declare(platform, { users: [{ username: "ada", disabled: false }] });
      for (const { data } of issued.filter(({ code }) => code === "OK")) {
        expect(await userWorks(platform, { ...data, openid: ada.openid })).toBe(false);
      }
      for (const decision of decisions.filter(({ location }) => location?.includes("code="))) {
        expect((await platform.call(tokenPath, exchangeParameters(codeOf(decision)))).code).not.toBe("OK");
      }
    },
  );
});
