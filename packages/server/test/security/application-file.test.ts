import { platformZone } from "@survey-open-platform/surveys";
import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { formsOf, type Browser, type Page } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { newApplicationFields, registerApplication, sendForm } from "../support/registered-application.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { findApplicationForUser } from "../../src/store/applications/application-for-user-table.ts";

const path = "/console/transfer";

async function open() {
  const platform = await startTestPlatform();
  return { platform, bob: await signedInBrowser(platform, "bob") };
}

async function exported(browser: Browser): Promise<Page> {
  return sendForm(browser, `${path}/export`, {});
}

/** Sends a form with a file. */
async function post(
  browser: Browser,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<Page> {
  const body = new FormData();
  body.set("csrf", csrfTokenOf(browser.cookies.get(sessionCookie) ?? ""));
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const form = new Response(body);
  const headers = { "content-type": form.headers.get("content-type") ?? "" };
  return browser.send(action, { method: "POST", body: await form.arrayBuffer(), headers });
}

function preview(browser: Browser, text: string): Promise<Page> {
  return post(browser, `${path}/preview`, { text });
}

/** Sends the form of a preview. */
function confirm(browser: Browser, page: Page): Promise<Page> {
  const form = formsOf(page.html).find(({ action }) => action === `${path}/import`);
  const { csrf: _csrf, ...hidden } = form?.hidden ?? {};
  return post(browser, `${path}/import`, hidden);
}

async function contents(platform: TestPlatform) {
  const { sessions: _sessions, ...rest } = await databaseContents(platform);
  return rest;
}

describe("an exported file", () => {
  it("has the own applications without secrets, and sop apply finds nothing to change in it", async () => {
    const { platform, bob } = await open();
    const { appid, secret } = await registerApplication(bob, { allowed_networks: "203.0.113.0/24" });
    const page = await exported(bob);
    expect([page.headers.get("content-type"), page.headers.get("cache-control")]).toEqual([
      "application/yaml; charset=utf-8",
      "no-store",
    ]);
    const file = parse(page.html) as { applications: { appid: string }[] };
    expect(new Set(file.applications.map((one) => one.appid))).toEqual(
      new Set(["demo_app", "other_app", appid]),
    );
    for (const value of [secret, sampleSecrets.demoApp]) expect(page.html).not.toContain(value);
    const report = await applyDeclaration(platform.database, file, { zone: platformZone("Asia/Shanghai") });
    expect(report.applications).toEqual({ created: 0, updated: 0, unchanged: 3 });
  });

  it("is imported again without a change", async () => {
    const { bob } = await open();
    await registerApplication(bob);
    const page = await preview(bob, (await exported(bob)).html);
    expect(page.html).toContain("Applications that change: 0. Unchanged: 3.");
  });

  it("has nothing of other users", async () => {
    const { platform } = await open();
    const page = await exported(await signedInBrowser(platform));
    expect(parse(page.html)).toEqual({ applications: [] });
  });

  it("keeps texts that look like YAML what they are", async () => {
    const { bob } = await open();
    const name = `- [x]: "&a *a !!js/function {{7*7}} # '`;
    await registerApplication(bob, { name, description: "a: b\r\n---\r\n...\r\n%TAG" });
    const file = parse((await exported(bob)).html) as {
      applications: { name: string; description: string }[];
    };
    expect(file.applications.find((one) => one.name === name)?.description).toBe("a: b\n---\n...\n%TAG");
  });
});

const imported = `applications:
  - appid: demo_app
    name: Insight Table
    owner: bob
    redirect_uris:
      - https://insight.example/new
    requires_pkce: true
`;

describe("an import", () => {
  it("changes what its preview shows and nothing else", async () => {
    const { platform, bob } = await open();
    const before = await contents(platform);
    const page = await preview(bob, imported);
    for (const text of ["Insight Board", "Insight Table", "https://insight.example/new", "requires_pkce"])
      expect(page.html).toContain(text);
    expect(await contents(platform)).toEqual(before);
    expect((await confirm(bob, page)).location).toBe("/console?notice=imported");
    const { ownerId = 0 } = (await platform.store.findApplication("demo_app")) ?? {};
    const owned = { ownerId, userId: ownerId };
    const demo = await findApplicationForUser(platform.store.reader, { appid: "demo_app", ...owned });
    expect(demo).toMatchObject({
      name: "Insight Table",
      redirectUris: ["https://insight.example/new"],
      requiresPkce: true,
      refreshRequiresSecret: false,
      verified: true,
    });
    const after = await contents(platform);
    expect(after["application_secrets"]).toEqual(before["application_secrets"]);
    expect((await platform.store.findApplication("other_app"))?.name).toBe("Other Board");
    expect(JSON.stringify(after["audit_log"])).toContain("application.edited");
  });

  it("is shown again when an application was changed since its preview", async () => {
    const { platform, bob } = await open();
    const page = await preview(bob, imported);
    await sendForm(bob, "/console/applications/demo_app/edit", {
      ...newApplicationFields,
      name: "Third name",
    });
    const before = await contents(platform);
    const again = await confirm(bob, page);
    expect([again.status, again.html.includes("Third name")]).toEqual([409, true]);
    expect(await contents(platform)).toEqual(before);
    expect((await confirm(bob, again)).status).toBe(303);
  });

  it.each([
    [
      "an application of someone else",
      "applications:\n  - appid: acme_team\n    name: A\n    owner: bob\n",
      [2],
    ],
    ["one that does not exist", "applications:\n  - name: A\n    appid: no_such_app\n    owner: bob\n", [3]],
    ["another owner", "applications:\n  - appid: demo_app\n    name: A\n    owner: ada\n", [4]],
    [
      "a secret",
      `applications:\n  - appid: demo_app\n    name: A\n    owner: bob\n    secret: ${"s".repeat(30)}\n`,
      [5],
    ],
    [
      "a verification",
      "applications:\n  - appid: other_app\n    name: A\n    owner: bob\n    verified: true\n",
      [5],
    ],
    [
      "a state",
      "applications:\n  - appid: demo_app\n    name: A\n    owner: bob\n    disabled: false\n",
      [5],
    ],
    [
      "a logo",
      "applications:\n  - appid: demo_app\n    name: A\n    owner: bob\n    logo: https://a.example/\n",
      [5],
    ],
    [
      "a wrong address",
      "applications:\n  - appid: demo_app\n    name: A\n    owner: bob\n    redirect_uris:\n      - https://a.example/\n      - javascript:alert(1)\n",
      [7],
    ],
    ["users and teams", "users: []\nteams: []\napplications: []\n", [1, 2]],
    [
      "a key that there is not",
      "applications:\n  - appid: demo_app\n    name: A\n    owner: bob\n    kind: team\n",
      [5],
    ],
    [
      "the same application twice",
      "applications:\n  - appid: demo_app\n    name: A\n    owner: bob\n  - appid: demo_app\n    name: B\n    owner: bob\n",
      [5],
    ],
    ["a missing name", "applications:\n  - appid: demo_app\n    owner: bob\n", [2]],
    ["no YAML", "applications:\n  - appid: [\n", [3]],
    ["a key twice", "applications: []\napplications: []\n", [2]],
    [
      "expanding aliases",
      `a: &a [${"x,".repeat(50)}]\nb: &b [${"*a,".repeat(50)}]\nc: [${"*b,".repeat(50)}]\n`,
      [],
    ],
    [
      "a prototype",
      "applications:\n  - __proto__: {}\n    appid: demo_app\n    name: A\n    owner: bob\n",
      [2],
    ],
    ["nothing", "", []],
    ["a list", "- 1\n", [1]],
  ])(
    "with %s is refused with its lines, also without a preview, and changes nothing",
    async (_, text, lines) => {
      const { platform, bob } = await open();
      const before = await contents(platform);
      for (const page of [await preview(bob, text), await post(bob, `${path}/import`, { text, seen: "x" })]) {
        expect(page.status).toBe(400);
        const named = [...page.html.matchAll(/<li>Line (\d+):/g)].map(([, number]) => Number(number));
        expect(named).toEqual(expect.arrayContaining(lines));
      }
      expect(await contents(platform)).toEqual(before);
    },
  );

  it("of one bad application among good ones changes none", async () => {
    const { platform, bob } = await open();
    const before = await contents(platform);
    const text = `${imported}  - appid: acme_team\n    name: B\n    owner: bob\n`;
    expect((await preview(bob, text)).status).toBe(400);
    expect((await post(bob, `${path}/import`, { text, seen: "" })).status).toBe(400);
    expect(await contents(platform)).toEqual(before);
  });

  it("has no effect without the csrf token, or when it is too large or no text", async () => {
    const { platform, bob } = await open();
    const before = await contents(platform);
    expect((await post(bob, `${path}/preview`, { text: imported, csrf: "x" })).status).toBe(403);
    expect((await post(bob, `${path}/import`, { text: imported, csrf: "x" })).status).toBe(403);
    expect((await preview(bob, `# ${"x".repeat(256 * 1024)}\n${imported}`)).status).toBe(400);
    expect((await preview(bob, "x".repeat(300 * 1024))).status).toBe(413);
    expect(await contents(platform)).toEqual(before);
  });
});
