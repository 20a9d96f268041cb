import { describe, expect, it } from "vitest";
import { recountSurvey } from "@survey-open-platform/surveys";
import { Browser, formsOf, type Page } from "../../support/browser.ts";
import { publishSurvey, sendPage, storedAnswers, type SurveyParts } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";
import { contents, sendFiles, temporaryUploads } from "../../support/upload-form.ts";

const text = `Lunch

How was it?[Single Choice]
Good
Bad

=== Page Break ===

Why?[Single Line Text][Optional]`;

/** A survey with an answer "Good" that was sent with a browser. */
async function answered(settings: SurveyParts["settings"] = {}, username?: string) {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, {
    text,
    settings: { allowsAnswerUpdates: true, ...settings },
  });
  const browser = username === undefined ? new Browser(platform) : await signedInBrowser(platform, username);
  const { questionId: q, optionId: o } = survey;
  const first = await browser.get(survey.path);
  platform.clock.now += 60_000;
  const second = await browser.follow(sendPage(browser, first, [[q(1), o(1, 1)]]));
  const done = await browser.follow(sendPage(browser, second, [[q(2), "Salt"]]));
  const [, changePath = ""] = /href="([^"]+change\?answer=[^"]+)"/.exec(done.html) ?? [];
  const tallies = async () =>
    (await platform.store.surveys.tallies({ surveyId: survey.id, questionIds: [q(1)] })).get(q(1));
  const begin = async (other = browser, path = changePath): Promise<Page> => {
    const asked = await other.get(path);
    return asked.status === 200 ? sendPage(other, asked, [["action", "begin"]], "none") : asked;
  };
  return { platform, survey, browser, done, changePath, q, o, tallies, begin };
}

describe("an answer that was sent", () => {
  it("is changed by its respondent, from the last page on, and counts as what it is now", async () => {
    const { platform, survey, browser, done, begin, q, o, tallies } = await answered();
    expect(done.html).toContain("Change your answers");
    const first = await browser.follow(await begin());
    expect(first.html).toContain("You are changing answers that you have sent.");
    expect(first.html).toMatch(new RegExp(`value="${o(1, 1)}" checked`));
    expect(await tallies()).toEqual(
      new Map([
        ["answered", 1],
        [o(1, 1), 1],
      ]),
    );
    const second = await browser.follow(sendPage(browser, first, [[q(1), o(1, 2)]]));
    expect(second.html).toContain('value="Salt"');
    expect(second.html).toContain("Save changes");
    const [before] = await storedAnswers(platform, survey.id);
    expect(before?.values).toEqual({ [q(1)]: [o(1, 1)], [q(2)]: "Salt" });
    const saved = await sendPage(browser, second, [[q(2), "Pepper"]]);
    expect(saved.location).toContain("/done?answer=");
    const [after, ...others] = await storedAnswers(platform, survey.id);
    expect(others).toEqual([]);
    expect(after).toEqual({ ...before, values: { [q(1)]: [o(1, 2)], [q(2)]: "Pepper" } });
    expect([...((await tallies()) ?? [])].filter(([cell]) => cell.startsWith("o-"))).toEqual([[o(1, 2), 1]]);
    expect(await recountSurvey(platform.database, survey.id)).toEqual([]);
    const again = await browser.get(survey.path);
    expect(again.html).not.toContain("Pepper");
  });

  it("stays as it is when the change is given up, or never begun", async () => {
    const { platform, survey, browser, changePath, begin, q, o } = await answered();
    const before = await storedAnswers(platform, survey.id);
    await browser.get(changePath);
    expect((await browser.get(survey.path)).html).not.toContain("You are changing");
    const first = await browser.follow(await begin());
    await sendPage(browser, first, [[q(1), o(1, 2)]]);
    expect((await browser.get(survey.path)).html).toContain("You are changing");
    const discarded = await browser.submit(first, `${survey.path}change`, { action: "discard" });
    expect(discarded.location).toContain("/done?answer=");
    expect((await browser.get(survey.path)).html).not.toContain("You are changing");
    expect(await storedAnswers(platform, survey.id)).toEqual(before);
  });

  it("is found again where each browser answers once, and in a survey that is full", async () => {
    const { browser, survey, begin, q, o, platform } = await answered({ once: "browser", answerLimit: 1 });
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { answerLimit: 2 } });
    const refused = await browser.get(survey.path);
    expect(refused.html).toContain("Already answered");
    const [, path = ""] = /href="([^"]+change\?answer=[^"]+)"/.exec(refused.html) ?? [];
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { answerLimit: 1 } });
    const first = await browser.follow(await begin(browser, path));
    const second = await browser.follow(sendPage(browser, first, [[q(1), o(1, 2)]]));
    expect((await sendPage(browser, second, [])).location).toContain("/done");
    const [answer] = await storedAnswers(platform, survey.id);
    expect(answer?.values).toEqual({ [q(1)]: [o(1, 2)] });
  });

  it("keeps the files that stay in it, and those alone", async () => {
    const platform = await startTestPlatform({ uploads: await temporaryUploads() });
    const upload = "Receipts\n\n\n\nYour receipt[File Upload]";
    const survey = await publishSurvey(platform, { text: upload, settings: { allowsAnswerUpdates: true } });
    const browser = new Browser(platform);
    const first = await browser.get(survey.path);
    platform.clock.now += 5000;
    const field = `${survey.questionId(1)}.files`;
    const file = (name: string) => [field, { name, content: contents.png }] as const;
    const done = await browser.follow(sendFiles(browser, first, [file("a.png"), file("b.png")]));
    const [, path = ""] = /href="([^"]+change\?answer=[^"]+)"/.exec(done.html) ?? [];
    const asked = await browser.get(path);
    const form = await browser.follow(sendPage(browser, asked, [["action", "begin"]], "none"));
    const [, kept = ""] = /value="([^"]+\/b\.png)"/.exec(form.html) ?? [];
    await sendFiles(browser, form, [[survey.questionId(1), kept], file("c.png")]);
    const rows = await platform.database.reader.kysely
      .selectFrom("answer_files")
      .selectAll()
      .orderBy("name")
      .execute();
    const kinds = rows.map(({ name, answer_id: answer, survey_id: of }) => [name, answer, of]);
    expect(kinds).toEqual([
      ["a.png", null, null],
      ["b.png", 1, survey.id],
      ["c.png", 1, survey.id],
    ]);
  });
});

describe("an answer of someone else", () => {
  it("cannot be changed, whether its hash is known or not", async () => {
    const { platform, survey, changePath } = await answered();
    const thief = new Browser(platform);
    await thief.get(survey.path);
    for (const path of [
      changePath,
      `${survey.path}change?answer=AAAAAAAAAA`,
      `${survey.path}change?answer=1`,
    ])
      expect((await thief.get(path)).status).toBe(404);
    const own = await thief.get(survey.path);
    const answer = changePath.split("=").at(-1) ?? "";
    const { csrf = "" } = formsOf(own.html)[0]?.hidden ?? {};
    const forced = await thief.post(`${survey.path}change`, { csrf, answer, action: "begin" });
    expect(forced.status).toBe(404);
    expect(await storedAnswers(platform, survey.id)).toHaveLength(1);
  });

  it("cannot be changed by the next person in the same browser, nor a change that was begun be seen", async () => {
    const { platform, browser, survey, changePath, begin } = await answered({ once: "person" }, "ada");
    await begin();
    const bob = await signedInBrowser(platform, "bob");
    for (const [name, value] of browser.cookies) if (name !== "sop_session") bob.cookies.set(name, value);
    expect((await bob.get(changePath)).status).toBe(404);
    const shown = await bob.get(survey.path);
    expect(shown.html).not.toContain("Salt");
    // A form of bob's own begins.
    expect(shown.html).toContain("Page 1 of 2");
  });
});

describe("changes are refused", () => {
  it.each([
    [
      "where the survey does not allow them",
      { allowsAnswerUpdates: false },
      "These answers cannot be changed",
    ],
    ["once it is paused", { state: 3 }, "This survey is paused"],
    ["once it is closed", { endAt: 1 }, "This survey is closed"],
  ] as const)("%s, also when they were begun before", async (_, settings, words) => {
    const { platform, browser, survey, changePath, begin, q, o } = await answered();
    const first = await browser.follow(await begin());
    const second = await browser.follow(sendPage(browser, first, [[q(1), o(1, 2)]]));
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings });
    const refused = await sendPage(browser, second, []);
    expect([refused.status, refused.html.includes(words)]).toEqual([403, true]);
    expect((await browser.get(changePath)).html).toContain(words);
    const [answer] = await storedAnswers(platform, survey.id);
    expect(answer?.values).toEqual({ [q(1)]: [o(1, 1)], [q(2)]: "Salt" });
  });
});
