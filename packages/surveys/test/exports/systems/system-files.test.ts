import { randomBytes } from "node:crypto";
import { array, assert, asyncProperty, constantFrom, nat, pre, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { type DeclaredPagesInput, declaredPagesSchema } from "../../../src/declared/declared-pages.ts";
import { normaliseDeclaredPages } from "../../../src/declared/normalise-declared-pages.ts";
import { systemFiles, type SystemName } from "../../../src/exports/systems/system-files.ts";
import { importFileInTurns } from "../../../src/imports/import-file.ts";
import { printRules } from "../../../src/logic/rule-text/print-rule.ts";
import { surveyTexts } from "../../../src/languages/survey-texts.ts";
import { languagesOf, surveyIn, withTranslation } from "../../../src/languages/translate-survey.ts";
import type { SurveyDefinition } from "../../../src/model/definition.ts";
import { atOnce } from "../../../src/model/in-turns.ts";
import { noLogic, type Condition, type Rule } from "../../../src/model/logic.ts";
import type { Question, QuestionType } from "../../../src/model/question.ts";
import { declaredPagesOf } from "../../support/survey-arbitrary.ts";

/** The types that each system has as we have them. */
const same: Readonly<Record<SystemName, readonly QuestionType[]>> = {
  limesurvey: [
    "radio",
    "select",
    "checkbox",
    "sort",
    "text",
    "textarea",
    "matrix_radio",
    "blanks",
    "datetime",
    "upload",
  ],
  xlsform: ["radio", "select", "checkbox", "sort", "text", "datetime"],
  surveyjs: [
    "radio",
    "select",
    "checkbox",
    "sort",
    "text",
    "textarea",
    "star",
    "matrix_radio",
    "matrix_checkbox",
    "blanks",
    "datetime",
    "phone",
    "upload",
  ],
};

/** Words without marks, braces or blanks, which mean something in one of the systems. */
const words = (max: number) =>
  array(constantFrom("soup", "问题", "a & b", "<tea>", "it's", '"x"', "=1+1", "Übung", "7"), {
    minLength: 1,
    maxLength: 4,
  }).map((drawn) => drawn.join(" ").slice(0, max).trim() || "x");

const hasNoBlanks = (question: Question) => question.type === "blanks" || question.blank_setting.length === 0;

/** A question with bounds of its answers, where both can say them. */
function bounded(question: Question, system: SystemName, pick: number): Question {
  const most = pick % (question.options.length + 1);
  switch (system === "xlsform" && question.type === "sort" ? "select" : question.type) {
    case "text":
    case "textarea":
      return { ...question, maxlength: pick % 500 };
    case "star":
      return { ...question, starShowCustomEnd: "Good" };
    case "checkbox":
    case "sort":
      return {
        ...question,
        random: pick % 2 === 1,
        maxlength: most,
        ...(most > 1 && { minlength: most - 1 }),
      };
    default:
      return question;
  }
}

function pagesOf(declared: DeclaredPagesInput) {
  const made = normaliseDeclaredPages(declaredPagesSchema.parse(declared), { idSeed: "out" });
  if (!("pages" in made)) throw new Error(JSON.stringify(made));
  return made.pages;
}

function surveysFor(system: SystemName) {
  return tuple(declaredPagesOf(words), array(nat(), { maxLength: 4 })).map(([declared, picks]) => {
    const all = pagesOf(declared);
    const pages = all
      .map((page) => ({
        ...page,
        questions: page.questions
          .filter((one) => same[system].includes(one.type) && hasNoBlanks(one))
          .map((one, at) => bounded(one, system, picks[at] ?? 0)),
      }))
      .filter(({ questions }) => questions.length > 0);
    return {
      title: "Lunch",
      prefix: "",
      suffix: "",
      pages,
      logic: {
        rules: rulesOf(
          pages.flatMap((page) => page.questions),
          picks,
        ),
      },
    };
  });
}

/** Rules that show later questions for what was chosen in earlier ones; at most one about each. */
function rulesOf(questions: readonly Question[], picks: readonly number[]): readonly Rule[] {
  const asked = questions.filter(({ type }) => type === "radio" || type === "checkbox");
  const rules = new Map<string, Rule>();
  for (const pick of picks) {
    const from = asked[pick % (asked.length || 1)];
    const later = from === undefined ? [] : questions.slice(questions.indexOf(from) + 1);
    const target = later[pick % (later.length || 1)];
    const option = from?.options[pick % from.options.length];
    if (from === undefined || target === undefined || option === undefined) continue;
    const chosen: Condition = { kind: "choice", question: from.id, part: "", options: [option.id] };
    const when: Condition = pick % 2 === 0 ? chosen : { kind: "not", condition: chosen };
    rules.set(target.id, { kind: "show", when, target: target.id });
  }
  return [...rules.values()];
}

/** A survey in three languages: one has all texts, one of them half. */
function inLanguages(definition: SurveyDefinition, own: string): SurveyDefinition {
  const texts = surveyTexts(definition);
  const translated = (word: string, every: number) =>
    Object.fromEntries(
      texts.filter((_, at) => at % every === 0).map(({ key, text }) => [key, `${word} ${text}`]),
    );
  const withGerman = withTranslation({ ...definition, language: own }, "de", translated("Ja", 1));
  return withTranslation(withGerman, own === "en" ? "fr" : "en", translated("Oui", 2));
}

/** What of a survey all of this is about: without ids, and rules by the places of their questions. */
function comparable({ title, pages, logic }: SurveyDefinition) {
  return {
    title,
    pages: pages.map(({ questions }) =>
      questions.map(
        ({
          type,
          title: text,
          description,
          required,
          options,
          subTitles,
          blank_setting: blanks,
          starBeginNum,
          starNum,
          starShowCustomStart,
          starShowCustomEnd,
          maxlength,
          minlength = 0,
          random,
          validate,
        }) => ({
          type,
          text,
          description,
          required,
          options: options.map((option) => option.text),
          rows: subTitles.map((row) => row.text),
          blanks: blanks.map((blank) => blank.text),
          scale: [starBeginNum, starNum, starShowCustomStart, starShowCustomEnd],
          bounds: [minlength, maxlength, validate, random],
        }),
      ),
    ),
    rules: printRules(logic.rules, pages).toSorted(),
  };
}

async function outAndIn(system: SystemName, definition: SurveyDefinition) {
  const { content, losses } = await systemFiles[system].write(definition);
  return { read: atOnce(importFileInTurns(content, { language: "en", randomBytes })), losses };
}

const names = ["limesurvey", "xlsform", "surveyjs"] as const;

describe.each(names)("a survey as a file of %s", (system) => {
  test("is the same survey when it is read back, as far as both can say it, and nothing is lost silently", async () => {
    await assert(
      asyncProperty(surveysFor(system), async (definition) => {
        pre(definition.pages.length > 0);
        const { read } = await outAndIn(system, definition);
        if (!read.ok) throw new Error(JSON.stringify(read.problems));
        expect(comparable(read.definition)).toEqual(comparable(definition));
      }),
      { numRuns: 60 },
    );
  });

  test("has the texts of every language of the survey, and gives them back", async () => {
    await assert(
      asyncProperty(surveysFor(system), constantFrom("en", "sv"), async (untranslated, own) => {
        pre(untranslated.pages.length > 0);
        const definition = inLanguages(untranslated, own);
        const { read, losses } = await outAndIn(system, definition);
        if (!read.ok) throw new Error(JSON.stringify(read.problems));
        expect(losses.filter(({ code }) => code === "languages")).toEqual([]);
        expect(languagesOf(read.definition).toSorted()).toEqual(languagesOf(definition).toSorted());
        for (const tag of languagesOf(definition)) {
          const [there, here] = [read.definition, definition].map(
            (one) => comparable(surveyIn(one, tag)).pages,
          );
          expect(there).toEqual(here);
        }
        expect(read.definition.language).toBe(own);
      }),
      { numRuns: 60 },
    );
  });

  test("is a file that can be read, whatever the survey has, and names each question that it leaves out", async () => {
    await assert(
      asyncProperty(declaredPagesOf(words), async (declared) => {
        pre(declared.length > 0);
        const pages = pagesOf(declared);
        const definition = { title: "Lunch", prefix: "Hello", suffix: "Bye", pages, logic: noLogic };
        const { read, losses } = await outAndIn(system, definition);
        expect(read.ok).toBe(true);
        const linked = pages
          .flatMap((page) => page.questions)
          .filter(({ type }) => type === "chained_selects");
        for (const { title } of linked)
          expect(losses.filter(({ code, at }) => code === "type" && at === title)).not.toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("names the ends of scales and the bounds that it does not have", async () => {
    const pages = pagesOf([
      {
        questions: [
          { type: "nps", title: "A", star_show_custom_start: "Bad", star_show_custom_end: "Good" },
          { type: "star", title: "B", star_show_custom_start: "Bad", star_show_custom_end: "Good" },
          { type: "sort", title: "C", options: [{ text: "x" }, { text: "y" }] },
          { type: "blanks", title: "D", description: "Both", blanks: [{ text: "x" }, { text: "y" }] },
          { type: "text", title: "E", validate: "number" },
        ],
      },
    ]).map((page) => ({
      ...page,
      questions: page.questions.map((one) => ({
        ...one,
        maxlength: one.type === "sort" || one.type === "text" ? 1 : 0,
        blank_setting: one.blank_setting.map((blank, at) => ({
          ...blank,
          validate: at === 0 ? "number" : "email",
        })),
      })),
    }));
    const definition = { title: "T", prefix: "", suffix: "", pages, logic: noLogic };
    const { losses } = await outAndIn(system, definition);
    const { content } = await systemFiles[system].write(definition);
    const named = losses.filter(({ code }) => code === "setting").map(({ at, what }) => `${at}: ${what}`);
    const ends = ["A: Bad – Good", "B: Bad – Good"];
    expect(named).toEqual(
      {
        limesurvey: [...ends, "D: x: number", "D: y: email", "E: maxlength: 1"],
        xlsform: [...ends, "C: number of choices: 0~1", "D: hint: Both", "D: y: email"],
        surveyjs: ["D: x: number", "D: y: email"],
      }[system],
    );
    expect(String(content).split("RateDescription")).toHaveLength(system === "surveyjs" ? 5 : 1);
  });

  test("names the questions whose pictures, or those of their options, it does not have", async () => {
    const options = [{ text: "x" }];
    const [page] = pagesOf([
      { questions: ["A", "B", "C"].map((title) => ({ type: "radio", title, options })) },
    ]);
    const picture = { id: "p", alt: "", width: 1, height: 1 };
    const questions = (page?.questions ?? []).map((one, at) => {
      if (at === 0) return { ...one, picture };
      return at === 1 ? { ...one, options: one.options.map((option) => ({ ...option, picture })) } : one;
    });
    const pages = page === undefined ? [] : [{ ...page, questions }];
    const { losses } = await outAndIn(system, { title: "T", prefix: "", suffix: "", pages, logic: noLogic });
    expect(losses.map(({ at, what }) => `${at} ${what}`)).toEqual(["A picture", "B picture"]);
  });

  test("has no condition on a question that it leaves out, and names both", async () => {
    const pages = pagesOf([
      {
        questions: [
          { type: "matrix_text", title: "A", options: [{ text: "x" }], sub_titles: [{ text: "y" }] },
          { type: "text", title: "B" },
        ],
      },
    ]);
    const [first, last] = pages[0]?.questions ?? [];
    const when: Condition = { kind: "not", condition: { kind: "answered", question: first?.id ?? "" } };
    const rules: readonly Rule[] = [{ kind: "show", when, target: last?.id ?? "" }];
    const definition = { title: "T", prefix: "", suffix: "", pages, logic: { rules } };
    const { read, losses } = await outAndIn(system, definition);
    expect(losses.map(({ at, code }) => `${at} ${code}`)).toEqual(["A type", "B condition"]);
    expect(read.ok && read.definition.logic.rules).toEqual([]);
  });

  test("names the jumps, the order, the look and the examples in fields that it does not have", async () => {
    const pages = pagesOf([
      {
        questions: [
          { type: "text", title: "A", placeholder: "Such as tea" },
          { type: "text", title: "B" },
        ],
      },
    ]);
    const [first, last] = pages[0]?.questions ?? [];
    const rules: readonly Rule[] = [
      { kind: "branch", when: null, from: first?.id ?? "", to: last?.id ?? "" },
      {
        kind: "show",
        when: { kind: "number", subject: { kind: "argument", name: "shop" }, is: ">", value: 3 },
        target: last?.id ?? "",
      },
    ];
    const { read, losses } = await outAndIn(system, {
      title: "T",
      prefix: "",
      suffix: "",
      pages,
      logic: { rules },
    });
    const isKept = JSON.stringify(read).includes('"placeholder":"Such as tea"');
    const named = losses.map(({ code }) => code).toSorted();
    expect(named).toEqual(["condition", "jump", ...(isKept ? [] : ["setting"])]);
  });
});
