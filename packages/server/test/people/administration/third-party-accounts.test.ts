import { beforeEach, describe, expect, it } from "vitest";
import { makeAdministrators } from "../../support/administrators.ts";
import type { Browser } from "../../support/browser.ts";
import { databaseContents } from "../../support/database-contents.ts";
import { sendForm } from "../../support/registered-application.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";
import { registerAccount } from "../../support/third-party.ts";
import { createPasswordLink } from "../../../src/store/people/password-link-table.ts";
import { resetPassword, setAdministrator } from "../../../src/store/people/user-administration.ts";

const operator = { userId: null, username: "operator", address: "" };
const english = { "accept-language": "en" };

let platform: TestPlatform;
let bob: Browser;
let userId: number;
let username: string;
let address: string;

beforeEach(async () => {
  platform = await startTestPlatform();
  await makeAdministrators(platform, "bob");
  bob = await signedInBrowser(platform, "bob");
  userId = await registerAccount(platform, "p-1");
  username = `third-party:${userId}`;
  address = `/admin/users/${encodeURIComponent(username)}`;
});

describe("an account of an application's own user, for administrators", () => {
  it("is listed with nickname, openid and application, and found by its openid", async () => {
    for (const search of ["", "?q=p-1"]) {
      const { html } = await bob.get(`/admin/users${search}`, english);
      for (const text of [username, "Nick p-1", "p-1", "acme_team"]) expect(html).toContain(text);
    }
    expect((await bob.get("/admin/users?q=p-2", english)).html).not.toContain(username);
  });

  it("has a page with openid and application, without what needs a password", async () => {
    const { html } = await bob.get(address, english);
    for (const text of ["Nick p-1", "p-1", "acme_team", "Disable the user"]) expect(html).toContain(text);
    expect(html).not.toContain("password-link");
    expect(html).not.toContain("second-factor");
    const ofAda = (await bob.get("/admin/users/ada", english)).html;
    for (const text of ["password-link", "second-factor"]) expect(ofAda).toContain(text);
  });

  it.each(["password-link", "second-factor", "make-administrator"])(
    "gets no %s, and nothing is changed",
    async (action) => {
      const before = await databaseContents(platform);
      const asked = await bob.get(`${address}/${action}`, english);
      expect(asked.status).toBe(409);
      expect(asked.html).toContain("This account has no password");
      expect((await sendForm(bob, `${address}/${action}`, {})).status).toBe(409);
      expect(await databaseContents(platform)).toEqual(before);
    },
  );

  it("is disabled and enabled like any other", async () => {
    expect((await sendForm(bob, `${address}/disable`, {})).status).toBe(303);
    expect((await sendForm(bob, `${address}/enable`, {})).status).toBe(303);
  });
});

describe("the store", () => {
  it("gives an account of an application's own user no password, no link to set one and no administration", async () => {
    const before = await databaseContents(platform);
    const { store } = platform;
    expect(await store.write(createPasswordLink, { hash: "h", userId, username }, operator)).toBe(false);
    expect(await store.write(resetPassword, { username, passwordHash: "x", actor: operator })).toBe(false);
    const promoted = { username, administrator: true, actor: operator };
    expect(await store.write(setAdministrator, promoted)).toBe("not_found");
    expect(await databaseContents(platform)).toEqual(before);
  });
});
