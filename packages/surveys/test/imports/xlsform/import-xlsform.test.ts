import { zipSync } from "fflate";
import { expect, it, test } from "vitest";
import { utils, write } from "xlsx";
import { languagesOf, surveyIn } from "../../../src/languages/translate-survey.ts";
import { checkLogic } from "../../../src/logic/check-logic.ts";
import { chosenAnswers, typedAnswers } from "../support/chosen-answers.ts";
import { compareLogic } from "../support/compare-logic.ts";
import { exampleFile, importContent, problemOf, questionTitled } from "../support/import-example.ts";
import { formRelevance } from "../support/source-expression.ts";

const example = importContent(exampleFile("xlsform.xlsx"));
const titled = (title: string) => questionTitled(example.questions, title);

it("is recognised, and becomes a survey without errors of logic", () => {
  expect(example.source).toBe("XLSForm");
  expect(example.definition.title).toBe("Our homes");
  expect(checkLogic(example.definition)).toEqual([]);
  expect(titled("Do you own or rent")).toMatchObject({
    type: "radio",
    required: true,
    options: [{ text: "We own it" }, { text: "We rent it" }],
  });
  expect(titled("Which rooms")).toMatchObject({ type: "checkbox", blank_setting: [{ type: "option" }] });
  expect(titled("How many people")).toMatchObject({ validate: "number", description: "Children too" });
  expect(titled("Would you choose")).toMatchObject({ type: "select" });
  expect(titled("Your phone")).toMatchObject({ type: "phone" });
});

test("its texts are there in both of its languages", () => {
  const { definition, questions } = example;
  expect(languagesOf(definition)).toEqual(["en", "de"]);
  const german = surveyIn(definition, "de").pages.flatMap((page) => page.questions);
  const owned = questions.findIndex(({ title }) => title.startsWith("Do you own or rent"));
  expect(german[owned]?.title).not.toBe(questions[owned]?.title);
  expect(german.map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
});

test("what is left out or changed is named", () => {
  for (const named of [
    "start: start is left out",
    "people: answers are checked less strictly than by: . < 30",
    "middle: respondents read ${landlord} as it is, and no answer in its place",
    "sum: is not calculated: ${people} * 2",
    "place: left out, as there are no questions of the type geopoint",
    "child: repeat of childname is left out",
    "long: always shown, as no rule can say: string-length(${landlord}) > 3",
  ])
    expect(example.report).toContain(named);
});

it("shows each question for the answers for which the form does", () => {
  const variables = [
    ["tenure", "Do you own", chosenAnswers(titled("Do you own"), ["own", "rent"]), ""],
    ["rooms", "Which rooms", chosenAnswers(titled("Which rooms"), ["kitchen", "bath"]), ""],
    ["people", "How many people", typedAnswers("1", "2", "6"), ""],
    ["landlord", "Who is", typedAnswers("Ada"), "${tenure} = 'rent'"],
    ["rent", "What is the rent", typedAnswers("9"), "${tenure} = 'rent' and ${people} >= 2"],
    ["fitted", "When was it", {}, "selected(${rooms}, 'kitchen') and not(${people} > 5)"],
    ["again", "Would you choose", {}, "${people} != '1' or ${tenure} = 'own'"],
  ] as const;
  const given = variables.map(([name, title, answers, relevance]) => {
    return { name, questionId: titled(title).id, answers, relevance };
  });
  const { differences, shown, hidden } = compareLogic(example.definition, given, formRelevance);
  expect(differences).toEqual([]);
  expect(Math.min(shown, hidden)).toBeGreaterThan(1000);
});

it("is refused where a workbook has no sheet named survey", () => {
  const book = zipSync({
    "xl/workbook.xml": Buffer.from("<workbook><sheets/></workbook>"),
    "xl/_rels/workbook.xml.rels": Buffer.from("<Relationships/>"),
  });
  expect(problemOf(book)).toBe("is a workbook without a sheet named survey, and no XLSForm");
});

test("older spellings, blanks in heads, disabled rows and conditions of required are read or named", () => {
  const book = utils.book_new();
  const sheet = (name: string, ...rows: readonly (readonly string[])[]) =>
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  sheet(
    "survey",
    ["type", "name", "label :: English", "label:: Deutsch", "required", "disabled"],
    ["select one from c", "one", "One?", "Eins?", "${x} = 'a'", ""],
    ["select all that apply from c", "several", "Several?", "Mehrere?", "yes", ""],
    ["string", "words", "Words?", "Worte?", "no", ""],
    ["photo", "picture", "Picture?", "Bild?", "", "no"],
    ["geotrace", "way", "Way?", "Weg?", "", ""],
    ["text", "gone", "Gone?", "Weg?", "", "yes"],
  );
  sheet("choices", ["list name", "name", "label :: English"], ["c", "a", "A"], ["c", "b", "B"]);
  const content = new Uint8Array(write(book, { type: "array", bookType: "xlsx" }));
  const { questions, report, definition } = importContent(content);
  expect(questions.map(({ type, title, required }) => [type, title, required])).toEqual([
    ["radio", "One?", false],
    ["checkbox", "Several?", true],
    ["text", "Words?", false],
    ["upload", "Picture?", false],
  ]);
  expect(report).toEqual([
    "one: required: ${x} = 'a' is left out",
    "way: left out, as there are no questions of the type geotrace",
  ]);
  expect(languagesOf(definition)).toEqual(["en", "de"]);
});
