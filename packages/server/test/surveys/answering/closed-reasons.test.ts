import { DatabaseUnavailableError } from "@survey-open-platform/database";
import { describe, expect, it, test } from "vitest";
import type { SurveySettings } from "@survey-open-platform/surveys";
import { hashPassword } from "../../../src/session/password.ts";
import { Browser } from "../../support/browser.ts";
import { countDrafts, publishSurvey, sendPage, storedAnswers } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, testStart, type TestPlatform } from "../../support/test-platform.ts";

const text = "Lunch\n\n\n\nHow was it?[Single Line Text]";

async function open(settings: Partial<SurveySettings> = {}) {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, { text, settings });
  return { platform, survey, browser: new Browser(platform) };
}

/** Answers a survey from its first page on. */
async function answer(platform: TestPlatform, path: string, browser = new Browser(platform), given = "Good") {
  const page = await browser.get(path);
  platform.clock.now += 5000;
  const [, name = ""] = /<input[^>]* id="(q-[^"]*)"/.exec(page.html) ?? [];
  return sendPage(browser, page, [[name, given]]);
}

describe("a survey that cannot be answered says so in words, and takes nothing", () => {
  test.each<readonly [string, Partial<SurveySettings>, string]>([
    ["a draft", { state: 0 }, "Not published yet"],
    ["a paused one", { state: 3 }, "This survey is paused"],
    ["one that opens later", { startedAt: testStart + 3_600_000 }, "Not open yet"],
    ["one that has closed", { endAt: testStart - 1 }, "This survey is closed"],
    ["one that is full", { answerLimit: 0 }, "This survey is full"],
  ])("%s", async (_, settings, title) => {
    const { platform, survey, browser } = await open();
    const first = await browser.get(survey.path);
    platform.clock.now += 5000;
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings });
    const page = await browser.get(survey.path, { "accept-language": "en" });
    expect(page.status).toBe(403);
    expect(page.html).toContain(`<h1>${title}</h1>`);
    const sent = await sendPage(browser, first, [[survey.questionId(1), "x"]]);
    expect([sent.status, sent.html.includes(`<h1>${title}</h1>`)]).toEqual([403, true]);
    expect(await storedAnswers(platform, survey.id)).toEqual([]);
    expect(await countDrafts(platform, survey.id)).toBe(0);
  });

  it("with the time, and the zone that it is in: respondents may be in another one", async () => {
    const { survey, browser } = await open({ startedAt: testStart + 3_600_000 });
    const { html } = await browser.get(survey.path, { "accept-language": "en" });
    expect(html).toMatch(/It opens on <time [^>]*>[^<]+<\/time> \(Asia\/Shanghai\)\./);
  });

  it("and keeps what was given before until it can be sent, but nothing that comes while it is closed", async () => {
    const { platform, survey, browser } = await open();
    const first = await browser.get(survey.path);
    platform.clock.now += 1000;
    const quick = await sendPage(browser, first, [[survey.questionId(1), "Soup"]]);
    expect(quick.html).toContain("That was very quick.");
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { state: 3 } });
    const paused = await sendPage(browser, quick, [[survey.questionId(1), "Salad"]]);
    expect(paused.html).toContain("kept in this browser for 14 days");
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { state: 2 } });
    platform.clock.now += 60_000;
    const resumed = await browser.get(survey.path);
    expect(resumed.html).toContain('value="Soup"');
    expect((await sendPage(browser, resumed, [[survey.questionId(1), "Salad"]])).status).toBe(303);
  });
});

describe("a survey that may be answered once", () => {
  it("by a browser is not shown to that browser again", async () => {
    const { platform, survey, browser } = await open({ once: "browser" });
    expect((await answer(platform, survey.path, browser)).status).toBe(303);
    expect((await browser.get(survey.path)).html).toContain("<h1>Already answered</h1>");
    expect((await answer(platform, survey.path)).status).toBe(303);
    expect(await storedAnswers(platform, survey.id)).toHaveLength(2);
  });

  it("by a person asks to sign in, keeps the name, and takes one answer from two browsers", async () => {
    const { platform, survey, browser } = await open({ once: "person" });
    const asked = await browser.get(survey.path);
    expect(asked.html).toContain("Sign in to answer");
    expect(asked.html).toContain(`/login?return_to=${encodeURIComponent(survey.path)}`);
    const [one, other] = [await signedInBrowser(platform), await signedInBrowser(platform)];
    const pages = [await one.get(survey.path), await other.get(survey.path)];
    expect(pages[0]?.html).toContain("Your name is kept with your answers");
    platform.clock.now += 5000;
    const [first, second] = [
      await sendPage(one, pages[0] ?? asked, [[survey.questionId(1), "a"]]),
      await sendPage(other, pages[1] ?? asked, [[survey.questionId(1), "b"]]),
    ];
    expect([first.status, second.status]).toEqual([303, 403]);
    expect(second.html).toContain("<h1>Already answered</h1>");
    const [stored, ...rest] = await storedAnswers(platform, survey.id);
    expect(rest).toEqual([]);
    expect(stored?.respondent_id).toBe((await platform.store.findUserByUsername("ada"))?.id);
  });

  it("is answered without a name where it does not ask to sign in, also by someone who is signed in", async () => {
    const { platform, survey } = await open();
    await answer(platform, survey.path, await signedInBrowser(platform));
    expect(await storedAnswers(platform, survey.id)).toMatchObject([{ respondent_id: 0 }]);
  });
});

async function openWithPassword() {
  const opened = await open({ passwordHash: await hashPassword("open sesame") });
  const page = await opened.browser.get(opened.survey.path);
  return { ...opened, page, target: `${opened.survey.path}password` };
}

describe("a survey with a password", () => {
  it("shows nothing of itself before the password was given", async () => {
    const { platform, survey, browser, page, target } = await openWithPassword();
    expect(page.html).toContain("Enter the password");
    expect(page.html).not.toContain("How was it?");
    const wrong = await browser.submit(page, target, { password: "x" });
    expect(wrong.status).toBe(403);
    expect(wrong.html).toContain("This is not the password of the survey.");
    expect((await browser.get(survey.path)).html).not.toContain("How was it?");
    expect(await countDrafts(platform, survey.id)).toBe(0);
  });

  it("is open to the browser that gave it, until the password changes", async () => {
    const { platform, survey, browser, page, target } = await openWithPassword();
    const opened = await browser.follow(browser.submit(page, target, { password: "open sesame" }));
    expect(opened.html).toContain("How was it?");
    await platform.store.surveys.changeSettings({
      surveyId: survey.id,
      settings: { passwordHash: await hashPassword("another one") },
    });
    platform.clock.now += 5000;
    const sent = await sendPage(browser, opened, [[survey.questionId(1), "x"]]);
    expect(sent.html).toContain("Enter the password");
    expect(await storedAnswers(platform, survey.id)).toEqual([]);
  });

  it("takes only so many wrong passwords", async () => {
    const { browser, page, target } = await openWithPassword();
    const statuses = new Set<number>();
    for (let time = 0; time < 11; time += 1)
      statuses.add((await browser.submit(page, target, { password: "x" })).status);
    expect(statuses).toEqual(new Set([403, 429]));
  });
});

test("a survey takes only as many answers from one address as it says, and keeps what was given", async () => {
  const { platform, survey } = await open({ addressLimit: 2 });
  const statuses = [];
  for (let time = 0; time < 3; time += 1) statuses.push(await answer(platform, survey.path));
  expect(statuses.map(({ status }) => status)).toEqual([303, 303, 429]);
  expect(statuses[2]?.html).toContain("Many answers came from your network in the last 24 hours.");
  expect(statuses[2]?.html).toContain('value="Good"');
  expect(await storedAnswers(platform, survey.id)).toHaveLength(2);
});

test("the answers of one address are counted over 24 hours, and refused ones do not count", async () => {
  const { platform, survey } = await open({ addressLimit: 2, answerLimit: 1 });
  const statuses: number[] = [];
  const send = async () => void statuses.push((await answer(platform, survey.path)).status);
  await send();
  const raise = (answerLimit: number) =>
    platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { answerLimit } });
  const late = new Browser(platform);
  const page = await late.get(survey.path);
  await raise(2);
  const begun = await late.get(survey.path);
  platform.clock.now += 5000;
  await raise(1);
  expect((await sendPage(late, begun, [[survey.questionId(1), "x"]])).status).toBe(403);
  expect(page.status).toBe(403);
  await raise(100);
  for (const hours of [0, 12, 11.9]) {
    platform.clock.now += hours * 3_600_000;
    await send();
  }
  // The first one is a day old now, and no longer counts.
  platform.clock.now += 0.2 * 3_600_000;
  for (let time = 0; time < 3; time += 1) await send();
  expect(statuses).toEqual([303, 303, 429, 429, 303, 303, 429]);
});

test("an answer that cannot be stored is still in the page, which says so", async () => {
  const { platform, survey, browser } = await open();
  const page = await browser.get(survey.path);
  platform.clock.now += 5000;
  const { surveys } = platform.store;
  const { submitAnswer } = surveys;
  surveys.submitAnswer = () => Promise.reject(new DatabaseUnavailableError("disk full"));
  const refused = await sendPage(browser, page, [[survey.questionId(1), "Soup"]]);
  expect(refused.status).toBe(503);
  expect(refused.html).toContain("Your answers could not be stored just now.");
  expect(refused.html).toContain('value="Soup"');
  surveys.submitAnswer = submitAnswer;
  expect((await sendPage(browser, refused, [[survey.questionId(1), "Soup"]])).status).toBe(303);
});
