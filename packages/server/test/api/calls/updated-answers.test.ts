import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createSurvey, outcomeOf, sendCall, startWriting, type SentCall } from "../../support/api-calls.ts";
import { addAnswer } from "../../support/parameter-rows.ts";

type Query = NonNullable<SentCall["query"]>;

interface Page {
  readonly last_answer_id: number;
  readonly list: readonly {
    readonly answer_id: number;
    readonly updated_at?: string;
    readonly answer: readonly { readonly questions: readonly { readonly title?: string }[] }[];
  }[];
}

/** Beginning of the year in which the answers of these tests are sent, one a second; the first was changed an hour after. */
const beginning = Date.UTC(2026, 0, 1);
const second = (count: number) => new Date(beginning + count * 1000).toISOString();

/** A survey with so many answers, doubled from one. */
async function start(doublings: number) {
  const stage = await startWriting();
  const path = await createSurvey(stage);
  const surveyId = Number(path.split("/").at(-1));
  await addAnswer(stage, { path });
  await stage.platform.database.write(async ({ kysely }) => {
    for (let times = 0; times < doublings; times += 1) {
      await sql`insert into answers (survey_id, answer_id, hash, version, respondent_id, respondent_openid, respondent_nickname,
        started_at, ended_at, channel, ua, referrer, address, custom_arguments, answer_values)
        select survey_id, answer_id + ${sql.lit(2 ** times)}, hash || ${sql.lit(`-${times}`)}, version, 0, '', '', 0, 0, channel, ua, referrer, '', '', answer_values
        from answers where survey_id = ${surveyId}`.execute(kysely);
    }
    const updated = kysely.updateTable("answers").where("survey_id", "=", surveyId);
    await updated.set({ ended_at: sql`${sql.lit(beginning)} + answer_id * 1000` }).execute();
    await updated
      .set({ changed_at: beginning + 3_600_000 })
      .where("answer_id", "=", 1)
      .execute();
  });
  const send = async (query: Query) =>
    outcomeOf(
      await sendCall(stage.platform, `${path}/answers`, { method: "GET", token: stage.tokens.acme, query }),
    );
  const list = async (query: Query) => (await send(query)) as Page;
  const idsOf = async (query: Query) => {
    const ids: number[] = [];
    for (let after = 0; ;) {
      const page = await list({ ...query, last_answer_id: after });
      if (page.list.length === 0) return ids;
      ids.push(...page.list.map((answer) => answer.answer_id));
      after = page.last_answer_id;
    }
  };
  return { send, list, idsOf };
}

describe("the list of answers, asked for by a program that keeps a copy", () => {
  test("has with `since` and `until` what was last sent or changed within that time, in every zone", async () => {
    const { idsOf } = await start(3);
    expect(await idsOf({ since: second(7) })).toEqual([1, 7, 8]);
    expect(await idsOf({ since: second(3), until: second(5) })).toEqual([3, 4]);
    expect(await idsOf({ until: "2026-01-01T08:00:04+08:00", per_page: 1 })).toEqual([2, 3]);
    expect(await idsOf({ since: second(5), until: second(5) })).toEqual([]);
  });

  test("has in each answer what `include` names, and without it what it always had", async () => {
    const { list } = await start(1);
    const [plain, other] = (await list({})).list;
    const [withTime, withoutChange] = (await list({ include: "updated_at" })).list;
    expect(withTime).toEqual({ ...plain, updated_at: second(3600) });
    expect(withoutChange).toEqual({ ...other, updated_at: second(2) });
    const [both] = (await list({ include: "updated_at,titles" })).list;
    const title = both?.answer[0]?.questions[0]?.title;
    expect([both?.updated_at, title]).toEqual([second(3600), "How was it?"]);
  });

  test.each([
    ["since", "yesterday"],
    ["since", "2026-11-22 08:00:00"],
    ["until", "2026-11-22T08:00:00"],
    ["include", "everything"],
    ["include", ""],
  ])("is refused when %s is %j", async (name, value) => {
    const { send } = await start(0);
    expect(await send({ [name]: value })).toBe(`invalid_argument ${name}`);
  });

  test("has a thousand on a page, and the same answers where there are too many to be sorted", async () => {
    const { list, idsOf } = await start(14);
    const all = Array.from({ length: 2 ** 14 }, (_, at) => at + 1);
    expect((await list({ since: second(0), per_page: 5000 })).list).toHaveLength(1000);
    expect((await list({ per_page: 5000 })).list).toHaveLength(100);
    // The first was changed between the answers 3,599 and 3,601.
    expect(await idsOf({ since: second(3000), per_page: 1000 })).toEqual([1, ...all.slice(2999)]);
    expect(await idsOf({ since: second(9000), per_page: 1000 })).toEqual(all.slice(8999));
    expect(await idsOf({ until: second(9001), per_page: 1000 })).toEqual(all.slice(0, 9000));
  });
});
