import { beforeEach, describe, expect, it, test } from "vitest";
import { auditEntries } from "../support/audit.ts";
import { obtainOauthTokens, platformOrigin } from "../support/oauth.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import {
  callTool,
  chooseNothing,
  everyScope,
  newestClient,
  olderClient,
  teamToken,
  writingToken,
  type ToolOutcome,
} from "./support.ts";

let platform: TestPlatform;
let token: string;

beforeEach(async () => {
  platform = await startTestPlatform({ authUrl: platformOrigin });
  token = await writingToken(platform);
});

const text =
  "Lunch\n\n\nHow often?[Single Choice][Required]\nDaily\nRarely\n\nWhy?[Single Line Text][Optional]";

const call = (name: string, given: Readonly<Record<string, unknown>>) =>
  callTool(platform, token, name, given);

/** What a tool gave that did not refuse. */
function dataOf(outcome: ToolOutcome): Readonly<Record<string, unknown>> {
  expect(outcome).not.toMatchObject({ isError: true });
  return outcome.structuredContent ?? {};
}

async function createdSurvey(): Promise<number> {
  return Number(dataOf(await call("create_survey", { text }))["id"]);
}

interface Draft {
  readonly revision: number;
  readonly rules: readonly string[];
  readonly definition: {
    readonly title: string;
    readonly pages: readonly {
      readonly questions: readonly { id: string; title: string; options: { id: string; text: string }[] }[];
    }[];
  };
}

async function draftOf(surveyId: number): Promise<Draft> {
  // The tool's own schema; what is wrong shows in what is compared.
  return dataOf(await call("get_survey", { survey_id: surveyId, form: "json" })) as unknown as Draft;
}

const questionsOf = ({ definition }: Draft) => definition.pages.flatMap(({ questions }) => questions);

test("check_survey says what is wrong by line and column, and stores nothing", async () => {
  const wrong = "Lunch\n\n\n\nHow often?[Single Choice]\nDaily\n  Daily\n\nWhy? [Single Line Txt]";
  expect(dataOf(await call("check_survey", { text: wrong }))).toEqual({
    ok: false,
    problems: [
      { line: 7, column: 3, message: expect.stringContaining("two options") },
      { line: 9, column: 1, message: expect.stringContaining("no type has the name") },
    ],
    notes: [],
    questions: 0,
  });
  const checked = dataOf(await call("check_survey", { text: `${text}\n\nMore [Slider]\nA\nB` }));
  expect(checked).toMatchObject({ ok: true, problems: [], notes: [{ line: 10, column: 7 }], questions: 3 });
  const listed = dataOf(await call("list_surveys", { query: "Lunch" }));
  expect(listed).toMatchObject({ total: 0 });
});

function edit(surveyId: number, revision: number, ...operations: readonly object[]): Promise<ToolOutcome> {
  return call("edit_survey", { survey_id: surveyId, expected_revision: revision, operations });
}

describe("create_survey", () => {
  it("stores a draft of the person, with an audit entry that names the client and its host", async () => {
    const created = dataOf(await call("create_survey", { text }));
    expect(created).toEqual({
      id: expect.any(Number),
      revision: 1,
      edit_address: `${platformOrigin}/surveys/${String(created["id"])}/edit`,
    });
    expect(await draftOf(Number(created["id"]))).toMatchObject({
      state: "draft",
      version: 0,
      title: "Lunch",
    });
    const entry = (await auditEntries(platform)).findLast(({ action }) => action === "survey.created");
    const words = JSON.stringify({ ...entry, after: JSON.parse(entry?.after ?? "{}") });
    expect(entry).toMatchObject({ target: String(created["id"]) });
    expect(words).toContain('"client":"Insight Board","clientHost":"insight.example"');
    expect(words).toContain("application demo_app");
  });

  it("gives the same survey for the same key, and refuses the key with another text", async () => {
    const first = dataOf(await call("create_survey", { text, key: "lunch-1" }));
    expect(dataOf(await call("create_survey", { text, key: "lunch-1" }))).toEqual(first);
    const other = await call("create_survey", { text: `${text}\n\nMore?[Single Line Text]`, key: "lunch-1" });
    expect(other).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("key") }] });
    expect(dataOf(await call("create_survey", { text, key: "lunch-2" }))["id"]).not.toBe(first["id"]);
  });

  it("says which line of a text cannot be read, and stores nothing", async () => {
    const before = dataOf(await call("list_surveys", {}))["total"];
    const refused = await call("create_survey", { text: "T\n\n\nRate[Rating Scale]\n1~99" });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("line 5") }] });
    expect(dataOf(await call("list_surveys", {}))["total"]).toBe(before);
  });
});

test("a survey that an agent makes is in its choice, so that it can go on with it", async () => {
  await chooseNothing(platform);
  expect(dataOf(await call("list_surveys", {}))).toMatchObject({ total: 0 });
  const id = await createdSurvey();
  expect(dataOf(await call("list_surveys", {}))).toMatchObject({ total: 1, surveys: [{ id }] });
});

describe("edit_survey", () => {
  it("makes all operations in their order, and parts that keep their text keep their ids", async () => {
    const id = await createdSurvey();
    const [often, why] = questionsOf(await draftOf(id));
    const outcome = dataOf(
      await edit(
        id,
        1,
        { op: "set_title", title: "Canteen" },
        { op: "add_question", text: "Your age?[Single Line Text]", after: "" },
        { op: "change_question", question_id: often?.id, text: "How often?[Single Choice]\nRarely\nNever" },
        { op: "move_question", question_id: why?.id, after: "" },
        { op: "set_rules", rules: "if Q3 = A2 then hide Q2" },
      ),
    );
    expect(outcome).toMatchObject({ revision: 2, changed: [{ operation: 0 }, {}, {}, {}, {}] });
    const after = await draftOf(id);
    const questions = questionsOf(after);
    expect(questions.map(({ title }) => title)).toEqual(["Why?", "Your age?", "How often?"]);
    expect(questions[2]).toMatchObject({ id: often?.id, options: [often?.options[1], { text: "Never" }] });
    expect(after).toMatchObject({ definition: { title: "Canteen" }, rules: ["if Q3 = A2 then hide Q2"] });
  });

  it("changes nothing when another revision is there, and names that one", async () => {
    const id = await createdSurvey();
    dataOf(await edit(id, 1, { op: "set_title", title: "Mine" }));
    const refused = await edit(id, 1, { op: "set_title", title: "Theirs" });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.content[0]?.text).toMatch(/conflict[^]*"revision":2/);
    expect((await draftOf(id)).definition.title).toBe("Mine");
  });

  it("changes nothing when one of the operations cannot be made, and names it", async () => {
    const id = await createdSurvey();
    const title = { op: "set_title", title: "Other" };
    for (const [operation, words] of [
      [{ op: "remove_question", question_id: "q-none" }, "operations.1.question_id"],
      [{ op: "add_question", text: "A[Rating Scale]\n1~99" }, "operations.1.text: cannot be read.\nline 2"],
      [{ op: "add_question", text: "A[Single Line Text]\n\nB[Single Line Text]" }, "one question"],
      [{ op: "set_rules", rules: "if Q9 = A1 then show Q1" }, "operations.1.rules"],
      [{ op: "unknown" }, "operations.1.op"],
    ] as const) {
      const refused = await edit(id, 1, title, operation);
      expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(words) }] });
    }
    expect(await draftOf(id)).toMatchObject({ revision: 1, definition: { title: "Lunch" } });
  });

  it("takes a whole text, in which questions with the same title keep their ids and rules", async () => {
    const id = await createdSurvey();
    const [often] = questionsOf(await draftOf(id));
    dataOf(await edit(id, 1, { op: "set_rules", rules: "if Q1 = A1 then show Q2" }));
    const replaced = `New\n\n\nFirst?[Single Line Text]\n\n${text.split("\n\n\n")[1] ?? ""}`;
    dataOf(await edit(id, 2, { op: "replace_text", text: replaced }));
    const after = await draftOf(id);
    expect(questionsOf(after)[1]).toMatchObject({ id: often?.id, options: often?.options });
    expect(after.rules).toEqual(["if Q2 = A1 then show Q3"]);
  });

  it("says what keeps the draft from being published", async () => {
    const id = await createdSurvey();
    const rules = { op: "set_rules", rules: "if Q1 = A1 then show Q2" };
    const [, why] = questionsOf(await draftOf(id));
    const outcome = await edit(id, 1, rules, { op: "remove_question", question_id: why?.id });
    expect(dataOf(outcome)).toMatchObject({ problems: [expect.stringContaining("not in the survey")] });
  });
});

describe("what changes something that respondents see", () => {
  it.each(["publish", "pause", "delete"])("is only asked for: ask_to_%s", async (kind) => {
    const survey = { survey_id: 1 };
    const before = dataOf(await call("get_survey", survey));
    const asked = dataOf(await call(`ask_to_${kind}`, { ...survey, note: "As you said." }));
    expect(asked).toMatchObject({
      request_id: expect.any(Number),
      confirm_address: expect.stringMatching(`^${platformOrigin}/account/agents/confirm\\?request=`),
      expires_at: new Date(platform.clock.now + 600_000).toISOString(),
    });
    expect(dataOf(await call("get_survey", survey))).toEqual(before);
    const request = { request_id: asked["request_id"] };
    expect(dataOf(await call("get_request", request))).toEqual({ state: "waiting" });
    platform.clock.now += 600_001;
    expect(dataOf(await call("get_request", request))).toEqual({ state: "expired" });
  });

  it("is refused when it could not be done anyway", async () => {
    const id = await createdSurvey();
    expect(await call("ask_to_pause", { survey_id: id })).toMatchObject({ isError: true });
    const [often, why] = questionsOf(await draftOf(id));
    const removals = [often, why].map((question) => ({ op: "remove_question", question_id: question?.id }));
    dataOf(await edit(id, 1, ...removals));
    expect(await call("ask_to_publish", { survey_id: id })).toMatchObject({ isError: true });
  });

  it("is asked for once: the same thing asked again takes the place of what waits", async () => {
    const id = await createdSurvey();
    const first = dataOf(await call("ask_to_publish", { survey_id: id }));
    const second = dataOf(await call("ask_to_publish", { survey_id: id }));
    expect(second["confirm_address"]).not.toBe(first["confirm_address"]);
    expect(await call("get_request", { request_id: first["request_id"] })).toMatchObject({ isError: true });
  });
});

test("a token of a team reads; to write, a person is needed", async () => {
  const team = await teamToken(platform, everyScope);
  const listed = await callTool(platform, team, "list_surveys", {});
  expect(listed.structuredContent).toMatchObject({ total: 2 });
  for (const [name, fields] of [
    ["create_survey", { text }],
    ["ask_to_pause", { survey_id: 1 }],
  ] as const) {
    const refused = await callTool(platform, team, name, fields);
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("person") }] });
  }
});

test("a client that opens pages is given the page to confirm on, and the result when its person has been there", async () => {
  const surveyId = await createdSurvey();
  const opened: string[] = [];
  const client = await newestClient(platform, token, { elicitation: { url: {} } });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    if (params.mode === "url") opened.push(params.url);
    return { action: "accept" };
  });
  const asked = await client.callTool({ name: "ask_to_delete", arguments: { survey_id: surveyId } });
  expect(asked.structuredContent).toMatchObject({ confirm_address: opened[0] });
  expect(opened).toHaveLength(1);
  const requestId = (asked.structuredContent as { request_id: number }).request_id;
  expect(dataOf(await call("get_request", { request_id: requestId }))).toEqual({ state: "waiting" });
  await client.close();
});

/** A platform to which a client sends another state than it was given. */
function withState(changed: (given: string) => string): TestPlatform {
  const sent = (body: unknown) =>
    typeof body === "string" && body.includes('"requestState"')
      ? JSON.stringify(JSON.parse(body), (key, value: unknown) =>
          key === "requestState" ? changed(String(value)) : value,
        )
      : body;
  const forged: Pick<TestPlatform, "fetch"> = {
    fetch: async (path, init) => {
      const body = sent(init?.body);
      return platform.fetch(path, { ...init, ...(typeof body === "string" && { body }) });
    },
  };
  return Object.assign(Object.create(platform) as TestPlatform, forged); // All else is the platform's own.
}

/** The address of the page of a new request. */
async function addressOf(tool: string, surveyId: number): Promise<string> {
  return String(dataOf(await call(tool, { survey_id: surveyId }))["confirm_address"]);
}

/** Asks with a client that opens pages, and sends another state than it was given. */
async function askWithState(state: string, surveyId: number) {
  const client = await newestClient(
    withState(() => state),
    token,
    { elicitation: { url: {} } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept" }));
  const asked = await client.callTool({ name: "ask_to_delete", arguments: { survey_id: surveyId } });
  await client.close();
  return asked;
}

test("the state of somebody else's agent is none", async () => {
  const surveyId = await createdSurvey();
  const bob = await signedInBrowser(platform, "bob");
  await obtainOauthTokens(platform, { scope: everyScope, resource: `${platformOrigin}/mcp` }, bob);
  const client = await newestClient(platform, token, { elicitation: { url: {} } });
  // The request that the state names becomes one of Bob's agent, while the page is open.
  client.setRequestHandler("elicitation/create", async () => {
    await platform.database.write(async ({ kysely }) => {
      const { id } = await kysely
        .selectFrom("grants")
        .select("id")
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      await kysely.updateTable("agent_requests").set({ grant_id: id }).execute();
    });
    return { action: "accept" };
  });
  const asked = await client.callTool({ name: "ask_to_delete", arguments: { survey_id: surveyId } });
  expect(asked).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("not found") }] });
  await client.close();
});

test("a state that the client made up, or that is of another survey or request, is none", async () => {
  const [surveyId, other] = [await createdSurvey(), await createdSurvey()];
  const states = [
    "",
    "made up",
    `${platformOrigin}/agents/confirm?request=made-up`,
    await addressOf("ask_to_delete", other),
    await addressOf("ask_to_publish", surveyId),
  ];
  for (const state of states) {
    const asked = await askWithState(state, surveyId);
    expect(asked).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("not found") }] });
  }
});

test("a state on another host leads to the platform's own page all the same", async () => {
  const surveyId = await createdSurvey();
  const evil = withState((state) => state.replace(platformOrigin, "https://evil.example"));
  const client = await newestClient(evil, token, { elicitation: { url: {} } });
  client.setRequestHandler("elicitation/create", () => ({ action: "accept" }));
  const asked = await client.callTool({ name: "ask_to_delete", arguments: { survey_id: surveyId } });
  expect(asked.structuredContent).toMatchObject({ confirm_address: expect.stringContaining(platformOrigin) });
  await client.close();
});

test("clients of 2025, and those that open no pages, get the address with the result", async () => {
  const surveyId = await createdSurvey();
  const older = await olderClient(platform, token);
  const asked = await older.callTool({ name: "ask_to_delete", arguments: { survey_id: surveyId } });
  expect(asked.structuredContent).toMatchObject({ confirm_address: expect.stringContaining("request=") });
  await older.close();
  const newest = await newestClient(platform, token);
  const again = await newest.callTool({ name: "ask_to_delete", arguments: { survey_id: surveyId } });
  expect(again.structuredContent).toMatchObject({ confirm_address: expect.stringContaining("request=") });
  await newest.close();
});
