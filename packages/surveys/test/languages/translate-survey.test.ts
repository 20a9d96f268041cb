import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { declaredPagesSchema } from "../../src/declared/declared-pages.ts";
import { normaliseDeclaredPages } from "../../src/declared/normalise-declared-pages.ts";
import { copyQuestion } from "../../src/editing/edit-pages.ts";
import { renewQuestion } from "../../src/editing/renew-question.ts";
import { parseSurveyJson, printSurveyJson } from "../../src/json-form/survey-json.ts";
import { checkTranslation } from "../../src/languages/check-translation.ts";
import { languageName, languageTag, isRightToLeft, matchLanguage } from "../../src/languages/language-tag.ts";
import { surveyTexts } from "../../src/languages/survey-texts.ts";
import {
  languagesOf,
  surveyIn,
  translatedTexts,
  withoutLanguage,
  withTranslation,
} from "../../src/languages/translate-survey.ts";
import type { SurveyDefinition } from "../../src/model/definition.ts";
import { idMaker } from "../../src/model/ids.ts";
import { noLogic } from "../../src/model/logic.ts";
import { optionLabel } from "../../src/model/option-blanks.ts";
import { everyType, wirePages } from "../declared/survey-fixtures.ts";
import { declaredPagesOf } from "../support/survey-arbitrary.ts";

const randomBytes = (size: number) => new Uint8Array(size).fill(7);

function definitionOf(pages: SurveyDefinition["pages"]): SurveyDefinition {
  return { title: "Lunch", prefix: "", suffix: "Bye", pages, logic: noLogic, language: "en" };
}

const { pages: allTypes } = wirePages(everyType);
const plain = definitionOf(allTypes);

/** Each text with a mark before it. */
function markedTranslation(definition: SurveyDefinition, mark = "de:") {
  return Object.fromEntries(
    surveyTexts(definition).map(({ key, text: own }) => [
      key,
      `${mark}${own.replaceAll(/____\{[^{}]*\}/g, "____")}`,
    ]),
  );
}

function text(most: number): fc.Arbitrary<string> {
  return fc
    .string({ minLength: 1, maxLength: most, unit: "grapheme" })
    .filter((drawn) => drawn.trim() !== "");
}

const surveys = declaredPagesOf(text)
  .map((declared) => normaliseDeclaredPages(declaredPagesSchema.parse(declared), { idSeed: "generated" }))
  .filter(({ pages }) => pages.length > 0)
  .map(({ pages }) => definitionOf(pages));

describe("a survey in another language", () => {
  test("has each of its texts in that language, and is otherwise the same, on generated surveys", () => {
    fc.assert(
      fc.property(surveys, (definition) => {
        const marked = withTranslation(definition, "de", markedTranslation(definition));
        const german = surveyIn(marked, "de");
        for (const { text: shown } of surveyTexts(german)) expect(shown.startsWith("de:")).toBe(true);
        // Without the marks nothing differs, blanks with their ids included.
        const back = Object.fromEntries(
          surveyTexts(german).map(({ key, text: shown }) => [
            key,
            shown.slice("de:".length).replaceAll(/____\{[^{}]*\}/g, "____"),
          ]),
        );
        expect(surveyIn(withTranslation(german, "en-GB", back), "en-GB").pages).toEqual(definition.pages);
      }),
    );
  });

  test("has the survey's own text where none is given, and is the survey itself in a language that it has not", () => {
    const first = surveyTexts(plain).find(({ role }) => role === "question");
    const german = withTranslation(plain, "de", {
      [first?.key ?? ""]: "Erste Frage",
      "q-0-gone/title": "Weg",
    });
    expect(surveyIn(german, "de").title).toBe("Lunch");
    expect(surveyIn(german, "de").pages[0]?.questions[0]?.title).toBe("Erste Frage");
    expect(german.translations).toEqual({ de: { [first?.key ?? ""]: "Erste Frage" } });
    for (const tag of ["fr", "en", undefined, "__proto__", "constructor"])
      expect(surveyIn(german, tag)).toBe(german);
    expect(surveyIn(german, "de")).toBe(surveyIn(german, "de"));
  });

  test("asks in each option for the blanks of the survey's own text", () => {
    const question = allTypes
      .flatMap(({ questions }) => questions)
      .find(({ options }) => options.some((option) => option.text.includes("____{")));
    const option = question?.options.find((one) => one.text.includes("____{"));
    if (question === undefined || option === undefined) throw new Error("No option has a blank");
    const key = `${question.id}/option/${option.id}`;
    const german = surveyIn(withTranslation(plain, "de", { [key]: "Anderes: ____ bitte" }), "de");
    const shown = german.pages.flatMap(({ questions }) => questions).find(({ id }) => id === question.id);
    const translated = shown?.options.find(({ id }) => id === option.id);
    expect(shown && translated && optionLabel(shown, translated)).toBe("Anderes: ____ bitte");
    const role = "option";
    expect(checkTranslation({ role, text: option.text }, "Anderes")).toEqual({ code: "blanks", count: 1 });
    expect(checkTranslation({ role, text: option.text }, "Anderes: ____")).toBeUndefined();
    expect(checkTranslation({ role, text: "Yes" }, "x".repeat(501))).toEqual({
      code: "too_long",
      limit: 500,
    });
  });

  test("stays with a copy of a question, and with a question that is replaced by one with new ids", () => {
    const german = withTranslation(plain, "de", markedTranslation(plain));
    for (const question of allTypes.flatMap(({ questions }) => questions)) {
      const makeId = idMaker([], randomBytes);
      const copied = copyQuestion(german, question.id, makeId);
      const renewed = renewQuestion(german, question, idMaker([], randomBytes)).definition;
      for (const definition of [copied, renewed]) {
        if (definition === undefined) throw new Error("There is no such question");
        const shown = surveyTexts(surveyIn(definition, "de"));
        expect(shown.filter(({ text: one }) => !one.startsWith("de:"))).toEqual([]);
      }
    }
  });

  test("goes with its texts", () => {
    const both = withTranslation(withTranslation(plain, "de", { title: "Mittag" }), "fr", { title: "Midi" });
    expect(languagesOf(both)).toEqual(["en", "de", "fr"]);
    expect(languagesOf(withoutLanguage(both, "de"))).toEqual(["en", "fr"]);
    expect(withoutLanguage(withoutLanguage(both, "de"), "fr")).toEqual(plain);
    expect(translatedTexts(both, "fr").find(({ key }) => key === "title")).toMatchObject({
      text: "Lunch",
      translation: "Midi",
    });
  });
});

describe("the JSON form", () => {
  test("has the languages of a survey, and reads them back, on generated surveys", () => {
    fc.assert(
      fc.property(surveys, (definition) => {
        const marked = withTranslation(definition, "zh-CN", markedTranslation(definition, "中"));
        const survey = { ...marked, scene: 1 } as const;
        const read = parseSurveyJson(printSurveyJson(survey), randomBytes);
        // A mark may make a text longer than it can be.
        fc.pre(read.ok);
        expect(read).toEqual({ ok: true, definition: survey });
      }),
    );
  });

  test.each([
    [
      { translations: { de: { title: "Mittag" } } },
      "language must say which language the survey itself is in",
    ],
    [{ language: "en", translations: { en: {} } }, "translations.en is the language of the survey itself"],
    [{ language: "EN" }, "language must be a tag of a language as BCP 47 spells it"],
    [{ language: "en", translations: { de: { title: 7 } } }, "translations.de.title must be a text"],
    [
      { language: "en", translations: { de: { title: "x".repeat(1001) } } },
      "translations.de.title must have at most 1000 characters",
    ],
  ])("says what is wrong with %j", (given, says) => {
    const json = { title: "Lunch", pages: [{ questions: [] }], ...given };
    const read = parseSurveyJson(JSON.stringify(json), randomBytes);
    const problems = read.ok ? [] : read.problems.map(({ path, message }) => `${path.join(".")} ${message}`);
    expect(problems.join("\n")).toContain(says);
  });
});

describe("tags of languages", () => {
  test("are spelled in one way, and what is none is not taken", () => {
    expect(
      ["ZH-cn", "de", "pt_br", "sr-latn", "__proto__", "a", "en-", "x".repeat(40)].map(languageTag),
    ).toEqual(["zh-CN", "de", "pt-BR", "sr-Latn", undefined, undefined, undefined, undefined]);
  });

  test("are matched as browsers send them", () => {
    const tags = ["en", "de", "zh-CN", "pt-BR"];
    expect(matchLanguage(["de-AT", "en"], tags)).toBe("de");
    expect(matchLanguage(["fr", "zh-TW"], tags)).toBe("zh-CN");
    expect(matchLanguage(["pt-PT"], tags)).toBe("pt-BR");
    expect(matchLanguage(["nonsense!", "fr"], tags)).toBeUndefined();
  });

  test("have names, and a direction", () => {
    expect(languageName("de")).toBe("Deutsch");
    expect(languageName("de", "en")).toBe("German");
    expect(["ar", "he", "ur", "de", "zh-CN", "az-Arab"].map(isRightToLeft)).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });
});
