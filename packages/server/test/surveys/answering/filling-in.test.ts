import { type Logic, parseRules, type SurveyDefinition } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { Browser, formsOf, type Page } from "../../support/browser.ts";
import {
  countDrafts,
  type GivenFields,
  publishSurvey,
  storedAnswers,
} from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const text = `Lunch

How was it?[Single Choice]
Good
Bad

Why was it bad?[Single Line Text][Optional]

What else?[Single Line Text][Optional]`;

/** The second question is shown to those who choose the second option of the first. */
function rulesOf({ pages }: SurveyDefinition): Logic {
  const parsed = parseRules("if Q1 = A2 then show Q2", pages);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { rules: parsed.rules };
}

async function open() {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, {
    text,
    change: (definition) => ({ ...definition, logic: rulesOf(definition) }),
  });
  const browser = new Browser(platform);
  const first = await browser.get(survey.path, { "accept-language": "en" });
  platform.clock.now += 5000;
  return { platform, survey, browser, first, q: survey.questionId, o: survey.optionId };
}

/** Sends the form of a page by one of its buttons, or as its script does. */
function sendAs(
  browser: Browser,
  page: Page,
  action: string,
  fields: GivenFields,
  query = "",
): Promise<Page> {
  const form = formsOf(page.html).find(({ hidden }) => "shown" in hidden);
  const body = new URLSearchParams([
    ...Object.entries(form?.hidden ?? {}),
    ...fields.map(([n, v]) => [n, v]),
  ]);
  body.append("action", action);
  return browser.send(`${form?.action ?? ""}${query}`, { method: "POST", body });
}

describe("what is given on a page", () => {
  it("is still there after another language was chosen, and is checked only when the respondent goes on", async () => {
    const { survey, browser, first, q, o } = await open();
    expect(first.html).toContain(`formaction="${survey.path}?lang=zh-CN"`);
    const given = [
      [q(1), o(1, 2)],
      [q(3), "The tea"],
    ] as const;
    const sent = await sendAs(browser, first, "stay", given, "?lang=zh-CN");
    const shown = await browser.follow(sent);
    expect([sent.status, shown.html.includes('<html lang="zh-CN">')]).toEqual([303, true]);
    expect(shown.html).toContain('value="The tea"');
    expect(shown.html).toContain(`value="${o(1, 2)}" checked=""`);
    expect(shown.html).toContain("Why was it bad?");
  });

  it("is in the language that was chosen also for a user whose account has another one", async () => {
    const { platform, survey } = await open();
    const ada = await signedInBrowser(platform);
    const page = await ada.get(`${survey.path}?lang=en`);
    const shown = await ada.follow(sendAs(ada, page, "stay", [], "?lang=zh-CN"));
    expect(shown.html).toContain('<html lang="zh-CN">');
  });

  it("is kept by the script of the page while it is filled in, without a check, and is there after a reload", async () => {
    const { platform, survey, browser, first, q } = await open();
    expect(first.headers.get("content-security-policy")).toContain("connect-src 'self'");
    const saved = await sendAs(browser, first, "save", [[q(3), "The tea"]]);
    expect([saved.status, saved.html]).toEqual([204, ""]);
    expect((await browser.get(survey.path)).html).toContain('value="The tea"');
    expect(await countDrafts(platform, survey.id)).toBe(1);
    expect(await storedAnswers(platform, survey.id)).toEqual([]);
  });

  it("brings the page to the script where it leads to other questions, and away from them again", async () => {
    const { browser, first, q, o } = await open();
    expect(first.html).not.toContain("Why was it bad?");
    const more = await sendAs(browser, first, "save", [[q(1), o(1, 2)]]);
    expect([more.status, more.html.includes("Why was it bad?")]).toEqual([200, true]);
    const less = await sendAs(browser, more, "save", [[q(1), o(1, 1)]]);
    expect([less.status, less.html.includes("Why was it bad?")]).toEqual([200, false]);
  });

  it("brings a page without a script back at the first new question", async () => {
    const { browser, first, q, o } = await open();
    const more = await sendAs(browser, first, "next", [[q(1), o(1, 2)]]);
    expect(more.html).toMatch(
      /<div tabindex="-1" autofocus="">\s*<div class="question"[^>]*><label[^>]*>.*?Why was it bad\?/s,
    );
  });

  it("does not become a half-filled form again when the script saves after the answer was sent", async () => {
    const { platform, survey, browser, first, q, o } = await open();
    expect((await sendAs(browser, first, "next", [[q(1), o(1, 1)]])).status).toBe(303);
    expect((await sendAs(browser, first, "save", [[q(1), o(1, 1)]])).status).toBe(204);
    expect(await countDrafts(platform, survey.id)).toBe(0);
  });

  it("is not kept by the script of a survey that takes no answers", async () => {
    const { platform, survey, browser, first, q } = await open();
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { state: 3 } });
    expect((await sendAs(browser, first, "save", [[q(3), "x"]])).status).toBe(403);
    expect(await countDrafts(platform, survey.id)).toBe(0);
  });
});

it("a refused page begins with what is wrong: the browser goes there", async () => {
  const { browser, first } = await open();
  const refused = await sendAs(browser, first, "next", []);
  expect(refused.status).toBe(422);
  expect(refused.html).toMatch(/<div class="notice notice-error" role="alert" tabindex="-1" autofocus="">/);
});

function numbersOf({ html }: Page): readonly (string | undefined)[] {
  return [...html.matchAll(/class="question-number">(\d+)\. /g)].map(([, number]) => number);
}

it("questions are numbered by those that are shown, in the list of problems too", async () => {
  const { browser, first, q, o } = await open();
  expect(numbersOf(first)).toEqual(["1", "2"]);
  const more = await sendAs(browser, first, "next", [[q(1), o(1, 2)]]);
  expect(numbersOf(more)).toEqual(["1", "2", "3"]);
});

it("a custom argument from before its name was reserved steers nothing, and is kept with the answer", async () => {
  const { platform, survey, browser, q, o } = await open();
  const customArguments = ["page", "lang"].map((title, at) => ({
    id: `custom-arg-0${at + 1}`,
    title,
    description: "",
  }));
  await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { customArguments } });
  const page = await browser.get(`${survey.path}?page=7&lang=fr`, { "accept-language": "zh-CN" });
  expect([page.status, page.html.includes('<html lang="zh-CN">')]).toEqual([200, true]);
  expect(browser.cookies.has("sop_lang")).toBe(false);
  platform.clock.now += 5000;
  expect((await sendAs(browser, page, "next", [[q(1), o(1, 1)]])).status).toBe(303);
  const [stored] = await storedAnswers(platform, survey.id);
  expect(JSON.parse(stored?.custom_arguments ?? "")).toEqual({ page: "7", lang: "fr" });
});
