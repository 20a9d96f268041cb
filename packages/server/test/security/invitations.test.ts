import { beforeEach, describe, expect, it } from "vitest";
import { teamRoles, type TeamRole } from "../../src/model/team.ts";
import { hashToken, makeRandomId } from "../../src/model/token.ts";
import { declareUser } from "../../src/store/declaration/declaration-user.ts";
import { inviteFirstAdministrator } from "../../src/store/people/join-platform.ts";
import { Browser, type Page } from "../support/browser.ts";
import { countRows, databaseContents } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { invite } from "../support/invite.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { withdrawInvitation } from "../../src/store/people/invitation-table.ts";

const day = 86_400_000;
const cleo = { username: "cleo", nickname: "Cleo", password: "a sentence of my own" };
let platform: TestPlatform;

beforeEach(async () => {
  platform = await startTestPlatform();
});

/** Fills in the form of a link. */
async function signUp(
  path: string,
  fields: Readonly<Record<string, string>> = cleo,
  browser = new Browser(platform),
) {
  const form = await browser.get(path);
  const page = form.status === 200 ? await browser.submit(form, path, fields) : form;
  return { browser, page };
}

async function teamId(name: string): Promise<number> {
  const row = platform.database.reader.kysely.selectFrom("teams").select("id").where("name", "=", name);
  return (await row.executeTakeFirstOrThrow()).id;
}

/** Ada is the team's creator, and Bob a member with a role, or none. */
async function declareBob(...roles: readonly TeamRole[]): Promise<void> {
  const creator = { username: "ada", role: "creator" } as const;
  const members = [creator, ...roles.map((role) => ({ username: "bob", role }))];
  await declare(platform, { teams: [{ name: "Acme", members }] });
}

async function membersOf(team: string): Promise<readonly string[]> {
  const rows = await platform.database.reader.kysely
    .selectFrom("team_members as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select("u.username")
    .where("m.team_id", "=", await teamId(team))
    .orderBy("u.username")
    .execute();
  return rows.map(({ username }) => username);
}

const statusOf = ({ page }: { readonly page: Page }) => page.status;

describe("an invitation", () => {
  it("creates one account, which is signed in and has no special role", async () => {
    const path = `/invitations/${await invite(platform)}`;
    const { browser, page } = await signUp(path);
    expect([page.status, page.location]).toEqual([303, "/surveys"]);
    expect(browser.cookies.has(sessionCookie)).toBe(true);
    const user = await platform.store.findUserByUsername("cleo");
    expect(user).toMatchObject({ nickname: "Cleo", administrator: false, disabled: false });
    expect(await countRows(platform, "invitations")).toBe(0);
    expect((await new Browser(platform).signIn("cleo", cleo.password)).status).toBe(200);
  });

  it("is used once, also by twenty at the same time", async () => {
    const path = `/invitations/${await invite(platform)}`;
    const people = Array.from({ length: 20 }, (_, index) => ({ ...cleo, username: `cleo${index}` }));
    const before = await countRows(platform, "users");
    const results = await Promise.all(people.map((person) => signUp(path, person)));
    expect(results.map(statusOf).filter((status) => status === 303)).toHaveLength(1);
    expect(await countRows(platform, "users")).toBe(before + 1);
    expect(await countRows(platform, "accounts")).toBe(before + 1 + (await countRows(platform, "teams")));
    expect((await signUp(path)).page.status).toBe(404);
  });

  it("ends after seven days, and when it is withdrawn", async () => {
    const [late, withdrawn] = [await invite(platform), await invite(platform)];
    const actor = { userId: null, username: "operator", address: "" };
    const withdraw = { hash: hashToken(withdrawn), teamId: null };
    expect(await platform.store.write(withdrawInvitation, withdraw, actor)).toBe(true);
    expect(await platform.store.write(withdrawInvitation, withdraw, actor)).toBe(false);
    expect((await signUp(`/invitations/${withdrawn}`)).page.status).toBe(404);
    platform.clock.now += 7 * day - 1;
    expect((await new Browser(platform).get(`/invitations/${late}`)).status).toBe(200);
    platform.clock.now += 1;
    expect((await signUp(`/invitations/${late}`)).page.status).toBe(404);
  });

  it("ends for good when the user who made it is disabled", async () => {
    const path = `/invitations/${await invite(platform)}`;
    await declare(platform, { users: [{ username: "bob", disabled: true }] });
    expect((await signUp(path)).page.status).toBe(404);
    await declare(platform, { users: [{ username: "bob", disabled: false }] });
    expect((await signUp(path)).page.status).toBe(404);
  });

  it("of a member whom a declarative file removes, or gives a lower role, ends for good", async () => {
    for (const lowered of [[], ["member"]] as const) {
      await declareBob("team_admin");
      const token = await invite(platform, { id: await teamId("Acme"), role: teamRoles.member });
      expect((await new Browser(platform).get(`/invitations/${token}`)).status).toBe(200);
      await declareBob(...lowered);
      await declareBob("team_admin");
      expect((await new Browser(platform).get(`/invitations/${token}`)).status).toBe(404);
    }
  });

  it("of a user who was disabled by an earlier release cannot be used", async () => {
    const path = `/invitations/${await invite(platform)}`;
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("users").set({ disabled: 1 }).where("username", "=", "bob").execute(),
    );
    expect((await signUp(path)).page.status).toBe(404);
  });

  it("of a user who is being disabled is not made", async () => {
    const disabling = declare(platform, { users: [{ username: "bob", disabled: true }] });
    const tokens = await Promise.all(Array.from({ length: 5 }, () => invite(platform)));
    await disabling;
    tokens.push(await invite(platform));
    await declare(platform, { users: [{ username: "bob", disabled: false }] });
    for (const token of tokens) expect((await signUp(`/invitations/${token}`)).page.status).toBe(404);
  });

  it.each(["", "x", "A".repeat(32), "A".repeat(33), "../sign-up", "%00"])(
    "is not %j, and nothing changes",
    async (token) => {
      const before = await databaseContents(platform);
      expect((await new Browser(platform).get(`/invitations/${token}`)).status).toBe(
        token === "../sign-up" ? 403 : 404,
      );
      expect(await databaseContents(platform)).toEqual(before);
    },
  );

  it("to a team is withdrawn by that team alone", async () => {
    const token = await invite(platform, { id: await teamId("Birch"), role: 4 });
    const actor = { userId: null, username: "operator", address: "" };
    for (const other of [null, await teamId("Acme")])
      expect(
        await platform.store.write(withdrawInvitation, { hash: hashToken(token), teamId: other }, actor),
      ).toBe(false);
    expect(await countRows(platform, "invitations")).toBe(1);
  });

  it("is nowhere in the database as it is in the link", async () => {
    const token = await invite(platform);
    expect(JSON.stringify(await databaseContents(platform))).not.toContain(token);
  });
});

describe("an invitation to a team", () => {
  it("makes a new user a member with its role", async () => {
    const token = await invite(platform, { id: await teamId("Birch"), role: 3 });
    await signUp(`/invitations/${token}`);
    expect(await membersOf("Birch")).toEqual(["bob", "cleo"]);
  });

  it("makes a signed-in user a member, once", async () => {
    const path = `/invitations/${await invite(platform, { id: await teamId("Birch"), role: 4 })}`;
    const ada = await signedInBrowser(platform);
    const page = await ada.get(path);
    expect((await ada.submit(page, `${path}/accept`)).status).toBe(303);
    expect(await membersOf("Birch")).toEqual(["ada", "bob"]);
    expect((await ada.submit(page, `${path}/accept`)).status).toBe(404);
  });

  it("makes one of six users a member who accept it at the same time", async () => {
    const path = `/invitations/${await invite(platform, { id: await teamId("Birch"), role: 4 })}`;
    const browsers: Browser[] = [];
    for (const username of ["u1", "u2", "u3", "u4", "u5", "u6"]) {
      const user = { username, password_hash: "none" };
      await platform.database.write((t) => declareUser(t, user, undefined));
      browsers.push(await signedInBrowser(platform, username));
    }
    const opened = await Promise.all(
      browsers.map(async (browser) => ({ browser, page: await browser.get(path) })),
    );
    const results = await Promise.all(
      opened.map(({ browser, page }) => browser.submit(page, `${path}/accept`)),
    );
    expect(results.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await membersOf("Birch")).toHaveLength(2);
  });

  it("is not used up by a member of the team", async () => {
    const path = `/invitations/${await invite(platform, { id: await teamId("Birch"), role: 4 })}`;
    const bob = await signedInBrowser(platform, "bob");
    const page = await bob.get(path);
    expect(page.html).not.toContain(`${path}/accept`);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
    expect((await bob.post(`${path}/accept`, { csrf })).status).toBe(303);
    const ada = await signedInBrowser(platform);
    await ada.submit(await ada.get(path), `${path}/accept`);
    expect(await membersOf("Birch")).toEqual(["ada", "bob"]);
  });

  it("of someone who signs in first leads back to it", async () => {
    const path = `/invitations/${await invite(platform, { id: await teamId("Birch"), role: 4 })}`;
    const browser = new Browser(platform);
    const form = browser.get(`/login?return_to=${encodeURIComponent(path)}`);
    const page = await browser.signIn("ada", sampleSecrets.ada, form);
    expect([page.status, page.path]).toEqual([200, path]);
  });
});

describe("what is entered", () => {
  it.each([
    [{ username: "" }, "username"],
    [{ username: "-cleo" }, "username"],
    [{ username: "cle o" }, "username"],
    [{ username: "c".repeat(65) }, "username"],
    [{ nickname: "" }, "nickname"],
    [{ nickname: "Cleo\nAda" }, "nickname"],
    [{ password: "short" }, "password"],
    [{ password: "x".repeat(1025) }, "password"],
    [{ username: "cleopatra", password: "CLEOPATRA" }, "password"],
  ])("is checked: %j", async (changes, field) => {
    const path = `/invitations/${await invite(platform)}`;
    const { page } = await signUp(path, { ...cleo, ...changes });
    expect(page.status).toBe(400);
    expect(page.html).toContain(`href="#${field}"`);
    expect(page.html).not.toContain(`value="${cleo.password}"`);
    expect(await platform.store.findUserByUsername("cleo")).toBeUndefined();
    expect((await signUp(path)).page.status).toBe(303);
  });

  it("with a username that is taken uses up no invitation", async () => {
    const path = `/invitations/${await invite(platform)}`;
    const { page } = await signUp(path, { ...cleo, username: "ada" });
    expect(page.status).toBe(409);
    expect(page.html).toContain('value="Cleo"');
    expect((await signUp(path)).page.status).toBe(303);
  });

  it("cannot make an administrator, whatever else the form says", async () => {
    const path = `/invitations/${await invite(platform)}`;
    await signUp(path, { ...cleo, administrator: "1", kind: "first_administrator", role: "0" });
    expect(await platform.store.findUserByUsername("cleo")).toMatchObject({ administrator: false });
  });
});

describe("who may create an account", () => {
  it("is no one without an invitation, unless sign-up is open", async () => {
    for (const mode of ["closed", "invited"]) {
      platform = await startTestPlatform({ signUp: mode });
      expect((await signUp("/sign-up")).page.status).toBe(403);
      const browser = new Browser(platform);
      const { csrf = "" } =
        (await browser.get("/login")).html.match(/name="csrf" value="(?<csrf>[^"]*)"/)?.groups ?? {};
      expect((await browser.post("/sign-up", { ...cleo, csrf })).status).toBe(403);
      expect(await platform.store.findUserByUsername("cleo")).toBeUndefined();
    }
    platform = await startTestPlatform({ signUp: "open" });
    expect((await signUp("/sign-up")).page.status).toBe(303);
  });

  it("is no one with an invitation where sign-up is closed; users can still join a team", async () => {
    platform = await startTestPlatform({ signUp: "closed" });
    const path = `/invitations/${await invite(platform)}`;
    expect((await signUp(path)).page.status).toBe(403);
    const toTeam = `/invitations/${await invite(platform, { id: await teamId("Birch"), role: 4 })}`;
    expect((await new Browser(platform).get(toTeam)).location).toBe(
      `/login?return_to=${encodeURIComponent(toTeam)}`,
    );
    const ada = await signedInBrowser(platform);
    await ada.submit(await ada.get(toTeam), `${toTeam}/accept`);
    expect(await membersOf("Birch")).toEqual(["ada", "bob"]);
  });

  it("is limited for an address, because each attempt costs a password hash", async () => {
    platform = await startTestPlatform({ signUp: "open" });
    const browser = new Browser(platform);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 22; attempt += 1)
      statuses.push((await signUp("/sign-up", { ...cleo, password: "short" }, browser)).page.status);
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429, 429]);
  });
});

async function firstLink(): Promise<string> {
  const token = makeRandomId();
  const isMade = await inviteFirstAdministrator(platform.database, hashToken(token));
  return isMade ? `/welcome/${token}` : "";
}

async function removeUsers(): Promise<void> {
  await platform.database.write(async ({ kysely }) => {
    for (const table of ["answers", "surveys", "applications", "users"] as const)
      await kysely.deleteFrom(table).execute();
  });
}

describe("the link of the first start", () => {
  it("is not made while there are users", async () => {
    expect(await firstLink()).toBe("");
  });

  it("makes one administrator, and the link of the start before makes none", async () => {
    await removeUsers();
    const [older, newer] = [await firstLink(), await firstLink()];
    expect((await signUp(older)).page.status).toBe(404);
    const results = await Promise.all(
      ["cleo", "dora", "ella"].map((username) => signUp(newer, { ...cleo, username })),
    );
    expect(results.map(statusOf).toSorted((one, other) => one - other)).toEqual([303, 404, 404]);
    const users = await platform.database.reader.kysely.selectFrom("users").select("administrator").execute();
    expect(users).toEqual([{ administrator: 1 }]);
  });

  it("is void as soon as there is a user", async () => {
    await removeUsers();
    const link = await firstLink();
    await declare(platform, { users: [{ username: "someone", password: "declared-password" }] });
    const { page } = await signUp(link);
    expect(page.status).toBe(404);
    expect(page.html).toContain("This link has been used or replaced");
    expect(await platform.store.findUserByUsername("cleo")).toBeUndefined();
  });

  it("works at its own address alone, and others do not work there", async () => {
    const token = await invite(platform);
    expect((await signUp(`/welcome/${token}`)).page.status).toBe(404);
    await removeUsers();
    const link = await firstLink();
    expect((await signUp(link.replace("welcome", "invitations"))).page.status).toBe(404);
  });
});
