import { beforeEach, describe, expect, test } from "vitest";
import { errorKinds } from "../../../src/errors.ts";
import {
  createSurvey,
  outcomeOf,
  sendCall,
  startWriting,
  type WritingStage,
} from "../../support/api-calls.ts";
import { pathWithQuery } from "../../support/raw-http.ts";
import { teamIdOf } from "../../support/routes/team-routes.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import type { Envelope } from "../../support/test-platform.ts";

/*
 * What clients that others wrote were measured to need of the calls that write, one test for each shape. What they need
 * of the calls that read is in independent-clients.test.ts.
 */

type Fields = Readonly<Record<string, unknown>>;

let stage: WritingStage;
let teamId: number;
let contacts: string;

beforeEach(async () => {
  stage = await startWriting();
  teamId = await teamIdOf(stage.platform, "Acme");
  contacts = `/api/contacts/teams/${teamId}`;
});

/** Sends any request with the token of the team. */
async function send<Data = Fields>(method: "GET" | "POST" | "DELETE", path: string, body?: URLSearchParams) {
  const [plain = "", query = ""] = path.split("?");
  const address = pathWithQuery(plain, { ...stage.tokens.acme }) + (query === "" ? "" : `&${query}`);
  const response = await stage.platform.fetch(address, { method, ...(body !== undefined && { body }) });
  // A test of its own holds the shape.
  return (await response.json()) as Envelope<Data>;
}

const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields);

async function register(openid: string): Promise<Fields & { readonly user_id: number }> {
  const { data } = await send<Fields & { user_id: number }>("POST", "/api/sso/users", form({ openid }));
  return data;
}

async function createGroup(name: string): Promise<number> {
  const made = await send<{ group_id: number }>("POST", `${contacts}/groups`, form({ name }));
  return made.data.group_id;
}

describe("every response", () => {
  test("has an object in data and a known code, served or refused", async () => {
    const survey = await createSurvey(stage);
    const codes = new Set<string>(["OK", ...Object.values(errorKinds).map(({ code }) => code)]);
    expect(codes.size).toBeLessThanOrEqual(9);
    for (const [method, path] of [
      ["POST", `${survey}/settings`],
      ["POST", "/api/surveys"],
      ["POST", "/api/sso/users"],
      ["POST", `${survey}/nowhere`],
      ["DELETE", `${survey}/webhooks/1`],
      ["DELETE", survey],
      ["GET", `${contacts}/groups`],
      ["GET", "/api/webhooks/ip"],
    ] as const) {
      const { code, data } = await send(method, path);
      expect([path, codes.has(code), typeof data, Array.isArray(data)]).toEqual([
        path,
        true,
        "object",
        false,
      ]);
    }
  });

  test("is invalid_token for a bad token, whatever else is wrong", async () => {
    const token = { appid: "acme_team", access_token: "sopt_wrong" };
    for (const path of ["/api/surveys", "/api/sso/users/x", "/api/contacts/teams/x/groups", "/api/orgs"]) {
      const response = await sendCall(stage.platform, path, { token, body: [] });
      expect([path, ((await response.json()) as Envelope).error.type]).toEqual([path, "invalid_token"]);
    }
  });
});

test("the team's numeric id is on its page, and is both org and user_id", async () => {
  const ada = await signedInBrowser(stage.platform);
  expect((await ada.get(`/teams/${teamId}`)).html).toContain(String(teamId));
  for (const fields of [{ org: teamId }, { user_id: teamId }, { org: teamId, user_id: teamId }])
    expect(await stage.post("/api/surveys", { text: "A\n\n\n\nB[单选题]\nC\nD", ...fields })).toMatchObject({
      id: expect.any(Number),
    });
});

describe("a survey text", () => {
  test("may number its titles, leave lines empty, have no introduction and a scale", async () => {
    const text = "Lunch\n\n\n\n1. Q1[单选题]\nGood\nBad\n\n2. Q2[量表题]\n1~5\n\n3. Q3[多行文本题]";
    const path = await createSurvey(stage, text);
    const survey = (await stage.get(path)) as { pages: readonly { questions: readonly Fields[] }[] };
    expect(survey).toMatchObject({ title: "Lunch", prefix: "" });
    const questions = survey.pages.flatMap((page) => page.questions);
    expect(questions.map(({ type }) => type)).toEqual(["radio", "star", "textarea"]);
    expect(questions[1]).toMatchObject({ starNum: 5 });
  });

  test("keeps unknown words between brackets as text", async () => {
    const path = await createSurvey(stage, "Lunch\n\n\n\nHow[scale][单行文本题]");
    expect(JSON.stringify(await stage.get(path))).toContain("How[scale]");
  });

  test("is created under four names: survey_id, id, hash and url, and survey_url", async () => {
    const made = (await stage.post("/api/surveys", { text: "A\n\n\n\nB[Single Line Text]" })) as Fields;
    expect(made).toEqual({
      survey_id: made["id"],
      id: expect.any(Number),
      hash: expect.stringMatching(/^[0-9a-f]+$/),
      url: made["survey_url"],
      survey_url: expect.stringContaining(`/s2/${String(made["id"])}/${String(made["hash"])}/`),
      notes: [],
      source: "",
      report: [],
    });
  });
});

describe("a webhook", () => {
  test("has a number, user_id 0, options as a JSON text and no secret when it is read", async () => {
    const hooks = `${await createSurvey(stage)}/webhooks`;
    const made = await send<{ id: number }>("POST", hooks, form({ url: "https://hooks.example/" }));
    const { data } = await send("GET", `${hooks}/${made.data.id}`);
    expect(data).toMatchObject({ user_id: 0, secret: "", options: '{"listenedResources":["answer"]}' });
    expect(data["id"]).toBeGreaterThan(0);
    for (const time of ["created_at", "updated_at"])
      expect(data[time]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  test("that is not active is created without its address being looked up", async () => {
    const hooks = `${await createSurvey(stage)}/webhooks`;
    const made = await send(
      "POST",
      hooks,
      form({ url: "https://no-such-host.invalid/", is_active: "false" }),
    );
    expect([made.code, made.data["is_active"]]).toEqual(["OK", false]);
  });
});

describe("an account", () => {
  test("has ids that are not zero, and a second one with its openid is openid_existed", async () => {
    const { user_id, respondent_id } = await register("p-1");
    expect([user_id > 0, respondent_id]).toEqual([true, user_id]);
    expect((await send("POST", "/api/sso/users", form({ openid: "p-1" }))).error.type).toBe("openid_existed");
  });

  test("may be named by open_id", async () => {
    expect((await send("POST", "/api/sso/users", form({ open_id: "p-2" }))).code).toBe("OK");
    expect((await send("GET", "/api/sso/users/p-2")).data).toMatchObject({ openid: "p-2" });
  });
});

describe("a group of contacts", () => {
  test("is created with its id and name as the response", async () => {
    const { data } = await send("POST", `${contacts}/groups`, form({ name: "Sales" }));
    expect(data).toEqual({ group_id: expect.any(Number), name: "Sales" });
  });

  test("has an integer source, both spellings of remote_id and RFC 3339 times, and a small id", async () => {
    await send("POST", `${contacts}/groups`, form({ name: "Sales", remoteId: "r-1" }));
    const { data } = await send<{ list: readonly Fields[] }>("GET", `${contacts}/groups`);
    expect(data.list.at(-1)).toMatchObject({ source: 1, remote_id: "r-1", remoteId: "r-1" });
    for (const group of data.list) {
      expect(group["id"]).toBeLessThan(100);
      expect(group["created_at"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    }
  });

  test("may be in lists that forms send as text", async () => {
    const [one, other] = [await createGroup("One"), await createGroup("Other")];
    const deleted = await send(
      "POST",
      `${contacts}/groups/batch_delete`,
      form({ group_ids: `[${one},${other}]` }),
    );
    expect([deleted.code, deleted.data]).toEqual(["OK", {}]);
  });
});

describe("a member of contacts", () => {
  test("has each of the names that clients read", async () => {
    const { user_id } = await register("p-1");
    const group = await createGroup("Sales");
    const change = form({ group_ids: `[${group}]`, role: "3", open_id: "p-1" });
    expect((await send("POST", `${contacts}/users/${user_id}`, change)).code).toBe("OK");
    const { data } = await send<{ list: readonly Fields[] }>("GET", `${contacts}/groups/${group}/users`);
    expect(data.list).toEqual([
      {
        user_id,
        respondent_id: user_id,
        respon_id: user_id,
        name: "p-1",
        avatar: "",
        role: 3,
        group_full_name: "Acme/Sales",
        group_id: group,
        is_org_available: true,
        is_org_creator: false,
      },
    ]);
  });

  test("is added without an openid by a POST with an empty body, and removed by the same POST", async () => {
    const { user_id } = await register("p-1");
    const member = `${contacts}/groups/${await createGroup("Sales")}/users/${user_id}`;
    const listed: unknown[] = [];
    for (let time = 0; time < 3; time += 1) {
      expect((await send("POST", member)).code).toBe("OK");
      listed.push((await send("GET", member.replace(/\/\d+$/, ""))).data["total"]);
    }
    expect(listed).toEqual([1, 0, 1]);
  });

  test("is added by an empty object, whose key does not remove", async () => {
    const { user_id } = await register("p-1");
    const member = `${contacts}/groups/0/users/${user_id}`;
    const call = { token: stage.tokens.acme, headers: { "Idempotency-Key": "k" } };
    expect(await outcomeOf(await sendCall(stage.platform, member, { ...call, body: {} }))).toEqual({});
    expect(await outcomeOf(await sendCall(stage.platform, member, call))).toBe(
      "invalid_argument Idempotency-Key",
    );
  });

  test("is found by roles[]=0&roles[]=2", async () => {
    const path = `${contacts}/users?${encodeURIComponent("roles[]")}=0&roles[]=2`;
    const { data } = await send<{ list: readonly Fields[] }>("GET", path);
    expect(data.list.map(({ role, is_org_creator }) => [role, is_org_creator])).toEqual([[0, true]]);
  });
});
