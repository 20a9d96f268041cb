import { beforeEach, describe, expect, it } from "vitest";
import { createSurvey, startWriting, type WritingStage } from "../../support/api-calls.ts";
import { databaseContents } from "../../support/database-contents.ts";
import { listRespondents, registerAccount } from "../../support/third-party.ts";
import { addWebhook, delivererOf } from "../../support/webhooks.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

interface Wire {
  readonly pages: readonly { readonly id: string; readonly questions: readonly { readonly id: string }[] }[];
}

const unknown = "invalid_argument respondent_id";

let stage: WritingStage;
let path: string;
let surveyId: number;
let questionId: string;

beforeEach(async () => {
  stage = await startWriting();
  path = await createSurvey(stage, "Lunch\n\n\n\nHow was it?[Single Line Text]");
  surveyId = Number(path.split("/").at(-1));
  const { pages } = (await stage.get(path)) as Wire;
  questionId = pages[0]?.questions[0]?.id ?? "";
  await stage.post(`${path}/settings`, { state: 2 });
});

const answer = (text = "Soup") => ({ pages: [{ id: "p", questions: [{ id: questionId, text }] }] });

/** Sends an answer that names its respondent by id. */
const sendAs = (respondentId: number, token = stage.tokens.acme) =>
  stage.post(`${path}/answers`, { respondent_id: respondentId, answer: answer() }, token);

/** Sends an answer that names its respondent by openid. */
const sendAsOpenid = (openid: string, fields: object = {}) =>
  stage.post(`${path}/answers`, { ...fields, answer: { ...answer(), openid } });

const stored = (answerId = 1) => stage.get(`${path}/answers/${answerId}`);

const disable = (userId: number) =>
  stage.platform.database.write(({ kysely }) =>
    kysely.updateTable("users").set({ disabled: 1 }).where("id", "=", userId).execute(),
  );

const person = (respondentId: number) => ({
  respondent_id: respondentId,
  respondent_type: 11,
  third_party_user: { respondent_id: respondentId, openid: "p-1", nickname: "Nick p-1" },
});

describe("an answer that a program sends for an account of its application", () => {
  it("is read back with the account, named by its id as a number or a text", async () => {
    const id = await registerAccount(stage.platform, "p-1");
    expect(await sendAs(id)).toEqual({ survey_id: surveyId, answer_id: 1 });
    expect(
      await stage.post(`${path}/answers`, { respondent_id: String(id), answer: answer() }),
    ).toMatchObject({ answer_id: 2 });
    expect(await stored()).toMatchObject({ ...person(id), respondent_nickname: "Nick p-1" });
    expect(await stored(2)).toMatchObject(person(id));
    expect(await stage.get(`${path}/answers`)).toMatchObject({ list: [{ qq: id }, { qq: id }] });
  });

  it("may name it by its openid, in either spelling, and by both", async () => {
    const id = await registerAccount(stage.platform, "p-1");
    await sendAsOpenid("p-1");
    await sendAsOpenid("p-1", { respondent_id: id });
    await stage.post(`${path}/answers`, { answer: { ...answer(), open_id: "p-1" } });
    for (const serial of [1, 2, 3]) expect(await stored(serial)).toMatchObject(person(id));
    await sendAsOpenid("");
    expect(await stored(4)).toMatchObject({ respondent_id: 0, respondent_type: 0 });
  });

  it("keeps it when the answer is changed, also when the change names another", async () => {
    const [id, other] = [
      await registerAccount(stage.platform, "p-1"),
      await registerAccount(stage.platform, "p-2"),
    ];
    await stage.post(`${path}/settings`, { is_allow_update_answer: true });
    await sendAs(id);
    const change = { respondent_id: other, answer: { ...answer("Tea"), openid: "p-2" } };
    expect(await stage.post(`${path}/answers/1`, change)).toMatchObject({ answer_id: 1 });
    expect(await stored()).toMatchObject({ ...person(id), answer: [{ questions: [{ text: "Tea" }] }] });
  });

  it("is sent to webhooks with the account, when it is added and when it is changed", async () => {
    const { platform } = stage;
    const id = await registerAccount(platform, "p-1");
    const receiver = await startReceiver();
    await addWebhook(platform, { kind: "survey", id: surveyId }, receiver);
    await stage.post(`${path}/settings`, { is_allow_update_answer: true });
    await sendAs(id);
    await stage.post(`${path}/answers/1`, { answer: answer("Tea") });
    await delivererOf(platform).deliverDue();
    const answers = receiver.events.filter(({ body }) => body.object === "Answer");
    expect(answers.map(({ body }) => body.action)).toEqual(["answer.create", "answer.update"]);
    for (const { body } of answers) expect(body.payload).toMatchObject({ ...person(id), openid: "" });
  });
});

describe("a respondent whom the calling application may not name", () => {
  it.each([
    ["an account of another application", () => registerAccount(stage.platform, "p-1", "birch_team")],
    ["a user of the platform", async () => (await userNamed("ada")).id],
    [
      "a disabled account",
      async () => {
        const id = await registerAccount(stage.platform, "p-1");
        await disable(id);
        return id;
      },
    ],
  ])("%s is refused like an id that no one has, and changes nothing", async (_, respondentOf) => {
    const id = await respondentOf();
    const before = await databaseContents(stage.platform);
    expect(await sendAs(999_999)).toBe(unknown);
    expect(await sendAs(id)).toBe(unknown);
    expect(await sendAsOpenid("p-none")).toBe(unknown);
    expect(await sendAsOpenid("p-1")).toBe(unknown);
    expect(await databaseContents(stage.platform)).toEqual(before);
  });

  it("is refused when id and openid are of different accounts", async () => {
    const id = await registerAccount(stage.platform, "p-1");
    await registerAccount(stage.platform, "p-2");
    expect(await sendAsOpenid("p-2", { respondent_id: id })).toBe(unknown);
    expect(await sendAsOpenid("p-none", { respondent_id: id })).toBe(unknown);
    expect(await stage.get(path)).toMatchObject({ answer_count: 0 });
  });

  it("is each account for a user's token, also in the user's own survey", async () => {
    const id = await registerAccount(stage.platform, "p-1", "demo_app");
    const { ada } = stage.tokens;
    path = await createSurvey(stage, "A\n\n\n\nB[Single Line Text][Optional]", ada);
    await stage.post(`${path}/settings`, { state: 2 }, ada);
    const empty = { pages: [] };
    expect(await stage.post(`${path}/answers`, { respondent_id: id, answer: empty }, ada)).toBe(unknown);
    expect(await stage.post(`${path}/answers`, { answer: { ...empty, openid: "p-1" } }, ada)).toBe(unknown);
    expect(await stage.post(`${path}/answers`, { answer: empty }, ada)).toMatchObject({ answer_id: 1 });
  });
});

describe("the rules of a survey about its respondents", () => {
  it("let an account answer where respondents sign in", async () => {
    const id = await registerAccount(stage.platform, "p-1");
    await stage.post(`${path}/settings`, { login_check: true });
    expect(await sendAs(0)).toBe(unknown);
    expect(await sendAs(id)).toMatchObject({ answer_id: 1 });
    expect(await sendAs(id)).toMatchObject({ answer_id: 2 });
  });

  it("let those on the list answer, and no others", async () => {
    const [id, other] = [
      await registerAccount(stage.platform, "p-1"),
      await registerAccount(stage.platform, "p-2"),
    ];
    await listRespondents(stage.platform, { surveyId, respondentIds: [id] });
    for (const refused of [sendAs(other), sendAs(0)]) expect(await refused).toBe(unknown);
    expect(await sendAsOpenid("p-2")).toBe(unknown);
    expect(await sendAs(id)).toMatchObject({ answer_id: 1 });
    const off = { type: 11, respondent_ids: [id] };
    await stage.post(`${path}/respondent/access_list/batch_delete`, off);
    expect(await sendAs(id)).toBe(unknown);
    expect(await stage.get(path)).toMatchObject({ answer_count: 1 });
  });

  it("take one answer of a person from twelve that come at once, where each may answer once", async () => {
    const [id, other] = [
      await registerAccount(stage.platform, "p-1"),
      await registerAccount(stage.platform, "p-2"),
    ];
    await stage.post(`${path}/settings`, { login_check: true, is_answer_only_once: true });
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? sendAs(id) : sendAsOpenid("p-1"))),
    );
    expect(sent.filter((one) => typeof one === "object")).toEqual([{ survey_id: surveyId, answer_id: 1 }]);
    expect(new Set(sent.filter((one) => typeof one === "string"))).toEqual(new Set([unknown]));
    expect(await sendAs(other)).toMatchObject({ answer_id: 2 });
    expect(await stage.get(path)).toMatchObject({ answer_count: 2 });
  });

  it("take no answer of a person who has answered by the link of a participant, where each may answer once", async () => {
    const id = await registerAccount(stage.platform, "p-1");
    await listRespondents(stage.platform, { surveyId, respondentIds: [id] });
    await stage.post(`${path}/settings`, { login_check: true, is_answer_only_once: true });
    await stage.platform.database.write(async ({ kysely }) => {
      const one = kysely.selectFrom("participants").select("id").where("user_id", "=", id);
      const key = `participant:${(await one.executeTakeFirstOrThrow()).id}`;
      await kysely.insertInto("answer_claims").values({ survey_id: surveyId, once_key: key }).execute();
    });
    expect(await sendAs(id)).toBe(unknown);
  });

  it("count an answer that was sent for a person as the one that the pages let this person change", async () => {
    const id = await registerAccount(stage.platform, "p-1");
    const once = { login_check: true, is_answer_only_once: true, is_allow_update_answer: true };
    await stage.post(`${path}/settings`, once);
    await sendAs(id);
    const { surveys } = stage.platform.store;
    const onceKey = `person:${id}`;
    expect(await surveys.hasAnswered({ surveyId, onceKey })).toBe(true);
    const hash = await surveys.findClaimedAnswer({ surveyId, onceKey });
    expect(await surveys.findAnswer({ surveyId, answer: { hash: hash ?? "" } })).toMatchObject({
      answerId: 1,
    });
  });
});

async function userNamed(username: string) {
  return stage.platform.database.reader.kysely
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
}
