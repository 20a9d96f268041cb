import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type BuiltAnswer, buildAnswerPages } from "../../src/declared/build-answer-pages.ts";
import type { DeclaredPagesInput, DeclaredQuestionInput } from "../../src/declared/declared-pages.ts";
import { everyType, wirePages } from "./survey-fixtures.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

const { pages } = wirePages(everyType);
const count = pages.flatMap((page) => page.questions).length;
const build = (values: Record<string, unknown>, declared?: DeclaredPagesInput): BuiltAnswer =>
  buildAnswerPages(declared === undefined ? pages : wirePages(declared).pages, values);

/** The answer to question `index` when only it and the required question 2 are answered. */
function answered(index: number, value: unknown) {
  const built = build({ "2": 1, [index]: value });
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  return built.pages.flatMap((page) => page.questions)[index - 2];
}

function problemsWith(index: number, value: unknown): string[] {
  const built = build({ "2": 1, [index]: value });
  return built.ok ? [] : built.problems.map((problem) => `${problem.path.join(".")} ${problem.message}`);
}

const only = (question: DeclaredQuestionInput): DeclaredPagesInput => [{ questions: [question] }];
const missing = (path: (string | number)[]) => ({ ok: false, problems: [{ path, message: "is required" }] });
const textsOf = (index: number, value: unknown) =>
  answered(index, value)?.options.map((option) => option.text);

describe("an answer built from declared values", () => {
  it("has every question that takes an answer, page by page, with nothing filled in where none was given", () => {
    const built = build({ "2": 1 });
    if (!built.ok) throw new Error("must be built");
    expect(built.pages.map((page) => page.id)).toEqual(pages.map((page) => page.id));
    const types = built.pages.flatMap((page) => page.questions).map(({ type }) => type);
    expect(types).toEqual(
      everyType
        .flatMap((page) => page.questions.map(({ type }) => type))
        .filter((type) => type !== "description"),
    );
    const [radio, checkbox] = built.pages[0]?.questions ?? [];
    expect(checkbox).toEqual({
      id: pages[0]?.questions[2]?.id,
      type: "checkbox",
      sub_type: 0,
      text: "",
      options: [],
      groups: [],
      blanks: [],
    });
    expect(radio?.options).toEqual([{ id: pages[0]?.questions[1]?.options[0]?.id, checked: 1, text: "Red" }]);
  });

  it("takes an option's number or its text", () => {
    expect(textsOf(2, 2)).toEqual(["Green"]);
    expect(textsOf(2, "Green")).toEqual(["Green"]);
    expect(textsOf(4, "South")).toEqual(["South"]);
  });

  it("lists several choices in the order of the question, and a ranking in the order of rank", () => {
    expect(textsOf(3, ["C", 1])).toEqual(["A", "C"]);
    expect(textsOf(3, "B")).toEqual(["B"]);
    expect(textsOf(12, ["Z", "X", 2])).toEqual(["Z", "X", "Y"]);
    expect(textsOf(12, [3])).toEqual(["Z"]);
  });

  it("takes a mark as a number or as digits, and writes it as text", () => {
    expect(answered(7, 4)?.text).toBe("4");
    expect(answered(7, "4")?.text).toBe("4");
    expect(answered(8, 0)?.text).toBe("0");
    expect(answered(8, 10)?.text).toBe("10");
  });

  it("keeps texts as they are", () => {
    expect(answered(5, "ada@example.org")?.text).toBe("ada@example.org");
    expect(answered(6, " two\nlines \u2028 👍 ‮")?.text).toBe(" two\nlines \u2028 👍 ‮");
    expect(answered(15, "上海市徐汇区")?.text).toBe("上海市徐汇区");
    expect(answered(16, "plan.pdf")?.text).toBe("plan.pdf");
  });

  test.each(["13800138000", "+86 138 0013 8000", "010-6255-1234"])(
    "takes %s as a telephone number",
    (given) => {
      expect(answered(17, given)?.text).toBe(given);
    },
  );

  it("takes the path of a linked choice, as far as it goes", () => {
    expect(textsOf(18, ["Zhejiang", "Ningbo"])).toEqual(["Zhejiang", "Ningbo"]);
    expect(textsOf(18, "Shanghai")).toEqual(["Shanghai"]);
  });

  it("takes an option with a blank by its text, which on the wire names the blank", () => {
    expect(textsOf(19, "Other ____")).toEqual([expect.stringMatching(/^Other ____\{fillblank-1[A-Z]{3}\}$/)]);
  });

  it("takes what was filled into the blanks of options, in their order", () => {
    const options = [
      { text: "None" },
      { text: "____ and ____", has_blanks: true },
      { text: "Other ____", has_blanks: true },
    ];
    const both = only({ type: "checkbox", title: "Both", options });
    const { pages: made } = wirePages(both);
    const ids = made[0]?.questions[0]?.blank_setting.map(({ id }) => id) ?? [];
    const filled = (value: unknown) => {
      const built = build({ "1": value }, both);
      return built.ok ? built.pages[0]?.questions[0] : built.problems;
    };
    const given = [{ option: "Other ____", blanks: ["Fish"] }, 1, { option: 2, blanks: ["", "Tea"] }];
    expect(filled(given)).toMatchObject({
      options: [
        { text: "None" },
        { text: expect.stringContaining(" and ") },
        { text: expect.stringContaining("Other") },
      ],
      blanks: [
        { id: ids[1], value: "Tea" },
        { id: ids[2], value: "Fish" },
      ],
    });
    expect(filled({ option: 3, blanks: [] })).toMatchObject({ options: [{ checked: 1 }], blanks: [] });
    const radio = build(
      { "1": { option: 2, blanks: ["A", "B"] } },
      only({ type: "radio", title: "One", options }),
    );
    expect(radio.ok && radio.pages[0]?.questions[0]?.blanks.map(({ value }) => value)).toEqual(["A", "B"]);
  });

  it("has no fewer choices than the question asks for", () => {
    const options = [{ text: "A" }, { text: "B" }, { text: "C" }];
    const two = only({ type: "checkbox", title: "Two", min_choices: 2, options });
    const tooFew = { path: ["1"], message: "has fewer than 2 choices" };
    expect(build({ "1": ["A"] }, two)).toEqual({ ok: false, problems: [tooFew] });
    expect(build({ "1": ["A", "C"] }, two).ok).toBe(true);
  });

  test.each(["2026-11-01", "09:30", "09:30:15", "2026-11-01 09:30", "2024-02-29 23:59:59"])(
    "takes %s as a moment",
    (moment) => {
      expect(answered(14, moment)?.text).toBe(moment);
    },
  );

  test.each(["2026-02-30", "25:00", "2026-11-01T09:30", "tomorrow", "2026-11", "1:30"])(
    "refuses %s as a moment",
    (moment) => {
      expect(problemsWith(14, moment)).toEqual(["14 must be a day, a time, or both, like 2026-11-01 09:00"]);
    },
  );

  it("takes the rows of a matrix by number, or as a list with null for a row left out", () => {
    const yesThenNo = answered(9, { "1": "Yes", "2": 2 })?.groups;
    expect(yesThenNo?.map((group) => [group.text, group.options[0]?.text])).toEqual([
      ["Row 1", "Yes"],
      ["Row 2", "No"],
    ]);
    expect(answered(9, ["Yes", 2])?.groups).toEqual(yesThenNo);
    expect(answered(9, [null, 2])?.groups).toEqual(yesThenNo?.slice(1));
    expect(answered(10, { "2": [2, 1] })?.groups[0]?.options.map((option) => option.text)).toEqual([
      "Web",
      "Phone",
    ]);
    expect(answered(11, [5, 3])?.groups.map((group) => group.text)).toEqual(["5", "3"]);
  });

  it("takes blanks by number", () => {
    const blanks = pages[1]?.questions[6]?.blank_setting;
    expect(answered(13, { "1": "Ada", "2": "London" })?.blanks).toEqual([
      { id: blanks?.[0]?.id, value: "Ada" },
      { id: blanks?.[1]?.id, value: "London" },
    ]);
  });
});

describe("declared values", () => {
  const refused: readonly (readonly [number, unknown, string])[] = [
    [2, 3, "2 must be an option's number from 1 to 2, or its text"],
    [2, 0, "2 must be an option's number from 1 to 2, or its text"],
    [2, 1.5, "2 must be an option's number from 1 to 2, or its text"],
    [2, "1", "2 must be an option's number from 1 to 2, or its text"],
    [2, [1], "2 must be an option's number from 1 to 2, or its text"],
    [2, "red", "2 must be an option's number from 1 to 2, or its text"],
    [3, [1, 9], "3.1 must be an option's number from 1 to 4, or its text"],
    [3, [1, "A"], "3.1 names an option a second time"],
    [3, [1, 2, 3], "3 has more than 2 choices"],
    [3, ["None", 1], "3 joins other options to one that rules them out"],
    [5, 7, "5 must be a text"],
    [5, "not an address", "5 must be an e-mail address"],
    [5, `${"x".repeat(20)}@example.org`, "5 is longer than 20 characters"],
    [6, "a\0b", "6 must be well-formed Unicode without NUL characters"],
    [6, "a\udc00b", "6 must be well-formed Unicode without NUL characters"],
    [7, 0, "7 must be a whole number from 1 to 5"],
    [7, 6, "7 must be a whole number from 1 to 5"],
    [7, "4.0", "7 must be a whole number from 1 to 5"],
    [8, 11, "8 must be a whole number from 0 to 10"],
    [8, -1, "8 must be a whole number from 0 to 10"],
    [9, "Yes", "9 must be an object keyed by number from 1, or a list"],
    [9, { "3": 1 }, "9.3 has no place here: there are 2"],
    [9, { "01": 1 }, "9.01 has no place here: there are 2"],
    [9, [1, 1, 1], "9.2 has no place here: there are 2"],
    [9, { "1": [1, 2] }, "9.1 must be an option's number from 1 to 2, or its text"],
    [9, [1, 7], "9.1 must be an option's number from 1 to 2, or its text"],
    [10, { "1": [1, 1] }, "10.1.1 names an option a second time"],
    [11, { "1": 6 }, "11.1 must be a whole number from 1 to 5"],
    [12, "X", "12 must be a list of options in order of rank"],
    [12, [1, 1], "12.1 names an option a second time"],
    [13, { Name: "Ada" }, "13.Name has no place here: there are 2"],
    [13, { "1": "a\nb" }, "13.1 must be a single line"],
    [13, { "1": 5 }, "13.1 must be a text"],
    [15, "a\nb", "15 must be a single line"],
    [1, "hello", "1 is a description and takes no answer"],
    [17, "call me", "17 must be a telephone number"],
    [18, "Zhejiang", "18 must be a list of texts, one per level, that lead to one of the last choices"],
    [
      18,
      ["Zhejiang", "x"],
      "18 must be a list of texts, one per level, that lead to one of the last choices",
    ],
    [18, ["Shanghai", 1], "18 must be a list of texts, one per level, that lead to one of the last choices"],
    [19, { option: 1, blanks: ["x"] }, "19.blanks.0 has no blank: the option has 0"],
    [19, [2, { option: 3, blanks: ["x", "y"] }], "19.1.blanks.1 has no blank: the option has 1"],
    [19, [{ option: 3, blanks: ["two\nlines"] }], "19.0.blanks.0 must be a single line"],
    [19, [{ option: 9, blanks: ["x"] }], "19.0 must be an option's number from 1 to 3, or its text"],
    [9, [{ option: 1, blanks: [] }], "9.0 must be an option's number from 1 to 2, or its text"],
    [99, "hello", `99 names no question: there are ${count}`],
  ];

  test.each(refused)(
    "are refused at the place that is wrong: question %i given %j",
    (index, value, problem) => {
      expect(problemsWith(index, value)).toEqual([problem]);
    },
  );

  it("are refused when a required answer is missing, empty or blank", () => {
    for (const values of [{}, { "2": "" }, { "2": "  " }, { "2": null }, { "2": [] }]) {
      expect(build(values)).toEqual(missing(["2"]));
    }
  });

  it("are refused when a row or blank of a required question is missing, whichever way they are given", () => {
    const rows = only({
      type: "matrix_star",
      title: "Marks",
      required: true,
      sub_titles: [{ text: "A" }, { text: "B" }],
    });
    const blanks = only({
      type: "blanks",
      title: "Blanks",
      required: true,
      blanks: [{ text: "A" }, { text: "B" }],
    });
    expect(build({ "1": { "2": 3 } }, rows)).toEqual(missing(["1", "1"]));
    expect(build({ "1": [3] }, rows)).toEqual(missing(["1", 1]));
    expect(build({ "1": { "1": "x", "2": " " } }, blanks)).toEqual(missing(["1", "2"]));
  });

  it("need not answer a required question that is not shown", () => {
    const hidden = only({ type: "text", title: "Why?", required: true, hidden: true });
    expect(build({}, hidden).ok).toBe(true);
  });

  it("give every problem at once", () => {
    const built = build({ "3": 9, "7": 9, "99": "x" });
    expect(built.ok ? [] : built.problems.map((problem) => problem.path[0])).toEqual(["99", "2", "3", "7"]);
  });

  it("never reach what an object inherits", () => {
    expect(build({ "2": 1, "9": JSON.parse('{"__proto__": 1}') }).ok).toBe(false);
    expect(build(JSON.parse('{"2": 1, "__proto__": 1, "constructor": 1}')).ok).toBe(false);
    expect(problemsWith(2, "constructor")).toHaveLength(1);
  });

  it("are answered with pages or problems, and never thrown at, whatever they are", () => {
    const key = fc.oneof(fc.integer({ min: 0, max: 20 }).map(String), fc.string());
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), (values) => {
        const built = build({ "2": 1, ...values });
        expect(built.ok ? built.pages : built.problems).not.toHaveLength(0);
      }),
      { numRuns: runs(500) },
    );
  });
});
