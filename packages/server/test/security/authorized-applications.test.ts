import { describe, expect, it } from "vitest";
import { revokeGrants } from "../../src/store/tokens/grant-table.ts";
import { formsOf, type Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { expectLegitimateFlow, expectSafe } from "../support/expect-safe.ts";
import { authorizationLink, exchangeParameters, type UserTokens } from "../support/flows.ts";
import { codeOf, decisionPath } from "../support/opened-consent.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import {
  revocationOfAllPage,
  revocationPage,
  revocationPages,
  revokeAllPath as revokeAll,
  revokePath as revoke,
} from "../support/revocation-pages.ts";

const list = "/account/applications";

interface Credentials {
  readonly appid: string;
  readonly secret: string;
  readonly redirect_uri: string;
}

const demoApp: Credentials = {
  appid: "demo_app",
  secret: sampleSecrets.demoApp,
  redirect_uri: "https://insight.example/callback",
};
const otherApp: Credentials = {
  appid: "other_app",
  secret: sampleSecrets.otherApp,
  redirect_uri: "https://other.example/callback",
};

/** Somebody allows an application. @returns the code */
async function allow(browser: Browser, { appid, redirect_uri }: Credentials = demoApp): Promise<string> {
  const consent = await browser.get(authorizationLink({ appid, redirect_uri }));
  return codeOf(await browser.submit(consent, decisionPath, { decision: "allow" }));
}

async function exchange(platform: TestPlatform, code: string, { appid, secret }: Credentials = demoApp) {
  const parameters = { ...exchangeParameters(code), appid, secret };
  return (await platform.call<UserTokens>("/api/oauth2/access_token", parameters)).data;
}

/** What an access token is answered. */
async function useToken(platform: TestPlatform, tokens: UserTokens, appid = "demo_app"): Promise<string> {
  const { access_token, openid } = tokens;
  return (await platform.call("/api/oauth2/user", { appid, access_token, openid })).error.type;
}

async function refresh(platform: TestPlatform, { refresh_token }: UserTokens, appid = "demo_app") {
  return platform.call<UserTokens>("/api/oauth2/refresh_token", {
    appid,
    refresh_token,
    grant_type: "refresh_token",
  });
}

/** The fields with which a person's page would take each of their grants back. */
async function revocations(browser: Browser): Promise<readonly Readonly<Record<string, string>>[]> {
  const pages = await revocationPages(browser);
  return pages.flatMap(({ html }) =>
    formsOf(html)
      .filter(({ action }) => action === revoke)
      .map(({ hidden }) => hidden),
  );
}

describe("a grant of another user is neither shown nor revoked", () => {
  it("the list has one's own applications and nothing of anybody else's", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform, "ada");
    const bob = await signedInBrowser(platform, "bob");
    await allow(ada, demoApp);
    await allow(bob, otherApp);
    const [adas, bobs] = [await ada.get(list), await bob.get(list)];
    expect([adas.html.includes("Insight Board"), adas.html.includes("Other Board")]).toEqual([true, false]);
    expect([bobs.html.includes("Insight Board"), bobs.html.includes("Other Board")]).toEqual([false, true]);
  });

  it("the number of somebody else's grant has no effect, and is answered like one that there is not", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform, "ada");
    const bob = await signedInBrowser(platform, "bob");
    const tokens = await exchange(platform, await allow(ada));
    const [adas] = await revocations(ada);
    await allow(bob, otherApp);
    const [own] = await revocations(bob);
    const before = await databaseContents(platform);
    const foreign = await bob.post(revoke, { ...own, grant: adas?.["grant"] ?? "" });
    const missing = await bob.post(revoke, { ...own, grant: "999999" });
    expect([foreign.status, foreign.location]).toEqual([missing.status, missing.location]);
    expect(await databaseContents(platform)).toEqual(before);
    expect(await useToken(platform, tokens)).toBe("");
  });

  it("nor can the operation that revokes grants be used on the grant of another user", async () => {
    const platform = await startTestPlatform();
    const { database } = platform;
    const tokens = await exchange(platform, await allow(await signedInBrowser(platform, "ada")));
    const grants = await database.reader.kysely
      .selectFrom("grants as g")
      .innerJoin("applications as a", "a.id", "g.application_id")
      .select(["g.id as grantId", "g.user_id as userId", "a.appid"])
      .execute();
    const ada = grants[0]?.userId ?? 0;
    const actor = { userId: null, username: "test", address: "" };
    const revokeAs = (userId: number) => database.write((t) => revokeGrants(t, { userId, grants, actor }));
    expect(await revokeAs(ada + 1)).toBe(0);
    expect(await useToken(platform, tokens)).toBe("");
    expect(await revokeAs(ada)).toBe(1);
    expect(await useToken(platform, tokens)).toBe("invalid_token");
  });

  it("nor is everything of everybody's, by whatever else the form says", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform, "ada");
    const bob = await signedInBrowser(platform, "bob");
    const tokens = await exchange(platform, await allow(ada));
    await allow(bob, otherApp);
    const page = await revocationOfAllPage(bob);
    const others = { user_id: "1", user: "ada", username: "ada", userId: "1", grant: "1", all: "true" };
    await bob.submit(page, revokeAll, others);
    expect(await useToken(platform, tokens)).toBe("");
    expect((await bob.get(list)).html).not.toContain("Other Board");
    expect((await ada.get(list)).html).toContain("Insight Board");
  });

  it.each(["", "0x1", "-1", "1.0", "1e0", "+1", " 1", "1 ", "1,2", "1 or 1=1", "\u0661", "*", "null", "1\0"])(
    "and %j is no number of a grant",
    async (grant) => {
      const platform = await startTestPlatform();
      const browser = await signedInBrowser(platform);
      await allow(browser);
      const [own] = await revocations(browser);
      await expectSafe(platform, () => browser.post(revoke, { ...own, grant }), { status: 400 });
    },
  );

  it.each(["9".repeat(16), "9".repeat(400), "1e400", "-0", "9007199254740993"])(
    "nor is the huge one %s",
    async (grant) => {
      const platform = await startTestPlatform();
      const browser = await signedInBrowser(platform);
      await allow(browser);
      const [own] = await revocations(browser);
      await expectSafe(platform, () => browser.post(revoke, { ...own, grant }), { status: 400 });
    },
  );

  it("nor are two numbers at once, or a list of them", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    await allow(browser);
    const [own] = await revocations(browser);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = `${new URLSearchParams(own).toString()}&grant=2`;
    await expectSafe(platform, () => browser.send(revoke, { method: "POST", headers, body }), {
      status: 400,
    });
    const { csrf = "", grant = "" } = own ?? {};
    await expectSafe(platform, () => browser.post(revoke, { csrf, "grant[]": grant }), { status: 400 });
  });
});

describe("a revoked grant ends at once and never comes back", () => {
  it("every token and code of that application, and no other one's", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform, "ada");
    const bob = await signedInBrowser(platform, "bob");
    const tokens = await exchange(platform, await allow(ada));
    const further = (await refresh(platform, tokens)).data;
    const unused = await allow(ada);
    const others = await exchange(platform, await allow(ada, otherApp), otherApp);
    const bobs = await exchange(platform, await allow(bob));
    const pages = await revocationPages(ada);
    const [demo, none] = pages.filter(({ html }) => html.includes("Insight Board"));
    if (demo === undefined || none !== undefined) throw new Error("each application has a page of its own");
    await ada.submit(demo, revoke);
    expect(await useToken(platform, tokens)).toBe("invalid_token");
    expect(await useToken(platform, { ...tokens, ...further })).toBe("invalid_token");
    expect((await refresh(platform, tokens)).error.type).toBe("invalid_grant");
    const late = await platform.call("/api/oauth2/access_token", exchangeParameters(unused));
    expect(late.error.type).toBe("invalid_grant");
    expect(await useToken(platform, others, "other_app")).toBe("");
    expect(await useToken(platform, bobs)).toBe("");
  });

  it("everything, by the button for all of it", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const tokens = await exchange(platform, await allow(browser));
    const others = await exchange(platform, await allow(browser, otherApp), otherApp);
    await browser.submit(await revocationOfAllPage(browser), revokeAll);
    expect(await useToken(platform, tokens)).toBe("invalid_token");
    expect(await useToken(platform, others, "other_app")).toBe("invalid_token");
    expect(await revocations(browser)).toEqual([]);
    await expectLegitimateFlow(platform);
  });

  it("also when the person allows the application again: the name is the same, the old tokens stay dead", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const before = await exchange(platform, await allow(browser));
    await browser.submit(await revocationPage(browser), revoke);
    const after = await exchange(platform, await allow(browser));
    expect(after.openid).toBe(before.openid);
    expect(await useToken(platform, after)).toBe("");
    expect(await useToken(platform, before)).toBe("invalid_token");
    expect((await refresh(platform, before)).error.type).toBe("invalid_grant");
  });

  it("also when the application exchanges or refreshes at the same moment", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "1000" });
    const browser = await signedInBrowser(platform);
    for (let round = 0; round < 10; round += 1) {
      const tokens = await exchange(platform, await allow(browser));
      const code = await allow(browser);
      const [own] = await revocations(browser);
      const [exchanged, refreshed] = await Promise.all([
        exchange(platform, code),
        refresh(platform, tokens),
        browser.post(revoke, { ...own }),
      ]);
      const given = [tokens, exchanged, { ...tokens, ...refreshed.data }];
      for (const one of given.filter(({ access_token }) => access_token !== undefined)) {
        expect(await useToken(platform, one)).not.toBe("");
        expect((await refresh(platform, { ...tokens, ...one })).error.type).not.toBe("");
      }
    }
  });

  it("and taking it back twice changes nothing more", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    await allow(browser);
    const [own] = await revocations(browser);
    await browser.post(revoke, { ...own });
    const before = await databaseContents(platform);
    platform.clock.now += 1000;
    expect((await browser.post(revoke, { ...own })).status).toBe(303);
    expect(await databaseContents(platform)).toEqual(before);
  });
});

describe("the pages that ask", () => {
  it("say what ends, in numbers", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const tokens = await exchange(platform, await allow(browser));
    await refresh(platform, tokens);
    await exchange(platform, await allow(browser, otherApp), otherApp);
    const [other, demo] = await revocationPages(browser);
    expect(demo?.html).toContain("stop working: 2; refresh tokens: 1; webhooks: 0.");
    expect(other?.html).toContain("stop working: 1; refresh tokens: 1; webhooks: 0.");
    const { html } = await revocationOfAllPage(browser);
    expect(html).toContain("2 applications lose access to your surveys (2) and their answers (25)");
    expect(html).toContain("stop working: 3; refresh tokens: 2; webhooks: 0.");
  });

  it("ask about no grant of another user, and none that was revoked", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform, "ada");
    const bob = await signedInBrowser(platform, "bob");
    await allow(ada);
    const { path } = await revocationPage(ada);
    expect((await bob.get(path)).status).toBe(404);
    await ada.submit(await ada.get(path), revoke);
    expect((await ada.get(path)).status).toBe(404);
    for (const grant of ["", "0", "x", "999999", "9".repeat(400), "1 or 1=1"])
      expect((await ada.get(`${revoke}?grant=${encodeURIComponent(grant)}`)).status).toBe(404);
  });

  it("do not ask about everything where there is nothing", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    expect((await revocationOfAllPage(browser)).location).toBe(list);
  });
});

describe("a search in the list", () => {
  it.each([
    ["insight", ["Insight Board"]],
    ["OTHER_APP", ["Other Board"]],
    ["board", ["Insight Board", "Other Board"]],
    ["%", []],
    ["\0", ["Insight Board", "Other Board"]],
  ])("for %j finds %j", async (search, names) => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    await allow(browser, demoApp);
    await allow(browser, otherApp);
    const { html } = await browser.get(`${list}?q=${encodeURIComponent(search)}`);
    expect(["Insight Board", "Other Board"].filter((name) => html.includes(name))).toEqual(names);
  });
});

describe("what the page says was done", () => {
  it.each(["<script>alert(1)</script>", "__proto__", "constructor", "toString", "revoked&x", "REVOKED", ""])(
    "is not what a link makes up: %j",
    async (notice) => {
      const platform = await startTestPlatform();
      const browser = await signedInBrowser(platform);
      const plain = await browser.get(list);
      const page = await browser.get(`${list}?notice=${encodeURIComponent(notice)}`);
      expect(page.status).toBe(200);
      expect(page.html).toBe(plain.html);
    },
  );
});
