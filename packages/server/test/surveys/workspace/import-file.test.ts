import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseValues, writeArchive } from "@survey-open-platform/surveys";
import { zipStream } from "../../../../surveys/src/exports/zip-stream.ts";
import { archiveSource } from "../../../src/store/surveys/archive-source.ts";
import { UploadFolder } from "../../../src/store/surveys/upload-folder.ts";
import { Browser, formsOf } from "../../support/browser.ts";
import { publishSurvey } from "../../support/published-survey.ts";
import { contents, filesIn, sendFiles, sendMultipart, temporaryUploads } from "../../support/upload-form.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

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
  expect(shown.html).toContain("sum: is not calculated: {minutes*2}");
  expect((await ada.get("/surveys")).html).not.toContain("Commuting");
  const created = await sendMultipart(ada, shown, "/surveys/new/import", {});
  const [, id = ""] = /^\/surveys\/(\d+)\/edit\?notice=created$/.exec(created.location ?? "") ?? [];
  const draft = await platform.store.surveys.findDraft(Number(id));
  expect(draft?.definition).toMatchObject({ title: "Commuting & work", pages: [{}, {}, {}] });
  expect((await ada.get(`/surveys/${id}`)).html).toContain(`/surveys/${id}/import-report`);
  const report = await ada.get(`/surveys/${id}/import-report`);
  expect(report.html).toContain("Imported from LimeSurvey.");
  expect(report.html).toContain("sum: is not calculated: {minutes*2}");
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
  const huge = await look(ada, { file: new Uint8Array(11 * 1024 * 1024) });
  expect([huge.status, huge.html.includes("This file is larger than 10 MB.")]).toEqual([400, true]);
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

it("neither the survey nor its report can be changed on the way through the browser", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const shown = await look(ada, { text: '{"title":"T","elements":[{"type":"signaturepad","name":"a"}]}' });
  const { report = "", definition = "" } =
    formsOf(shown.html).find((form) => "report" in form.hidden)?.hidden ?? {};
  expect(report).toContain("signaturepad");
  const other = await look(ada, { text: '{"title":"O","elements":[{"type":"text","name":"a"}]}' });
  const elsewhere = formsOf(other.html).find((form) => "report" in form.hidden)?.hidden ?? {};
  const changes: readonly Readonly<Record<string, string>>[] = [
    { definition: definition.replace('"T"', '"X"') },
    { report: report.replace("signaturepad", "nothing") },
    { report: elsewhere["report"] ?? "" },
    { report: '{"source":"SurveyJS","fileName":"","losses":[]}' },
    { team: "999999" },
  ];
  for (const change of changes)
    expect((await sendMultipart(ada, shown, "/surveys/new/import", change)).status).toBeGreaterThanOrEqual(
      400,
    );
  expect((await sendMultipart(ada, shown, "/surveys/new/import", {})).location).toContain("/edit");
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

/** An archive of LimeSurvey with some answers. */
async function archive(count: number): Promise<Uint8Array> {
  const rows = Array.from(
    { length: count },
    (_, at) =>
      `<row><id>${at + 1}</id><submitdate>2026-03-01 10:15:00</submitdate><_7X1X101>A1</_7X1X101><_7X1X102>${at}</_7X1X102></row>`,
  );
  const lsr = `<document><responses><rows>${rows.join("")}</rows></responses></document>`;
  const pieces: Uint8Array[] = [];
  const entries = [
    { path: "survey_7.lss", chunks: [example("limesurvey.lss")] },
    { path: "survey_7_responses.lsr", chunks: [lsr] },
  ];
  for await (const piece of zipStream(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}

it("an archive comes in with its answers, or with none where they are too many for a page", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const shown = await look(ada, { file: await archive(3) });
  expect(shown.html).toContain("3 answers come in with it");
  expect(shown.html).not.toContain("answers are not taken in: survey_7_responses.lsr");
  const { location = "" } = await sendMultipart(ada, shown, "/surveys/new/import", {});
  const id = Number(/^\/surveys\/(\d+)\//.exec(location)?.[1]);
  const [version] = await platform.store.surveys.definitionsOf(id);
  const minutes = version?.definition.pages[0]?.questions.find(({ code }) => code === "minutes");
  const kept = await platform.store.reader.kysely
    .selectFrom("answers")
    .select(["answer_values", "ended_at"])
    .where("survey_id", "=", id)
    .orderBy("answer_id")
    .execute();
  expect(kept.map((one) => parseValues(one.answer_values)[minutes?.id ?? ""])).toEqual(["0", "1", "2"]);
  const many = await look(ada, { file: await archive(60_000) });
  expect(many.html).not.toContain("come in with it");
  expect(many.html).toContain("answers are not taken in: survey_7_responses.lsr");
});

it("answers that were changed on their way through the browser are refused", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const shown = await look(ada, { file: await archive(1) });
  const changed = await sendMultipart(ada, shown, "/surveys/new/import", { answers: "[]" });
  expect(changed.status).toBe(400);
});

/** An archive of a survey with a password, which a page must not take over. */
async function archiveOfSurvey({ store }: TestPlatform, id: number): Promise<Buffer> {
  const settings = await store.surveys.findSettings(id);
  if (settings === undefined) throw new Error("there is no such survey");
  const changed = { ...settings, passwordHash: "argon2id$1$1$1$YQ$YQ" };
  await store.surveys.changeSettings({ surveyId: id, settings: changed });
  return packed(store, id);
}

async function packed(store: TestPlatform["store"], id: number, uploads?: UploadFolder): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const source = archiveSource(store, { uploads, withParticipants: false });
  for await (const part of writeArchive(source, [id])) parts.push(part);
  return Buffer.concat(parts);
}

it("an archive of this platform is looked at, then made, without passwords that its maker chose", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const looked = await look(ada, { file: example("limesurvey.lss") });
  const { location = "" } = await sendMultipart(ada, looked, "/surveys/new/import", {});
  const id = Number(/\d+/.exec(location)?.[0]);
  const content = await archiveOfSurvey(platform, id);
  const shown = await look(ada, { file: content });
  expect(shown.status).toBe(200);
  expect(shown.html).toContain("A survey of Survey Open Platform.");
  expect(shown.html).toContain("versions: 0, answers: 0, participants: 0");
  const made = await sendMultipart(ada, shown, "/surveys/new/import", {});
  const [, copy = ""] = /^\/surveys\/(\d+)\/edit\?notice=created$/.exec(made.location ?? "") ?? [];
  expect(Number(copy)).toBeGreaterThan(id);
  const [before, after] = await Promise.all(
    [id, Number(copy)].map((one) => platform.store.surveys.findDraft(one)),
  );
  expect(after?.definition).toEqual(before?.definition);
  expect(await platform.store.surveys.findSettings(Number(copy))).toMatchObject({ passwordHash: "" });
});

it("an archive that is cut off, too large, or becomes too large is refused, and makes nothing", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const looked = await look(ada, { file: example("limesurvey.lss") });
  const { location = "" } = await sendMultipart(ada, looked, "/surveys/new/import", {});
  const content = await archiveOfSurvey(platform, Number(/\d+/.exec(location)?.[0]));
  const before = (await ada.get("/surveys")).html.match(/Commuting/g);
  const head = {
    path: "sop.json",
    chunks: [JSON.stringify({ format: "survey-open-platform", version: 1, surveys: [] })],
  };
  const zeros = Array.from({ length: 17 }, () => "0".repeat(1024 * 1024));
  const bomb: Uint8Array[] = [];
  for await (const part of zipStream([head, { path: "surveys/1/survey.json", chunks: zeros }]))
    bomb.push(part);
  const refused = [
    [content.subarray(0, content.length / 2), "(?:ends early|is damaged|is not right)"],
    [Buffer.concat([content, Buffer.alloc(4 * 1024 * 1024)]), "is larger than 4 MB"],
    [Buffer.concat(bomb), "becomes larger than 16 MB when it is unpacked"],
  ] as const;
  for (const [file, problem] of refused) {
    const shown = await look(ada, { file });
    expect(shown.status).toBe(400);
    expect(shown.html).toMatch(new RegExp(`This file ${problem}`));
  }
  const page = await look(ada, { file: content });
  const half = Buffer.from(content.subarray(0, content.length / 2)).toString("base64");
  for (const altered of ["UEsDBAo=", half])
    expect((await sendMultipart(ada, page, "/surveys/new/import", { archive: altered })).status).toBe(400);
  expect((await ada.get("/surveys")).html.match(/Commuting/g)).toEqual(before);
});

/** An archive of a survey with one answer, to which a file belongs. */
async function archiveWithFile(): Promise<Buffer> {
  const folder = await temporaryUploads();
  const platform = await startTestPlatform({ uploads: folder });
  const text = "Receipts\n\n\n\nYour receipt[File Upload]";
  const survey = await publishSurvey(platform, { text });
  const respondent = new Browser(platform);
  const page = await respondent.get(survey.path);
  platform.clock.now += 5000;
  const file = { name: "receipt.png", content: contents.png };
  await sendFiles(respondent, page, [[`${survey.questionId(1)}.files`, file]]);
  return packed(platform.store, survey.id, new UploadFolder(folder));
}

it("the files of answers come along with an archive, and one for which there is no room is refused", async () => {
  const content = await archiveWithFile();
  const folder = await temporaryUploads();
  const platform = await startTestPlatform({ uploads: folder });
  const ada = await signedInBrowser(platform);
  const shown = await look(ada, { file: content });
  expect(shown.html).not.toContain("This platform keeps no files");
  const { location = "" } = await sendMultipart(ada, shown, "/surveys/new/import", {});
  const surveyId = Number(/\d+/.exec(location)?.[0]);
  const [answer] = await platform.store.surveys.listAnswers({ surveyId, lastAnswerId: 0, perPage: 1 });
  const [, id = ""] = /"([\w-]{32})\/receipt\.png"/.exec(answer?.valuesText ?? "") ?? [];
  const of = { surveyId, answerId: answer?.answerId ?? 0, id };
  expect(await platform.store.surveys.findAnswerFile(of)).toMatchObject({ name: "receipt.png", bytes: 16 });
  const full = await temporaryUploads();
  const bob = await signedInBrowser(await startTestPlatform({ uploads: full, uploadsMegabytes: "0" }));
  const refused = await look(bob, { file: content });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("This file has files of answers for which there is no room here.");
  expect([(await filesIn(folder)).length, await filesIn(full)]).toEqual([1, []]);
});
