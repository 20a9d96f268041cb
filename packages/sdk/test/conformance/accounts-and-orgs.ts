import { describe, expect, test } from "vitest";
import type { Account, CreatedOrg, Org, RegisteredAccount } from "../../src/index.ts";
import type { Caller } from "./conformance-subject.ts";
import { expectRefusal } from "./envelope.ts";

async function registered(caller: Caller) {
  const proof = await caller.teamProof();
  const openid = `user ${crypto.randomUUID()}`;
  const { data } = await caller.post<RegisteredAccount>("/api/sso/users", proof, { openid });
  return { proof, openid, path: `/api/sso/users/${encodeURIComponent(openid)}`, id: data.user_id };
}

async function withOrg(caller: Caller) {
  const { proof, id: userId } = await registered(caller);
  const name = `Team ${crypto.randomUUID()}`;
  const { data } = await caller.post<CreatedOrg>("/api/orgs", proof, { name, user_id: userId });
  return { proof, userId, name, id: data.org_id, created: data, path: `/api/orgs/${data.org_id}` };
}

/** The calls about accounts of an application's own users, and about teams. */
export function testAccountsAndOrgs(given: () => Caller): void {
  describe("an account of an application's own user", () => {
    test("is registered once, read and changed", async () => {
      const caller = given();
      const { proof, openid, path, id } = await registered(caller);
      expect(id).toBeGreaterThan(0);
      const account = { user_id: id, respondent_id: id, openid, nickname: openid, avatar: "" };
      expect((await caller.call<Account>(path, proof)).data).toEqual(account);
      expectRefusal(caller, await caller.post("/api/sso/users", proof, { openid }), "openid_existed");
      const looks = { nickname: "Cy", avatar: "https://pictures.example/cy" };
      expect((await caller.post(path, proof, looks)).data).toEqual({});
      expect((await caller.call(path, proof)).data).toEqual({ ...account, ...looks });
      expectRefusal(caller, await caller.post(path, proof, { nickname: "" }), "update_user_error");
      expectRefusal(caller, await caller.post(path, proof, { avatar: "x:1" }), "invalid_argument");
      expectRefusal(caller, await caller.call("/api/sso/users/unknown", proof), "user_not_found");
      expectRefusal(caller, await caller.post("/api/sso/users", proof, {}), "invalid_argument");
      for (const fields of [
        { openid: " " },
        { openid: "a/b" },
        { openid: "a\nb" },
        { openid: "x", nickname: "" },
      ])
        expectRefusal(caller, await caller.post("/api/sso/users", proof, fields), "invalid_argument");
    });

    test("gets login codes, each shown once", async () => {
      const caller = given();
      const { proof, id } = await registered(caller);
      const body = { user_id: id, scene_type: "respondent" };
      const key = { "idempotency-key": "code" };
      const { data } = await caller.post<{ code: string }>("/api/sso/code", proof, body, key);
      expect(data.code).toMatch(/^[0-9A-Za-z]{32}$/);
      expect((await caller.post("/api/sso/code", proof, body, key)).data).toEqual({ code: "" });
      const other = await caller.post("/api/sso/code", proof, { ...body, user_id: 999_999_999 });
      expectRefusal(caller, other, "user_not_found");
      const wrong = await caller.post("/api/sso/code", proof, { ...body, scene_type: "admin" });
      expectRefusal(caller, wrong, "invalid_argument");
    });

    test("is out of reach of a user's token and of a wrong one", async () => {
      const caller = given();
      const { proof, path } = await registered(caller);
      const reader = caller.proofOf(await caller.signIn());
      expectRefusal(caller, await caller.call(path, reader), "claim_error");
      expectRefusal(caller, await caller.post(path, reader, {}), "permission_denied");
      expectRefusal(caller, await caller.post(path, { ...proof, access_token: "x" }, []), "invalid_token");
    });
  });

  describe("a team that an application created", () => {
    test("is read with its members and its project", async () => {
      const caller = given();
      const { proof, userId, name, id, created, path } = await withOrg(caller);
      expect(created).toEqual({ org_id: id, team_id: id });
      const shown = { id, name, phone: "", current_user_role: 2, creator_id: userId, team_id: id };
      expect((await caller.call<Org>(path, proof)).data).toMatchObject(shown);
      const creator = { total: 1, list: [{ user_id: userId, role: 0 }] };
      expect((await caller.call(`${path}/users`, proof)).data).toMatchObject(creator);
      expect((await caller.call(`${path}/users`, { ...proof, "roles[]": 0 })).data).toMatchObject(creator);
      const members = await caller.call(`${path}/users`, { ...proof, "roles[]": 4 });
      expect(members.data).toEqual({ total: 0, list: [] });
      const project = { id, type: 1, owner_user_id: id, user_id: userId, name };
      const projects = await caller.call(`${path}/projects`, proof);
      expect(projects.data).toMatchObject({ total: 1, list: [project] });
    });

    test("has a name of its own, and its creator at most five", async () => {
      const caller = given();
      const { proof, userId, name } = await withOrg(caller);
      const create = (wanted: string, user_id = userId) =>
        caller.post("/api/orgs", proof, { name: wanted, user_id });
      expectRefusal(caller, await create(name), "org_create_error");
      expectRefusal(caller, await create("Others", 999_999_999), "claim_error");
      expectRefusal(caller, await create(" Padded"), "invalid_argument");
      for (let count = 1; count < 5; count += 1) expect((await create(`${name} ${count}`)).code).toBe("OK");
      expectRefusal(caller, await create(`${name} 5`), "org_resource_exhausted");
    });

    test("is out of reach of others", async () => {
      const caller = given();
      const { proof, path } = await withOrg(caller);
      const reader = caller.proofOf(await caller.signIn());
      for (const part of ["", "/users", "/projects"]) {
        expectRefusal(caller, await caller.call(path + part, reader), "claim_error");
        expectRefusal(caller, await caller.call(`/api/orgs/999999999${part}`, proof), "claim_error");
        expectRefusal(caller, await caller.call(`/api/orgs/x${part}`, proof), "invalid_argument");
      }
    });
  });
}
