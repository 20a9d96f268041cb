import { beforeEach, describe, expect, it } from "vitest";
import { Browser } from "../../support/browser.ts";
import { databaseContents } from "../../support/database-contents.ts";
import { publishSurvey } from "../../support/published-survey.ts";
import { teamIdOf, userIdOf } from "../../support/routes/team-routes.ts";
import { outcomeOf, teamClient, type ApiClient } from "../../support/team-client.ts";
import { startTestPlatform, testStart, type TestPlatform } from "../../support/test-platform.ts";
import { redirectLink } from "../../support/third-party.ts";
import { searchAudit } from "../../../src/store/audit/audit-search.ts";

let platform: TestPlatform;
let acme: ApiClient;
let acmeId: number;

beforeEach(async () => {
  platform = await startTestPlatform();
  acme = await teamClient(platform);
  acmeId = await teamIdOf(platform, "Acme");
});

interface Account {
  readonly user_id: number;
  readonly respondent_id: number;
}

async function register(openid: string, client = acme): Promise<number> {
  const { data } = await client.post<Account>("/api/sso/users", { openid, nickname: `Nick ${openid}` });
  expect(data.user_id).toBeGreaterThan(0);
  return data.user_id;
}

describe("third-party accounts", () => {
  it("are registered once by openid, found and changed", async () => {
    const given = { openid: "p-1", nickname: "张三", avatar: "https://pictures.example/1.png" };
    const { code, data } = await acme.post<Account>("/api/sso/users", given);
    expect([code, data.respondent_id]).toEqual(["OK", data.user_id]);
    expect(outcomeOf(await acme.post("/api/sso/users", given))).toBe("openid_existed");
    expect((await acme.get("/api/sso/users/p-1")).data).toEqual({ ...data, ...given });
    const changed = await acme.post("/api/sso/users/p-1", { nickname: "李四" });
    expect([changed.code, changed.data]).toEqual(["OK", {}]);
    expect((await acme.get("/api/sso/users/p-1")).data).toEqual({ ...data, ...given, nickname: "李四" });
    expect(outcomeOf(await acme.get("/api/sso/users/p-2"))).toBe("user_not_found");
    expect(outcomeOf(await acme.post("/api/sso/users/p-2", { nickname: "x" }))).toBe("user_not_found");
    expect(outcomeOf(await acme.post("/api/sso/users/p-1", { nickname: "" }))).toBe("update_user_error");
    for (const fields of [{ nickname: " " }, { avatar: "x:1" }])
      expect(outcomeOf(await acme.post("/api/sso/users/p-1", fields))).toBe("invalid_argument");
  });

  it("come as forms, under open_id, and with every character but a slash in the openid", async () => {
    const openid = "用户 1?&=%#;@+..~";
    expect((await acme.postForm("/api/sso/users", { open_id: openid, nickname: "A" })).code).toBe("OK");
    const found = await acme.get<{ openid: string }>(`/api/sso/users/${encodeURIComponent(openid)}`);
    expect(found.data.openid).toBe(openid);
  });

  it("of one openid are one, however many calls register it at once", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => acme.post("/api/sso/users", { openid: "p-1" }).then(outcomeOf)),
    );
    expect(outcomes.toSorted()).toEqual(["OK", ...Array<string>(7).fill("openid_existed")]);
  });

  const refused: readonly Readonly<Record<string, string>>[] = [
    {},
    { openid: "" },
    { openid: "x".repeat(129) },
    { openid: "x\u0000" },
    { openid: " " },
    { openid: " x" },
    { openid: "x\u3000" },
    { openid: "two\nlines" },
    { openid: "two\u2028lines" },
    { openid: "x\u007f" },
    { openid: "a/b" },
    { openid: "a\\b" },
    { openid: "." },
    { openid: ".." },
    { openid: "\u200B" },
    { openid: "\u3164\u2060" },
    { openid: "x", nickname: "\u200B" },
    { openid: "x", nickname: "\u2800 \u3164" },
    { openid: "x", nickname: "" },
    { openid: "x", nickname: "n".repeat(65) },
    { openid: "x", nickname: " " },
    { openid: "x", nickname: "\u3000\u00a0" },
    { openid: "x", nickname: "two\nlines" },
    { openid: "x", avatar: "javascript:alert(1)" },
    { openid: "x", avatar: `https://p.example/${"a".repeat(240)}` },
  ];
  it.each(refused)("are refused with %j", async (fields) => {
    const before = await databaseContents(platform);
    expect(outcomeOf(await acme.post("/api/sso/users", fields))).toBe("invalid_argument");
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("get a code of 32 letters and digits that opens the editor", async () => {
    const user_id = await register("p-1");
    const issued = await acme.post<{ code: string }>("/api/sso/code", { user_id, scene_type: "user" });
    expect(issued.data.code).toMatch(/^[A-Za-z0-9]{32}$/);
    const link = redirectLink({ appid: "acme_team", code: issued.data.code, action: "survey_create" });
    const browser = new Browser(platform);
    expect((await browser.get(link)).location).toBe("/surveys/new");
    expect((await browser.get("/surveys/new")).status).toBe(200);
    const fields = { user_id: 999_999, scene_type: "user" };
    expect(outcomeOf(await acme.post("/api/sso/code", fields))).toBe("user_not_found");
    const wrongScene = { user_id, scene_type: "administrator" };
    expect(outcomeOf(await acme.post("/api/sso/code", wrongScene))).toBe("invalid_argument");
  });

  it("get a code with the first response only when the call is sent again", async () => {
    const body = JSON.stringify({ user_id: await register("p-1"), scene_type: "respondent" });
    const headers = { "content-type": "application/json", "idempotency-key": "code" };
    const issue = () => acme.send<{ code: string }>("/api/sso/code", { method: "POST", headers, body });
    expect((await issue()).data.code).toMatch(/^[A-Za-z0-9]{32}$/);
    expect((await issue()).data).toEqual({ code: "" });
  });

  it("are recorded in the audit log under the application", async () => {
    const id = await register("p-1");
    const [entry] = await searchAudit(platform.store.reader, {
      search: `third-party:${id}`,
      after: 0,
      limit: 5,
    });
    expect(entry).toMatchObject({ actor: "application acme_team", action: "third_party_account.created" });
  });
});

const path = (id: number, rest = "") => `/api/surveys/${id}/respondent/access_list${rest}`;

describe("the list of respondents of a survey", () => {
  it("grows, shrinks and is read page by page, the newest first", async () => {
    const { id } = await publishSurvey(platform, { text: "A\n\n\n\nB[Single Line Text]", ownerId: acmeId });
    const ids: number[] = [];
    for (let at = 0; at < 120; at += 1) ids.push(await register(`p-${at}`));
    for (const part of [ids.slice(0, 100), ids.slice(100)])
      expect((await acme.post(path(id, "/batch"), { type: 11, respondent_ids: part })).data).toEqual({});
    const first = await acme.get<{ list: { id: number; respondent_id: number }[] }>(path(id));
    expect(first.data.list.map((entry) => entry.respondent_id)).toEqual(ids.toReversed().slice(0, 100));
    const last = first.data.list.at(-1)?.id ?? 0;
    const second = await acme.get<typeof first.data>(path(id), { last_id: last });
    expect(second.data.list.map((entry) => entry.respondent_id)).toEqual(ids.toReversed().slice(100));
    const gone = { type: "11", respondent_ids: JSON.stringify(ids.slice(0, 100)) };
    expect((await acme.postForm(path(id, "/batch_delete"), gone)).data).toEqual({});
    expect((await acme.get<typeof first.data>(path(id))).data.list).toHaveLength(20);
  });

  it("refuses what it cannot be about, and is not changed by it", async () => {
    const { id } = await publishSurvey(platform, { text: "A\n\n\n\nB[Single Line Text]", ownerId: acmeId });
    const own = await register("p-1");
    const stranger = await register("p-1", await teamClient(platform, "birch"));
    const ada = await userIdOf(platform, "ada");
    const before = await databaseContents(platform);
    for (const [fields, outcome] of [
      [{ type: 11, respondent_ids: [] }, "invalid_list_length"],
      [{ type: 11, respondent_ids: Array.from({ length: 101 }, () => own) }, "invalid_list_length"],
      [{ type: 1, respondent_ids: [own] }, "invalid_type"],
      [{ type: 11, respondent_ids: [own, stranger] }, "user_not_found"],
      [{ type: 11, respondent_ids: [ada] }, "user_not_found"],
      [{ type: 11, respondent_ids: [own, 999_999] }, "user_not_found"],
      [{ type: 11, respondent_ids: "x" }, "invalid_argument"],
      [{ respondent_ids: [own] }, "invalid_argument"],
    ] as const)
      expect([fields, outcomeOf(await acme.post(path(id, "/batch"), fields))]).toEqual([fields, outcome]);
    const batch = { type: 11, respondent_ids: [own] };
    expect(outcomeOf(await acme.post(path(999_999, "/batch"), batch))).toBe("not_found");
    expect(await databaseContents(platform)).toEqual(before);
  });
});

describe("teams", () => {
  it("are created for an own account, at most five, and the application may act for them", async () => {
    const user_id = await register("p-1");
    const made = await acme.post<{ org_id: number; team_id: number }>("/api/orgs", { name: "Made", user_id });
    expect(made.data.team_id).toBe(made.data.org_id);
    const address = `/api/orgs/${made.data.org_id}`;
    expect((await acme.get(address)).data).toEqual({
      id: made.data.org_id,
      name: "Made",
      phone: "",
      current_user_role: 2,
      creator_id: user_id,
      creator_name: "Nick p-1",
      creator_avatar_url: "",
      team_id: made.data.org_id,
    });
    const birch = await teamClient(platform, "birch");
    expect(outcomeOf(await birch.get(address))).toBe("claim_error");
    expect(outcomeOf(await acme.post("/api/orgs", { name: "Made", user_id }))).toBe("org_create_error");
    for (let at = 2; at <= 5; at += 1)
      expect((await acme.post("/api/orgs", { name: `Made ${at}`, user_id })).code).toBe("OK");
    const sixth = await acme.post("/api/orgs", { name: "Made 6", user_id });
    expect(outcomeOf(sixth)).toBe("org_resource_exhausted");
    const ada = { name: "Another", user_id: await userIdOf(platform, "ada") };
    expect(outcomeOf(await acme.post("/api/orgs", ada))).toBe("claim_error");
    expect(outcomeOf(await acme.post("/api/orgs", { name: " Padded", user_id }))).toBe("invalid_argument");
  });

  it("of one name are one, however many calls create it at once", async () => {
    const user_id = await register("p-1");
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => acme.post("/api/orgs", { name: "Made", user_id }).then(outcomeOf)),
    );
    expect(outcomes.filter((outcome) => outcome === "OK")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "org_create_error")).toHaveLength(4);
  });

  it("list their members by role, and their surveys as one project", async () => {
    const users = `/api/orgs/${acmeId}/users`;
    const [ada, bob] = [await userIdOf(platform, "ada"), await userIdOf(platform, "bob")];
    const all = {
      total: 2,
      list: [expect.objectContaining({ user_id: ada }), { user_id: bob, name: "Bob", avatar: "", role: 4 }],
    };
    expect((await acme.get(users)).data).toEqual(all);
    for (const query of ["roles[]=0&roles[]=2", "roles[0]=0&roles[1]=2", "roles=[0,2]", "roles=0&roles=2"]) {
      const search = new URLSearchParams(acme.token).toString();
      const reply = await platform.fetch(`${users}?${search}&${query.replaceAll("[", "%5B")}`);
      expect([query, ((await reply.json()) as { data: { total: number } }).data.total]).toEqual([query, 1]);
    }
    expect((await acme.get(users, { page: 2, per_page: 1 })).data).toMatchObject({
      total: 2,
      list: [{ user_id: bob }],
    });
    const created = await platform.database.reader.kysely
      .selectFrom("teams")
      .select("created_at")
      .where("id", "=", acmeId)
      .executeTakeFirstOrThrow();
    expect(created.created_at).toBe(testStart);
    expect((await acme.get(`/api/orgs/${acmeId}/projects`)).data).toEqual({
      total: 1,
      list: [
        {
          id: acmeId,
          type: 1,
          level: 0,
          user_id: ada,
          owner_user_id: acmeId,
          name: "Acme",
          status: 1,
          created_at: "2026-11-21 16:00:00",
          updated_at: "2026-11-21 16:00:00",
        },
      ],
    });
  });
});
