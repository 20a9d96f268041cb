import type { SurveyDefinition } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { sweepUploads } from "../../src/store/surveys/sweep-uploads.ts";
import { UploadFolder } from "../../src/store/surveys/upload-folder.ts";
import { Browser } from "../support/browser.ts";
import { publishSurvey, storedAnswers } from "../support/published-survey.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { contents, filesIn, sendFiles, temporaryUploads, type UploadField } from "../support/upload-form.ts";

const text = "Receipts\n\n\n\nYour receipt[File Upload][Optional]\n\nWho?[Single Line Text]";
const megabyte = 1024 * 1024;

/** Files of 1 MB, so that a test fills a room with few bytes. */
function change(definition: SurveyDefinition): SurveyDefinition {
  const pages = definition.pages.map((page) => ({
    ...page,
    questions: page.questions.map((question) => ({ ...question, file_size_limit: 1024 })),
  }));
  return { ...definition, pages };
}

const day = 24 * 3_600_000;

async function open(settings: Parameters<typeof startTestPlatform>[0] = {}) {
  const folder = await temporaryUploads();
  const platform = await startTestPlatform({ uploads: folder, addressMegabytesPerHour: "1000", ...settings });
  const survey = await publishSurvey(platform, { text, change });
  const sweep = () => sweepUploads(platform.store, new UploadFolder(folder));
  return { folder, platform, survey, sweep };
}

type Opened = Awaited<ReturnType<typeof open>>;

function png(megabytes: number): Uint8Array {
  return Buffer.concat([
    contents.png,
    Buffer.alloc(Math.floor(megabytes * megabyte) - contents.png.byteLength),
  ]);
}

/** Sends files in a browser of its own; without a name the form is refused, because that is required. */
async function send(
  { platform, survey }: Pick<Opened, "platform" | "survey">,
  {
    files,
    name = "",
  }: { readonly files: readonly (readonly [string, Uint8Array])[]; readonly name?: string },
) {
  const browser = new Browser(platform);
  const page = await browser.get(survey.path);
  platform.clock.now += 5000;
  const fields: readonly UploadField[] = [
    [survey.questionId(2), name],
    ...files.map(([file, content]) => [`${survey.questionId(1)}.files`, { name: file, content }] as const),
  ];
  return { browser, page, sent: await sendFiles(browser, page, fields) };
}

async function bytesKept({ platform, survey }: Opened) {
  return platform.store.surveys.countFileBytes({ surveyId: survey.id, ownerId: 1 });
}

describe("files of half-filled forms", () => {
  it("use up no more than a tenth of the room, and the oldest make way, so that others can still send theirs", async () => {
    const opened = await open({ uploadsMegabytes: "10" });
    for (let time = 0; time < 3; time += 1) {
      const files = Array.from({ length: 5 }, (_, at) => [`${time}-${at}.png`, png(0.6)] as const);
      expect((await send(opened, { files })).sent.status).toBe(422);
      expect((await bytesKept(opened)).unsent).toBeLessThanOrEqual(megabyte);
    }
    expect(await filesIn(opened.folder)).toHaveLength(1);
    const honest = await send(opened, { files: [["mine.png", png(0.9)]], name: "Ada" });
    expect(honest.sent.location).toContain("/done");
    expect((await filesIn(opened.folder)).length).toBeLessThanOrEqual(2);
  });

  it("are gone after a day; the page asks for them again, and the answer names none that is not there", async () => {
    const opened = await open();
    const { browser, sent } = await send(opened, { files: [["old.png", contents.png]] });
    expect(sent.status).toBe(422);
    opened.platform.clock.now += day + 1;
    await opened.sweep();
    expect(await filesIn(opened.folder)).toEqual([]);
    const page = await browser.get(opened.survey.path);
    const kept = /name="([^"]+)" value="([^"]+\/old\.png)"/.exec(page.html);
    const id = opened.survey.questionId(1);
    const fields: readonly UploadField[] = [
      [id, kept?.[2] ?? ""],
      [opened.survey.questionId(2), "Ada"],
    ];
    const asked = await sendFiles(browser, page, fields);
    expect([asked.status, asked.html.includes("A file that you sent before is no longer kept.")]).toEqual([
      422,
      true,
    ]);
    expect(asked.html).not.toContain("old.png");
    expect(await storedAnswers(opened.platform, opened.survey.id)).toEqual([]);
    const again = await sendFiles(browser, asked, [
      [opened.survey.questionId(2), "Ada"],
      [`${id}.files`, { name: "new.png", content: contents.png }],
    ]);
    expect(again.location).toContain("/done");
    expect(await filesIn(opened.folder)).toHaveLength(1);
  });

  it("that made way for others are asked for again", async () => {
    const opened = await open({ uploadsMegabytes: "10" });
    const first = await send(opened, { files: [["first.png", png(0.6)]] });
    opened.platform.clock.now += 1000;
    await send(opened, { files: [["second.png", png(0.6)]] });
    const kept = /value="([^"]+\/first\.png)"/.exec(first.sent.html)?.[1] ?? "";
    const asked = await sendFiles(first.browser, first.sent, [
      [opened.survey.questionId(1), kept],
      [opened.survey.questionId(2), "Ada"],
    ]);
    expect(asked.html).toContain("A file that you sent before is no longer kept.");
  });
});

describe("files of answers", () => {
  it("of one survey have at most a quarter of the room, and those of one owner half of it", async () => {
    const opened = await open({ uploadsMegabytes: "20" });
    const one = [["a.png", png(1)] as const];
    const fill = async (survey: Opened["survey"]) => {
      let sent = 0;
      while ((await send({ ...opened, survey }, { files: one, name: "x" })).sent.location !== undefined)
        sent += 1;
      return sent;
    };
    expect(await fill(opened.survey)).toBe(5);
    const second = await publishSurvey(opened.platform, { text, change });
    expect(await fill(second)).toBe(5);
    const third = await publishSurvey(opened.platform, { text, change });
    expect(await fill(third)).toBe(0);
    const bob = await opened.platform.store.findUserByUsername("bob");
    const others = await publishSurvey(opened.platform, { text, change, ownerId: bob?.id ?? 0 });
    expect(await fill(others)).toBe(5);
  });
});

describe("files of one address", () => {
  it("are counted by their bytes, also those that are refused, and the page says so", async () => {
    const opened = await open({ addressMegabytesPerHour: "5" });
    // The ending is right and the content is not.
    const wrong = Buffer.alloc(megabyte, "<p>");
    for (let time = 0; time < 2; time += 1)
      expect((await send(opened, { files: [["x.png", wrong]] })).sent.html).toContain(
        "does not fit the ending",
      );
    const { sent } = await send(opened, { files: [["x.png", png(1)]], name: "Ada" });
    expect([sent.status, sent.html.includes("Many files were sent from your network just now.")]).toEqual([
      422,
      true,
    ]);
    expect(await filesIn(opened.folder)).toEqual([]);
    opened.platform.clock.now += 3_600_000;
    expect((await send(opened, { files: [["x.png", png(1)]], name: "Ada" })).sent.location).toContain(
      "/done",
    );
  });
});
