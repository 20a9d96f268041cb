import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { declaredPagesSchema } from "../../src/declared/declared-pages.ts";
import { normaliseDeclaredPages } from "../../src/declared/normalise-declared-pages.ts";
import { parseSurveyJson, printSurveyJson } from "../../src/json-form/survey-json.ts";
import { surveyJsonSchemaDocument } from "../../src/json-form/survey-json-schema.ts";
import { noLogic } from "../../src/model/logic.ts";
import { everyType, wirePages } from "../declared/survey-fixtures.ts";
import { declaredPagesOf } from "../support/survey-arbitrary.ts";

const randomBytes = (size: number) => new Uint8Array(size);
const schemaPath = join(import.meta.dirname, "../../survey.schema.json");

function text(max: number): fc.Arbitrary<string> {
  return fc.string({ minLength: 1, maxLength: max, unit: "grapheme" }).filter((drawn) => drawn.trim() !== "");
}

function parsed(json: unknown) {
  return parseSurveyJson(JSON.stringify(json), randomBytes);
}

/** What is wrong, as `place message`. */
function problemsOf(json: unknown): readonly string[] {
  const result = parsed(json);
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path.join(".")} ${message}`);
}

test("a survey that was written is read back as it was, on generated surveys of every type", () => {
  const survey = fc.record({
    title: text(40),
    prefix: fc.string({ unit: "grapheme" }),
    pages: declaredPagesOf(text),
  });
  fc.assert(
    fc.property(survey, ({ title, prefix, pages: declared }) => {
      const { pages } = normaliseDeclaredPages(declaredPagesSchema.parse(declared), { idSeed: title });
      fc.pre(pages.length > 0);
      const rule = { kind: "shuffle", from: "p-1-abcd", to: "p-2-abcd" } as const;
      const definition = { title, prefix, suffix: "Bye", scene: 8, pages, logic: { rules: [rule] } } as const;
      expect(parseSurveyJson(printSurveyJson(definition), randomBytes)).toEqual({ ok: true, definition });
    }),
  );
});

it.each([
  ["", []],
  ["q-2-abcd", ["q-2-abcd"]],
  [
    ["q-2-abcd", "q-3-abcd", "q-2-abcd"],
    ["q-2-abcd", "q-3-abcd"],
  ],
])("reads %j as what an option shows", (display, read) => {
  const options = [{ text: "Yes", display }, { text: "No" }];
  const result = parsed({
    title: "Lunch",
    pages: [{ questions: [{ type: "radio", title: "Lunch?", options }] }],
  });
  expect(result.ok && result.definition.pages[0]?.questions[0]?.options.map((one) => one.display)).toEqual([
    read,
    [],
  ]);
});

it("fills in what is left out, ids too", () => {
  const pages = [
    { questions: [{ type: "radio", title: "Lunch?", options: [{ text: "Yes" }, { text: "No" }] }] },
  ];
  const result = parsed({ title: "Lunch", pages });
  expect(result).toMatchObject({
    ok: true,
    definition: {
      title: "Lunch",
      prefix: "",
      scene: 1,
      logic: noLogic,
      pages: [
        {
          id: "p-1-aaaa",
          index: "1",
          questions: [
            {
              id: "q-1-aaaa",
              index: 1,
              real_index: 1,
              options: [{ id: "o-100-AAAA" }, { id: "o-101-AAAA" }],
            },
          ],
        },
      ],
    },
  });
});

const question = { type: "radio", title: "Q", options: [{ text: "A" }] };

describe("it is refused", () => {
  it.each<readonly [string, unknown, string]>([
    ["when a field is not known", { title: "T", pages: [], more: 1 }, " has what does not belong here: more"],
    ["without a title", { title: "", pages: [{ questions: [] }] }, "title "],
    ["without a page", { title: "T", pages: [] }, "pages "],
    [
      "when two questions have one id",
      {
        title: "T",
        pages: [
          {
            questions: [
              { ...question, id: "q-1" },
              { ...question, id: "q-1" },
            ],
          },
        ],
      },
      "pages.0.questions.1 has an id that is there twice: q-1",
    ],
    [
      "when a question has the id of another field of the form",
      { title: "T", pages: [{ questions: [{ ...question, id: "ticket" }] }] },
      "pages.0.questions.0 has an id that is reserved: ticket",
    ],
    [
      "when two questions have one code",
      {
        title: "T",
        pages: [{ questions: [{ ...question, code: "Q1" }] }, { questions: [{ ...question, code: "Q1" }] }],
      },
      "pages.1.questions.0.code is the code of another question: Q1",
    ],
    [
      "when two options have one code",
      {
        title: "T",
        pages: [
          {
            questions: [
              {
                ...question,
                options: [
                  { text: "A", code: "1" },
                  { text: "B", code: "1" },
                ],
              },
            ],
          },
        ],
      },
      "pages.0.questions.0 has two options, rows or blanks with the same code",
    ],
    [
      "when a code has a line break",
      { title: "T", pages: [{ questions: [{ ...question, code: "Q\n1" }] }] },
      "pages.0.questions.0.code must be in one line, without spaces at its ends",
    ],
    ["when an id is none", { title: "T", pages: [{ id: "<b>", questions: [] }] }, "pages.0.id "],
    [
      "when a choice has no options",
      { title: "T", pages: [{ questions: [{ type: "radio", title: "Q" }] }] },
      "pages.0.questions.0 needs options",
    ],
    [
      "when two options say the same",
      { title: "T", pages: [{ questions: [{ ...question, options: [{ text: "A" }, { text: "A" }] }] }] },
      "pages.0.questions.0 has two options",
    ],
    [
      "when a scale has no marks",
      { title: "T", pages: [{ questions: [{ type: "star", title: "Q" }] }] },
      "pages.0.questions.0 needs starNum",
    ],
    [
      "when a linked choice is a circle",
      {
        title: "T",
        pages: [
          {
            questions: [
              {
                type: "chained_selects",
                title: "Q",
                levels: ["L"],
                groups: [{ id: "o-1", text: "A", parent: "o-1" }],
              },
            ],
          },
        ],
      },
      "pages.0.questions.0 needs levels",
    ],
    [
      "when a linked choice has more levels than it has titles of levels",
      {
        title: "T",
        pages: [
          {
            questions: [
              {
                type: "chained_selects",
                title: "Q",
                levels: ["L"],
                groups: [
                  { id: "o-1", text: "A", parent: "" },
                  { id: "o-2", text: "B", parent: "o-1" },
                ],
              },
            ],
          },
        ],
      },
      "pages.0.questions.0 needs levels",
    ],
  ])("%s", (_, json, problem) => {
    expect(problemsOf(json).some((found) => found.startsWith(problem))).toBe(true);
  });

  it("when it is not JSON at all, or very deep", () => {
    expect(parseSurveyJson("{", randomBytes)).toMatchObject({
      ok: false,
      problems: [{ message: "is not JSON: it ends too early" }],
    });
    expect(parseSurveyJson("[".repeat(100_000), randomBytes).ok).toBe(false);
    const deep = `{"title":"T","pages":[{"questions":[]}],"logic":{"rules":[${'{"kind":"not","condition":'.repeat(3000)}1${"}".repeat(3000)}]}}`;
    expect(parseSurveyJson(deep, randomBytes).ok).toBe(false);
  });
});

describe("the published JSON Schema", () => {
  test("is the one that the code checks with; `vitest run -u` writes it again", async () => {
    await expect(`${JSON.stringify(surveyJsonSchemaDocument(), null, 2)}\n`).toMatchFileSnapshot(schemaPath);
  });

  test("names every type of question", () => {
    const types = wirePages(everyType).pages.flatMap((page) => page.questions.map(({ type }) => type));
    const schema = readFileSync(schemaPath, "utf8");
    expect(types.filter((type) => !schema.includes(`"${type}"`))).toEqual([]);
  });
});
