import { gzipSync } from "node:zlib";
import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, test } from "vitest";
import { assets, filterScriptPath } from "../../../src/pages/assets.ts";
import { Browser } from "../../support/browser.ts";
import { publishSurvey, sendPage } from "../../support/published-survey.ts";
import { surveyIdOf } from "../../support/routes/survey-routes.ts";
import { sessionCookie, signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

/** Ada's survey of the sample: 25 answers, of which every third says No. */
async function start() {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform, "ada");
  const surveyId = await surveyIdOf(platform, "ada-1");
  const address = `/surveys/${surveyId}`;
  const textOf = async (page: string) => textIn((await ada.get(`${address}${page}`)).html);
  const { id, no, remark } = await yesOrNo(platform, surveyId);
  const conditions = conditionsQuery([{ question: id, comparison: "is", value: no }]);
  return { platform, ada, surveyId, address, textOf, id, no, remark, conditions };
}

/** The question with the options Yes and No, and its second option. */
async function yesOrNo(platform: TestPlatform, surveyId: number) {
  const [version] = await platform.store.surveys.definitionsOf(surveyId);
  const questions = version?.definition.pages.flatMap((page) => page.questions) ?? [];
  const question = questions.find(({ type }) => type === "radio");
  const remark = questions.find(({ type }) => type.startsWith("text"));
  return { id: question?.id ?? "", no: question?.options[1]?.id ?? "", remark: remark?.id ?? "" };
}

/** Conditions as an address has them. */
function conditionsQuery(rows: readonly Readonly<Record<string, string>>[], join = "all"): string {
  const fields = rows.flatMap((row, at) =>
    Object.entries({ kind: "row", ...row }).map(([name, value]) => [`e${at}-${name}`, value]),
  );
  return new URLSearchParams([["join", join], ...fields]).toString();
}

/** The words of a page, without its tags. */
function textIn(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ");
}

describe("results", () => {
  test("have the number of answers, their median duration, and each question with its shares", async () => {
    const { textOf } = await start();
    const text = await textOf("/results");
    expect(text).toContain("Answers 25");
    expect(text).toMatch(/Median duration 3 min \d+ sec/);
    expect(text).toMatch(/Yes 16 \(64%\)/);
    expect(text).toMatch(/No 9 \(36%\)/);
    expect(text).toContain("Answered by 25");
  });

  test("show a chart as a picture with words, and its numbers as a table", async () => {
    const { ada, address } = await start();
    const { html } = await ada.get(`${address}/results`);
    expect(html).toMatch(/role="img" aria-label="Chart of the answers to: [^"]+"/);
    expect(html).toMatch(/<table[^>]*><caption[^>]*>Answers to: /);
  });

  test("count only those who gave an answer", async () => {
    const { textOf, conditions } = await start();
    const text = await textOf(`/results?${conditions}`);
    expect(text).toContain("Answers 9");
    expect(text).toMatch(/No 9 \(100%\)/);
    expect(text).toMatch(/Yes 0 \(0%\)/);
  });

  test("count only those who meet conditions on several questions, of which all or any have to be true", async () => {
    const { textOf, id, no, remark } = await start();
    const rows = [
      { question: id, comparison: "is", value: no },
      { question: remark, comparison: "text_is", value: "remark 5" },
    ];
    const of = async (join: string) => textOf(`/results?${conditionsQuery(rows, join)}`);
    expect(await of("any")).toContain("Answers 10 ");
    expect(await of("all")).toContain("No answers match");
  });

  test("say which condition is not filled in, and count every answer until it is", async () => {
    const { ada, address, id } = await start();
    const rows = conditionsQuery([{ question: id, comparison: "is", value: "" }]);
    const { html } = await ada.get(`${address}/results?${rows}`);
    expect(textIn(html)).toContain("Answers 25");
    expect(html).toContain('id="e0-value-error"');
    const added = await ada.get(`${address}/results?${rows}&do=add`);
    expect(added.html).not.toContain("e0-value-error");
    expect(added.html).toContain('name="e1-question"');
  });

  test("count only answers of the days of a filter, in the zone of the reader", async () => {
    const { textOf } = await start();
    expect(await textOf("/results?from=2026-11-01&to=2026-11-01")).toContain("Answers 25");
    expect(await textOf("/results?from=2026-11-02")).toContain("No answers match");
    expect(await textOf("/results?to=2026-10-31")).toContain("No answers match");
  });

  test("say when the days of a filter begin within an hour, as answers are counted by full hours", async () => {
    const note = "Answers are counted by full hours.";
    const { textOf, platform } = await start();
    expect(await textOf("/results?from=2026-11-01")).not.toContain(note);
    const ada = await platform.store.findUserByUsername("ada");
    await platform.database.write((t) =>
      t.kysely
        .updateTable("users")
        .set({ time_zone: "Asia/Kolkata" })
        .where("id", "=", ada?.id ?? 0)
        .execute(),
    );
    expect(await textOf("/results?from=2026-11-01")).toContain(note);
    expect(await textOf("/results")).not.toContain(note);
  });

  test("ignore a filter that is none", async () => {
    const { textOf } = await start();
    const odd = "from=2026-13-45&to=x&version=-1&e0-kind=row&e0-question=%3Cscript%3E&e1-kind=group";
    expect(await textOf(`/results?${odd}`)).toContain("Answers 25");
  });

  test("of two versions show the options of both", async () => {
    const { platform, surveyId, textOf } = await start();
    const { surveys } = platform.store;
    const draft = await surveys.findDraft(surveyId);
    if (draft === undefined) throw new Error("no draft");
    const pages = draft.definition.pages.map((page) => ({
      ...page,
      questions: page.questions.map((question) => ({
        ...question,
        options: question.options.slice(1).map((option) => ({ ...option, text: `${option.text} (new)` })),
      })),
    }));
    const definition = { ...draft.definition, pages };
    await surveys.saveDraft({ surveyId, revision: draft.revision, definition });
    await surveys.publishSurvey({ surveyId, revision: draft.revision + 1 });

    const text = await textOf("/results");
    expect(text).toMatch(/No \(new\) 9 \(36%\)/);
    expect(text).toMatch(/Yes removed 16 64%/);
    expect(await textOf("/results?version=2")).toContain("No answers match");
    expect(await textOf("/results?version=1")).toContain("Answers 25");
  });

  test("of a survey without answers say so", async () => {
    const { platform, ada } = await start();
    const other = await surveyIdOf(platform, "ada-2");
    expect(textIn((await ada.get(`/surveys/${other}/results`)).html)).toContain("No answers yet");
  });
});

describe("single answers", () => {
  test("are listed with the newest first, and paged", async () => {
    const { ada, address, textOf } = await start();
    const { html } = await ada.get(`${address}/results/answers`);
    const ids = [...html.matchAll(/\/results\/answers\/(\d+)"/g)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: 20 }, (_, at) => 25 - at));
    expect(await textOf("/results/answers?after=6")).toContain("Remark 5");
  });

  test("are found by a text, an option or their number", async () => {
    const { ada, address } = await start();
    const found = async (words: string) => {
      const { html } = await ada.get(`${address}/results/answers?q=${encodeURIComponent(words)}`);
      return [...html.matchAll(/\/results\/answers\/(\d+)["?]/g)].map(([, id]) => Number(id));
    };
    expect(await found("remark 13")).toEqual([13]);
    expect(await found("NO")).toHaveLength(9);
    expect(await found("25")).toEqual([25]);
    expect(await found("nothing like it")).toEqual([]);
  });

  test("lead to their neighbours in the list that was searched or filtered", async () => {
    const { ada, address } = await start();
    const list = await ada.get(`${address}/results/answers?q=NO`);
    const ids = [...list.html.matchAll(/\/results\/answers\/(\d+)\?/g)].map(([, id]) => Number(id));
    const [newer, one, older] = ids;
    const { html } = await ada.get(`${address}/results/answers/${one}?q=NO`);
    expect(html).toContain(`href="${address}/results/answers/${older}?q=NO" rel="prev"`);
    expect(html).toContain(`href="${address}/results/answers/${newer}?q=NO" rel="next"`);
    expect((await ada.get(`${address}/results/answers/${newer}?q=NO`)).html).not.toContain('rel="next"');
  });

  test("show what was answered, and lead to their neighbours", async () => {
    const { ada, address } = await start();
    const { html } = await ada.get(`${address}/results/answers/2`);
    expect(textIn(html)).toMatch(/Answer 2 .*Yes .*Remark 2/);
    expect(html).toContain(`href="${address}/results/answers/1" rel="prev"`);
    expect(html).toContain(`href="${address}/results/answers/3" rel="next"`);
    expect((await ada.get(`${address}/results/answers/26`)).status).toBe(404);
  });

  test("are deleted after a question, and results follow", async () => {
    const { platform, ada, address, textOf } = await start();
    const page = `${address}/results/answers/1/delete`;
    expect(textIn((await ada.get(page)).html)).toContain("cannot be restored");
    const deleted = await ada.submit(await ada.get(page), page);
    expect(deleted.status).toBe(303);
    expect((await ada.get(`${address}/results/answers/1`)).status).toBe(404);
    expect(await textOf("/results")).toMatch(/Answers 24 .*No 8 /);
    const entries = await platform.database.reader.kysely
      .selectFrom("audit_log")
      .select(["action", "target_kind", "before"])
      .where("action", "=", "answer.deleted")
      .execute();
    expect(entries).toEqual([
      { action: "answer.deleted", target_kind: "survey", before: JSON.stringify({ answer_id: 1 }) },
    ]);
  });
});

describe("the filter of results", () => {
  const query = "from=2026-11-01&amp;to=2026-11-01&amp;version=1";
  const plain = query.replaceAll("&amp;", "&");

  test.each(["/results", "/results/answers", "/results/cross"])(
    "is kept by the tabs between pages that show answers, from %s",
    async (page) => {
      const { ada, address } = await start();
      const { html } = await ada.get(`${address}${page}?${plain}`);
      for (const tab of ["/results", "/results/answers"])
        expect(html).toContain(`href="${address}${tab}?${query}"`);
      expect(html).toContain(`href="${address}/export?${query}"`);
      // Other pages show nothing of it.
      expect(html).toContain(`href="${address}/notices"`);
      expect(html).toMatch(/name="from"[^>]*value="2026-11-01"|value="2026-11-01"[^>]*name="from"/);
    },
  );

  test("holds for the list of answers and for a cross table, and is kept by their forms", async () => {
    const { ada, address, textOf, conditions, id, no } = await start();
    const list = await ada.get(`${address}/results/answers?${conditions}`);
    expect(list.html.match(/\/results\/answers\/\d+\?e0-kind=row&amp;/g)).toHaveLength(9);
    expect(list.html).toContain(`<input type="hidden" name="e0-value" value="${no}"/>`);
    expect(await textOf(`/results/answers?from=2030-01-01`)).toContain("No answer matches");
    expect(await textOf(`/results/cross?rows=${id}&columns=${id}&${conditions}`)).toMatch(
      /Yes 0 \(0%\) 0 \(0%\) 0 \(0%\) No 0 \(0%\) 9 \(100%\) 9 \(100%\)/,
    );
  });
});

test("a cross table has the shares that are chosen, its totals, and whether the questions are related", async () => {
  const { textOf, id } = await start();
  const table = (shares: string) => textOf(`/results/cross?rows=${id}&columns=${id}&shares=${shares}`);
  expect(await table("nothing")).toMatch(
    /Yes 16 \(100%\) 0 \(0%\) 16 \(100%\).* Total 16 \(64%\) 9 \(36%\) 25 \(100%\)/,
  );
  expect(await table("columns")).toMatch(/Yes 16 \(100%\) 0 \(0%\) 16 \(64%\)/);
  const ofAll = await table("all");
  expect(ofAll).toMatch(/Yes 16 \(64%\) 0 \(0%\) 16 \(64%\)/);
  expect(ofAll).toContain("There are too few answers to say whether the two questions are related");
});

test("after a button of the filter's conditions the focus is where the next one is filled in", async () => {
  const { ada, address, id } = await start();
  const focused = async (query: string) =>
    /<(?:select|input) [^>]*id="(e0-\w+)"[^>]*autofocus/.exec(
      (await ada.get(`${address}/results?${query}`)).html,
    )?.[1];
  const row = `e0-kind=row&e0-question=${id}&e0-comparison=is&e0-value=`;
  expect(await focused("do=add")).toBe("e0-question");
  expect(await focused(`${row}&do=redraw`)).toBe("e0-value");
  expect(await focused(row)).toBeUndefined();
});

test("each page with a filter may draw its conditions in their place, by one small script", async () => {
  const { ada, address, id, remark } = await start();
  const cross = `/results/cross?rows=${id}&columns=${id}`;
  for (const page of [
    "/results",
    "/results/answers",
    cross,
    "/results/compare",
    "/results/report",
    `/results/texts/${remark}`,
    "/export",
  ]) {
    const { html, headers } = await ada.get(`${address}${page}`);
    const place = `<div id="conditions" class="stack" data-draw="${address}/export">`;
    expect([page, html.includes(place)]).toEqual([page, true]);
    expect(html).toContain(filterScriptPath);
    expect(headers.get("Content-Security-Policy")).toMatch(/script-src 'self'; connect-src 'self'/);
  }
  expect(gzipSync(assets.get(filterScriptPath)?.body ?? "").length).toBeLessThan(1024);
});

/** The numbers of the remarks that a page shows. */
function idsOf(text: string): readonly number[] {
  return [...text.matchAll(/Remark (\d+) /g)].map(([, id]) => Number(id));
}

describe("the texts of a question", () => {
  test("are listed with the newest first and paged, and the newest are on the page of results", async () => {
    const { textOf, address, ada, remark } = await start();
    expect(await textOf(`/results/texts/${remark}`)).toMatch(/Remark 25 .*Remark 24 /);
    expect(await textOf(`/results/texts/${remark}?after=6`)).toContain("Remark 5");
    const { html } = await ada.get(`${address}/results`);
    expect(html).toContain(`href="${address}/results/texts/${remark}"`);
    expect(textIn(html)).toMatch(/Remark 25 .*Remark 21 /);
  });

  test("are searched, and narrowed by the filter of results", async () => {
    const { textOf, remark, conditions } = await start();
    expect(idsOf(await textOf(`/results/texts/${remark}?q=REMARK+7`))).toEqual([7]);
    expect(idsOf(await textOf(`/results/texts/${remark}?${conditions}`))).toHaveLength(9);
    expect(await textOf(`/results/texts/${remark}?q=nothing`)).toContain("No text matches");
  });

  test("have their most frequent words, with a link to those that have one", async () => {
    const { ada, address, remark, conditions } = await start();
    const { html } = await ada.get(`${address}/results/texts/${remark}?${conditions}`);
    expect(html).toMatch(/<a href="[^"]*e0-kind=row[^"]*&amp;q=remark">.{0,200}?<\/a> 9</);
  });

  test("of a question that the survey never had are not found", async () => {
    const { ada, address } = await start();
    expect((await ada.get(`${address}/results/texts/q-0-none`)).status).toBe(404);
  });
});

test("an export has the answers of the filter alone", async () => {
  const { ada, address, conditions } = await start();
  const page = await ada.get(`${address}/export?${conditions}`);
  expect(textIn(page.html)).toContain(
    "Only the answers that the filter lets through are exported, of 25 in all.",
  );
  expect(textIn(page.html)).not.toContain("All 25 answers");
  const csrf = csrfTokenOf(ada.cookies.get(sessionCookie) ?? "");
  const rowsOf = async (query: string) =>
    (await ada.post(`${address}/export${query}`, { csrf, format: "jsonl" })).html.trim().split("\n").length;
  expect([await rowsOf(`?${conditions}`), await rowsOf("")]).toEqual([9, 25]);
});

test("the filter of a list stays around a single answer: on the tabs, the links beside it, and after its deletion", async () => {
  const { ada, address } = await start();
  const query = "from=2026-11-01&to=2026-11-01&version=1";
  const shown = query.replaceAll("&", "&amp;");
  const list = await ada.get(`${address}/results/answers?${query}`);
  const answer = `${address}/results/answers/22`;
  expect(list.html).toContain(`href="${answer}?${shown}"`);
  const { html } = await ada.get(`${answer}?${query}&made_up=1`);
  for (const page of ["/results", "/results/answers", "/results/answers/21", "/results/answers/23"])
    expect(html).toContain(`href="${address}${page}?${shown}"`);
  expect(html).toContain(`href="${answer}/delete?${shown}"`);
  const asked = await ada.get(`${answer}/delete?${query}`);
  expect(asked.html).toContain(`href="${answer}?${shown}"`);
  const deleted = await ada.submit(asked, `${answer}/delete`);
  expect(deleted.location).toBe(`${address}/results/answers?${query}&notice=deleted`);
});

test("a search finds the value of a custom argument as it was given, and not by the argument's name", async () => {
  const { platform, ada } = await start();
  const customArguments = [{ id: "q-1-abcd", title: "campus", description: "" }];
  const survey = await publishSurvey(platform, {
    text: "T\n\n\n\nQ[Single Line Text][Optional]",
    settings: { customArguments },
  });
  const browser = new Browser(platform);
  const page = await browser.get(`${survey.path}?campus=${encodeURIComponent('the "North"')}`);
  platform.clock.now += 5000;
  await sendPage(browser, page, []);
  const list = `/surveys/${survey.id}/results/answers`;
  const found = async (words: string) =>
    (await ada.get(`${list}?q=${encodeURIComponent(words)}`)).html.includes(`href="${list}/1`);
  expect([await found('the "north"'), await found("campus")]).toEqual([true, false]);
});
