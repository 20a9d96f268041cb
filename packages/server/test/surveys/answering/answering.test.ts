import { gzipSync } from "node:zlib";
import { describe, expect, it, test } from "vitest";
import { everyType, wirePages } from "../../../../surveys/test/declared/survey-fixtures.ts";
import { stylesheet } from "../../../src/pages/assets.ts";
import { Browser } from "../../support/browser.ts";
import { countDrafts, publishSurvey, sendPage, storedAnswers } from "../../support/published-survey.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const lunch = `Lunch

Welcome. This takes **one** minute.

How was it?[Single Choice](last week)
Good
Bad

Why?[Multiple Line Text][Optional]

=== Page Break ===

Your mail[Single Line Text]

=== Page Break ===

Order[Ranking][Optional]
Soup
Salad
Fish`;

async function openLunch(parts: Omit<Parameters<typeof publishSurvey>[1], "text"> = {}) {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, { text: lunch, ...parts });
  const browser = new Browser(platform);
  const first = await browser.get(survey.path);
  platform.clock.now += 60_000;
  return { platform, survey, browser, first, q: survey.questionId, o: survey.optionId };
}

describe("a survey is answered", () => {
  it("page by page, to its end, without a script", async () => {
    const { platform, survey, browser, first, q, o } = await openLunch({ suffix: "See you **soon**." });
    expect(first.status).toBe(200);
    expect(first.html).toContain("Page 1 of 3");
    expect(first.html).toContain("<strong>one</strong> minute");
    const toSecond = await sendPage(browser, first, [
      [q(1), o(1, 2)],
      [q(2), "Cold.\r\nLate."],
    ]);
    expect(toSecond.status).toBe(303);
    const second = await browser.follow(toSecond);
    expect(second.html).toContain("Page 2 of 3");
    const third = await browser.follow(sendPage(browser, second, [[q(3), " ada@example.org "]]));
    expect(third.html).toContain("Send answers");
    const done = await sendPage(browser, third, [
      [`${q(4)}.${o(4, 3)}`, "1"],
      [`${q(4)}.${o(4, 1)}`, "2"],
    ]);
    expect(done.location).toMatch(/\/done\?answer=[A-Za-z0-9]{10}$/);
    const end = await browser.follow(done);
    expect(end.html).toContain("See you <strong>soon</strong>.");
    const [answer, ...others] = await storedAnswers(platform, survey.id);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({
      values: {
        [q(1)]: [o(1, 2)],
        [q(2)]: "Cold.\nLate.",
        [q(3)]: "ada@example.org",
        [q(4)]: [o(4, 3), o(4, 1)],
      },
      respondent_id: 0,
      channel: "link",
      version: 1,
    });
    expect(Number(answer?.ended_at) - Number(answer?.started_at)).toBe(60_000);
    expect(await countDrafts(platform, survey.id)).toBe(0);
  });

  it("and says what happened, in words for respondents, when a form belongs to no answer any more", async () => {
    const { platform, survey, browser, first, q, o } = await openLunch();
    const second = await browser.follow(sendPage(browser, first, [[q(1), o(1, 2)]]));
    const third = await browser.follow(sendPage(browser, second, [[q(3), "ada@example.org"]]));
    expect((await sendPage(browser, third, [])).location).toContain("/done?");
    for (let time = 0; time < 3; time += 1) {
      const again = await sendPage(browser, third, []);
      expect([again.status, again.html.includes("Already sent")]).toEqual([403, true]);
    }
    platform.clock.now += 15 * 24 * 3_600_000;
    const old = await sendPage(browser, second, [[q(3), "typed"]]);
    expect([old.status, old.html.includes('value="typed"')]).toEqual([409, true]);
    expect(old.html).toContain("Nothing was sent: this page was opened too long ago, or by someone else.");
    expect((await sendPage(browser, old, [[q(3), "typed"]])).status).toBe(303);
    expect(await storedAnswers(platform, survey.id)).toHaveLength(1);
  });

  it("and what was typed is still there for a browser that keeps no cookies, which the page says first", async () => {
    const { platform, survey, browser, first, q } = await openLunch();
    browser.cookies.clear();
    const refused = await sendPage(browser, first, [[q(2), "Typed"]]);
    expect([refused.status, refused.html.includes("Typed</textarea>")]).toEqual([403, true]);
    expect(refused.html).toContain("the cookie that this form needs is not in your browser");
    expect(await countDrafts(platform, survey.id)).toBe(0);
    expect((await sendPage(browser, refused, [[q(1), survey.optionId(1, 1)]])).status).toBe(303);
  });

  it("once for each time that it was opened, however often the button is pressed", async () => {
    const { platform, survey, browser, first, q, o } = await openLunch();
    const second = await browser.follow(sendPage(browser, first, [[q(1), o(1, 1)]]));
    const third = await browser.follow(sendPage(browser, second, [[q(3), "x"]]));
    const sent = await Promise.all([sendPage(browser, third, []), sendPage(browser, third, [])]);
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(1);
    const mood = await publishSurvey(platform, { text: "Mood\n\n\nHow is it?[Single Line Text]" });
    const form = await browser.get(mood.path);
    platform.clock.now += 60_000;
    const answers = [[mood.questionId(1), "fine"]] as const;
    const both = await Promise.all([sendPage(browser, form, answers), sendPage(browser, form, answers)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 403]);
    const later = await sendPage(browser, form, answers);
    expect([later.status, later.html.includes("Already sent")]).toEqual([403, true]);
    expect(await storedAnswers(platform, mood.id)).toHaveLength(1);
    const again = await browser.get(mood.path);
    expect(again.html).not.toContain("fine");
    platform.clock.now += 60_000;
    expect((await sendPage(browser, again, answers)).status).toBe(303);
    expect(await storedAnswers(platform, mood.id)).toHaveLength(2);
    expect(await storedAnswers(platform, survey.id)).toHaveLength(1);
  });

  it("not by a GET, which stores nothing at all", async () => {
    const { platform, survey, browser } = await openLunch();
    for (let time = 0; time < 3; time += 1) await browser.get(`${survey.path}?page=p-1`);
    await browser.get(`${survey.path}done`);
    expect(await storedAnswers(platform, survey.id)).toEqual([]);
    expect(await countDrafts(platform, survey.id)).toBe(0);
    const questionIds = [1, 2].map((number) => survey.questionId(number));
    const tallies = await platform.store.surveys.tallies({ surveyId: survey.id, questionIds });
    expect(tallies).toEqual(new Map());
  });

  it("with a list of what is missing, beside each field and above them all, and with everything that was given", async () => {
    const { browser, first, q } = await openLunch();
    const refused = await sendPage(browser, first, [[q(2), "Because <b>"]]);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(`<a href="#${q(1)}">1. How was it? – Answer this question.</a>`);
    expect(refused.html).toContain(`id="${q(1)}-error"`);
    expect(refused.html).toContain("Because &lt;b&gt;</textarea>");
    expect(refused.html).toMatch(/<title>Problem: Lunch/);
  });

  it("with a way back that keeps everything, also what is not right yet", async () => {
    const { browser, first, q, o } = await openLunch();
    const second = await browser.follow(sendPage(browser, first, [[q(1), o(1, 1)]]));
    const back = await browser.follow(sendPage(browser, second, [[q(3), "x".repeat(30_000)]], "back"));
    expect(back.path).toContain("page=p-1");
    expect(back.html).toMatch(new RegExp(`value="${o(1, 1)}" checked`));
    const again = await browser.follow(sendPage(browser, back, [[q(1), o(1, 2)]]));
    expect(again.html).toContain("xxxxx");
    expect((await sendPage(browser, again, [[q(3), "x".repeat(30_000)]])).status).toBe(422);
  });

  it("where the respondent stopped, in the same browser alone", async () => {
    const { platform, survey, browser, first, q, o } = await openLunch();
    await sendPage(browser, first, [[q(1), o(1, 1)]]);
    const resumed = await browser.get(survey.path);
    expect(resumed.html).toContain("Page 2 of 3");
    expect(resumed.html).toContain("Your answers from before are still here.");
    expect((await new Browser(platform).get(survey.path)).html).toContain("Page 1 of 3");
    platform.clock.now += 15 * 24 * 3_600_000;
    expect((await browser.get(survey.path)).html).toContain("Page 1 of 3");
  });

  it("in order: a page that was not reached yet is not shown", async () => {
    const { survey, browser } = await openLunch();
    const ids = survey.definition.pages.map(({ id }) => id);
    expect((await browser.get(`${survey.path}?page=${ids[2]}`)).html).toContain("Page 1 of 3");
  });

  it("with a ranking that is moved by buttons", async () => {
    const { browser, first, q, o } = await openLunch();
    const second = await browser.follow(sendPage(browser, first, [[q(1), o(1, 1)]]));
    const third = await browser.follow(sendPage(browser, second, [[q(3), "x"]]));
    const moved = await sendPage(browser, third, [["move", `${q(4)} ${o(4, 3)} up`]], "none");
    expect(moved.status).toBe(303);
    expect(moved.location).toMatch(new RegExp(`#${q(4)}$`));
    const order = [...(await browser.follow(moved)).html.matchAll(/ranked-text">(\w+)/g)].map(
      ([, text]) => text,
    );
    expect(order).toEqual(["Soup", "Fish", "Salad"]);
  });

  it("with custom arguments of the address, a channel and where it was found", async () => {
    const customArguments = [{ id: "custom-arg-01", title: "shop", description: "" }];
    const platform = await startTestPlatform();
    const survey = await publishSurvey(platform, {
      text: "T\n\n\n\nQ[Single Line Text][Optional]",
      settings: { customArguments },
    });
    const browser = new Browser(platform);
    const page = await browser.get(`${survey.path}?shop=7%22&other=x&channel=qr`, {
      referer: "https://a.example/",
      "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile",
    });
    platform.clock.now += 5000;
    await sendPage(browser, page, []);
    expect(await storedAnswers(platform, survey.id)).toMatchObject([
      { custom_arguments: '{"shop":"7\\""}', channel: "qr", referrer: "https://a.example/" },
    ]);
  });

  it("and leads to the address of the survey, with the hash of the answer", async () => {
    const { platform, survey, browser, q, o } = await openLunch({
      settings: { redirectUrl: "https://a.example/thanks?x=1" },
    });
    const first = await browser.get(survey.path);
    expect(first.headers.get("content-security-policy")).not.toContain("form-action");
    const second = await browser.follow(sendPage(browser, first, [[q(1), o(1, 1)]]));
    const third = await browser.follow(sendPage(browser, second, [[q(3), "x"]]));
    platform.clock.now += 5000;
    const { location } = await sendPage(browser, third, []);
    const [answer] = await storedAnswers(platform, survey.id);
    expect(location).toBe(`https://a.example/thanks?x=1&wj_answer_id_hash=${answer?.hash}`);
  });

  it("in a page of less than 30 KB, which asks nothing from elsewhere", async () => {
    const questions = everyType.flatMap((page) => page.questions);
    const { pages } = wirePages([{ questions }]);
    const { first } = await openLunch({ change: (definition) => ({ ...definition, pages }) });
    expect(first.html.match(/ data-type=/g)).toHaveLength(questions.length);
    expect(gzipSync(first.html).length + gzipSync(stylesheet).length).toBeLessThan(30 * 1024);
    expect(first.html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(stylesheet).not.toMatch(/url\(|@import/);
  });
});

describe("the logic of a survey", () => {
  const pets = `Pets

Do you have a pet?[Single Choice]
Yes
No

Its name[Single Line Text]

=== Page Break ===

What does it eat?[Single Line Text]

=== Page Break ===

Anything else?[Single Line Text][Optional]`;

  /** The name is asked once "Yes" is chosen; "No" leads to the last page. */
  async function openPets() {
    const platform = await startTestPlatform();
    const survey = await publishSurvey(platform, {
      text: pets,
      change: (definition) => {
        const [, name] = definition.pages[0]?.questions ?? [];
        const last = definition.pages[2]?.id ?? "";
        const pages = definition.pages.map((page) => ({
          ...page,
          questions: page.questions.map((question) => ({
            ...question,
            options: question.options.map((option, at) => ({
              ...option,
              display: at === 0 && name !== undefined ? [name.id] : [],
              goto: at === 1 ? last : "",
            })),
          })),
        }));
        return { ...definition, pages };
      },
    });
    const browser = new Browser(platform);
    const first = await browser.get(survey.path);
    platform.clock.now += 60_000;
    return { platform, survey, browser, first, q: survey.questionId, o: survey.optionId };
  }

  it("shows further questions on a page when they are led to", async () => {
    const { browser, first, q, o } = await openPets();
    expect(first.html).not.toContain("Its name");
    const more = await sendPage(browser, first, [[q(1), o(1, 1)]]);
    expect(more.html).toContain("Its name");
    expect(more.html).toContain("more questions on this page");
    expect(more.html).not.toContain("Answer this question.");
    expect((await sendPage(browser, more, [[q(1), o(1, 1)]])).status).toBe(422);
    const second = await browser.follow(
      sendPage(browser, more, [
        [q(1), o(1, 1)],
        [q(2), "Tom"],
      ]),
    );
    expect(second.html).toContain("What does it eat?");
  });

  it("keeps no answer to a question that ended up hidden, and does not ask for one", async () => {
    const { platform, survey, browser, first, q, o } = await openPets();
    const more = await sendPage(browser, first, [[q(1), o(1, 1)]]);
    const second = await browser.follow(
      sendPage(browser, more, [
        [q(1), o(1, 1)],
        [q(2), "Tom"],
      ]),
    );
    const third = await browser.follow(sendPage(browser, second, [[q(3), "Fish"]]));
    const again = await browser.follow(
      sendPage(browser, await browser.follow(sendPage(browser, third, [], "back")), [], "back"),
    );
    const last = await browser.follow(
      sendPage(browser, again, [
        [q(1), o(1, 2)],
        [q(2), "Tom"],
      ]),
    );
    expect(last.html).toContain("Anything else?");
    expect((await sendPage(browser, last, [])).location).toContain("/done?answer=");
    expect(await storedAnswers(platform, survey.id)).toMatchObject([{ values: { [q(1)]: [o(1, 2)] } }]);
    expect(Object.keys((await storedAnswers(platform, survey.id))[0]?.values as object)).toEqual([q(1)]);
  });

  test("cannot be passed by a form that leaves out a page", async () => {
    const { platform, survey, browser, first, q, o } = await openPets();
    const pageId = survey.definition.pages[2]?.id ?? "";
    const forged = await browser.send(survey.path, {
      method: "POST",
      body: new URLSearchParams({
        ...Object.fromEntries(
          [...first.html.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
            ([, name = "", value = ""]) => [name, value],
          ),
        ),
        page: pageId,
        shown: q(4),
        [q(1)]: o(1, 1),
        action: "next",
      }),
    });
    expect(forged.status).toBe(422);
    expect(forged.html).toContain("1. Do you have a pet? – Answer this question.");
    expect(await storedAnswers(platform, survey.id)).toEqual([]);
  });
});
