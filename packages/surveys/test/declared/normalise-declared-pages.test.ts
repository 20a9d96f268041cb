import { describe, expect, it } from "vitest";
import type { DeclaredPagesInput } from "../../src/declared/declared-pages.ts";
import { everyType, wirePages } from "./survey-fixtures.ts";

const questionsOf = (declared: DeclaredPagesInput, seed?: string) =>
  wirePages(declared, seed).pages.flatMap((page) => page.questions);
const oneChoice = (title: string, text: string): DeclaredPagesInput => [
  { questions: [{ type: "radio", title, options: [{ text }, { text: "Other" }] }] },
];
const ofType = (type: string) => questionsOf(everyType).find((question) => question.type === type);

describe("declared pages made into pages of the wire", () => {
  it("are the same each time for the same seed, and have other ids for another", () => {
    expect(wirePages(everyType)).toEqual(wirePages(everyType));
    const [one, other] = [wirePages(everyType, "one"), wirePages(everyType, "other")];
    expect(one.pages[0]?.id).not.toBe(other.pages[0]?.id);
    expect(one.pages[0]?.questions[0]?.id).not.toBe(other.pages[0]?.questions[0]?.id);
  });

  it("keep their ids when a question or an option is reworded", () => {
    const [before] = questionsOf(oneChoice("Which?", "This"));
    const [after] = questionsOf(oneChoice("Which one?", "This one"));
    expect(after?.id).toBe(before?.id);
    expect(after?.options.map((option) => option.id)).toEqual(before?.options.map((option) => option.id));
  });

  it("have ids of the documented forms, unique where they must be", () => {
    const { pages } = wirePages(everyType);
    const questions = pages.flatMap((page) => page.questions);
    for (const page of pages) expect(page.id).toMatch(/^p-\d+-[a-z]{4}$/);
    for (const question of questions) {
      expect(question.id).toMatch(/^q-\d+-[a-z]{4}$/);
      const inside = [...question.options, ...question.subTitles, ...question.blank_setting];
      expect(new Set(inside.map((part) => part.id)).size).toBe(inside.length);
      for (const option of question.options) expect(option.id).toMatch(/^o-1\d\d-[A-Z]{4}$/);
      for (const row of question.subTitles) expect(row.id).toMatch(/^g-\d+-[A-Z]{4}$/);
      for (const blank of question.blank_setting) expect(blank.id).toMatch(/^fillblank-\d+[A-Z]{3}$/);
    }
    expect(new Set([...pages, ...questions].map(({ id }) => id)).size).toBe(pages.length + questions.length);
  });

  it("are numbered over all pages from 1, descriptions included; the real number leaves them out", () => {
    const { pages, pageCount, questionCount } = wirePages(everyType);
    const questions = pages.flatMap((page) => page.questions);
    expect(pages.map((page) => page.index)).toEqual(["1", "2", "3"]);
    expect(questions.map((question) => question.index)).toEqual(questions.map((_question, at) => at + 1));
    expect(questions.map((question) => question.real_index)).toEqual(questions.map((_question, at) => at));
    expect({ pageCount, questionCount }).toEqual({
      pageCount: everyType.length,
      questionCount: questions.length,
    });
  });

  it("name the blanks of an option in its text and among those of the question", () => {
    const options = [{ text: "Other ____ or ____!", has_blanks: true }, { text: "____" }];
    const [question] = questionsOf([{ questions: [{ type: "checkbox", title: "What?", options }] }]);
    const [first, second] = question?.blank_setting ?? [];
    expect(question?.options.map(({ text }) => text)).toEqual([
      `Other ____{${first?.id}} or ____{${second?.id}}!`,
      "____",
    ]);
    const rest = { text: "", validate: "", type: "option", attach_id: question?.options[0]?.id };
    expect(first).toEqual({ id: expect.stringMatching(/^fillblank-1[A-Z]{3}$/), ...rest });
    expect(second).toEqual({ id: expect.stringMatching(/^fillblank-2[A-Z]{3}$/), ...rest });
  });

  it("list the choices of a linked choice once, each after the one that it belongs to", () => {
    const question = ofType("chained_selects");
    const groups = question?.groups ?? [];
    expect(question?.levels).toEqual(["Province", "City"]);
    const [province] = groups;
    expect(groups.map(({ text, parent }) => [text, parent])).toEqual([
      ["Zhejiang", ""],
      ["Hangzhou", province?.id],
      ["Ningbo", province?.id],
      ["Shanghai", ""],
    ]);
    expect(new Set(groups.map(({ id }) => id)).size).toBe(4);
  });

  it("say the fewest choices only where there are some", () => {
    const options = [{ text: "A" }, { text: "B" }];
    const [two, any] = questionsOf([
      {
        questions: [
          { type: "checkbox", title: "Two", options, min_choices: 2 },
          { type: "checkbox", title: "Any", options },
        ],
      },
    ]);
    expect(two?.minlength).toBe(2);
    expect(any).not.toHaveProperty("minlength");
  });

  it("carry over what was declared", () => {
    expect(ofType("radio")).toMatchObject({ title: "Radio", required: true, random: false, maxlength: 0 });
    expect(ofType("checkbox")).toMatchObject({
      required: false,
      maxlength: 2,
      options: [
        { text: "A" },
        { text: "B" },
        { text: "C" },
        { text: "None", exclusive: true, noRandom: true },
      ],
    });
    expect(ofType("text")).toMatchObject({ maxlength: 20, validate: "email", rows: "", cols: "" });
    expect(ofType("textarea")).toMatchObject({ rows: "6", cols: "60" });
    expect(ofType("upload")).toMatchObject({ file_type_limit: ["pdf"], file_size_limit: 100 });
    expect(ofType("matrix_star")?.subTitles.map((row) => row.text)).toEqual(["Price", "Speed"]);
    expect(ofType("blanks")?.blank_setting).toMatchObject([
      { text: "Name", attach_id: ofType("blanks")?.id },
      { text: "City" },
    ]);
  });

  it("give scales their ends, and other questions none", () => {
    expect(ofType("star")).toMatchObject({ starBeginNum: 1, starNum: 5, starShowCustomStart: "Bad" });
    expect(ofType("nps")).toMatchObject({ starBeginNum: 0, starNum: 10 });
    expect(ofType("matrix_star")).toMatchObject({ starBeginNum: 1, starNum: 5 });
    expect(ofType("radio")).toMatchObject({ starBeginNum: 0, starNum: 0 });
  });

  it("have the same fields in the same order whatever the type of question", () => {
    const fields = new Set(questionsOf(everyType).map((question) => Object.keys(question).join()));
    expect(fields.size).toBe(1);
  });

  it("may be none at all, as in a fresh draft", () => {
    expect(wirePages([])).toEqual({ pages: [], pageCount: 0, questionCount: 0 });
  });
});
