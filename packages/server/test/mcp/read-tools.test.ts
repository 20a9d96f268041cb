import { beforeEach, describe, expect, it, test } from "vitest";
import { z } from "zod";
import { platformOrigin } from "../support/oauth.ts";
import { publishSurvey, sendPage } from "../support/published-survey.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { agentToken, callTool, newestClient, olderClient } from "./support.ts";

let platform: TestPlatform;

beforeEach(async () => {
  platform = await startTestPlatform({ authUrl: platformOrigin });
});

describe.each([
  ["of the newest protocol", newestClient],
  ["of 2025", olderClient],
])("the official client %s", (_, connect) => {
  it("connects, lists and calls tools, reads resources and gets prompts", async () => {
    const client = await connect(platform, await agentToken(platform));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("list_surveys");
    const called = await client.callTool({ name: "list_surveys", arguments: { limit: 1 } });
    expect(called.structuredContent).toMatchObject({ surveys: [{ state: "collecting" }] });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("docs://text-form");
    const survey = resources.find(({ uri }) => uri.startsWith("survey://"))?.uri ?? "";
    expect((await client.readResource({ uri: survey })).contents).toMatchObject([{ mimeType: "text/plain" }]);
    const prompt = await client.getPrompt({ name: "read_the_results", arguments: { survey_id: "7" } });
    expect(prompt.messages).toHaveLength(1);
    await client.close();
  });
});

test("a list goes on with its cursor, which is of no use to another list", async () => {
  const token = await agentToken(platform);
  const first = await callTool(platform, token, "list_surveys", { limit: 1 });
  const { total, next } = first.structuredContent ?? {};
  expect(total).toBeGreaterThan(1);
  const second = await callTool(platform, token, "list_surveys", { limit: 1, cursor: next });
  expect(second.structuredContent).not.toMatchObject({ surveys: first.structuredContent?.["surveys"] });
  const other = await callTool(platform, token, "list_surveys", { limit: 1, cursor: next, query: "x" });
  expect(other).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("cursor") }] });
});

test.each([
  ["list_surveys", { limit: 51 }, "limit"],
  ["list_surveys", { state: "gone" }, "state"],
  ["list_surveys", { unknown: 1 }, "unknown"],
  ["get_survey", {}, "survey_id"],
  ["get_survey", { survey_id: 999_999 }, "not found"],
  ["get_results", { survey_id: 999_999 }, "not found"],
  ["list_answers", { survey_id: 999_999 }, "not found"],
  ["cross_table", { survey_id: 999_999, rows: "a", columns: "b" }, "not found"],
])("%s with %j says what is wrong", async (name, given, words) => {
  const outcome = await callTool(platform, await agentToken(platform), name, given);
  expect(outcome).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(words) }] });
});

test("of all tools only the one that edits a draft may take something away by itself", async () => {
  const client = await newestClient(platform, await agentToken(platform));
  const { tools } = await client.listTools();
  await client.close();
  const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
  expect(destructive.map(({ name }) => name)).toEqual(["edit_survey"]);
});

test("results say when the figures of a number leave older answers out, also unfiltered", async () => {
  const survey = await publishSurvey(platform, {
    text: "Survey\n\n\nYour floor?[Single Line Text]",
    change: ({ pages, ...rest }) => ({
      ...rest,
      pages: pages.map((page) => ({
        ...page,
        questions: page.questions.map((question) => ({ ...question, validate: "number" })),
      })),
    }),
  });
  const token = await agentToken(platform);
  const partial = async () =>
    (await callTool(platform, token, "get_results", { survey_id: survey.id })).structuredContent?.["partial"];
  expect(await partial()).toBe(false);
  // As after 50,001 answers.
  const [answer_serial, id] = [50_001, survey.id];
  await platform.database.write(({ kysely }) =>
    kysely.updateTable("surveys").set({ answer_serial }).where("id", "=", id).execute(),
  );
  expect(await partial()).toBe(true);
});

const counted = z.object({
  questions: z.array(z.object({ id: z.string(), options: z.array(z.object({ id: z.string() })).optional() })),
});

test("two questions are crossed, and one without options is refused", async () => {
  const text =
    "Survey\n\n\nSize?[Single Choice]\nS\nL\n\nColour?[Single Choice]\nRed\nBlue\n\nWhy?[Single Line Text]";
  const { id, path, questionId } = await publishSurvey(platform, { text });
  const token = await agentToken(platform);
  const call = async (name: string, given = {}) =>
    callTool(platform, token, name, { survey_id: id, ...given });
  const { questions } = counted.parse((await call("get_results")).structuredContent);
  const [size = "", colour = "", why = ""] = questions.map((question) => question.id);
  const ada = await signedInBrowser(platform);
  const form = await ada.get(path);
  platform.clock.now += 5000;
  const [large = "", blue = ""] = questions.map(({ options }) => options?.[1]?.id);
  await sendPage(ada, form, [
    [questionId(1), large],
    [questionId(2), blue],
    [questionId(3), "so"],
  ]);
  const table = (await call("cross_table", { rows: size, columns: colour })).structuredContent;
  expect(table).toMatchObject({
    rows: [{ text: "S" }, { text: "L", total: 1 }],
    columns: [{ text: "Red" }, { text: "Blue" }],
    counts: [
      [0, 0],
      [0, 1],
    ],
    partial: false,
  });
  const refused = await call("cross_table", { rows: size, columns: why });
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^columns: is a question without/) }],
  });
});
