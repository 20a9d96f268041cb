import { addImportedAnswers } from "@survey-open-platform/surveys";
import { describe, expect, it, test } from "vitest";
import { allowedTokens } from "../../support/quick-consent.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

interface AnswerPage {
  readonly questions: readonly {
    readonly text: string;
    readonly options: readonly { readonly text: string }[];
  }[];
}

interface Answer {
  readonly answer_id: number;
  readonly answer: readonly AnswerPage[];
}

interface AnswerList {
  readonly total: number;
  readonly last_answer_id: number;
  readonly list: readonly Answer[];
}

/** Ada's survey with 25 answers, her empty one, and one of Bob's with an answer. */
async function start() {
  const platform = await startTestPlatform();
  const { access_token } = await allowedTokens(platform);
  const user = { appid: "demo_app", access_token };
  const { kysely } = platform.database.reader;
  const rows = await kysely.selectFrom("surveys").select(["id", "declared_key as key"]).execute();
  const idOf = (key: string) => rows.find((row) => row.key === key)?.id ?? 0;
  const list = (id: number, more: Readonly<Record<string, string | number>> = {}) =>
    platform.call<AnswerList>(`/api/surveys/${id}/answers`, { ...user, ...more });
  const detail = (id: number, answer: string | number) =>
    platform.call<Answer & Record<string, unknown>>(`/api/surveys/${id}/answers/${answer}`, user);
  return { platform, full: idOf("ada-1"), empty: idOf("ada-2"), bobs: idOf("bob-1"), list, detail };
}

/** Gives a survey that has none a number of empty answers. */
async function addAnswers({ database, store }: TestPlatform, surveyId: number, count: number): Promise<void> {
  const answers = Array.from({ length: count }, () => ({ startedAt: 1, endedAt: 2, values: {} }));
  await database.write((transaction) => addImportedAnswers(transaction, surveyId, answers, store.outbox));
}

describe("the answers of a survey", () => {
  it("are listed twenty at a time, ascending from 1 without gaps, and the cursor leads on", async () => {
    const { full, list } = await start();
    const { data: first } = await list(full);
    const { data: second } = await list(full, { last_answer_id: first.last_answer_id });
    expect([first.total, first.last_answer_id, first.list.length]).toEqual([25, 20, 20]);
    expect([second.total, second.last_answer_id, second.list.length]).toEqual([25, 25, 5]);
    const ids = [...first.list, ...second.list].map(({ answer_id }) => answer_id);
    expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  it("begin at the start with last_answer_id 0, and past the end there are none", async () => {
    const { full, list } = await start();
    expect((await list(full, { last_answer_id: 0 })).data.list[0]?.answer_id).toBe(1);
    for (const last_answer_id of [25, 26, 1_000_000_000]) {
      expect(await list(full, { last_answer_id })).toMatchObject({
        code: "OK",
        data: { total: 25, list: [] },
      });
    }
  });

  it("of a survey that has none are an empty list with the cursor 0", async () => {
    const { empty, list } = await start();
    expect((await list(empty)).data).toEqual({ total: 0, last_answer_id: 0, list: [] });
    expect((await list(empty, { last_answer_id: 7 })).data).toEqual({
      total: 0,
      last_answer_id: 0,
      list: [],
    });
  });

  test.each([
    [1, 1],
    [7, 7],
    [100, 25],
  ])("come in pages of the size asked for: %i", async (per_page, length) => {
    const { full, list } = await start();
    const { data } = await list(full, { per_page });
    expect([data.list.length, data.last_answer_id]).toEqual([length, length]);
  });

  test.each(["101", "2147483648", "9007199254740991"])(
    "come in pages of 100 when %s are asked for, and the cursor leads on",
    async (per_page) => {
      const { platform, empty, list } = await start();
      await addAnswers(platform, empty, 101);
      const { data: first } = await list(empty, { per_page });
      expect([first.total, first.list.length, first.last_answer_id]).toEqual([101, 100, 100]);
      const { data: second } = await list(empty, { per_page, last_answer_id: 100 });
      expect(second.list.map(({ answer_id }) => answer_id)).toEqual([101]);
    },
  );

  test.each(["0", "-1", "1e9", "NaN", "", "1.0", "9007199254740992"])(
    "are refused for pages of the size %j",
    async (per_page) => {
      const { full, list } = await start();
      expect(await list(full, { per_page })).toMatchObject({ error: { type: "invalid_argument" }, data: {} });
    },
  );

  test.each(["-1", "1e9", "NaN", "", "01", "a123456789", "99999999999999999999"])(
    "are refused for the cursor %j",
    async (last_answer_id) => {
      const { full, list } = await start();
      expect(await list(full, { last_answer_id })).toMatchObject({
        error: { type: "invalid_argument" },
        data: {},
      });
    },
  );

  it("have the documented fields in the list", async () => {
    const { full, list } = await start();
    const [answer] = (await list(full, { per_page: 1 })).data.list;
    expect(answer).toEqual({
      answer_id: 1,
      openid: "",
      qq: 0,
      respondent_type: 0,
      respondent_nickname: "",
      started_at: "2026-11-01 09:00:00",
      ended_at: "2026-11-01 09:03:10",
      score: null,
      wechat_work_user: {},
      third_party_user: { respondent_id: 0, openid: "", nickname: "" },
      answer: [
        expect.objectContaining({
          questions: [expect.anything(), expect.objectContaining({ text: "Remark 1" })],
        }),
      ],
    });
  });
});

describe("one answer", () => {
  it("is found by its serial, with the documented fields", async () => {
    const { full, detail } = await start();
    const { data } = await detail(full, 2);
    expect(Object.keys(data).toSorted()).toEqual(
      [
        "survey_id",
        "answer_id",
        "respondent_id",
        "openid",
        "respondent_type",
        "respondent_nickname",
        "started_at",
        "ended_at",
        "score",
        "third_party_user",
        "answer",
      ].toSorted(),
    );
    expect(data).toMatchObject({ survey_id: full, answer_id: 2, respondent_id: 0, openid: "", score: null });
    const [choice, remark] = data.answer[0]?.questions ?? [];
    expect(choice?.options).toMatchObject([{ checked: 1, text: "Yes" }]);
    expect(remark?.text).toBe("Remark 2");
  });

  it("is found by its hash as well", async () => {
    const { platform, full, detail } = await start();
    const query = platform.database.reader.kysely
      .selectFrom("answers")
      .select("hash")
      .where("answer_id", "=", 3);
    const { hash } = await query.executeTakeFirstOrThrow();
    expect(hash).toMatch(/^[A-Za-z0-9]{10}$/);
    expect((await detail(full, hash)).data).toEqual((await detail(full, 3)).data);
  });

  it("is not found when there is none, or when it belongs to another survey", async () => {
    const { platform, full, empty, bobs, detail } = await start();
    const query = platform.database.reader.kysely
      .selectFrom("answers")
      .select("hash")
      .where("answer_id", "=", 3);
    const { hash } = await query.executeTakeFirstOrThrow();
    const refusals = [
      await detail(full, 26),
      await detail(full, "Zzzzzzzzzz"),
      await detail(empty, 1),
      await detail(empty, hash),
      await detail(bobs, 1),
    ];
    for (const refused of refusals) expect(refused).toMatchObject({ error: { type: "not_found" }, data: {} });
  });

  test.each([
    "0",
    "-1",
    "01",
    "1.0",
    "1e3",
    "abc",
    "Zzzzzzzzzzz",
    "a12345678é",
    "%20",
    "99999999999999999999",
    "1%00",
  ])("is not found under the malformed name %s: that is the caller's mistake", async (name) => {
    const { full, detail } = await start();
    expect(await detail(full, name)).toMatchObject({ error: { type: "invalid_argument" }, data: {} });
  });
});
