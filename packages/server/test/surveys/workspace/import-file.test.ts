import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Browser } from "../../support/browser.ts";
import { sendMultipart } from "../../support/upload-form.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const example = (name: string) =>
  readFileSync(new URL(`../../../../../examples/imports/${name}`, import.meta.url));

async function look(browser: Browser, fields: Readonly<Record<string, string | Uint8Array>>) {
  return sendMultipart(browser, await browser.get("/surveys/new?from=file"), "/surveys/new/look", fields);
}

it("a file is looked at, created, and its report is kept with the survey", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const shown = await look(ada, { file: example("limesurvey.lss") });
  expect(shown.status).toBe(200);
  expect(shown.html).toContain("A survey of LimeSurvey.");
  expect(shown.html).toContain("How do you usually travel?");
  expect(shown.html).toContain("sum: is not calculated: equation");
  expect((await ada.get("/surveys")).html).not.toContain("Commuting");
  const created = await sendMultipart(ada, shown, "/surveys/new/import", {});
  const [, id = ""] = /^\/surveys\/(\d+)\/edit\?notice=created$/.exec(created.location ?? "") ?? [];
  const draft = await platform.store.surveys.findDraft(Number(id));
  expect(draft?.definition).toMatchObject({ title: "Commuting & work", pages: [{}, {}, {}] });
  expect((await ada.get(`/surveys/${id}`)).html).toContain(`/surveys/${id}/import-report`);
  const report = await ada.get(`/surveys/${id}/import-report`);
  expect(report.html).toContain("Imported from LimeSurvey.");
  expect(report.html).toContain("sum: is not calculated: equation");
});

it("a survey that was not imported has no report", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const page = await ada.get("/surveys/new?from=blank");
  const { location = "" } = await ada.submit(page, "/surveys/new", { title: "Empty" });
  const survey = location.replace("/edit?notice=created", "");
  expect((await ada.get(survey)).html).not.toContain(`${survey}/import-report`);
  expect((await ada.get(`${survey}/import-report`)).status).toBe(404);
});

it("a file that cannot be read is refused with what is wrong, in both languages, and nothing is made", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const truncated = example("limesurvey.lss").subarray(0, 5000);
  const english = await look(ada, { file: truncated });
  expect([english.status, english.html.includes("This file is not well-formed XML at line")]).toEqual([
    400,
    true,
  ]);
  const nothing = await look(ada, { text: " " });
  expect([nothing.status, nothing.html.includes("Choose a file, or paste its content.")]).toEqual([
    400,
    true,
  ]);
  const pasted = await look(ada, { text: "<b>no survey" });
  expect(pasted.html).toContain("&lt;b&gt;no survey");
  ada.cookies.set("sop_lang", "zh-CN");
  const chinese = await look(ada, { file: truncated });
  expect([chinese.status, /[\u4e00-\u9fff]{4}/.test(chinese.html.split("error-summary")[1] ?? "")]).toEqual([
    400,
    true,
  ]);
  expect(chinese.html).not.toContain("This file is not well-formed XML");
  const surveys = await platform.store.reader.kysely.selectFrom("survey_imports").selectAll().execute();
  expect(surveys).toEqual([]);
});

it("a survey that was changed on its way through the browser is checked as any other", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const shown = await look(ada, { text: '{"title":"T","elements":[{"type":"text","name":"a"}]}' });
  const definition = '{"title":"T","pages":[{"questions":[{"type":"radio","title":"no options"}]}]}';
  const changed = await sendMultipart(ada, shown, "/surveys/new/import", { definition });
  expect(changed.status).toBe(400);
  const report = '{"source":"Elsewhere","fileName":"","losses":[]}';
  expect((await sendMultipart(ada, shown, "/surveys/new/import", { report })).status).toBe(400);
  const elsewhere = await sendMultipart(ada, shown, "/surveys/new/import", { team: "999999" });
  expect(elsewhere.status).toBeGreaterThanOrEqual(400);
});

it("what respondents would read is text on the page, whatever the file has", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const title = "<script>alert(1)</script>";
  const shown = await look(ada, {
    text: JSON.stringify({ title, elements: [{ type: "text", name: title }] }),
  });
  expect(shown.html).not.toContain("<script>alert");
});
