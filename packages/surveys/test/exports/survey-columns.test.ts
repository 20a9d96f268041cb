import { turnsDuring } from "../support/turns-during.ts";
import { describe, expect, test, vi } from "vitest";
import { codebookBatches } from "../../src/exports/codebook.ts";
import type { ExportColumn } from "../../src/exports/export-column.ts";
import { surveyColumns } from "../../src/exports/survey-columns.ts";
import type { AnswerValue } from "../../src/model/answer-values.ts";
import type { Question, SurveyPage } from "../../src/model/question.ts";
import {
  answerWith,
  changed,
  everyTypePages,
  idOf,
  newOption,
  questionOf,
  partsOf,
} from "./export-fixtures.ts";

function columnsOf(versions: readonly (readonly SurveyPage[])[], customArguments: readonly string[] = []) {
  return surveyColumns({
    versions: versions.map((pages, at) => ({ version: at + 1, pages })),
    customArguments,
  });
}

function ofQuestion(columns: readonly ExportColumn[], { id }: Question): readonly ExportColumn[] {
  return columns.filter(({ question }) => question?.id === id);
}

function namesOf(columns: readonly ExportColumn[]): readonly string[] {
  return columns.map(({ name }) => name);
}

/** The cells of one question, by the end of the column's title. */
function cellsOf(question: Question, value: AnswerValue | undefined) {
  const answer = answerWith(value === undefined ? {} : { [question.id]: value });
  return ofQuestion(columnsOf([everyTypePages]), question).map((column) => column.cell(answer));
}

describe("the columns of a question", () => {
  const radio = questionOf("radio");
  const checkbox = questionOf("checkbox");
  const matrix = questionOf("matrix_radio");
  const manyInRow = questionOf("matrix_checkbox");
  const marks = questionOf("matrix_star");
  const sort = questionOf("sort");
  const blanks = questionOf("blanks");

  test.each<[string, Question, AnswerValue, readonly unknown[]]>([
    ["one choice has the code of the option", radio, [idOf(radio, "Green")], [2]],
    [
      "several choices have a column per option",
      checkbox,
      [idOf(checkbox, "C"), idOf(checkbox, "A")],
      [1, 0, 1, 0],
    ],
    ["a text is itself", questionOf("textarea"), "two\nlines", ["two\nlines"]],
    ["a mark is a number", questionOf("star"), "4", [4]],
    ["a net promoter score is a number", questionOf("nps"), "10", [10]],
    [
      "a matrix has a column per row",
      matrix,
      { [idOf(matrix, "Row 2")]: [idOf(matrix, "Yes")] },
      [undefined, 1],
    ],
    [
      "a matrix of several choices has a column per row and option",
      manyInRow,
      { [idOf(manyInRow, "Night")]: [idOf(manyInRow, "Phone")] },
      [undefined, undefined, 0, 1],
    ],
    ["marks by row are numbers", marks, { [idOf(marks, "Price")]: "3" }, [3, undefined]],
    [
      "a ranking has the place of each option",
      sort,
      [idOf(sort, "Z"), idOf(sort, "X"), idOf(sort, "Y")],
      [2, 3, 1],
    ],
    ["an option that was not ranked has no place", sort, [idOf(sort, "Y")], [undefined, 1, undefined]],
    ["blanks have a column each", blanks, { [idOf(blanks, "City")]: "Oslo" }, [undefined, "Oslo"]],
    ["a moment is a text", questionOf("datetime"), "2026-11-22", ["2026-11-22"]],
    [
      "files are a list of names",
      questionOf("upload"),
      [`${"x".repeat(32)}/a b.pdf`, "b.pdf"],
      ["a b.pdf; b.pdf"],
    ],
  ])("%s", (_, question, value, cells) => {
    expect(cellsOf(question, value)).toEqual(cells);
  });

  test("are empty where the question was not answered", () => {
    for (const question of everyTypePages.flatMap((page) => page.questions)) {
      expect(cellsOf(question, undefined).filter((cell) => cell !== undefined)).toEqual([]);
    }
  });

  test("have a column for a blank inside an option", () => {
    const blank = { id: "fillblank-9", text: "", validate: "", type: "question", attach_id: "" } as const;
    const pages = changed(everyTypePages, (question) =>
      question.id === radio.id
        ? { ...question, blank_setting: [{ ...blank, attach_id: idOf(radio, "Red") }] }
        : question,
    );
    const columns = ofQuestion(columnsOf([pages]), radio);
    const answer = answerWith({
      [radio.id]: { options: [idOf(radio, "Red")], blanks: { "fillblank-9": "dark" } },
    });
    expect(columns.map(({ title, cell }) => [title, cell(answer)])).toEqual([
      ["1. Radio", 1],
      ["1. Radio [Red]", "dark"],
    ]);
  });

  test("have titles of which no two are the same, for programs that find columns by them", () => {
    const blank = { id: "fillblank-9", text: "", validate: "", type: "option" } as const;
    const pages = changed(everyTypePages, (question) =>
      question.id === checkbox.id
        ? { ...question, blank_setting: [{ ...blank, attach_id: idOf(checkbox, "A") }] }
        : question,
    );
    const columns = columnsOf([pages], ["channel"]);
    const titles = columns.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toContain("channel (2)");
    const [option, , , , blankOfOption] = ofQuestion(columns, checkbox);
    expect(blankOfOption?.title).toBe(`${option?.title} (2)`);
  });

  test("ignore values of the prototype of objects", () => {
    const answer = answerWith(JSON.parse(`{"__proto__": {"${radio.id}": ["x"]}}`));
    expect(ofQuestion(columnsOf([everyTypePages]), radio)[0]?.cell(answer)).toBe(undefined);
    expect(columnsOf([everyTypePages], ["constructor"]).at(-1)?.cell(answer)).toBe(undefined);
  });
});

describe("the columns of several versions", () => {
  const radio = questionOf("radio");
  const red = idOf(radio, "Red");
  const green = idOf(radio, "Green");
  const edited = changed(everyTypePages, (question) => {
    if (question.type === "star") return undefined;
    if (question.id !== radio.id) return question;
    const [first, second] = question.options;
    if (first === undefined || second === undefined) throw new Error("two options");
    return {
      ...question,
      title: "Colour",
      options: [newOption("o-9-NEW", "Blue"), { ...second, text: "Dark green" }],
    };
  });

  test("keep an option that was removed, and give no code of an older version to another option", () => {
    const [column] = ofQuestion(columnsOf([everyTypePages, edited]), radio);
    expect(column?.choices).toEqual([
      { code: 3, id: "o-9-NEW", text: "Blue", shown: "Blue", isArchived: false },
      { code: 2, id: green, text: "Dark green", shown: "Dark green", isArchived: false },
      { code: 1, id: red, text: "Red", shown: "Red", isArchived: true },
    ]);
    expect([red, green].map((id) => column?.cell(answerWith({ [radio.id]: [id] })))).toEqual([1, 2]);
  });

  test("keep a question that was removed, after those of the newest version", () => {
    const star = questionOf("star");
    const columns = columnsOf([everyTypePages, edited]);
    expect(columns.at(-1)).toMatchObject({
      title: "Star",
      question: { id: star.id, isArchived: true, firstVersion: 1, lastVersion: 1 },
    });
    expect(columns.at(-1)?.cell(answerWith({ [star.id]: "5" }))).toBe(5);
  });

  test("have the newest wording, and the names of every version before", () => {
    const before = columnsOf([everyTypePages]);
    const after = columnsOf([everyTypePages, edited]);
    expect(ofQuestion(after, radio)[0]?.title).toBe("1. Colour");
    expect(namesOf(after)).toEqual(expect.arrayContaining([...namesOf(before)]));
  });

  test("show whether an option of a column of its own was removed", () => {
    const checkbox = questionOf("checkbox");
    const fewer = changed(everyTypePages, (question) =>
      question.id === checkbox.id ? { ...question, options: question.options.slice(1) } : question,
    );
    const columns = ofQuestion(columnsOf([everyTypePages, fewer]), checkbox);
    expect(columns.map(({ title, question }) => [title, question?.isArchived])).toEqual([
      ["2. Checkbox [B]", false],
      ["2. Checkbox [C]", false],
      ["2. Checkbox [None]", false],
      ["2. Checkbox [A]", true],
    ]);
  });

  test("are those of the answer alone as long as nothing was published", () => {
    expect(columnsOf([]).map(({ name }) => name)).toEqual([
      "answer_id",
      "version",
      "started_at",
      "ended_at",
      "duration_seconds",
      "respondent_id",
      "openid",
      "nickname",
      "channel",
      "device",
    ]);
  });
});

describe("the names of columns", () => {
  test("are ones that SPSS takes, unique in any case, whatever ids and arguments are", () => {
    const [page] = everyTypePages;
    const radio = questionOf("radio");
    if (page === undefined) throw new Error("a page");
    const ids = ["q-a", "q_a", "Q-A", "中文", "9", "all", "answer_id", "", "x".repeat(200), "x".repeat(201)];
    const pages = [{ ...page, questions: ids.map((id) => ({ ...radio, id })) }];
    const names = columnsOf([pages], ["from", "来源", "to"]).map(({ name }) => name);
    expect(names.filter((name) => !/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names).not.toContain("all");
  });
});

describe("the codebook", () => {
  test("has a row per column, and one per choice where there are some", async () => {
    const columns = columnsOf([everyTypePages], ["from"]);
    const [header = [], ...cells] = (await partsOf(codebookBatches(columns))).flat();
    const rows = cells.map((row) => Object.fromEntries(header.map((name, at) => [String(name), row[at]])));
    const radio = questionOf("radio");
    const ofRadio = rows.filter((row) => row["question_id"] === radio.id);
    expect(ofRadio).toMatchObject([
      {
        kind: "choice",
        question: "Radio",
        value: 1,
        label: "Red",
        label_id: idOf(radio, "Red"),
        archived: 0,
      },
      { kind: "choice", question_type: "radio", value: 2, label: "Green", first_version: 1, last_version: 1 },
    ]);
    expect(new Set(rows.map((row) => row["column"]))).toEqual(new Set(columns.map(({ name }) => name)));
    expect(rows.at(-1)).toMatchObject({ column: "arg_from", title: "from", kind: "text" });
  });
});

test("the codebook says which columns are personal: by what was marked, by the type and by the rule for the text", async () => {
  const pages = changed(everyTypePages, (question) =>
    question.type === "radio" ? { ...question, personal: true } : question,
  );
  const [header = [], ...rows] = (await partsOf(codebookBatches(columnsOf([pages])))).flat();
  const [type, personal] = [header.indexOf("question_type"), header.indexOf("personal")];
  const marked = rows.flatMap((row) => (row[personal] === 1 ? [row[type]] : []));
  expect(new Set(marked)).toEqual(new Set(["radio", "text", "upload", "address", "phone"]));
});

test("the codebook of thousands of columns is made some hundred rows at a time, with other work between them", async () => {
  const [column] = columnsOf([everyTypePages], []);
  if (column === undefined) throw new Error("no column");
  const many = Array.from({ length: 5000 }, () => column);
  const sizes: number[] = [];
  const turns = await turnsDuring(async () => {
    for await (const rows of codebookBatches(many)) sizes.push(rows.length);
  });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5001);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  expect(turns).toBeGreaterThanOrEqual(sizes.length - 1);
});

test("names of columns that are alike are made distinct without trying all numbers again for each", () => {
  const text = questionOf("text");
  const questions = Array.from({ length: 3000 }, (_, at) => ({
    ...text,
    id: at.toString(2).replaceAll("0", "-").replaceAll("1", "_"),
  }));
  const has = vi.spyOn(Set.prototype, "has");
  const columns = columnsOf([[{ id: "p", index: "1", questions }]]);
  const asked = has.mock.calls.length;
  has.mockRestore();
  expect(new Set(namesOf(columns)).size).toBe(columns.length);
  expect(asked).toBeLessThan(20 * questions.length);
});
