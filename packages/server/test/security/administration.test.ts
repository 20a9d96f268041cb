import { beforeEach, describe, expect, it } from "vitest";
import { makeAdministrators } from "../support/administrators.ts";
import { auditEntries } from "../support/audit.ts";
import { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const newPassword = "canary-new-password-of-ada";
let platform: TestPlatform;

async function resetLink(): Promise<string> {
  const root = await signedInBrowser(platform, "bob");
  const address = "/admin/users/ada/password-link";
  const { html } = await root.submit(await root.get(address), address);
  return /\/reset\/[\w-]+/.exec(html)?.[0] ?? "";
}

async function setPassword(link: string, browser = new Browser(platform)) {
  const page = await browser.get(link);
  return page.status === 200 ? browser.submit(page, link, { password: newPassword }) : page;
}

beforeEach(async () => {
  platform = await startTestPlatform();
  await makeAdministrators(platform, "bob");
});

describe("a one-time password link", () => {
  it("sets a new password once and ends the user's sessions", async () => {
    const ada = await signedInBrowser(platform, "ada");
    const link = await resetLink();
    expect((await setPassword(link)).location).toBe("/login");
    expect((await ada.get("/account")).status).toBe(303);
    expect((await setPassword(link)).status).toBe(404);
    expect((await new Browser(platform).signIn("ada", newPassword)).status).toBe(200);
  });

  it("works once for ten at the same time", async () => {
    const link = await resetLink();
    const pages = await Promise.all(Array.from({ length: 10 }, () => setPassword(link)));
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  it("is void after an hour, after a newer one, and once the user was disabled", async () => {
    const [first, second] = [await resetLink(), await resetLink()];
    expect((await setPassword(first)).status).toBe(404);
    platform.clock.now += 3_599_999;
    expect((await new Browser(platform).get(second)).status).toBe(200);
    platform.clock.now += 1;
    expect((await setPassword(second)).status).toBe(404);
    const third = await resetLink();
    const actor = { userId: null, username: "operator", address: "" };
    await platform.store.setUserDisabled({ username: "ada", disabled: true, actor });
    await platform.store.setUserDisabled({ username: "ada", disabled: false, actor });
    expect((await setPassword(third)).status).toBe(404);
    expect((await new Browser(platform).signIn("ada", sampleSecrets.ada)).status).toBe(200);
  });

  it("is void once the password was changed in another way", async () => {
    const link = await resetLink();
    const actor = { userId: null, username: "operator", address: "" };
    await platform.store.resetPassword({ username: "ada", passwordHash: "changed", actor });
    expect((await setPassword(link)).status).toBe(404);
  });

  it("is in no page after the first, in no audit entry and not in the database", async () => {
    const link = await resetLink();
    const token = link.replace("/reset/", "");
    expect(token).not.toBe("");
    expect(JSON.stringify(await databaseContents(platform))).not.toContain(token);
    await setPassword(link);
    const entries = JSON.stringify(await auditEntries(platform));
    for (const canary of [token, newPassword]) expect(entries).not.toContain(canary);
    const root = await signedInBrowser(platform, "bob");
    for (const path of ["/admin/audit", "/admin/users/ada"])
      expect((await root.get(path)).html).not.toContain(token);
  });
});

describe("administrators", () => {
  it("cannot lock out the last of them, also when two disable each other at once", async () => {
    await makeAdministrators(platform, "ada");
    const actor = { userId: null, username: "operator", address: "" };
    const disable = (username: string) => platform.store.setUserDisabled({ username, disabled: true, actor });
    await platform.store.setUserDisabled({ username: "root", disabled: true, actor });
    const outcomes = await Promise.all([disable("ada"), disable("bob")]);
    expect(outcomes.toSorted((one, other) => one.localeCompare(other))).toEqual([
      "changed",
      "last_administrator",
    ]);
  });

  it("find entries of the audit log by username, action, target or address, page by page", async () => {
    const root = await signedInBrowser(platform, "bob");
    for (let at = 0; at < 25; at += 1) await resetLink();
    const first = await root.get("/admin/audit?q=user.password_link_made");
    expect(first.html.match(/user\.password_link_made<\/code>/g)).toHaveLength(20);
    const [, next = ""] = /href="([^"]*)" rel="next"/.exec(first.html) ?? [];
    const second = await root.get(next.replaceAll("&amp;", "&"));
    expect(second.html.match(/user\.password_link_made<\/code>/g)).toHaveLength(5);
    expect((await root.get("/admin/audit?q=nothing-of-this")).html).not.toContain("password_link_made<");
  });
});
