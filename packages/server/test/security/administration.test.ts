import { beforeEach, describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { makeAdministrators } from "../support/administrators.ts";
import { auditEntries } from "../support/audit.ts";
import { Browser, type Page } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { waitingForLocks } from "../support/waiting-for-locks.ts";
import {
  setUserDisabled,
  resetPassword,
  setAdministrator,
} from "../../src/store/people/user-administration.ts";
import { listInvitations, createInvitation } from "../../src/store/people/invitation-table.ts";

const newPassword = "canary-new-password-of-ada";
const operator = { userId: null, username: "operator", address: "" };
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
    const used = await setPassword(link);
    expect(used.status).toBe(404);
    expect(used.html).toContain("This password link cannot be used");
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
    await platform.store.write(setUserDisabled, { username: "ada", disabled: true, actor });
    await platform.store.write(setUserDisabled, { username: "ada", disabled: false, actor });
    expect((await setPassword(third)).status).toBe(404);
    expect((await new Browser(platform).signIn("ada", sampleSecrets.ada)).status).toBe(200);
  });

  it("is void once the password was changed in another way", async () => {
    const link = await resetLink();
    const actor = { userId: null, username: "operator", address: "" };
    await platform.store.write(resetPassword, { username: "ada", passwordHash: "changed", actor });
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
    const disable = (username: string) =>
      platform.store.write(setUserDisabled, { username, disabled: true, actor });
    await platform.store.write(setUserDisabled, { username: "root", disabled: true, actor });
    const outcomes = await Promise.all([disable("ada"), disable("bob")]);
    expect(outcomes.toSorted((one, other) => one.localeCompare(other))).toEqual([
      "changed",
      "last_administrator",
    ]);
  });

  it.runIf(isOnPostgres())(
    "cannot do so either when both nodes have counted the administrators before one of them commits",
    async () => {
      await makeAdministrators(platform, "ada");
      await platform.store.write(setUserDisabled, { username: "root", disabled: true, actor: operator });
      // A transaction that holds both rows: the two changes have read by the time they wait for it.
      const [held, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = platform.database.write(async ({ kysely }) => {
        await kysely.selectFrom("users").select("id").forUpdate().execute();
        held.resolve();
        await finish.promise;
      });
      await held.promise;
      const [, ...others] = platform.stores;
      const changes = others.map((store, at) =>
        store.write(setUserDisabled, { username: at === 0 ? "ada" : "bob", disabled: true, actor: operator }),
      );
      await expect.poll(() => waitingForLocks(platform)).toBe(2);
      finish.resolve();
      await holding;
      const outcomes = new Set(await Promise.all(changes));
      expect(outcomes).toEqual(new Set(["changed", "last_administrator"]));
    },
  );

  it("find entries of the audit log by username, action, target or address, page by page", async () => {
    const root = await signedInBrowser(platform, "bob");
    for (let at = 0; at < 25; at += 1) await resetLink();
    const first = await root.get("/admin/audit?q=user.password_link_made");
    expect(first.html.split(">user.<wbr/>password_<wbr/>link_<wbr/>made</bdi>")).toHaveLength(21);
    const [, next = ""] = /href="([^"]*)" rel="next"/.exec(first.html) ?? [];
    const second = await root.get(next.replaceAll("&amp;", "&"));
    expect(second.html.match(/made<\/bdi>/g)).toHaveLength(5);
    expect((await root.get("/admin/audit?q=nothing-of-this")).html).not.toContain("made</bdi>");
  });
});

/** Where the administration is withdrawn from a user. */
function withdraw(username: string): string {
  return `/admin/users/${username}/withdraw-administration`;
}

/** Takes the decision of a page. */
async function decide(browser: Browser, address: string): Promise<Page> {
  return browser.submit(await browser.get(address), address);
}

describe("the administration of the platform", () => {
  const make = "/admin/users/ada/make-administrator";

  it("is given and withdrawn from the next request on, and both are in the audit log", async () => {
    const [root, ada] = [await signedInBrowser(platform, "bob"), await signedInBrowser(platform, "ada")];
    expect((await root.get(make, { "accept-language": "en" })).html).toContain("who are enabled now: 1.");
    expect((await ada.get("/admin/users")).status).toBe(403);
    expect((await decide(root, make)).location).toBe("/admin/users/ada?notice=done");
    expect((await ada.get("/admin/users")).status).toBe(200);
    expect((await decide(root, withdraw("ada"))).status).toBe(303);
    expect((await ada.get("/admin/users")).status).toBe(403);
    const actions = (await auditEntries(platform)).map(({ action, actor }) => [action, actor]);
    expect(actions.slice(-2)).toEqual([
      ["user.administrator_made", "bob"],
      ["user.administrator_withdrawn", "bob"],
    ]);
  });

  it("stays with the last administrator, also when two withdraw it from each other at the same moment", async () => {
    const root = await signedInBrowser(platform, "bob");
    expect((await decide(root, withdraw("bob"))).status).toBe(409);
    for (let round = 0; round < 5; round += 1) {
      await makeAdministrators(platform, "ada", "bob");
      const outcomes = await Promise.all(
        ["ada", "bob"].map((username) =>
          platform.store.write(setAdministrator, { username, administrator: false, actor: operator }),
        ),
      );
      expect(outcomes.toSorted()).toEqual(["changed", "last_administrator"]);
    }
  });
});

/** The invitations of a page that are for guests. */
function notesIn(html: string): readonly string[] {
  return [...html.matchAll(/<bdi[^>]*>(guest \d+)<\/bdi>/g)].map(([, note = ""]) => note);
}

describe("invitations to the platform", () => {
  const address = "/admin/invitations";
  const actor = { userId: null, username: "operator", address: "" };

  async function inviteAs(root: Browser, note: string) {
    return root.submit(await root.get(address), address, { note });
  }

  it("are made once by a form that is sent twice, also by ten at the same time", async () => {
    const root = await signedInBrowser(platform, "bob");
    const page = await root.get(address);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => root.submit(page, address, { note: "for Cleo" })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ location }) => location === `${address}?notice=repeated`)).toHaveLength(9);
    expect(await listInvitations(platform.store.reader, { teamId: null, limit: 5 })).toHaveLength(1);
    expect((await root.get(`${address}?notice=repeated`)).html).toContain("was sent before");
  });

  it("are listed page by page, each once, however many there are, and found by note or maker", async () => {
    for (let at = 0; at < 45; at += 1)
      await platform.store.write(createInvitation, { hash: `hash-${at}`, note: `guest ${at}` }, actor);
    const root = await signedInBrowser(platform, "bob");
    const seen: string[] = [];
    for (let next = address; next !== "";) {
      const { html } = await root.get(next);
      expect(notesIn(html).length).toBeLessThanOrEqual(20);
      seen.push(...notesIn(html));
      next = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    }
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
    expect(notesIn((await root.get(`${address}?q=GUEST+7`)).html)).toEqual(["guest 7"]);
    await inviteAs(root, "guest 99");
    expect(notesIn((await root.get(`${address}?q=bob`)).html)).toEqual(["guest 99"]);
    for (const after of ["1", "x.y", "1.%00", "9".repeat(40)])
      expect((await root.get(`${address}?after=${after}`)).status).toBe(200);
  });

  it("keep what was typed when the note cannot be used, and withdraw nothing that is not theirs", async () => {
    const root = await signedInBrowser(platform, "bob");
    const refused = await inviteAs(root, "one\u0000two");
    expect(refused.status).toBe(400);
    expect(await listInvitations(platform.store.reader, { teamId: null, limit: 5 })).toEqual([]);
    expect((await inviteAs(root, "for Cleo")).status).toBe(200);
    const page = await root.get(address);
    for (const invitation of ["x", "a\u0000b"])
      expect((await root.submit(page, `${address}/withdraw`, { invitation })).status).toBe(404);
    expect((await root.submit(page, `${address}/withdraw`)).location).toBe(`${address}?notice=done`);
    expect(await listInvitations(platform.store.reader, { teamId: null, limit: 5 })).toEqual([]);
  });
});

describe("lists of the administration", () => {
  it("find an application by the username of its owner, or by the name of its team", async () => {
    const root = await signedInBrowser(platform, "bob");
    const found = async (text: string) => (await root.get(`/admin/applications?q=${text}`)).html;
    expect(await found("BOB")).toContain("demo_app");
    expect(await found("Acme")).toContain("/admin/applications/acme_team");
    expect(await found("Acme")).not.toContain("demo_app");
  });
});

it("an export of the audit log has every entry with its hashes, and becomes an entry itself", async () => {
  const root = await signedInBrowser(platform, "bob");
  await resetLink();
  const address = "/admin/audit/export";
  const { html, headers } = await root.submit(await root.get(address), address);
  expect(headers.get("content-type")).toBe("application/jsonl; charset=utf-8");
  const lines = html.trimEnd().split("\n");
  const entries = await auditEntries(platform);
  expect(lines).toHaveLength(entries.length);
  expect(entries.at(-1)).toMatchObject({ action: "audit.exported", actor: "bob" });
  for (const [at, line] of lines.entries())
    expect(JSON.parse(line)).toMatchObject({ hash: entries[at]?.hash, action: entries[at]?.action });
});
