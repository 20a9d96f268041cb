import type { SurveySettings } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { Browser, formsOf } from "../support/browser.ts";
import { countDrafts, publishSurvey, sendPage, type SurveyParts } from "../support/published-survey.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const secondPage = "\n\n=== Page Break ===\n\nWhy?[Single Line Text][Optional]";
const short = `T\n\n\n\nQ[Single Line Text]${secondPage}`;
const manyTexts = `T\n\n\n\n${Array.from({ length: 20 }, (_, at) => `Q${at}[Multiple Line Text][Optional]`).join("\n\n")}${secondPage}`;

const longText = "字".repeat(20_000);

async function open(
  parts: Partial<SurveyParts> = {},
  settings: Parameters<typeof startTestPlatform>[0] = {},
) {
  const platform = await startTestPlatform(settings);
  const survey = await publishSurvey(platform, { text: short, ...parts });
  return { platform, survey };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Begins an answer in a browser of its own, at an address. */
async function sendFrom({ platform, survey }: Opened, address: string, values: readonly string[]) {
  const browser = new Browser(platform);
  const headers = { "x-forwarded-for": address };
  const page = await browser.get(survey.path, headers);
  const given = values.map((value, at) => [survey.questionId(at + 1), value] as const);
  const fields = { ...formsOf(page.html)[0]?.hidden, ...Object.fromEntries(given), action: "next" };
  return browser.post(survey.path, fields, headers);
}

/** Begins an answer in a browser of its own. */
async function begin({ platform, survey }: Opened, values: readonly string[]) {
  const browser = new Browser(platform);
  const page = await browser.get(survey.path);
  const sent = await sendPage(
    browser,
    page,
    values.map((value, at) => [survey.questionId(at + 1), value] as const),
  );
  return { browser, page, sent };
}

async function storedForms({ database }: TestPlatform, surveyId: number) {
  return database.reader.kysely
    .selectFrom("answer_drafts")
    .select(["hash", "answer_values", "bytes"])
    .where("survey_id", "=", surveyId)
    .execute();
}

/** Limits the text of every question. */
function atMost(maxlength: number): Pick<SurveyParts, "change"> {
  return {
    change: (definition) => ({
      ...definition,
      pages: definition.pages.map((page) => ({
        ...page,
        questions: page.questions.map((question) => ({ ...question, maxlength })),
      })),
    }),
  };
}

describe("a half-filled form", () => {
  it("keeps of a value only as much as its question takes, and the page shown again has all of it", async () => {
    const opened = await open(atMost(60));
    const given = "a".repeat(100_000);
    const { sent } = await begin(opened, [given]);
    expect([sent.status, sent.html.includes(given)]).toEqual([422, true]);
    const [form] = await storedForms(opened.platform, opened.survey.id);
    expect(JSON.parse(form?.answer_values ?? "")).toEqual({ [opened.survey.questionId(1)]: "a".repeat(60) });
  });

  it("that is larger than 256 KB is not kept; the page says so, and has what was given", async () => {
    const opened = await open({ text: manyTexts });
    const { browser, sent } = await begin(opened, ["short"]);
    expect(sent.status).toBe(303);
    const page = await browser.get(`${opened.survey.path}?page=${opened.survey.definition.pages[0]?.id}`);
    const texts = Array.from({ length: 5 }, () => longText);
    const refused = await sendPage(
      browser,
      page,
      texts.map((text, at) => [opened.survey.questionId(at + 1), text] as const),
    );
    expect([refused.status, refused.html.includes("longer than 256 KB")]).toEqual([413, true]);
    expect(refused.html.split(longText)).toHaveLength(6);
    const [form] = await storedForms(opened.platform, opened.survey.id);
    expect(JSON.parse(form?.answer_values ?? "")).toEqual({ [opened.survey.questionId(1)]: "short" });
  });

  const closing: readonly (readonly [string, Partial<SurveySettings>])[] = [
    ["paused", { state: 3 }],
    ["closed", { endAt: 1 }],
    ["full", { answerLimit: 0 }],
  ];
  it.each(closing)("keeps nothing of what is sent while its survey is %s", async (_, settings) => {
    const opened = await open();
    const { browser, page } = await begin(opened, ["before"]);
    await opened.platform.store.surveys.changeSettings({ surveyId: opened.survey.id, settings });
    const refused = await sendPage(browser, page, [[opened.survey.questionId(1), "after"]]);
    expect(refused.status).toBe(403);
    const [form] = await storedForms(opened.platform, opened.survey.id);
    expect(form?.answer_values).toContain("before");
  });
});

describe("half-filled forms together", () => {
  const values = Array.from({ length: 10 }, () => "x".repeat(20_000));
  const unlimited = { addressMegabytesPerHour: "100000" };

  it("of one survey have at most their share of the room, and those saved the longest ago make way", async () => {
    const opened = await open({ text: manyTexts }, { ...unlimited, halfFilledMegabytes: "16" });
    const { platform, survey } = opened;
    const other = await publishSurvey(platform, { text: short });
    const kept = await begin({ platform, survey: other }, ["mine"]);
    for (let time = 0; time < 12; time += 1) {
      platform.clock.now += 1000;
      expect((await begin(opened, values)).sent.status).toBe(303);
    }
    platform.clock.now += 1000;
    const newest = await begin(opened, ["newest"]);
    const forms = await storedForms(platform, survey.id);
    const bytes = forms.reduce((sum, form) => sum + form.bytes, 0);
    // A process counts once it has written a sixteenth of what a survey may have; each of the nodes may store one form more.
    expect(bytes).toBeLessThan(1024 * 1024 * (1 + 1 / 16) + platform.stores.length * 210_000);
    expect(forms.length).toBeGreaterThan(3);
    const resumed = "Your answers from before are still here.";
    expect((await newest.browser.get(survey.path)).html).toContain(resumed);
    expect(await countDrafts(platform, other.id)).toBe(1);
    expect((await kept.browser.get(other.path)).html).toContain(resumed);
    const left = await platform.store.surveys.countProgressByPage(survey.id);
    expect([...left.values()].reduce((sum, n) => sum + n, 0)).toBe(13);
  });

  it("of all surveys have at most the room that the settings give, and the survey with the most makes way", async () => {
    const settings = { ...unlimited, halfFilledMegabytes: "16" };
    const { platform, survey: small } = await open({}, settings);
    await begin({ platform, survey: small }, ["mine"]);
    const room = 16 * 1024 * 1024;
    for (let place = 0; place < 20; place += 1) {
      const survey = await publishSurvey(platform, { text: manyTexts });
      for (let time = 0; time < 5; time += 1) {
        platform.clock.now += 1000;
        expect((await begin({ platform, survey }, values)).sent.status).toBe(303);
      }
    }
    const rows = await platform.database.reader.kysely.selectFrom("answer_drafts").select("bytes").execute();
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    expect(bytes).toBeLessThan(room * (1 + platform.stores.length / 16) + 210_000);
    expect(bytes).toBeGreaterThan(room / 2);
    expect(await countDrafts(platform, small.id)).toBe(1);
  });

  it("of one address are counted by their bytes, and those of other addresses go on", async () => {
    const opened = await open({ text: manyTexts }, { trustProxy: "1", addressMegabytesPerHour: "4" });
    const statuses: number[] = [];
    let last = await sendFrom(opened, "198.51.100.1", values);
    for (; last.status === 303 && statuses.length < 20; last = await sendFrom(opened, "198.51.100.1", values))
      statuses.push(last.status);
    // Half of 4 MB at once, in forms of 196 KB.
    expect([statuses.length, last.status]).toEqual([10, 429]);
    expect(last.html).toContain("Much was sent from your network just now");
    expect(last.html).toContain("x".repeat(20_000));
    expect((await sendFrom(opened, "198.51.100.2", values)).status).toBe(303);
    const seconds = Number(last.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    opened.platform.clock.now += seconds * 1000;
    expect((await sendFrom(opened, "198.51.100.1", values)).status).toBe(303);
  });
});
