import { describe, expect, test, vi } from "vitest";
import { createSurvey, outcomeOf, sendCall, startWriting, type SentCall } from "../../support/api-calls.ts";
import { deleteAnswer } from "../../support/delete-answer.ts";

type Query = NonNullable<SentCall["query"]>;

interface Table {
  readonly columns: readonly { readonly name: string; readonly title: string }[];
  readonly list: readonly Readonly<Record<string, unknown>>[];
  readonly last_answer_id: number;
  readonly has_more: boolean;
}

const lunch = `Lunch



Dish[Single Choice]
Soup
=1+1

Why[Single Line Text][Optional]`;

/** A survey with a choice and a text, and ways to fill and to read it. */
async function start() {
  const stage = await startWriting();
  const path = await createSurvey(stage, lunch);
  await stage.post(`${path}/settings`, { state: 2, is_allow_update_answer: true });
  const { pages } = (await stage.get(path)) as {
    readonly pages: readonly { readonly id: string; readonly questions: readonly Asked[] }[];
  };
  const [page] = pages;
  const [dish, why] = page?.questions ?? [];
  const answer = async (option: number, text: string) => {
    const questions = [
      { id: dish?.id, options: [{ id: dish?.options[option]?.id }] },
      { id: why?.id, text },
    ];
    await stage.post(`${path}/answers`, { answer: { pages: [{ id: page?.id, questions }] } });
  };
  const send = (query: Query) =>
    sendCall(stage.platform, `${path}/table`, { method: "GET", token: stage.tokens.acme, query });
  const table = async (query: Query = {}) => outcomeOf(await send(query)) as Promise<Table>;
  const text = async (query: Query) => (await send(query)).text();
  return { stage, path, surveyId: Number(path.split("/").at(-1)), answer, send, table, text };
}

interface Asked {
  readonly id: string;
  readonly options: readonly { readonly id: string }[];
}

describe("the table of answers", () => {
  test("has the same rows as JSON pages, as JSON lines and as CSV", async () => {
    const { answer, table, text } = await start();
    for (const why of ["hungry", 'a "quoted" text', ""]) await answer(0, why);
    const { list, columns, has_more: hasMore, last_answer_id: last } = await table();
    const lines = (await text({ format: "jsonl" })).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(list);
    const csv = (await text({ format: "csv" })).trimEnd().split("\r\n");
    expect(csv[0]).toBe(columns.map(({ name }) => `"${name}"`).join(","));
    expect(csv).toHaveLength(4);
    expect(csv[2]).toContain('"a ""quoted"" text"');
    expect([list.length, hasMore, last]).toEqual([3, false, 3]);
  });

  test("comes page by page without losing an answer, though one was deleted", async () => {
    const { stage, surveyId, answer, table } = await start();
    for (let at = 0; at < 5; at += 1) await answer(0, String(at));
    await deleteAnswer(stage.platform, surveyId, 2);
    const seen: unknown[] = [];
    let [after, hasMore] = [0, true];
    while (hasMore) {
      const page = await table({ per_page: 2, last_answer_id: after });
      seen.push(...page.list.map((row) => row["answer_id"]));
      [after, hasMore] = [page.last_answer_id, page.has_more];
    }
    expect(seen).toEqual([1, 3, 4, 5]);
  });

  test("has titles for heads, and codes for choices, where they are asked for", async () => {
    const { answer, table } = await start();
    await answer(1, "");
    const [texts] = (await table({ heads: "titles" })).list;
    const [codes] = (await table({ heads: "titles", values: "codes" })).list;
    expect([texts?.["1. Dish"], codes?.["1. Dish"]]).toEqual(["=1+1", 2]);
    expect(texts?.["2. Why"]).toBeNull();
  });

  test("begins no cell of CSV as a formula", async () => {
    const { answer, text } = await start();
    await answer(1, "@SUM(A1)");
    const csv = await text({ format: "csv" });
    expect(csv).toContain(`"'=1+1","'@SUM(A1)"`);
  });

  test("shows with `since` what was changed, at the time of the change", async () => {
    const { stage, path, surveyId, answer, table } = await start();
    await answer(0, "first");
    await answer(0, "second");
    await stage.post(`${path}/settings`, { is_allow_update_answer: 1 });
    const before = await table();
    await stage.platform.database.write(({ kysely }) =>
      kysely
        .updateTable("answers")
        .set((eb) => ({ changed_at: eb("ended_at", "+", 3_600_000) }))
        .where("survey_id", "=", surveyId)
        .where("answer_id", "=", 1)
        .execute(),
    );
    const ended = Date.parse(String(before.list[0]?.["ended_at"]));
    const since = new Date(ended + 1_800_000).toISOString();
    const { list } = await table({ since });
    expect(list.map((row) => [row["answer_id"], row["updated_at"]])).toEqual([
      [1, new Date(ended + 3_600_000).toISOString()],
    ]);
    expect((await table({ until: since })).list.map((row) => row["answer_id"])).toEqual([2]);
  });

  test("is refused in every format with an envelope", async () => {
    const { stage, path } = await start();
    const token = { ...stage.tokens.acme, access_token: "sopt_wrong" };
    for (const format of ["json", "csv", "jsonl"]) {
      const response = await sendCall(stage.platform, `${path}/table`, {
        method: "GET",
        token,
        query: { format },
      });
      expect(await outcomeOf(response)).toBe("invalid_token");
    }
  });

  test("breaks off when the token loses its right while it is sent", async () => {
    const { stage, answer, send } = await start();
    for (let at = 0; at < 40; at += 1) await answer(0, "x".repeat(4000));
    const losePlan = () =>
      stage.platform.database.write(({ kysely }) =>
        kysely.updateTable("teams").set({ plan: "free" }).execute(),
      );
    for (const { surveys } of stage.platform.stores) {
      const newestSerial = surveys.newestSerial.bind(surveys);
      // It is asked for after the token was checked, and before the first byte.
      vi.spyOn(surveys, "newestSerial").mockImplementation(async (surveyId) => {
        await losePlan();
        return newestSerial(surveyId);
      });
    }
    await expect(send({ format: "csv" })).rejects.toThrow("closed without a response");
  });
});
