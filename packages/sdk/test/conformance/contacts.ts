import { describe, expect, test } from "vitest";
import type {
  ContactGroup,
  ContactGroupList,
  ContactList,
  CreatedContactGroup,
  CreatedOrg,
  RegisteredAccount,
} from "../../src/index.ts";
import type { Caller, Parameters } from "./conformance-subject.ts";
import { expectRefusal } from "./envelope.ts";

/** A team of its own, so that tests do not meet in one. */
async function start(caller: Caller) {
  const proof = await caller.teamProof();
  const register = async () => {
    const openid = `contact ${crypto.randomUUID()}`;
    const { data } = await caller.post<RegisteredAccount>("/api/sso/users", proof, { openid });
    return { id: data.user_id, openid };
  };
  const creator = await register();
  const name = `Team ${crypto.randomUUID()}`;
  const { data } = await caller.post<CreatedOrg>("/api/orgs", proof, { name, user_id: creator.id });
  const team = `/api/contacts/teams/${data.team_id}`;
  const createGroup = async (group: string, parent_id = 0) =>
    (await caller.post<CreatedContactGroup>(`${team}/groups`, proof, { name: group, parent_id })).data
      .group_id;
  return {
    proof,
    register,
    creator,
    name,
    teamId: data.team_id,
    team,
    groups: `${team}/groups`,
    createGroup,
  };
}

async function groupsOf(caller: Caller, { groups, proof }: Awaited<ReturnType<typeof start>>) {
  return (await caller.call<ContactGroupList>(groups, proof)).data.list;
}

const namesOf = (groups: readonly ContactGroup[], team: string) =>
  groups.map(({ full_name }) => full_name.replace(team, "T"));

/** The calls about the groups and members of a team. */
export function testContacts(given: () => Caller): void {
  describe("the groups of a team's contacts", () => {
    test("are narrowed to names of the application, to a parent and to a page", async () => {
      const caller = given();
      const { proof, groups, createGroup } = await start(caller);
      const sales = await createGroup("Sales");
      await caller.post(groups, proof, { name: "North", parent_id: sales, remote_id: "r-1" });
      await caller.post(groups, proof, { name: "IT", remote_id: "r-2" });
      const listed = async (query: Parameters) => {
        const { data } = await caller.call<ContactGroupList>(groups, { ...proof, ...query });
        return [data.total, ...data.list.slice(-2).map((group) => group.name)];
      };
      expect(await listed({ "remote_ids[]": "r-2" })).toEqual([1, "IT"]);
      expect(await listed({ "remote_ids[]": "r-9" })).toEqual([0]);
      expect(await listed({ parent_id: sales })).toEqual([1, "North"]);
      expect(await listed({ parent_id: 0 })).toEqual([2, "Sales", "IT"]);
      expect(await listed({ page: 2, per_page: 3 })).toEqual([4, "IT"]);
      for (const query of [{ "remote_ids[]": "" }, { page: 0 }, { per_page: "x" }, { parent_id: "x" }])
        expectRefusal(caller, await caller.call(groups, { ...proof, ...query }), "invalid_argument");
      const unknown = { ...proof, parent_id: 999_999_999 };
      expectRefusal(caller, await caller.call(groups, unknown), "parent_group_not_found");
    });

    test("begin with the one that stands for the team, and have one shape", async () => {
      const caller = given();
      const started = await start(caller);
      const { proof, groups, teamId, name } = started;
      const made = await caller.post(groups, proof, { name: "Sales", remoteId: "r-1", order: 3 });
      expect(made.data).toEqual({ group_id: expect.any(Number), name: "Sales" });
      const [root, sales] = await groupsOf(caller, started);
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const shared = { team_id: teamId, source: 1, is_valid: true, created_at: time, updated_at: time };
      const ofTeam = { name, full_name: name, parent_id: 0, remote_id: "", remoteId: "", order: 0 };
      expect(root).toEqual({ ...shared, ...ofTeam, id: expect.any(Number) });
      const own = { parent_id: root?.id, remote_id: "r-1", remoteId: "r-1", order: 3, name: "Sales" };
      expect(sales).toEqual({ ...shared, ...own, full_name: `${name}/Sales`, id: made.data["group_id"] });
    });

    test("are changed, moved and deleted with those below", async () => {
      const caller = given();
      const started = await start(caller);
      const { proof, groups, name, createGroup } = started;
      const sales = await createGroup("Sales");
      const north = await createGroup("North", sales);
      const other = await createGroup("IT");
      expect(namesOf(await groupsOf(caller, started), name)).toEqual([
        "T",
        "T/Sales",
        "T/Sales/North",
        "T/IT",
      ]);
      const moved = await caller.post(`${groups}/${north}`, proof, { parent_id: other, name: "Nord" });
      expect(moved.data).toEqual({});
      expect(namesOf(await groupsOf(caller, started), name)).toEqual(["T", "T/Sales", "T/IT", "T/IT/Nord"]);
      const deleted = await caller.post(`${groups}/batch_delete`, proof, { group_ids: `[${other}]` });
      expect(deleted.data).toEqual({});
      expect(namesOf(await groupsOf(caller, started), name)).toEqual(["T", "T/Sales"]);
    });

    test("refuse what would not fit", async () => {
      const caller = given();
      const { proof, groups, createGroup } = await start(caller);
      const one = await createGroup("One");
      let deepest = one;
      for (let level = 2; level <= 10; level += 1) deepest = await createGroup(`${level}`, deepest);
      await caller.post(groups, proof, { name: "R", remote_id: "r" });
      for (const [path, body, type] of [
        [groups, {}, "invalid_argument"],
        [groups, { name: "a\nb" }, "invalid_argument"],
        [groups, { name: "x", parent_id: 999_999_999 }, "parent_group_not_found"],
        [groups, { name: "x", parent_id: deepest }, "group_too_deep"],
        [groups, { name: "x", remote_id: "r" }, "duplicated_remote_id"],
        [`${groups}/${one}`, { remote_id: "r" }, "duplicated_remote_id"],
        [`${groups}/${one}`, { parent_id: deepest }, "parent_group_not_found"],
        [`${groups}/0`, { name: "x" }, "default_group_be_modified"],
        [`${groups}/999999999`, { name: "x" }, "contacts_group_not_found"],
        [`${groups}/batch_delete`, { group_ids: [0] }, "default_group_be_modified"],
        [`${groups}/batch_delete`, { group_ids: [one, 999_999_999] }, "contacts_group_not_found"],
        [`${groups}/batch_delete`, { group_ids: [] }, "invalid_argument"],
        ["/api/contacts/teams/999999999/groups", { name: "x" }, "contacts_team_not_found"],
      ] as const)
        expectRefusal(caller, await caller.post(path, proof, body), type);
    });
  });

  describe("the members of a team's contacts", () => {
    test("join a group by a POST without a body, and leave it by the same call", async () => {
      const caller = given();
      const { proof, groups, register, createGroup } = await start(caller);
      const [{ id }, group] = [await register(), await createGroup("One")];
      const totals: number[] = [];
      for (let time = 0; time < 2; time += 1) {
        expect((await caller.post(`${groups}/${group}/users/${id}`, proof, undefined)).data).toEqual({});
        const { data } = await caller.call<ContactList>(`${groups}/${group}/users`, proof);
        totals.push(data.total);
      }
      expect(totals).toEqual([1, 0]);
    });

    test("join a group, are listed and changed, and leave", async () => {
      const caller = given();
      const { proof, team, groups, name, register, createGroup } = await start(caller);
      const { id, openid } = await register();
      const [one, other] = [await createGroup("One"), await createGroup("Other")];
      const member = `${groups}/${one}/users/${id}`;
      expect((await caller.post(member, proof, { role: 3, openid })).data).toEqual({});
      const shown = { user_id: id, respondent_id: id, respon_id: id, name: openid, avatar: "", role: 3 };
      const state = { is_org_available: true, is_org_creator: false };
      expect((await caller.call(`${groups}/${one}/users`, proof)).data).toEqual({
        total: 1,
        list: [{ ...shown, ...state, group_id: one, group_full_name: `${name}/One` }],
      });
      expectRefusal(caller, await caller.post(member, proof, {}), "contacts_user_existed");
      const change = { role: 4, group_ids: [other], nickname: "Cy" };
      expect((await caller.post(`${team}/users/${id}`, proof, change)).data).toEqual({});
      const page = { ...proof, page: 1, per_page: 1, "roles[]": 4 };
      const { data } = await caller.call<ContactList>(`${team}/users`, page);
      expect(data).toMatchObject({ total: 1, list: [{ user_id: id, name: "Cy", group_id: other }] });
      expect((await caller.call(`${groups}/${one}/users`, proof)).data).toEqual({ total: 0, list: [] });
      expectRefusal(caller, await caller.delete(member, proof), "contacts_user_not_found");
      expect((await caller.delete(`${groups}/${other}/users/${id}`, proof)).data).toEqual({});
      expect((await caller.call<ContactList>(`${team}/users`, proof)).data.total).toBe(1);
    });

    test("are accounts of the application or members already, and creators stay", async () => {
      const caller = given();
      const { proof, team, groups, creator, register } = await start(caller);
      const { id } = await register();
      for (const [path, body, type] of [
        [`${groups}/0/users/999999999`, { role: 4 }, "contacts_user_not_found"],
        [`${team}/users/999999999`, { role: 4 }, "contacts_user_not_found"],
        [`${groups}/0/users/${id}`, { openid: "another" }, "contacts_user_not_found"],
        [`${groups}/0/users/${id}`, { role: 0 }, "invalid_argument"],
        [`${groups}/999999999/users/${id}`, { role: 4 }, "contacts_group_not_found"],
        [`${groups}/0/users/${creator.id}`, { role: 4 }, "claim_error"],
        ["/api/contacts/teams/999999999/users/1", { role: 4 }, "contacts_team_not_found"],
      ] as const)
        expectRefusal(caller, await caller.post(path, proof, body), type);
      expectRefusal(caller, await caller.delete(`${groups}/0/users/${creator.id}`, proof), "claim_error");
    });

    test("are out of reach of a user's token and of a wrong one", async () => {
      const caller = given();
      const { proof, team, groups } = await start(caller);
      const reader = caller.proofOf(await caller.signIn());
      for (const path of [`${team}/users`, groups, `${groups}/0/users`])
        expectRefusal(caller, await caller.call(path, reader), "claim_error");
      expectRefusal(caller, await caller.post(groups, reader, { name: "x" }), "permission_denied");
      const wrong = { ...proof, access_token: "x" };
      expectRefusal(caller, await caller.delete(`${groups}/x/users/y`, wrong), "invalid_token");
    });
  });
}
