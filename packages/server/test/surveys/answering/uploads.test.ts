import { rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { sweepUploads } from "../../../src/store/surveys/sweep-uploads.ts";
import { UploadFolder } from "../../../src/store/surveys/upload-folder.ts";
import { deleteAnswer } from "../../support/delete-answer.ts";
import { Browser, type Page } from "../../support/browser.ts";
import { publishSurvey, sendPage, storedAnswers } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";
import { contents, filesIn, sendFiles, temporaryUploads } from "../../support/upload-form.ts";

const text =
  "Receipts\n\n\n\nYour receipt[File Upload]\n\n=== Page Break ===\n\nWhy?[Single Line Text][Optional]";
const hour = 3_600_000;

async function open() {
  const folder = await temporaryUploads();
  const platform = await startTestPlatform({ uploads: folder });
  const survey = await publishSurvey(platform, { text });
  const browser = new Browser(platform);
  const first = await browser.get(survey.path);
  platform.clock.now += 5000;
  const id = survey.questionId(1);
  const send = (page: Page, name: string, content: Uint8Array) =>
    sendFiles(browser, page, [...keptIn(page), [`${id}.files`, { name, content }]]);
  const sweep = () => sweepUploads(platform.store, new UploadFolder(folder));
  return { folder, platform, survey, browser, first, id, send, sweep };
}

/** The boxes of files that were sent before, ticked as they are. */
function keptIn({ html }: Page) {
  return [...html.matchAll(/<input type="checkbox" id="[^"]+" name="([^"]+)" value="([^"]+)" checked/g)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
}

describe("files of an answer", () => {
  it("are sent without a script, and are part of the answer", async () => {
    const { folder, platform, survey, browser, first, id, send } = await open();
    expect(first.html).toContain('enctype="multipart/form-data"');
    expect(first.html).toContain('accept=".jpg,.jpeg,.png,.pdf,.jpe"');
    const second = await browser.follow(send(first, "receipt.png", contents.png));
    expect(second.html).toContain("Page 2 of 2");
    const done = await sendFiles(browser, second, []);
    expect(done.location).toContain("/done");
    const [answer] = await storedAnswers(platform, survey.id);
    expect(answer?.values).toEqual({ [id]: [expect.stringMatching(/^[\w-]{32}\/receipt\.png$/)] });
    expect(await filesIn(folder)).toHaveLength(1);
    const ada = await signedInBrowser(platform, "ada");
    const shown = await ada.get(`/surveys/${survey.id}/results/answers/1`);
    const [, path = ""] = /href="([^"]+)" download/.exec(shown.html) ?? [];
    const file = await platform.fetch(path, {
      headers: { cookie: `sop_session=${ada.cookies.get("sop_session")}` },
    });
    expect(file.status).toBe(200);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(contents.png);
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="receipt.png"');
  });

  it("are asked for where the question is required", async () => {
    const { browser, first } = await open();
    const refused = await sendFiles(browser, first, []);
    expect([refused.status, refused.html.includes("Answer this question.")]).toEqual([422, true]);
  });

  it("stay while something else is wrong, and can be removed again", async () => {
    const { browser, first, id, send, platform, survey } = await open();
    const wrong = await send(first, "receipt.txt", Buffer.from("hello"));
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain("receipt.txt: Files with this ending are not accepted here.");
    await send(first, "one.png", contents.png);
    const back = await browser.get(`${survey.path}?page=${survey.definition.pages[0]?.id}`);
    expect(back.html).toContain("one.png");
    await send(back, "two.pdf", contents.pdf);
    const both = await browser.get(back.path);
    expect(both.html).toMatch(/one\.png[\s\S]*two\.pdf/);
    const [, ...withoutFirst] = keptIn(both);
    await sendFiles(browser, both, withoutFirst);
    const left = await browser.get(back.path);
    expect(left.html).not.toContain("one.png");
    expect(left.html).toContain("two.pdf");
    const rows = await platform.database.reader.kysely.selectFrom("answer_files").selectAll().execute();
    expect(rows.filter((row) => row.survey_id !== null).map(({ name }) => name)).toEqual(["two.pdf"]);
    expect(keptIn(left).map(([name]) => name)).toEqual([id]);
  });

  it.each([
    [["jpg"], "photo.jpeg", "\u00FF\u00D8\u00FF"],
    [["jpeg"], "photo.JPG", "\u00FF\u00D8\u00FF"],
    [["png", "tif"], "scan.tiff", "II*\0"],
    [["html"], "page.htm", "<p>"],
    [["yaml"], "list.yml", "a: 1"],
  ])(
    "that a question with the endings %j takes: %s, which is the same kind",
    async (endings, name, begin) => {
      const content = Buffer.from(begin, "latin1");
      const { platform } = await open();
      const survey = await publishSurvey(platform, {
        text,
        change: (definition) => ({
          ...definition,
          pages: definition.pages.map((page) => ({
            ...page,
            questions: page.questions.map((question) => ({ ...question, file_type_limit: endings })),
          })),
        }),
      });
      const browser = new Browser(platform);
      const page = await browser.get(survey.path);
      expect(page.html).toContain(`.${name.split(".").at(-1)?.toLowerCase()}`);
      const field = [`${survey.questionId(1)}.files`, { name, content }] as const;
      expect((await sendFiles(browser, page, [field])).status).toBe(303);
    },
  );

  it("are at most five for a question", async () => {
    const { browser, first, id } = await open();
    const files = Array.from({ length: 6 }, (_, at) => {
      return [`${id}.files`, { name: `${at}.png`, content: contents.png }] as const;
    });
    const refused = await sendFiles(browser, first, files);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("5.png: Send at most 5 files.");
    expect(keptIn(refused)).toHaveLength(5);
  });

  it.each(["answer", "half-filled form", "survey"])("are deleted with their %s", async (what) => {
    const { folder, platform, survey, browser, first, send, sweep } = await open();
    const second = await browser.follow(send(first, "receipt.png", contents.png));
    const { surveys, sweepExpired } = platform.store;
    if (what === "half-filled form") {
      platform.clock.now += 15 * 24 * hour;
      await sweepExpired();
    } else {
      await sendFiles(browser, second, []);
      if (what === "survey") await surveys.deleteSurvey(survey.id);
      else await deleteAnswer(platform, survey.id, 1);
    }
    platform.clock.now += hour;
    await sweep();
    expect(await filesIn(folder)).toEqual([]);
    expect(await platform.database.reader.kysely.selectFrom("answer_files").select("id").execute()).toEqual(
      [],
    );
  });

  it("stay as long as their answer", async () => {
    const { folder, platform, browser, first, send, sweep } = await open();
    await sendFiles(browser, await browser.follow(send(first, "receipt.png", contents.png)), []);
    platform.clock.now += 20 * 24 * hour;
    await platform.store.sweepExpired();
    await sweep();
    expect(await filesIn(folder)).toHaveLength(1);
  });

  it("that no form kept are deleted after an hour, and not before", async () => {
    const { folder, platform, survey, browser, first, id, sweep } = await open();
    // Programs fill in the field that people do not see; nothing of such a form is kept.
    const trapped = [
      ["website", "x"],
      [`${id}.files`, { name: "a.png", content: contents.png }],
    ] as const;
    expect((await sendFiles(browser, first, trapped)).status).toBe(422);
    await sweep();
    expect(await filesIn(folder)).toHaveLength(1);
    platform.clock.now += hour;
    await sweep();
    expect(await filesIn(folder)).toEqual([]);
    const use = await platform.store.surveys.countFileBytes({ surveyId: survey.id, ownerId: 1 });
    expect(use.all).toBe(0);
  });

  it("are not asked for where the platform has no folder for them, and nothing is missing then", async () => {
    const platform = await startTestPlatform({ database: "postgres://nowhere/platform" });
    const survey = await publishSurvey(platform, { text });
    const browser = new Browser(platform);
    const first = await browser.get(survey.path);
    expect(first.html).toContain("Files cannot be sent on this page.");
    expect(first.html).not.toContain("multipart");
    const second = await sendPage(browser, first, []);
    expect(second.location).toContain("page=");
  });

  it("that were opened are read to their end, also once they are removed; what is not there is not opened", async () => {
    const folder = await temporaryUploads();
    const files = new UploadFolder(folder);
    const content = Buffer.alloc(300_000, "a");
    const receiving = { mostBytes: 1e6, count: async () => {}, signal: new AbortController().signal };
    const { id = "" } = (await files.receive(Readable.from([content]), receiving)) ?? {};
    await files.place(id);
    const opened = await files.open(id);
    rmSync(folder, { recursive: true });
    expect(await buffer(opened)).toEqual(content);
    await expect(files.open(id)).rejects.toThrow("ENOENT");
  });

  it("that cannot be stored are said to be so, and the answer stays", async () => {
    const { folder, first, send } = await open();
    await rm(folder, { recursive: true });
    await writeFile(folder, "a file where the folder should be");
    const refused = await send(first, "receipt.png", contents.png);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("receipt.png: The file could not be stored. Try again later.");
  });
});
