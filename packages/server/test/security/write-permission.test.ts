import { describe, expect, it, test } from "vitest";
import { hashToken, makeRandomId } from "../../src/model/token.ts";
import { auditEntries } from "../support/audit.ts";
import { countRows } from "../support/database-contents.ts";
import { declare, declareDemoApp } from "../support/declare.ts";
import { authorizationLink, exchangeParameters, obtainTeamToken, type UserTokens } from "../support/flows.ts";
import { codeOf, decisionPath, openedConsent, openedConsentIn } from "../support/opened-consent.ts";
import { allowedCode, allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import { readSteps } from "../support/read-steps.ts";
import { sendForm } from "../support/registered-application.ts";
import { teamIdOf } from "../support/routes/team-routes.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type Envelope, type TestPlatform } from "../support/test-platform.ts";

type Permission = "writes" | "reads" | "nothing";

/** What a user token permits, on each node. */
async function permissionOf({ stores }: TestPlatform, token: string): Promise<Permission> {
  const found = await Promise.all(
    stores.map((store) =>
      readSteps(store, store.findUserPrincipal({ hash: hashToken(token), appid: "demo_app" })),
    ),
  );
  const permissions = found.map((principal): Permission => {
    if (principal === undefined) return "nothing";
    return principal.mayWrite === 1 ? "writes" : "reads";
  });
  expect(new Set(permissions).size).toBe(1);
  return permissions[0] ?? "nothing";
}

async function exchange(platform: TestPlatform, code: string): Promise<string> {
  const { data } = await platform.call<UserTokens>("/api/oauth2/access_token", exchangeParameters(code));
  return data.access_token;
}

async function refresh(platform: TestPlatform, refreshToken: string, extra = {}): Promise<string> {
  const parameters = { ...refreshParameters(refreshToken), ...extra };
  const { data } = await platform.call<UserTokens>("/api/oauth2/refresh_token", parameters);
  return data.access_token;
}

async function writingPlatform(): Promise<TestPlatform> {
  const platform = await startTestPlatform({ tokenRequestBurst: "10000" });
  await declareDemoApp(platform, { may_write: true });
  return platform;
}

describe("a token may write exactly when its consent page asked for that", () => {
  it("reads by default", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    expect(page.html).toContain("create or change surveys or answers");
    expect(page.html).not.toContain("create surveys for you");
    const allowed = await browser.submit(page, decisionPath, { decision: "allow" });
    expect(await permissionOf(platform, await exchange(platform, codeOf(allowed)))).toBe("reads");
  });

  it("writes when the application asks for it, and so do the tokens of a refresh", async () => {
    const platform = await writingPlatform();
    const { browser, page } = await openedConsent(platform);
    expect(page.html).toContain("create surveys for you");
    expect(page.html).not.toContain("create or change surveys or answers");
    const allowed = await browser.submit(page, decisionPath, { decision: "allow" });
    const { data } = await platform.call<UserTokens>(
      "/api/oauth2/access_token",
      exchangeParameters(codeOf(allowed)),
    );
    expect(await permissionOf(platform, data.access_token)).toBe("writes");
    expect(await permissionOf(platform, await refresh(platform, data.refresh_token))).toBe("writes");
  });

  it.each([
    { may_write: "1" },
    { mayWrite: "true" },
    { write: "1", permission: "write", scopes: "write" },
    { access: "read_write" },
  ])("a link with %j asks for no more", async (extra) => {
    const platform = await startTestPlatform();
    const code = await allowedCode(platform, { link: extra });
    expect(await permissionOf(platform, await exchange(platform, code))).toBe("reads");
  });

  it.each([
    "snsapi_user write",
    "snsapi_user snsapi_write",
    "snsapi_write",
    "snsapi_user,write",
    "snsapi_user\twrite",
    "snsapi_user\0write",
    " snsapi_user",
    "SNSAPI_USER",
  ])("a link with the scope %j gets no consent page", async (scope) => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    expect((await browser.get(authorizationLink({ scope }))).status).toBe(400);
  });

  it("and fields that are added to the form change nothing", async () => {
    const platform = await startTestPlatform();
    const { browser, fields } = await openedConsent(platform);
    const widened = { ...fields, decision: "allow", may_write: "1", mayWrite: "on", scope: "write" };
    const allowed = await browser.post(decisionPath, widened);
    expect(await permissionOf(platform, await exchange(platform, codeOf(allowed)))).toBe("reads");
  });
});

describe("an application that begins to ask for writing", () => {
  it("gets it with none of its earlier codes and tokens, also not by refresh", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "10000" });
    const { access_token, refresh_token } = await allowedTokens(platform);
    const code = await allowedCode(platform);
    await declareDemoApp(platform, { may_write: true });
    expect(await permissionOf(platform, access_token)).toBe("reads");
    expect(await permissionOf(platform, await refresh(platform, refresh_token))).toBe("reads");
    expect(await permissionOf(platform, await exchange(platform, code))).toBe("reads");
  });

  it("gets it with a new consent, and that widens no earlier token (RFC 6749, section 6)", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "10000" });
    const earlier = await allowedTokens(platform);
    const code = await allowedCode(platform);
    await declareDemoApp(platform, { may_write: true });
    const later = await allowedTokens(platform);
    expect(await permissionOf(platform, later.access_token)).toBe("writes");
    expect(later.openid).toBe(earlier.openid);
    expect(await permissionOf(platform, earlier.access_token)).toBe("reads");
    for (const extra of [{}, { scope: "write" }, { may_write: "1" }])
      expect(await permissionOf(platform, await refresh(platform, earlier.refresh_token, extra))).toBe(
        "reads",
      );
    expect(await permissionOf(platform, await exchange(platform, code))).toBe("reads");
  });

  it("does not get it from a page that was opened before", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    await declareDemoApp(platform, { may_write: true });
    const allowed = await browser.submit(page, decisionPath, { decision: "allow" });
    expect(await permissionOf(platform, await exchange(platform, codeOf(allowed)))).toBe("reads");
  });

  it("does not get it by a code that was used already", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const allowed = await browser.submit(page, decisionPath, { decision: "allow" });
    const token = await exchange(platform, codeOf(allowed));
    await declareDemoApp(platform, { may_write: true });
    // The form once more, and the code once more: neither is a consent to what the page did not say.
    await browser.submit(page, decisionPath, { decision: "allow" });
    const again = await platform.call("/api/oauth2/access_token", exchangeParameters(codeOf(allowed)));
    expect(again.error.type).toBe("invalid_grant");
    expect(await permissionOf(platform, token)).toBe("reads");
  });
});

describe("an application that stops asking for writing", () => {
  it("loses it at once with every token, and asking again does not bring it back", async () => {
    const platform = await writingPlatform();
    const { access_token, refresh_token } = await allowedTokens(platform);
    await declareDemoApp(platform, { may_write: false });
    expect(await permissionOf(platform, access_token)).toBe("reads");
    await declareDemoApp(platform, { may_write: true });
    expect(await permissionOf(platform, access_token)).toBe("reads");
    expect(await permissionOf(platform, await refresh(platform, refresh_token))).toBe("reads");
  });

  it("the same when its owner changes it in the console", async () => {
    const platform = await writingPlatform();
    const { access_token } = await allowedTokens(platform);
    const bob = await signedInBrowser(platform, "bob");
    const edit = "/console/applications/demo_app/edit";
    const page = await bob.get(edit);
    expect(page.html).toMatch(/id="may_write"[^>]*checked/);
    const fields = { name: "Insight Board", redirect_uris: "https://insight.example/callback" };
    expect((await sendForm(bob, edit, fields)).status).toBe(303);
    expect(await permissionOf(platform, access_token)).toBe("reads");
    expect((await sendForm(bob, edit, { ...fields, may_write: "on" })).status).toBe(303);
    expect(await permissionOf(platform, access_token)).toBe("reads");
    expect(await permissionOf(platform, (await allowedTokens(platform)).access_token)).toBe("writes");
  });

  it("does not get it from a page that was opened before", async () => {
    const platform = await writingPlatform();
    const browser = await signedInBrowser(platform);
    const { page } = await openedConsentIn(browser);
    await declareDemoApp(platform, { may_write: false });
    const allowed = await browser.submit(page, decisionPath, { decision: "allow" });
    const token = await exchange(platform, codeOf(allowed));
    await declareDemoApp(platform, { may_write: true });
    expect(await permissionOf(platform, token)).toBe("reads");
  });
});

test("a later consent to reading alone limits the earlier tokens too", async () => {
  const platform = await writingPlatform();
  const { access_token } = await allowedTokens(platform);
  await declareDemoApp(platform, { may_write: false });
  await allowedTokens(platform);
  await declareDemoApp(platform, { may_write: true });
  expect(await permissionOf(platform, access_token)).toBe("reads");
});

test("a test token may do what the application asks for", async () => {
  const platform = await startTestPlatform({ tokenRequestBurst: "10000" });
  const bob = await signedInBrowser(platform, "bob");
  for (const may_write of [false, true]) {
    await declareDemoApp(platform, { may_write });
    const request = makeRandomId();
    const page = await sendForm(bob, "/console/applications/demo_app/test-token", { request });
    const token = /sopu_[\w-]{40}/.exec(page.html)?.[0] ?? "";
    expect(await permissionOf(platform, token)).toBe(may_write ? "writes" : "reads");
  }
});

async function teamPermission({ store }: TestPlatform, token: string) {
  const search = { hash: hashToken(token), appid: "acme_team" };
  return (await readSteps(store, store.findTeamPrincipal(search)))?.mayWrite;
}

function declareTeam(platform: TestPlatform, may_write?: boolean): Promise<void> {
  const application = { appid: "acme_team", ...(may_write !== undefined && { may_write }) };
  return declare(platform, { teams: [{ name: "Acme", application }] });
}

describe("the token of a team", () => {
  it("may do what the application of the team may do now", async () => {
    const platform = await startTestPlatform();
    const token = await obtainTeamToken(platform);
    expect(await teamPermission(platform, token)).toBe(1);
    await declareTeam(platform, false);
    expect(await teamPermission(platform, token)).toBe(0);
    await declareTeam(platform, true);
    expect(await teamPermission(platform, token)).toBe(1);
  });

  it("is not widened by a file that does not mention writing", async () => {
    const platform = await startTestPlatform();
    await declareTeam(platform, false);
    await declareTeam(platform);
    expect(await teamPermission(platform, await obtainTeamToken(platform))).toBe(0);
  });

  it("reads until a manager of the team switches writing on, for an application of an earlier release", async () => {
    const platform = await startTestPlatform();
    const token = await obtainTeamToken(platform);
    // What the migration leaves.
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("applications").set({ may_write: 0 }).where("appid", "=", "acme_team").execute(),
    );
    expect(await teamPermission(platform, token)).toBe(0);
    const ada = await signedInBrowser(platform);
    const credentials = `/teams/${await teamIdOf(platform, "Acme")}/credentials`;
    expect(await sendForm(ada, `${credentials}/writing`, { may_write: "on" })).toMatchObject({
      status: 303,
      location: `${credentials}?notice=writing`,
    });
    expect(await teamPermission(platform, token)).toBe(1);
    // The same form once more, and what is neither on nor off.
    await sendForm(ada, `${credentials}/writing`, { may_write: "on" });
    expect((await sendForm(ada, `${credentials}/writing`, { may_write: "1" })).status).toBe(400);
    expect(await teamPermission(platform, token)).toBe(1);
    await sendForm(ada, `${credentials}/writing`, { may_write: "off" });
    expect(await teamPermission(platform, token)).toBe(0);
    const entries = await auditEntries(platform);
    const edits = entries.filter(({ action }) => action === "application.edited");
    expect(edits.map(({ actor, before, after }) => [actor, before, after])).toEqual([
      ["ada", '{"mayWrite":false}', '{"mayWrite":true}'],
      ["ada", '{"mayWrite":true}', '{"mayWrite":false}'],
    ]);
  });

  it("writes from the start for credentials that a team makes on its page", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    await sendForm(ada, "/teams/new", { name: "Cedar" });
    const cedar = await teamIdOf(platform, "Cedar");
    await sendForm(ada, `/teams/${cedar}/credentials/new`, { request: makeRandomId() });
    expect((await ada.get(`/teams/${cedar}/credentials`)).html).toContain("reads and writes");
  });
});

async function create(platform: TestPlatform, appid: string, access_token: string): Promise<string> {
  const query = new URLSearchParams({ appid, access_token }).toString();
  const response = await platform.fetch(`/api/surveys?${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: "Lunch\n\n\n\nName[Single Line Text]" }),
  });
  // Every response under /api/ has this shape.
  return ((await response.json()) as Envelope).error.type;
}

describe("a call that writes", () => {
  it("is refused with a user token that only reads, and served after a new consent", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "10000" });
    const earlier = await allowedTokens(platform);
    const surveys = await countRows(platform, "surveys");
    expect(await create(platform, "demo_app", earlier.access_token)).toBe("permission_denied");
    await declareDemoApp(platform, { may_write: true });
    const later = await allowedTokens(platform);
    expect(await create(platform, "demo_app", later.access_token)).toBe("");
    for (const token of [earlier.access_token, await refresh(platform, earlier.refresh_token)])
      expect(await create(platform, "demo_app", token)).toBe("permission_denied");
    expect(await countRows(platform, "surveys")).toBe(surveys + 1);
  });

  it("is refused with a team token from the moment at which the team limits it to reading", async () => {
    const platform = await startTestPlatform();
    const token = await obtainTeamToken(platform);
    expect(await create(platform, "acme_team", token)).toBe("");
    await declareTeam(platform, false);
    expect(await create(platform, "acme_team", token)).toBe("permission_denied");
    const reading = await platform.call("/api/surveys", { appid: "acme_team", access_token: token });
    expect(reading.code).toBe("OK");
  });
});
