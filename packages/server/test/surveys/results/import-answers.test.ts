import { expect, it } from "vitest";
import { utils, write } from "xlsx";
import type { Browser } from "../../support/browser.ts";
import { publishSurvey } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";
import { sendMultipart } from "../../support/upload-form.ts";

const text = `Lunch

How was it?[Single Choice]
Good
Bad

How much?[Rating Scale]
1~5`;

async function started() {
  const platform = await startTestPlatform();
  const { id } = await publishSurvey(platform, { text });
  const answers = () =>
    platform.store.reader.kysely
      .selectFrom("answers")
      .select(["answer_values", "ended_at"])
      .where("survey_id", "=", id)
      .execute();
  return { platform, page: `/surveys/${id}/results/import`, answers };
}

async function look(browser: Browser, page: string, file: string | Uint8Array) {
  const content = typeof file === "string" ? Buffer.from(file) : file;
  return sendMultipart(browser, await browser.get(page), `${page}/look`, { file: content });
}

const csv = `submitdate,How was it?,How much?,Mood\n2026-03-01 09:00:00,Good,4,fine\n2026-03-02T10:00:00Z,Bad,,\n`;

it("answers of a table are shown by their columns, and taken in by a second form", async () => {
  const { platform, page, answers } = await started();
  const ada = await signedInBrowser(platform);
  const shown = await look(ada, page, csv);
  for (const words of ["1. How was it?", "Mood", "Left out", "End of the answer", "Import 2 answers"])
    expect(shown.html).toContain(words);
  expect(await answers()).toEqual([]);
  const taken = await sendMultipart(ada, shown, page, {});
  expect(taken.location).toBe(page.replace("import", "answers?notice=imported"));
  expect((await ada.get(taken.location ?? "")).html).toContain("The answers were imported.");
  expect(await answers()).toMatchObject([{}, { ended_at: Date.parse("2026-03-02T10:00:00Z") }]);
  const entries = await platform.store.reader.kysely
    .selectFrom("audit_log")
    .select("actor")
    .where("action", "=", "survey.answers_imported")
    .execute();
  expect(entries).toEqual([{ actor: "ada" }]);
});

it("a workbook is taken in as well", async () => {
  const { platform, page, answers } = await started();
  const ada = await signedInBrowser(platform);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([["How much?"], [5]]), "Answers");
  const content = new Uint8Array(write(book, { type: "array", bookType: "xlsx" }));
  await sendMultipart(ada, await look(ada, page, content), page, {});
  expect(await answers()).toHaveLength(1);
});

it("cells that do not fit are named by row and column in both languages, and nothing is taken in", async () => {
  const { platform, page, answers } = await started();
  const ada = await signedInBrowser(platform);
  const wrong = "How was it?,How much?\nGood,4\nFine,9\n";
  const english = await look(ada, page, wrong);
  expect(english.html).toContain("Row 3, How was it?: names no option of the question.");
  expect(english.html).toContain("Row 3, How much?: must be a whole number from 1 to 5.");
  expect(english.html).not.toContain(`action="${page}"`);
  ada.cookies.set("sop_lang", "zh-CN");
  const chinese = await look(ada, page, wrong);
  expect(chinese.html).toContain("第 3 行，How was it?：此题没有这个选项。");
  expect(chinese.html).toMatch(/第 3 行，How much\?：[^<]*1[^<]*5/);
  // What is sent without having been looked at is checked as well.
  const content = Buffer.from(wrong).toString("base64");
  const sent = await sendMultipart(ada, await look(ada, page, csv), page, { content });
  expect([sent.status, await answers()]).toEqual([400, []]);
});

it("tables that cannot be read, have no known column, no answer or too many are refused in words", async () => {
  const { platform, page, answers } = await started();
  const ada = await signedInBrowser(platform);
  const many = `How much?\n${"4\n".repeat(10_001)}`;
  for (const [file, english, chinese] of [
    ["", "Choose a file.", "请选择文件。"],
    ["x,y,z\n1,2,3\n", "No column has the code or the title", "没有一列的表头"],
    ["How much?\n", "The file has no row below its heads.", "表头下面没有任何一行"],
    [many, "more answers than this page takes", "超过了此页面的上限"],
    ['How was it?\n"Good\n', "This file ends inside a quoted cell, at row 2.", "（第 2 行）"],
    [Buffer.from("How was it?\nG\xe9\n", "latin1"), "cannot be read as text in UTF-8", "不是 UTF-8 文本"],
    ["PK and nothing", "is damaged", "已损坏"],
  ] as const) {
    ada.cookies.set("sop_lang", "en");
    const refused = await look(ada, page, file);
    expect([refused.status, refused.html.includes(english) ? english : refused.html]).toEqual([400, english]);
    ada.cookies.set("sop_lang", "zh-CN");
    expect((await look(ada, page, file)).html).toContain(chinese);
  }
  expect(await answers()).toEqual([]);
});

it("those who do not reach a survey take nothing in", async () => {
  const { platform, page } = await started();
  const stranger = await signedInBrowser(platform, "bob");
  expect((await stranger.get(page)).status).toBe(404);
});
