import { describe, expect, it } from "vitest";
import { databaseContents } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { registerApplication, secretIn, sendForm } from "../support/registered-application.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const device = {
  is_public: "on",
  requires_pkce: "",
  refresh_requires_secret: "on",
  redirect_uris: "com.example.notes:/callback\nhttp://127.0.0.1/callback",
};
const notes = { appid: "notes_app", name: "Field Notes", owner: "bob" };

async function open() {
  const platform = await startTestPlatform();
  return { platform, bob: await signedInBrowser(platform, "bob") };
}

function secretsOf({ database }: TestPlatform) {
  return database.reader.kysely
    .selectFrom("application_secrets as s")
    .innerJoin("applications as a", "a.id", "s.application_id")
    .where("a.appid", "in", ["notes_app"])
    .select("s.hash")
    .execute();
}

describe("an application that runs on its users' devices", () => {
  it("is registered once, without a secret, with PKCE, and with a redirect address of its own scheme", async () => {
    const { platform, bob } = await open();
    const first = await registerApplication(bob, device);
    expect(first.page.status).toBe(303);
    expect(secretIn(first.page.html)).toBe("");
    const overview = await bob.follow(first.page);
    const appid = /app_[\da-f]{20}/.exec(overview.html)?.[0] ?? "";
    expect(overview.html).toContain("The application is registered. It has no secret");
    expect(await platform.store.findApplication(appid)).toMatchObject({
      isPublic: true,
      requiresPkce: true,
      redirectUris: ["com.example.notes:/callback", "http://127.0.0.1/callback"],
    });
    const { kysely } = platform.database.reader;
    const secrets = kysely
      .selectFrom("application_secrets as s")
      .innerJoin("applications as a", "a.id", "s.application_id");
    expect(await secrets.where("a.appid", "=", appid).select("s.hash").execute()).toEqual([]);
  });

  it("is one application when its form is sent twice", async () => {
    const { platform, bob } = await open();
    const fields = { name: "Field Notes", request: "a".repeat(32), ...device };
    const pages = [await sendForm(bob, "/console/new", fields), await sendForm(bob, "/console/new", fields)];
    expect(pages[0]?.location).toMatch(/^\/console\/applications\/app_/);
    expect(pages[1]?.location).toBe(pages[0]?.location);
    const { kysely } = platform.database.reader;
    const named = kysely.selectFrom("applications").select("id").where("name", "=", "Field Notes");
    expect(await named.execute()).toHaveLength(1);
  });

  it("gets no secret later, by no form and no command's verb", async () => {
    const { platform, bob } = await open();
    await declare(platform, { applications: [{ ...notes, public: true }] });
    const base = "/console/applications/notes_app";
    expect((await bob.get(base)).html).not.toContain(`href="${base}/secrets"`);
    expect((await bob.get(`${base}/secrets`)).html).toContain("It has no secret");
    expect((await bob.get(`${base}/secrets/new`)).status).toBe(404);
    const form = { name: "x", replaces: "all", after: "now", tokens: "keep", request: "a".repeat(32) };
    expect((await sendForm(bob, `${base}/secrets/new`, form)).status).toBe(404);
    expect(await secretsOf(platform)).toEqual([]);
  });

  it("stays public, and keeps PKCE, when it is edited", async () => {
    const { platform, bob } = await open();
    await declare(platform, { applications: [{ ...notes, public: true }] });
    const edited = { name: "Field Notes 2", redirect_uris: "com.example.notes:/callback", is_public: "" };
    const page = await sendForm(bob, "/console/applications/notes_app/edit", edited);
    expect(page.location).toBe("/console/applications/notes_app?notice=edited");
    expect(await platform.store.findApplication("notes_app")).toMatchObject({
      name: "Field Notes 2",
      isPublic: true,
      requiresPkce: true,
    });
  });
});

describe("an application with secrets", () => {
  it("does not become public when it is edited, and has no redirect address of its own scheme", async () => {
    const { platform, bob } = await open();
    await declare(platform, { applications: [notes] });
    const path = "/console/applications/notes_app/edit";
    const edited = { name: "Field Notes", redirect_uris: "https://notes.example/cb", is_public: "on" };
    await sendForm(bob, path, edited);
    expect(await platform.store.findApplication("notes_app")).toMatchObject({ isPublic: false });
    const own = await sendForm(bob, path, { ...edited, redirect_uris: "com.example.notes:/callback" });
    expect(own.status).toBe(400);
  });
});

describe("a declaration", () => {
  it("takes all secrets of an application that becomes public, and makes one when it no longer is", async () => {
    const platform = await startTestPlatform();
    await declare(platform, { applications: [notes] });
    expect(await secretsOf(platform)).toHaveLength(1);
    await declare(platform, { applications: [{ ...notes, public: true }] });
    expect(await secretsOf(platform)).toEqual([]);
    const before = await databaseContents(platform);
    await declare(platform, { applications: [{ ...notes, public: true }] });
    expect(await databaseContents(platform)).toEqual(before);
    await declare(platform, { applications: [{ ...notes, public: false }] });
    expect(await secretsOf(platform)).toHaveLength(1);
  });

  it.each([
    [{ public: true, secret: "s".repeat(24) }, "secret: does not go with public"],
    [{ public: true, refresh_requires_secret: true }, "refresh_requires_secret: does not go with public"],
    [{ public: true, requires_pkce: false }, "requires_pkce: cannot be false with public"],
    [{ redirect_uris: ["com.example.notes:/callback"] }, "redirect_uris[0]: must be an absolute address"],
  ])("is refused with %j", async (fields, says) => {
    const platform = await startTestPlatform();
    const before = await databaseContents(platform);
    await expect(declare(platform, { applications: [{ ...notes, ...fields }] })).rejects.toThrow(says);
    expect(await databaseContents(platform)).toEqual(before);
  });
});
