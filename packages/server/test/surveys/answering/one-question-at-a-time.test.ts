import { usualTheme } from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { Browser } from "../../support/browser.ts";
import { publishSurvey, sendPage, storedAnswers } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const text = `Lunch

How was it?[Single Choice]
Good
Bad

What was bad?[Single Line Text][Optional]

=== Page Break ===

Your name[Single Line Text]`;

async function openLunch() {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, {
    text,
    change: (definition) => {
      const [how, bad] = definition.pages.flatMap(({ questions }) => questions);
      if (how === undefined || bad === undefined) throw new Error("too few questions");
      const when = {
        kind: "choice",
        question: how.id,
        part: "",
        options: [how.options[1]?.id ?? ""],
      } as const;
      return {
        ...definition,
        theme: { ...usualTheme, pacing: "questions" },
        logic: { rules: [{ kind: "show", target: bad.id, when }] },
      };
    },
  });
  const browser = new Browser(platform);
  const first = await browser.get(survey.path);
  platform.clock.now += 60_000;
  return { platform, survey, browser, first };
}

type Lunch = Awaited<ReturnType<typeof openLunch>>;

/** Sends a page and opens the one that it leads to. */
async function go(
  { browser }: Lunch,
  ...[page, fields, action]: [Parameters<typeof sendPage>[1], Parameters<typeof sendPage>[2], "next" | "back"]
) {
  const sent = await sendPage(browser, page, fields, action);
  expect(sent.status, sent.html).toBe(303);
  return browser.get(sent.location ?? "");
}

describe("a survey that shows one question at a time", () => {
  test("leads from question to question by its rules, back, and to one answer", async () => {
    const lunch = await openLunch();
    const { platform, survey, first } = lunch;
    expect(first.html).toContain("Question 1 of 2");
    expect(first.html).not.toContain("What was bad?");
    const bad = await go(lunch, first, [[survey.questionId(1), survey.optionId(1, 2)]], "next");
    expect(bad.html).toContain("What was bad?");
    expect(bad.html).not.toContain("How was it?");
    expect(bad.html).toContain("Question 2 of 3");
    const back = await go(lunch, bad, [[survey.questionId(2), "Soup"]], "back");
    expect(back.html).toContain("How was it?");
    const again = await go(lunch, back, [[survey.questionId(1), survey.optionId(1, 2)]], "next");
    expect(again.html).toContain('value="Soup"');
    const name = await go(lunch, again, [[survey.questionId(2), "Soup"]], "next");
    const done = await sendPage(lunch.browser, name, [[survey.questionId(3), "Kim"]]);
    expect(done.location).toContain("done?answer=");
    expect(await storedAnswers(platform, survey.id)).toMatchObject([
      {
        values: {
          [survey.questionId(1)]: [survey.optionId(1, 2)],
          [survey.questionId(2)]: "Soup",
          [survey.questionId(3)]: "Kim",
        },
      },
    ]);
  });

  test("asks again for what is missing, stays where it was left, and opens no question ahead", async () => {
    const lunch = await openLunch();
    const { survey, browser, first } = lunch;
    const refused = await sendPage(browser, first, []);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("How was it?");
    const name = await go(lunch, first, [[survey.questionId(1), survey.optionId(1, 1)]], "next");
    expect(name.html).toContain("Your name");
    expect((await browser.get(survey.path)).html).toContain("Your name");
    const earlier = await browser.get(`${survey.path}?page=${survey.questionId(1)}`);
    expect(earlier.html).toContain("How was it?");
    const fresh = await new Browser(lunch.platform).get(`${survey.path}?page=${survey.questionId(3)}`);
    expect(fresh.html).toContain("How was it?");
  });

  test("is shown so by the preview, at the question in work", async () => {
    const { platform, survey } = await openLunch();
    const ada = await signedInBrowser(platform);
    const preview = await ada.get(`/surveys/${survey.id}/preview?in=editor&at=${survey.questionId(3)}`);
    expect(preview.html).toContain("Your name");
    expect(preview.html).not.toContain("How was it?");
    const start = await ada.get(`/surveys/${survey.id}/preview`);
    const next = await sendPage(ada, start, [[survey.questionId(1), survey.optionId(1, 1)]]);
    expect(next.html).toContain("Your name");
  });
});
