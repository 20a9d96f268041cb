import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { surveyTexts } from "../../src/languages/survey-texts.ts";
import { translatedTexts, withTranslation } from "../../src/languages/translate-survey.ts";
import { printTranslation, readTranslation, translationForms } from "../../src/exports/translation-files.ts";
import type { SurveyDefinition } from "../../src/model/definition.ts";
import { noLogic } from "../../src/model/logic.ts";
import { everyType, wirePages } from "../declared/survey-fixtures.ts";

const { pages } = wirePages(everyType);
const definition: SurveyDefinition = {
  title: "Lunch & <dinner>",
  prefix: "",
  suffix: "",
  pages,
  logic: noLogic,
  language: "en",
};
const keys = surveyTexts(definition).map(({ key }) => key);

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Texts of authors, which begin as formulas, markup and quotes do. */
const texts = fc
  .tuple(
    fc.constantFrom("", "=", "'", "'=1", '"', "<b>", "&amp;", "]]>", ";", ",", "\t", "中文", "\n", "++"),
    fc.string({ unit: "grapheme", maxLength: 20 }),
  )
  .map(([first, rest]) =>
    // oxlint-disable-next-line no-control-regex -- XML does not have them
    `${first}${rest}`.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ""),
  );

describe.each(translationForms)("a translation as %s", (form) => {
  test("comes in as it went out, whatever its texts say", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: keys.length, maxLength: keys.length }), (drawn) => {
        const translation = Object.fromEntries(keys.map((key, at) => [key, drawn[at] ?? ""] as const));
        const german = withTranslation(definition, "de", translation);
        const file = printTranslation(form, translatedTexts(german, "de"), {
          from: german.language ?? "",
          to: "de",
          place: () => "Question 1",
        });
        const read = readTranslation(bytes(file), "de");
        expect(read.tag).toBe("de");
        expect(Object.fromEntries(read.texts.map(({ key, text }) => [key, text]))).toEqual(
          Object.fromEntries(translatedTexts(german, "de").map(({ key, translation: text }) => [key, text])),
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe("a file of a translator", () => {
  test("may be separated by semicolons, in another order, and with other columns", () => {
    const read = readTranslation(bytes("\uFEFFde;note;KEY;key\nMittag;x;y;title\n"), "de");
    expect(read.texts).toEqual([{ key: "title", line: 2, text: "Mittag" }]);
  });

  test.each([
    ["a;b\n", 'has no column "key"'],
    ["key,en\n", 'has no column "de"'],
    ['key,de\n"title,x\n', "is no well-formed CSV"],
    ["<html></html>", "is XML, but no XLIFF"],
    ["<xliff><file>", "is not well-formed XML"],
    ['<!DOCTYPE x [<!ENTITY a "b">]><xliff/>', "declares entities"],
  ])("is refused with a reason: %j", (text, reason) => {
    expect(() => readTranslation(bytes(text), "de")).toThrow(reason);
  });

  test("has to be in UTF-8", () => {
    expect(() => readTranslation(Uint8Array.of(0x6b, 0xe4), "de")).toThrow("is not in UTF-8");
  });
});
