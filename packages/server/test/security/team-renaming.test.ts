import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries } from "../support/audit.ts";
import type { Browser } from "../support/browser.ts";
import { teamTokenParameters } from "../support/flows.ts";
import { openAcme, type AcmeStage } from "../support/open-acme.ts";
import { sendForm } from "../support/registered-application.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import type { TestPlatform } from "../support/test-platform.ts";
import { listTeamMembers } from "../../src/store/teams/team-member-table.ts";
import { findTeamId, renameTeam } from "../../src/store/teams/team-table.ts";

let platform: TestPlatform;
let acme: string;
let acmeId: number;
let ada: Browser;
let bob: Browser;
let setRole: AcmeStage["setRole"];

beforeEach(async () => {
  ({ platform, acme, acmeId, ada, bob, setRole } = await openAcme());
});

function rename(who: Browser, name: string) {
  return sendForm(who, `${acme}/rename`, { name });
}

describe("a team that is renamed", () => {
  it("keeps its id, members, credentials and token, and its credentials have the new name too", async () => {
    expect((await rename(ada, "  Acme of today ")).location).toBe(`${acme}?notice=renamed`);
    expect((await ada.get(acme)).html).toContain("Acme of today");
    expect(await findTeamId(platform.store.reader, "Acme")).toBeUndefined();
    expect(await findTeamId(platform.store.reader, "Acme of today")).toBe(acmeId);
    const search = { teamId: acmeId, search: "", after: undefined, limit: 9 };
    const members = await listTeamMembers(platform.store.reader, search);
    expect(members.map(({ username }) => username)).toEqual(["ada", "bob"]);
    expect((await platform.call("/api/oauth2/access_token", teamTokenParameters)).error.type).toBe("");
    expect((await auditEntries(platform)).map(({ action }) => action)).toContain("team.renamed");
  });

  it("is renamed by its creators alone, also when the role changes while the form is open", async () => {
    await setRole("bob", "creator");
    const form = await bob.get(`${acme}/rename`);
    expect(form.status).toBe(200);
    await setRole("bob", "team_admin");
    expect((await bob.submit(form, `${acme}/rename`, { name: "Bob's" })).status).toBe(403);
    const actor = { userId: await userIdOf(platform, "bob"), username: "bob", address: "" };
    expect(await platform.store.write(renameTeam, { teamId: acmeId, name: "Bob's", actor })).toBe(
      "forbidden",
    );
    expect(await findTeamId(platform.store.reader, "Acme")).toBe(acmeId);
  });

  it("gets no name that another team has, also when two take it at once", async () => {
    for (const name of ["Birch", "", " ", "a\u0000b", "x".repeat(101)])
      expect((await rename(ada, name)).status).toBe(400);
    const birchId = await teamIdOf(platform, "Birch");
    const renaming = async (username: string, teamId: number) => {
      const actor = { userId: await userIdOf(platform, username), username, address: "" };
      return platform.store.write(renameTeam, { teamId, name: "Elm", actor });
    };
    const outcomes = await Promise.all([renaming("ada", acmeId), renaming("bob", birchId)]);
    expect(outcomes.toSorted((one, other) => one.localeCompare(other))).toEqual(["name_taken", "renamed"]);
  });
});
