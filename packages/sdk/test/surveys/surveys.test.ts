import { describe, expect, test } from "vitest";
import { createClient } from "../../src/create-client.ts";
import { exchangeCode } from "../../src/exchange-code.ts";
import { fromTeamSecret } from "../../src/token-source/from-team-secret.ts";
import { fromToken } from "../../src/token-source/token-source.ts";
import { answering, connect, envelope, teamCredentials, webCredentials } from "../support/wire.ts";

async function signedIn() {
  const { mock, platform } = connect();
  const { openid, tokens } = await exchangeCode(platform, { ...webCredentials, code: mock.obtainCode() });
  const source = fromToken({ appid: webCredentials.appid, accessToken: tokens.accessToken, openid });
  return { mock, surveys: createClient({ platform, source }).surveys };
}

function answered(...data: readonly unknown[]) {
  const wire = answering(...data.map((payload) => () => envelope({ data: payload })));
  const source = fromToken({ appid: "my_team", accessToken: "sopt_token" });
  return { ...wire, surveys: createClient({ platform: wire.platform, source }).surveys };
}

const queriesOf = (asked: readonly { readonly url: string }[], name: string) =>
  asked.map(({ url }) => new URL(url).searchParams.get(name));

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe("a person's surveys", () => {
  test("are listed page by page", async () => {
    const { surveys } = await signedIn();
    const { total, list } = await surveys.list({ page: 2, perPage: 1 });
    expect({ total, titles: list.map(({ title }) => title) }).toEqual({ total: 2, titles: ["Suppliers"] });
  });

  test("are walked through over all pages", async () => {
    const { surveys } = await signedIn();
    const all = await collect(surveys.all({ perPage: 1 }));
    expect(all.map(({ id }) => id)).toEqual([1, 2]);
  });

  test("are had one by one, in either spelling", async () => {
    const { surveys } = await signedIn();
    expect(await surveys.get(1)).toMatchObject({ id: 1, title: "Customers", answer_count: 25 });
    const legacy = await surveys.legacy("1");
    expect(legacy.createTime).toBeTypeOf("number");
  });

  test("of somebody else are not there", async () => {
    const { surveys } = await signedIn();
    await expect(surveys.get(3)).rejects.toMatchObject({ type: "not_found" });
  });

  test.each(["", "..", "1/legacy", "1?x", "-1", "1.5", "0x1", "1e3", Number.NaN, 1.5, 2 ** 60])(
    "are not asked for by %j, which is no id",
    async (id) => {
      const { mock, surveys } = await signedIn();
      const asked = mock.calls.length;
      const expected = { type: "invalid_argument", parameter: "survey_id" };
      await expect(surveys.get(id)).rejects.toMatchObject(expected);
      await expect(surveys.answers(id).next()).rejects.toMatchObject(expected);
      expect(mock.calls).toHaveLength(asked);
    },
  );
});

describe("a survey's answers", () => {
  test("are walked through over all pages, each once", async () => {
    const { surveys } = await signedIn();
    const serials = (await collect(surveys.answers(1, { perPage: 10 }))).map(({ answer_id }) => answer_id);
    expect(serials).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  test("are taken up where an earlier run ended", async () => {
    const { surveys } = await signedIn();
    const serials = (await collect(surveys.answers(1, { after: 23 }))).map(({ answer_id }) => answer_id);
    expect(serials).toEqual([24, 25]);
  });

  test("are read no further than they are wanted", async () => {
    const { mock, surveys } = await signedIn();
    const asked = mock.calls.length;
    for await (const answer of surveys.answers(1, { perPage: 10 })) if (answer.answer_id === 3) break;
    expect(mock.calls.length - asked).toBe(1);
  });

  test("end when there are none", async () => {
    const { surveys } = await signedIn();
    expect(await collect(surveys.answers(2))).toEqual([]);
  });

  test("come as changes, part by part, and a later run begins at the cursor of the last part", async () => {
    const { surveys } = await signedIn();
    const parts = await collect(surveys.changes(1, { perPage: 10 }));
    expect(parts.map(({ list }) => list.length)).toEqual([10, 10, 5]);
    const changes = parts.flatMap(({ list }) => list);
    expect(changes.map(({ answer_id }) => answer_id)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
    expect(changes[0]).toMatchObject({ change: "sent", answer: { answer_id: 1 } });
    const { cursor } = parts.at(-1) ?? {};
    expect(await surveys.changesPage(1, { cursor })).toEqual({ list: [], cursor, has_more: false });
  });

  test("come as rows of a table, page after page", async () => {
    const { mock, surveys } = await signedIn();
    const asked = mock.calls.length;
    const rows = await collect(surveys.table(1, { perPage: 10 }));
    expect(rows.map((row) => row["answer_id"])).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
    expect(mock.calls.length - asked).toBe(3);
    const { columns, has_more: hasMore } = await surveys.tablePage(1, { after: 20 });
    expect([columns[0]?.name, hasMore]).toEqual(["answer_id", false]);
  });

  test("are had one by one, by serial and by nothing that is neither serial nor hash", async () => {
    const { surveys } = await signedIn();
    expect((await surveys.answer(1, 7)).answer_id).toBe(7);
    await expect(surveys.answer(1, "../7")).rejects.toMatchObject({ parameter: "answer_id" });
  });

  test("are yielded page by page as they arrive", async () => {
    const { surveys } = await signedIn();
    const page = await surveys.answerPage(1, { after: 5, perPage: 3 });
    expect(page.list.map(({ answer_id }) => answer_id)).toEqual([6, 7, 8]);
    expect(page).toMatchObject({ total: 25, last_answer_id: 8 });
  });
});

describe("a team's surveys", () => {
  test("can be narrowed to a member's", async () => {
    const { asked, surveys } = answered({ total: 0, list: [] });
    await surveys.list({ userId: 7, openid: "o7" });
    expect(queriesOf(asked, "user_id")).toEqual(["7"]);
    expect(queriesOf(asked, "openid")).toEqual(["o7"]);
  });

  test("are listed without any openid", async () => {
    const { mock, platform } = connect();
    const client = createClient({ platform, source: fromTeamSecret(platform, teamCredentials) });
    expect((await collect(client.surveys.all())).map(({ title }) => title)).toEqual(["Team pulse"]);
    expect(mock.calls.filter(({ outcome }) => outcome !== "OK")).toEqual([]);
  });
});

describe("walking through a list", () => {
  test("ends on a platform that answers the same page for ever", async () => {
    const page = { total: 1_000, last_answer_id: 2, list: [{ answer_id: 1 }, { answer_id: 2 }] };
    const { asked, surveys } = answered(page);
    await collect(surveys.answers(1));
    expect(asked).toHaveLength(2);
  });

  test("tells no survey twice when a new one shifts the pages", async () => {
    const { surveys } = answered(
      { total: 3, list: [{ id: 1 }, { id: 2 }] },
      { total: 3, list: [{ id: 2 }, { id: 3 }] },
      { total: 3, list: [] },
    );
    expect((await collect(surveys.all())).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test("asks for a hundred at a time", async () => {
    const { asked, surveys } = answered({ total: 0, last_answer_id: 0, list: [] });
    await collect(surveys.all());
    await collect(surveys.answers(1));
    expect(queriesOf(asked, "per_page")).toEqual(["100", "100"]);
  });

  test("asks for answers of a time with the zone, and for what each answer is to have besides", async () => {
    const { asked, surveys } = answered({ total: 0, last_answer_id: 0, list: [] });
    const since = new Date("2026-11-22T08:00:00+08:00");
    await collect(surveys.answers(1, { since, include: ["updated_at", "titles"], perPage: 1000 }));
    expect(queriesOf(asked, "since")).toEqual(["2026-11-22T00:00:00.000Z"]);
    expect(queriesOf(asked, "include")).toEqual(["updated_at,titles"]);
    expect(queriesOf(asked, "per_page")).toEqual(["1000"]);
  });

  test.each([null, {}, { list: "none" }, []])("refuses %j in place of a page", async (payload) => {
    const { surveys } = answered(payload);
    const expected = { type: "unexpected_response" };
    await expect(surveys.list()).rejects.toMatchObject(expected);
    await expect(surveys.answers(1).next()).rejects.toMatchObject(expected);
  });
});
