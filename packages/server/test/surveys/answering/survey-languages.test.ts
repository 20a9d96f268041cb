import { surveyTexts, withTranslation, type SurveyDefinition } from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { readColumns } from "../../../src/store/surveys/read-columns.ts";
import { Browser } from "../../support/browser.ts";
import { publishSurvey, sendPage, storedAnswers } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const lunch = `Lunch

Welcome.

How was it?[Single Choice]
Good
Bad

=== Page Break ===

Why?[Single Line Text][Optional]`;

const german: Readonly<Record<string, string>> = {
  Lunch: "Mittagessen",
  "Welcome.": "Willkommen.",
  "How was it?": "Wie war es?",
  Good: "Gut",
  Bye: "Danke",
};

function inLanguages(definition: SurveyDefinition): SurveyDefinition {
  const texts = surveyTexts(definition);
  const translation = Object.fromEntries(texts.map(({ key, text }) => [key, german[text] ?? ""]));
  const arabic = Object.fromEntries(texts.map(({ key, role }) => [key, role === "title" ? "غداء" : ""]));
  return withTranslation(withTranslation({ ...definition, language: "en" }, "de", translation), "ar", arabic);
}

async function openLunch(headers: Readonly<Record<string, string>> = {}, query = "") {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, { text: lunch, suffix: "Bye", change: inLanguages });
  const browser = new Browser(platform);
  const first = await browser.get(`${survey.path}${query}`, headers);
  platform.clock.now += 60_000;
  return { platform, survey, browser, first };
}

const wantsGerman = { "accept-language": "fr, de-AT;q=0.9, en;q=0.5" };

describe("a survey of several languages", () => {
  test("is shown in the language that the browser wants most, and in its own where a text is missing", async () => {
    const { first } = await openLunch(wantsGerman);
    expect(first.html).toContain('<html lang="de">');
    for (const text of ["Mittagessen", "Willkommen.", "Wie war es?", "Gut"])
      expect(first.html).toContain(text);
    expect(first.html).toContain("Bad");
    expect(first.html).toMatch(/lang="de" aria-current="true">Deutsch</);
    expect(first.html).toMatch(/lang="en">English</);
    expect(first.html).not.toContain("简体中文");
  });

  test("changes its language without losing what was entered, and keeps it to the end", async () => {
    const { platform, survey, browser, first } = await openLunch();
    expect(first.html).toContain("How was it?");
    const form = {
      ...first,
      html: first.html.replace(
        `<form method="post" action="${survey.path}"`,
        `<form method="post" action="${survey.path}?lang=de"`,
      ),
    };
    const chosen = await sendPage(
      browser,
      form,
      [
        [survey.questionId(1), survey.optionId(1, 2)],
        ["action", "stay"],
      ],
      "none",
    );
    expect(chosen.status).toBe(303);
    const inGerman = await browser.follow(chosen);
    expect(inGerman.html).toContain("Wie war es?");
    expect(inGerman.html).toMatch(new RegExp(`value="${survey.optionId(1, 2)}"[^>]*checked`));
    const second = await browser.follow(
      sendPage(browser, inGerman, [[survey.questionId(1), survey.optionId(1, 2)]]),
    );
    const done = await browser.follow(sendPage(browser, second, [[survey.questionId(2), "Kalt"]]));
    expect(done.html).toContain("Danke");
    const { database } = platform;
    const rows = await database.reader.kysely.selectFrom("answers").select("language").execute();
    expect(rows.filter(({ language }) => language === "de")).toHaveLength(1);
    const [answer] = await storedAnswers(platform, survey.id);
    expect(answer?.values).toMatchObject({ [survey.questionId(2)]: "Kalt" });
  });

  test("is written from right to left where its language is", async () => {
    const { first } = await openLunch({}, "?lang=ar");
    expect(first.html).toContain('<html lang="ar" dir="rtl">');
    expect(first.html).toContain("غداء");
  });

  test.each(["fr", "__proto__", "%00", "de%0d%0aSet-Cookie:x", '"><script>'])(
    "takes no language that it has not: %s",
    async (tag) => {
      const { first, browser } = await openLunch({}, `?lang=${encodeURIComponent(tag)}`);
      expect(first.status).toBe(200);
      expect(first.html).toContain('<html lang="en">');
      expect(browser.cookies.get("sop_survey_lang")).toBeUndefined();
    },
  );

  test("says nothing of languages in the answers to a survey of one", async () => {
    const platform = await startTestPlatform();
    const survey = await publishSurvey(platform, { text: lunch });
    const browser = new Browser(platform);
    const first = await browser.get(survey.path, wantsGerman);
    platform.clock.now += 60_000;
    expect(first.html).toContain('<html lang="en">');
    const second = await browser.follow(
      sendPage(browser, first, [[survey.questionId(1), survey.optionId(1, 1)]]),
    );
    await browser.follow(sendPage(browser, second, []));
    const rows = await platform.database.reader.kysely
      .selectFrom("answers")
      .select("language")
      .where("survey_id", "=", survey.id)
      .execute();
    expect(rows).toEqual([{ language: "" }]);
  });
});

test("results count the languages in which a survey was answered, and exports have a column for them", async () => {
  const { platform, survey, browser, first } = await openLunch({}, "?lang=de");
  const second = await browser.follow(
    sendPage(browser, first, [[survey.questionId(1), survey.optionId(1, 1)]]),
  );
  await browser.follow(sendPage(browser, second, []));
  const ada = await signedInBrowser(platform);
  const results = await ada.get(`/surveys/${survey.id}/results?lang=en`);
  expect(results.html).toContain("Languages");
  expect(results.html).toContain("German");
  const columns = await readColumns(platform.store, survey.id);
  expect(columns.map(({ name }) => name)).toContain("language");
});
