import { platformZone } from "@survey-open-platform/surveys";
import { beforeEach, describe, expect, it } from "vitest";
import { applyDeclaration } from "../../../src/declaration/apply-declaration.ts";
import { databaseContents } from "../../support/database-contents.ts";
import { teamIdOf, userIdOf } from "../../support/routes/team-routes.ts";
import { sampleDeclaration } from "../../support/sample-declaration.ts";
import { outcomeOf, teamClient, type ApiClient } from "../../support/team-client.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";
import { addManyGroups, addManyMembers } from "../../support/third-party.ts";

let platform: TestPlatform;
let acme: ApiClient;
let teamId: number;
let groups: string;
let users: string;

beforeEach(async () => {
  platform = await startTestPlatform();
  acme = await teamClient(platform);
  teamId = await teamIdOf(platform, "Acme");
  groups = `/api/contacts/teams/${teamId}/groups`;
  users = `/api/contacts/teams/${teamId}/users`;
});

interface Group {
  readonly id: number;
  readonly parent_id: number;
  readonly name: string;
  readonly full_name: string;
}

interface Contact {
  readonly user_id: number;
  readonly role: number;
  readonly group_id: number;
  readonly group_full_name: string;
}

async function listGroups(): Promise<readonly Group[]> {
  return (await acme.get<{ list: readonly Group[] }>(groups)).data.list;
}

async function makeGroup(name: string, parent_id?: number): Promise<number> {
  const made = await acme.post<{ group_id: number }>(groups, { name, ...(parent_id && { parent_id }) });
  expect(outcomeOf(made)).toBe("OK");
  return made.data.group_id;
}

async function register(openid: string, client = acme): Promise<number> {
  const fields = { openid, nickname: `Nick ${openid}` };
  return (await client.post<{ user_id: number }>("/api/sso/users", fields)).data.user_id;
}

const member = (groupId: number, userId: number) => `${groups}/${groupId}/users/${userId}`;

async function contactsIn(path: string): Promise<readonly Contact[]> {
  return (await acme.get<{ list: readonly Contact[] }>(path)).data.list;
}

/** Holds that a call is refused and changes nothing. */
async function expectRefused(
  attempt: () => Promise<{ code: string; error: { type: string } }>,
  type: string,
) {
  const before = await databaseContents(platform);
  expect((await attempt()).error.type).toBe(type);
  expect(await databaseContents(platform)).toEqual(before);
}

describe("the groups of a team's contacts", () => {
  it("begin with the one that stands for the team, and are numbered from 1 on the platform", async () => {
    const reply = await acme.get<{ total: number; list: readonly unknown[] }>(groups);
    expect(reply.data).toEqual({
      total: 1,
      list: [
        {
          id: expect.any(Number),
          team_id: teamId,
          parent_id: 0,
          source: 1,
          remote_id: "",
          remoteId: "",
          name: "Acme",
          full_name: "Acme",
          order: 0,
          is_valid: true,
          created_at: "2026-11-21T08:00:00Z",
          updated_at: "2026-11-21T08:00:00Z",
        },
      ],
    });
    const ids = await platform.database.reader.kysely.selectFrom("contact_groups").select("id").execute();
    // One for each of the sample's teams.
    expect(ids.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it("are made, moved, renamed and ordered, each after the one above it", async () => {
    const sales = await makeGroup("Sales");
    const north = await makeGroup("North", sales);
    const computing = await acme.post<{ group_id: number; name: string }>(groups, {
      name: "IT",
      order: 3,
      remoteId: "r-1",
    });
    expect(computing.data).toEqual({ group_id: computing.data.group_id, name: "IT" });
    expect((await listGroups()).map((group) => group.full_name)).toEqual([
      "Acme",
      "Acme/Sales",
      "Acme/Sales/North",
      "Acme/IT",
    ]);
    const moved = await acme.postForm(`${groups}/${north}`, {
      parent_id: String(computing.data.group_id),
      name: "Nord",
    });
    expect(moved.data).toEqual({});
    expect((await listGroups()).map((group) => group.full_name)).toEqual([
      "Acme",
      "Acme/Sales",
      "Acme/IT",
      "Acme/IT/Nord",
    ]);
    const deleted = await acme.postForm(`${groups}/batch_delete`, {
      group_ids: `[${computing.data.group_id}]`,
    });
    expect(deleted.data).toEqual({});
    expect((await listGroups()).map((group) => group.full_name)).toEqual(["Acme", "Acme/Sales"]);
  });

  it("are narrowed to those of some names of the application, below a group, and to a page", async () => {
    const sales = await makeGroup("Sales");
    const north = await acme.post<{ group_id: number }>(groups, {
      name: "North",
      parent_id: sales,
      remote_id: "r-1",
    });
    await acme.post(groups, { name: "IT", remote_id: "r-2" });
    const ask = (query: string) =>
      acme.get<{ total: number; list: readonly Group[] }>(
        groups,
        Object.fromEntries(new URLSearchParams(query)),
      );
    const namesOf = async (query: string) => {
      const reply = await ask(query);
      return [reply.data.total, ...reply.data.list.map(({ name }) => name)];
    };
    expect(await namesOf("remote_ids[0]=r-2&remote_ids[1]=r-3")).toEqual([1, "IT"]);
    expect(await namesOf("remote_ids=r-1,r-2")).toEqual([2, "North", "IT"]);
    expect(await namesOf("remote_ids[]=r-9")).toEqual([0]);
    expect(await namesOf("remote_ids=")).toEqual([0]);
    expect(await namesOf("parent_id=0")).toEqual([2, "Sales", "IT"]);
    expect(await namesOf(`parent_id=${sales}`)).toEqual([1, "North"]);
    expect(await namesOf(`parent_id=${north.data.group_id}`)).toEqual([0]);
    expect(await namesOf("per_page=3&page=1")).toEqual([4, "Acme", "Sales", "North"]);
    expect(await namesOf("per_page=3&page=2")).toEqual([4, "IT"]);
    for (const query of ["remote_ids[]=", "parent_id=x", "page=0", "per_page=0", "per_page=1002"])
      await expectRefused(() => ask(query), "invalid_argument");
    await expectRefused(() => ask("parent_id=999999"), "parent_group_not_found");
  });

  it("refuse what would not fit", async () => {
    const [root] = await listGroups();
    const rootId = root?.id ?? 0;
    const one = await makeGroup("One");
    const below = await makeGroup("Below", one);
    expect(outcomeOf(await acme.post(groups, { name: "R", remote_id: "r-1" }))).toBe("OK");
    const foreign = await teamClient(platform, "birch");
    const birchGroups = `/api/contacts/teams/${await teamIdOf(platform, "Birch")}/groups`;
    const theirs = (await foreign.post<{ group_id: number }>(birchGroups, { name: "Theirs" })).data.group_id;
    const attempts: readonly (readonly [string, Record<string, unknown>, string])[] = [
      [groups, { name: "" }, "invalid_argument"],
      [groups, { name: "a\nb" }, "invalid_argument"],
      [groups, { name: "x".repeat(101) }, "invalid_argument"],
      [groups, { name: "x", parent_id: 999_999 }, "parent_group_not_found"],
      [groups, { name: "x", parent_id: theirs }, "parent_group_not_found"],
      [groups, { name: "x", remote_id: "r-1" }, "duplicated_remote_id"],
      [groups, { name: " " }, "invalid_argument"],
      ...[" ", "a/b", "a\nb", ".."].map(
        (remote_id) => [groups, { name: "x", remote_id }, "invalid_argument"] as const,
      ),
      [groups, { name: "x", remote_id: "r-2", remoteId: "r-3" }, "invalid_argument"],
      [`${groups}/${one}`, { remoteId: "r-1" }, "duplicated_remote_id"],
      [`${groups}/${one}`, { parent_id: below }, "parent_group_not_found"],
      [`${groups}/${one}`, { parent_id: one }, "parent_group_not_found"],
      [`${groups}/${theirs}`, { name: "x" }, "contacts_group_not_found"],
      [`${groups}/${rootId}`, { name: "x" }, "default_group_be_modified"],
      [`${groups}/0`, { name: "x" }, "default_group_be_modified"],
      [`${groups}/x`, { name: "x" }, "invalid_argument"],
      [`${groups}/batch_delete`, { group_ids: [] }, "invalid_argument"],
      [`${groups}/batch_delete`, { group_ids: [one, rootId] }, "default_group_be_modified"],
      [`${groups}/batch_delete`, { group_ids: [one, theirs] }, "contacts_group_not_found"],
      ["/api/contacts/teams/999999/groups", { name: "x" }, "contacts_team_not_found"],
      [birchGroups, { name: "x" }, "contacts_team_not_found"],
    ];
    for (const [path, fields, type] of attempts) await expectRefused(() => acme.post(path, fields), type);
  });

  it("have at most ten levels, also when a tree is moved", async () => {
    let parent = 0;
    for (let level = 1; level <= 10; level += 1) parent = await makeGroup(`Level ${level}`, parent);
    await expectRefused(() => acme.post(groups, { name: "x", parent_id: parent }), "group_too_deep");
    const top = await makeGroup("Top");
    const [, first] = await listGroups();
    const move = { parent_id: top };
    await expectRefused(() => acme.post(`${groups}/${first?.id ?? 0}`, move), "group_too_deep");
  });

  it("are at most a thousand in a team", async () => {
    await addManyGroups(platform, { teamId, count: 1000 });
    await expectRefused(() => acme.post(groups, { name: "x" }), "resource_exhausted");
  });
});

describe("the members of a team's contacts", () => {
  it("are added to a group, listed, changed and removed", async () => {
    const group = await makeGroup("Sales");
    const userId = await register("p-1");
    expect((await acme.post(member(group, userId), { role: 3 })).data).toEqual({});
    expect((await acme.get(`${groups}/${group}/users`)).data).toEqual({
      total: 1,
      list: [
        {
          user_id: userId,
          respondent_id: userId,
          respon_id: userId,
          name: "Nick p-1",
          avatar: "",
          role: 3,
          group_full_name: "Acme/Sales",
          group_id: group,
          is_org_available: true,
          is_org_creator: false,
        },
      ],
    });
    expect((await contactsIn(users)).map(({ user_id }) => user_id)).toContain(userId);
    expect(outcomeOf(await acme.post(member(group, userId), {}))).toBe("contacts_user_existed");
    expect(outcomeOf(await acme.post(member(group, userId), { role: 4 }))).toBe("OK");
    const other = await makeGroup("IT");
    const change = { nickname: "Renamed", role: "2", group_ids: `[${other}]`, open_id: "p-1" };
    expect((await acme.postForm(`${users}/${userId}`, change)).data).toEqual({});
    expect(await contactsIn(`${groups}/${group}/users`)).toEqual([]);
    expect(await contactsIn(`${groups}/${other}/users`)).toMatchObject([{ name: "Renamed", role: 2 }]);
    const gone = await acme.send(member(other, userId), { method: "DELETE" });
    expect([gone.code, gone.data]).toEqual(["OK", {}]);
    expect((await contactsIn(users)).map(({ user_id }) => user_id)).not.toContain(userId);
  });

  it("join a group by a POST without a body, and leave it by the same call", async () => {
    const group = await makeGroup("Sales");
    const userId = await register("p-1");
    const withoutBody = (id: number) => acme.send(member(group, id), { method: "POST" });
    const inGroup = () => contactsIn(`${groups}/${group}/users`);
    expect(outcomeOf(await withoutBody(userId))).toBe("OK");
    expect(await inGroup()).toMatchObject([{ user_id: userId, role: 4 }]);
    expect(outcomeOf(await withoutBody(userId))).toBe("OK");
    expect(await inGroup()).toEqual([]);
    expect((await contactsIn(users)).map(({ user_id }) => user_id)).not.toContain(userId);
    expect(outcomeOf(await acme.post(member(group, userId), {}))).toBe("OK");
    expect(await inGroup()).toMatchObject([{ user_id: userId, role: 4 }]);
  });

  it("are not added by a POST without a body when they are no account of the application", async () => {
    const group = await makeGroup("Sales");
    const theirs = await register("p-1", await teamClient(platform, "birch"));
    for (const id of [theirs, 999_999])
      await expectRefused(() => acme.send(member(group, id), { method: "POST" }), "contacts_user_not_found");
  });

  it("stay in the team as long as they are in another group", async () => {
    const [one, other] = [await makeGroup("One"), await makeGroup("Other")];
    const userId = await register("p-1");
    for (const group of [one, other]) await acme.post(member(group, userId), {});
    expect(await contactsIn(users)).toHaveLength(3);
    await acme.send(member(one, userId), { method: "DELETE" });
    expect(await contactsIn(users)).toHaveLength(3);
    await acme.post(`${groups}/batch_delete`, { group_ids: [other] });
    const [root] = await listGroups();
    const inRoot = await contactsIn(`${groups}/0/users`);
    expect(inRoot.at(-1)).toMatchObject({ user_id: userId, group_id: root?.id, group_full_name: "Acme" });
    await acme.send(member(0, userId), { method: "DELETE" });
    expect(await contactsIn(users)).toHaveLength(2);
  });

  it("are own accounts, or members already: no one else is added to a team", async () => {
    const group = await makeGroup("Sales");
    const theirs = await register("p-1", await teamClient(platform, "birch"));
    const outsider = await userIdOf(platform, "ada");
    await platform.database.write(({ kysely }) =>
      kysely
        .deleteFrom("team_members")
        .where("team_id", "=", teamId)
        .where("user_id", "=", outsider)
        .execute(),
    );
    for (const id of [theirs, outsider, 999_999]) {
      await expectRefused(() => acme.post(member(group, id), { role: 4 }), "contacts_user_not_found");
      await expectRefused(
        () => acme.post(`${users}/${id}`, { group_ids: [group] }),
        "contacts_user_not_found",
      );
    }
    const bob = await userIdOf(platform, "bob");
    expect(outcomeOf(await acme.post(member(group, bob), {}))).toBe("OK");
    await expectRefused(() => acme.post(`${users}/${bob}`, { nickname: "x" }), "claim_error");
    const own = await register("p-2");
    await expectRefused(() => acme.post(member(group, own), { openid: "p-3" }), "contacts_user_not_found");
  });

  it("cannot be made creators, and neither creators nor other administrators are changed or removed", async () => {
    const group = await makeGroup("Sales");
    const ada = await userIdOf(platform, "ada");
    const bob = await userIdOf(platform, "bob");
    const own = await register("p-1");
    await expectRefused(() => acme.post(member(group, own), { role: 0 }), "invalid_argument");
    await expectRefused(() => acme.post(member(0, ada), { role: 4 }), "claim_error");
    await expectRefused(() => acme.send(member(0, ada), { method: "DELETE" }), "claim_error");
    await expectRefused(() => acme.post(member(0, bob), { role: 2 }), "claim_error");
    expect(outcomeOf(await acme.post(member(0, bob), { role: 3 }))).toBe("OK");
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("team_members")
        .set({ role: 2 })
        .where("user_id", "=", bob)
        .where("team_id", "=", teamId)
        .execute(),
    );
    await expectRefused(() => acme.send(member(0, bob), { method: "DELETE" }), "claim_error");
    await expectRefused(() => acme.post(member(0, bob), { role: 4 }), "claim_error");
    expect(outcomeOf(await acme.post(member(0, own), { role: 2 }))).toBe("OK");
    expect(outcomeOf(await acme.post(member(0, own), { role: 4 }))).toBe("OK");
  });

  it("are at most ten thousand", async () => {
    const own = await register("p-1");
    const later = await register("p-2");
    await acme.post(member(0, own), {});
    // Ada, Bob and the account are members too.
    await addManyMembers(platform, { teamId, count: 10_000 - 3 });
    await expectRefused(() => acme.post(member(0, later), { role: 4 }), "exceed_user_limit");
    expect(outcomeOf(await acme.post(member(0, own), { role: 3 }))).toBe("OK");
  });
});

it("contacts of a team that is declared again keep the accounts that its application added", async () => {
  const own = await register("p-1");
  await acme.post(member(0, own), {});
  await applyDeclaration(platform.database, sampleDeclaration, { zone: platformZone("Asia/Shanghai") });
  expect((await contactsIn(users)).map(({ user_id }) => user_id)).toContain(own);
});
