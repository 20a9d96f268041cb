import { beforeEach, describe, expect, it } from "vitest";
import { hashToken } from "../../src/model/token.ts";
import { teamRoles, type TeamRole } from "../../src/model/team.ts";
import { declareUser } from "../../src/store/declaration/declaration-user.ts";
import type { Browser } from "../support/browser.ts";
import { countRows } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { invite } from "../support/invite.ts";
import { openAcme, type AcmeStage } from "../support/open-acme.ts";
import { secretIn, sendForm } from "../support/registered-application.ts";
import { teamIdOf, teamRoutes, userIdOf } from "../support/routes/team-routes.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { listTeamMembers, handOverTeam } from "../../src/store/teams/team-member-table.ts";
import { setAllowedNetworks } from "../../src/store/teams/team-application.ts";
import { deleteTeam, findTeamForUser } from "../../src/store/teams/team-table.ts";
import { createInvitation, withdrawInvitation } from "../../src/store/people/invitation-table.ts";
import { findApplicationForUser } from "../../src/store/applications/application-for-user-table.ts";
import { revokeSecret } from "../../src/store/applications/rotate-secret.ts";
import { freezeApplication } from "../../src/store/applications/application-state.ts";

let platform: TestPlatform;
let acme: string;
let acmeId: number;
let ada: Browser;
let bob: Browser;
let setRole: AcmeStage["setRole"];

beforeEach(async () => {
  ({ platform, acme, acmeId, ada, bob, setRole } = await openAcme());
});

/** Adds a user who is a member of Acme. */
async function join(username: string, role: TeamRole): Promise<Browser> {
  const user = { username, password_hash: "none" };
  const { id } = await platform.database.write((t) => declareUser(t, user, undefined));
  const member = { team_id: acmeId, user_id: id, role: teamRoles[role] };
  await platform.database.write(({ kysely }) => kysely.insertInto("team_members").values(member).execute());
  return signedInBrowser(platform, username);
}

/** The members of Acme by username, with their roles. */
async function members(): Promise<Readonly<Record<string, number>>> {
  const rows = await listTeamMembers(platform.store.reader, {
    teamId: acmeId,
    search: "",
    after: undefined,
    limit: 99,
  });
  return Object.fromEntries(rows.map(({ username, role }) => [username, role]));
}

const memberPath = async (username: string) => `${acme}/members/${await userIdOf(platform, username)}`;

async function changeRole(who: Browser, username: string, role: TeamRole) {
  return sendForm(who, await memberPath(username), { role: String(teamRoles[role]) });
}

async function remove(who: Browser, username: string) {
  return sendForm(who, `${await memberPath(username)}/remove`, {});
}

async function actions(): Promise<readonly string[]> {
  const rows = platform.database.reader.kysely.selectFrom("audit_log").select("action").orderBy("id");
  return (await rows.execute()).map(({ action }) => action);
}

describe("a page that asks before a member is removed, leaves or hands the team over", () => {
  it("says in numbers what that leads to", async () => {
    await setRole("bob", "team_admin");
    await invite(platform, { id: acmeId, role: teamRoles.member });
    const english = { "accept-language": "en" };
    const bobId = await userIdOf(platform, "bob");
    const removal = await ada.get(`${acme}/members/${bobId}/remove`, english);
    expect(removal.html).toContain("Surveys that the user loses: 2.");
    expect(removal.html).toContain("Surveys that the user created for the team, and that stay with it: 1.");
    expect(removal.html).toContain("Open invitations of the user that are withdrawn: 1.");
    const leaving = await bob.get(`${acme}/leave`, english);
    expect(leaving.html).toContain("Surveys of the team that you no longer see: 2.");
    expect(leaving.html).toContain("Open invitations of yours that are withdrawn: 1.");
    const handing = await ada.get(`${acme}/hand-over`, english);
    expect(handing.html).toMatch(/members: 1, surveys: 2, with \d+ answers/);
  });
});

describe("a member who was removed", () => {
  it("is refused on every page of the team from the next request on, on every node", async () => {
    await changeRole(ada, "bob", "team_admin");
    const pages = ["", "/members", "/credentials", "/credentials/secrets", "/credentials/tokens"];
    for (const page of pages) expect([page, (await bob.get(acme + page)).status]).toEqual([page, 200]);
    expect((await remove(ada, "bob")).location).toBe(`${acme}/members?notice=removed`);
    for (let node = 0; node < 3; node += 1)
      for (const page of pages) expect([page, (await bob.get(acme + page)).status]).toEqual([page, 404]);
    expect((await bob.get("/teams")).html).not.toContain(`href="${acme}"`);
    expect(await actions()).toEqual(["team.role_changed", "team.member_removed"]);
  });

  it("makes no secret with a form that was open before", async () => {
    await changeRole(ada, "bob", "team_admin");
    const form = await bob.get(`${acme}/credentials/secrets/new`);
    await remove(ada, "bob");
    const made = await bob.submit(form, `${acme}/credentials/secrets/new`);
    expect([made.status, secretIn(made.html)]).toEqual([404, ""]);
    const userId = await userIdOf(platform, "bob");
    const managed = { appid: "acme_team", ownerId: acmeId, userId };
    const actor = { userId, username: "bob", address: "203.0.113.7" };
    const { store } = platform;
    expect(await findApplicationForUser(store.reader, managed)).toBeUndefined();
    const revocation = { ...managed, number: 1, revokesTokens: true, actor };
    expect(await store.write(revokeSecret, revocation)).toBe(false);
    expect(await store.write(freezeApplication, { ...managed, actor })).toBe(false);
    const change = { ...managed, allowedNetworks: [], actor };
    expect(await store.write(setAllowedNetworks, change)).toBe(false);
  });

  it("does not come back with an invitation of their own, also not as a member again", async () => {
    await setRole("bob", "team_admin");
    const token = await invite(platform, { id: acmeId, role: teamRoles.member });
    await remove(ada, "bob");
    expect((await bob.get(`/invitations/${token}`)).status).toBe(404);
    expect(await countRows(platform, "invitations")).toBe(0);
    const another = await invite(platform, { id: acmeId, role: teamRoles.team_admin }, "ada");
    await bob.submit(await bob.get(`/invitations/${another}`), `/invitations/${another}/accept`);
    expect(await members()).toMatchObject({ bob: teamRoles.team_admin });
    const cleo = await join("cleo", "member");
    expect((await cleo.get(`/invitations/${token}`)).status).toBe(404);
  });

  it("who was removed by a declarative file does not come back with an invitation either", async () => {
    await setRole("bob", "team_admin");
    const token = await invite(platform, { id: acmeId, role: teamRoles.member });
    await declare(platform, { teams: [{ name: "Acme", members: [{ username: "ada", role: "creator" }] }] });
    expect((await bob.get(`/invitations/${token}`)).status).toBe(404);
  });
});

describe("the credentials of a team", () => {
  it.each(["survey_admin", "member"] as const)("are shown to no %s", async (role) => {
    await setRole("bob", role);
    const paths = teamRoutes.filter(({ method, path }) => method === "GET" && path.includes("/credentials"));
    expect(paths.length).toBeGreaterThan(6);
    for (const { path } of paths) {
      const page = await bob.get(path.replace(":id", String(acmeId)).replace(":number", "1"));
      expect([path, page.status]).toEqual([path, 403]);
      expect(page.html).not.toContain("acme_team");
    }
    for (const page of ["", "/members"])
      expect((await bob.get(acme + page)).html).not.toMatch(/acme_team|\/credentials/);
  });

  it("are not reached through the console, nor through another team", async () => {
    const birch = await teamIdOf(platform, "Birch");
    expect((await ada.get("/console/applications/acme_team/secrets")).status).toBe(404);
    expect((await bob.get(`/teams/${birch}/credentials`)).html).not.toContain("acme_team");
    const bobs = { appid: "acme_team", userId: await userIdOf(platform, "bob") };
    const { reader } = platform.store;
    for (const ownerId of [acmeId, birch, bobs.userId])
      expect(await findApplicationForUser(reader, { ...bobs, ownerId })).toBeUndefined();
  });

  it("are nothing to users who are no members", async () => {
    const user = { username: "mallory", password_hash: "none", administrator: 1 } as const;
    await platform.database.write((t) => declareUser(t, user, undefined));
    const mallory = await signedInBrowser(platform, "mallory");
    for (const { method, path } of teamRoutes.filter((row) => row.path.startsWith("/teams/:id"))) {
      const address = path.replace(":id", String(acmeId)).replace(":number", "1").replace(":user", "1");
      const page = method === "GET" ? await mallory.get(address) : await sendForm(mallory, address, {});
      // A choice that a form does not have is refused before it is known whose it is.
      expect([404, 400]).toContain(page.status);
      expect(page.html).not.toMatch(/acme_team|Acme/);
    }
  });
});

describe("a team administrator", () => {
  beforeEach(() => setRole("bob", "team_admin"));

  it("gives, changes and takes only the roles below", async () => {
    await join("cleo", "member");
    await join("dora", "team_admin");
    expect((await changeRole(bob, "cleo", "survey_admin")).status).toBe(303);
    for (const role of ["creator", "team_admin"] as const)
      expect((await changeRole(bob, "cleo", role)).status).toBe(403);
    for (const username of ["ada", "dora"]) {
      expect((await changeRole(bob, username, "member")).status).toBe(403);
      expect((await remove(bob, username)).status).toBe(403);
    }
    expect((await changeRole(bob, "bob", "creator")).status).toBe(403);
    expect(await members()).toEqual({ ada: 0, bob: 2, dora: 2, cleo: 3 });
    expect((await remove(bob, "cleo")).status).toBe(303);
  });

  it("invites no one to a role that is not below", async () => {
    const form = { note: "", request: "r".repeat(32) };
    for (const role of ["0", "2"])
      expect((await sendForm(bob, `${acme}/invitations/new`, { ...form, role })).status).toBe(403);
    expect((await sendForm(bob, `${acme}/invitations/new`, { ...form, role: "1" })).status).toBe(400);
    const actor = { userId: await userIdOf(platform, "bob"), username: "bob", address: "" };
    const invitation = { hash: hashToken("x"), note: "", team: { id: acmeId, role: 0 } };
    expect(await platform.store.write(createInvitation, invitation, actor)).toBe("forbidden");
    expect(await countRows(platform, "invitations")).toBe(0);
  });

  it("neither hands the team over nor deletes it", async () => {
    expect((await sendForm(bob, `${acme}/hand-over`, { username: "ada" })).status).toBe(403);
    expect((await sendForm(bob, `${acme}/delete`, { name: "Acme" })).status).toBe(403);
    const actor = { userId: await userIdOf(platform, "bob"), username: "bob", address: "" };
    const { store } = platform;
    expect(await store.write(handOverTeam, { teamId: acmeId, username: "bob", actor })).toBe("forbidden");
    expect(await store.write(deleteTeam, { teamId: acmeId, actor })).toBe(false);
  });

  it("who loses the role while an invitation is open has invited no one", async () => {
    const token = await invite(platform, { id: acmeId, role: teamRoles.member });
    await changeRole(ada, "bob", "member");
    const cleo = await join("cleo", "member");
    expect((await cleo.get(`/invitations/${token}`)).status).toBe(404);
  });
});

describe("the last creator of a team", () => {
  it("cannot leave, be removed or get another role", async () => {
    const results = [
      await sendForm(ada, `${acme}/leave`, {}),
      await remove(ada, "ada"),
      await changeRole(ada, "ada", "member"),
    ];
    expect(results.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(await members()).toEqual({ ada: 0, bob: 4 });
  });

  it("is the one who can sign in: a creator who was disabled does not count", async () => {
    await setRole("bob", "creator");
    await declare(platform, { users: [{ username: "bob", disabled: true }] });
    expect((await sendForm(ada, `${acme}/leave`, {})).status).toBe(409);
    expect((await sendForm(ada, `${acme}/hand-over`, { username: "bob" })).status).toBe(400);
  });

  it("stays when two creators leave, remove each other or give up the role at the same time", async () => {
    for (const attack of [
      () => [sendForm(ada, `${acme}/leave`, {}), sendForm(bob, `${acme}/leave`, {})],
      () => [remove(ada, "bob"), remove(bob, "ada")],
      () => [changeRole(ada, "ada", "member"), changeRole(bob, "bob", "member")],
      () => [remove(ada, "bob"), sendForm(ada, `${acme}/leave`, {}), sendForm(bob, `${acme}/leave`, {})],
    ]) {
      await declare(platform, {
        teams: [
          {
            name: "Acme",
            members: [
              { username: "ada", role: "creator" },
              { username: "bob", role: "creator" },
            ],
          },
        ],
      });
      await Promise.all(attack());
      const creators = Object.values(await members()).filter((role) => role === teamRoles.creator);
      expect(creators).toHaveLength(1);
    }
  });

  it("stays when a creator leaves while the other one is removed by a declarative file", async () => {
    await setRole("bob", "creator");
    await Promise.allSettled([
      sendForm(ada, `${acme}/leave`, {}),
      declare(platform, { teams: [{ name: "Acme", members: [{ username: "ada", role: "creator" }] }] }),
    ]);
    expect(Object.values(await members())).toContain(teamRoles.creator);
  });
});

describe("a team that is handed over", () => {
  it("has another creator, and the one before is a team administrator whose invitations of creators end", async () => {
    const [toCreator, toMember] = [
      await invite(platform, { id: acmeId, role: teamRoles.creator }, "ada"),
      await invite(platform, { id: acmeId, role: teamRoles.member }, "ada"),
    ];
    expect((await sendForm(ada, `${acme}/hand-over`, { username: "bob" })).location).toBe(
      `${acme}?notice=handed_over`,
    );
    expect(await members()).toEqual({ ada: 2, bob: 0 });
    const cleo = await signedInBrowser(platform, "bob");
    expect((await cleo.get(`/invitations/${toCreator}`)).status).toBe(404);
    expect((await cleo.get(`/invitations/${toMember}`)).status).toBe(200);
    expect((await sendForm(ada, `${acme}/delete`, { name: "Acme" })).status).toBe(403);
    expect(await actions()).toEqual(["invitation.created", "invitation.created", "team.handed_over"]);
  });

  it("goes to a member of it, and to no one else", async () => {
    for (const username of ["", "ada", "BOB", "mallory", "bob\u0000", "' or 1=1 --"])
      expect((await sendForm(ada, `${acme}/hand-over`, { username })).status).toBe(400);
    expect(await members()).toEqual({ ada: 0, bob: 4 });
  });
});

describe("creating a team", () => {
  it("makes its user the creator, with the free plan, once for a name", async () => {
    const sent = await Promise.all(
      ["Cedar", "Cedar", " Cedar "].map((name) => sendForm(ada, "/teams/new", { name })),
    );
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 400, 400]);
    const id = await teamIdOf(platform, "Cedar");
    const member = { teamId: id, userId: await userIdOf(platform, "ada") };
    const team = await findTeamForUser(platform.store.reader, member);
    expect(team).toMatchObject({ plan: "free", role: teamRoles.creator, hasCredentials: false });
    expect((await sendForm(bob, "/teams/new", { name: "Cedar", plan: "premium" })).status).toBe(400);
  });

  it("sets neither plan, id nor members, whatever else the form says", async () => {
    const forged = { plan: "premium", id: "1", role: "0", user_id: "1", edited_at: "0" };
    await sendForm(bob, "/teams/new", { name: "Cedar", ...forged });
    const row = await platform.database.reader.kysely
      .selectFrom("teams")
      .selectAll()
      .where("name", "=", "Cedar")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ plan: "free", edited_at: platform.clock.now });
  });

  it("is bounded, also when several are asked for at once", async () => {
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, at) => sendForm(ada, "/teams/new", { name: `Team ${at}` })),
    );
    // Ada is the creator of Acme.
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(4);
  });

  it("is for administrators alone where the operator says so", async () => {
    platform = await startTestPlatform({ teamCreation: "administrators" });
    const browser = await signedInBrowser(platform);
    expect((await browser.get("/teams")).html).not.toContain("/teams/new");
    expect((await browser.get("/teams/new")).status).toBe(403);
    expect((await sendForm(browser, "/teams/new", { name: "Cedar" })).status).toBe(403);
  });
});

describe("an invitation that is made on a page", () => {
  it("is shown once, works at its link, and is made once by a form that is sent twice", async () => {
    const form = { role: "3", note: "for Cleo", request: "q".repeat(32) };
    const page = await sendForm(ada, `${acme}/invitations/new`, form);
    const [, token = ""] = /\/invitations\/([\w-]{32})</.exec(page.html) ?? [];
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(token).not.toBe("");
    expect((await sendForm(ada, `${acme}/invitations/new`, form)).location).toBe(
      `${acme}/members?notice=repeated`,
    );
    const list = await ada.get(`${acme}/members`);
    expect(list.html).toContain("for Cleo");
    expect(list.html).not.toContain(token);
    expect(await countRows(platform, "invitations")).toBe(1);
    const user = { username: "cleo", password_hash: "none" };
    await platform.database.write((t) => declareUser(t, user, undefined));
    const cleo = await signedInBrowser(platform, "cleo");
    const accepted = await cleo.submit(
      await cleo.get(`/invitations/${token}`),
      `/invitations/${token}/accept`,
    );
    expect(accepted.location).toBe(`${acme}?notice=joined`);
    expect(await members()).toMatchObject({ cleo: 3 });
  });

  it("is withdrawn by those who manage the team, and by no one else", async () => {
    const token = await invite(platform, { id: acmeId, role: 4 }, "ada");
    const invitation = hashToken(token);
    const actor = { userId: await userIdOf(platform, "bob"), username: "bob", address: "" };
    const made = { hash: invitation, teamId: acmeId };
    expect(await platform.store.write(withdrawInvitation, made, actor)).toBe(false);
    for (const other of ["", "x", "\u0000", hashToken("x")])
      expect((await sendForm(ada, `${acme}/invitations/withdraw`, { invitation: other })).status).toBe(404);
    expect((await sendForm(ada, `${acme}/invitations/withdraw`, { invitation })).status).toBe(303);
    expect((await bob.get(`/invitations/${token}`)).status).toBe(404);
  });
});
