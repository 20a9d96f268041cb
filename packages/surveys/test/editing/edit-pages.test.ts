import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { compareDefinitions, isWithoutDifference } from "../../src/difference/compare-definitions.ts";
import {
  addingPage,
  addingQuestion,
  copyQuestion,
  editPages,
  joiningPage,
  movingPage,
  movingQuestion,
  placingPage,
  placingQuestion,
  removingPage,
  removingQuestion,
  replacingQuestion,
  type PagesEdit,
} from "../../src/editing/edit-pages.ts";
import { newQuestion } from "../../src/editing/new-question.ts";
import { lacksParts } from "../../src/logic/publication-obstacle.ts";
import type { SurveyDefinition } from "../../src/model/definition.ts";
import { idMaker, idsOf } from "../../src/model/ids.ts";
import { questionTypes } from "../../src/model/question.ts";
import { generatedFlow, sampleOption, sampleQuestion } from "../logic/generated-survey.ts";

const randomBytes = (size: number) => new Uint8Array(size);
function definition(...pages: readonly string[]): SurveyDefinition {
  return {
    title: "Lunch",
    prefix: "",
    suffix: "",
    pages: pages.map((ids, at) => ({
      id: `p-${at + 1}`,
      index: String(at + 1),
      questions: ids === "" ? [] : ids.split(" ").map((id) => sampleQuestion(id, "text")),
    })),
    logic: { rules: [] },
  };
}

/** The ids of the questions, page by page. */
function shape(edited: SurveyDefinition | undefined): readonly string[] | undefined {
  return edited?.pages.map(({ questions }) => questions.map(({ id }) => id).join(" "));
}

const before = definition("q-1 q-2", "q-3");

describe("an edit", () => {
  it.each<[string, PagesEdit, readonly string[] | undefined]>([
    ["moves a question down", movingQuestion("q-1", "down"), ["q-2 q-1", "q-3"]],
    ["moves a question onto the next page", movingQuestion("q-2", "down"), ["q-1", "q-2 q-3"]],
    ["moves a question onto the page before", movingQuestion("q-3", "up"), ["q-1 q-2 q-3", ""]],
    ["moves nothing past the beginning", movingQuestion("q-1", "up"), undefined],
    ["moves nothing past the end", movingQuestion("q-3", "down"), undefined],
    ["moves nothing that is not there", movingQuestion("q-9", "up"), undefined],
    [
      "puts a question before another one",
      placingQuestion("q-2", { page: "p-1", before: "q-1" }),
      ["q-2 q-1", "q-3"],
    ],
    [
      "puts a question on another page",
      placingQuestion("q-1", { page: "p-2", before: "q-3" }),
      ["q-2", "q-1 q-3"],
    ],
    ["puts a question at the end", placingQuestion("q-3", { page: "p-1", before: "-" }), ["q-1 q-2 q-3", ""]],
    [
      "puts a question at the end where the one behind is on another page",
      placingQuestion("q-1", { page: "p-1", before: "q-3" }),
      ["q-2 q-1", "q-3"],
    ],
    ["puts nothing before itself", placingQuestion("q-1", { page: "p-1", before: "q-1" }), undefined],
    [
      "puts nothing on a page that is not there",
      placingQuestion("q-1", { page: "p-9", before: "-" }),
      undefined,
    ],
    ["puts nothing that is not there", placingQuestion("q-9", { page: "p-1", before: "q-1" }), undefined],
    ["removes a question", removingQuestion("q-1"), ["q-2", "q-3"]],
    ["moves a page", movingPage("p-2", "up"), ["q-3", "q-1 q-2"]],
    ["moves no page past the end", movingPage("p-2", "down"), undefined],
    ["puts a page before another one", placingPage("p-2", "p-1"), ["q-3", "q-1 q-2"]],
    ["puts a page at the end", placingPage("p-1", "-"), ["q-3", "q-1 q-2"]],
    ["puts no page before itself", placingPage("p-1", "p-1"), undefined],
    ["puts no page that is not there", placingPage("p-9", "p-1"), undefined],
    ["joins a page with the one before", joiningPage("p-2"), ["q-1 q-2 q-3"]],
    ["joins nothing with the first page", joiningPage("p-1"), undefined],
    ["removes a page with its questions", removingPage("p-1"), ["q-3"]],
    ["adds a page", addingPage("p-1", idMaker(idsOf(before), randomBytes)), ["q-1 q-2", "", "q-3"]],
    [
      "adds a question at the end of a page",
      addingQuestion({ page: "p-2", before: "" }, sampleQuestion("q-4", "text")),
      ["q-1 q-2", "q-3 q-4"],
    ],
    [
      "adds a question before another one",
      addingQuestion({ page: "p-1", before: "q-2" }, sampleQuestion("q-4", "text")),
      ["q-1 q-4 q-2", "q-3"],
    ],
  ])("%s", (_, edit, expected) => {
    expect(shape(editPages(before, edit))).toEqual(expected);
  });

  it("keeps the only page", () => {
    expect(editPages(definition("q-1"), removingPage("p-1"))).toBeUndefined();
  });

  it("puts a changed question in its place", () => {
    const edited = editPages(before, replacingQuestion({ ...sampleQuestion("q-2", "text"), title: "New" }));
    expect(edited?.pages[0]?.questions[1]).toMatchObject({ title: "New", index: 2 });
  });

  it("copies a question with new ids for everything in it, also inside the text of an option", () => {
    const question = sampleQuestion("q-1", "radio", {
      options: [sampleOption("o-100-A", { text: "Other ____{fillblank-1A}", goto: "q-1" })],
      subTitles: [{ id: "g-1-A", text: "Row" }],
      blank_setting: [{ id: "fillblank-1A", text: "", validate: "", type: "option", attach_id: "o-100-A" }],
    });
    const made = { ...before, pages: [{ id: "p-1", index: "1", questions: [question] }] };
    const coded = { ...made, pages: [{ id: "p-1", index: "1", questions: [{ ...question, code: "Q1" }] }] };
    const copies = copyQuestion(coded, "q-1", idMaker(idsOf(coded), randomBytes))?.pages[0]?.questions;
    expect(copies?.map(({ code }) => code)).toEqual(["Q1", undefined]);
    const edited = copyQuestion(made, "q-1", idMaker(idsOf(made), randomBytes));
    const [original, copy] = edited?.pages[0]?.questions ?? [];
    expect(original).toEqual({ ...question, index: 1, real_index: 1 });
    expect(copy).toMatchObject({
      title: question.title,
      index: 2,
      options: [{ id: "o-101-AAAA", text: "Other ____{fillblank-2AAA}", goto: "q-1" }],
      subTitles: [{ id: "g-2-AAAA" }],
      blank_setting: [{ id: "fillblank-2AAA", attach_id: "o-101-AAAA" }],
    });
  });
});

test("whatever is done, no id is there twice, numbers follow the places, and a move and back changes nothing", () => {
  const generated = generatedFlow.map((flow) => ({ title: "", prefix: "", suffix: "", ...flow }));
  const chosen = fc.nat();
  fc.assert(
    fc.property(
      generated,
      chosen,
      fc.constantFrom("up" as const, "down" as const),
      (made, number, direction) => {
        const ids = made.pages.flatMap(({ questions }) => questions.map(({ id }) => id));
        const id = ids[number % ids.length] ?? "";
        const moved = editPages(made, movingQuestion(id, direction));
        const back = moved && editPages(moved, movingQuestion(id, direction === "up" ? "down" : "up"));
        expect(isWithoutDifference(compareDefinitions(made, back ?? made))).toBe(true);
        const makeId = idMaker(idsOf(made), randomBytes);
        const copied = copyQuestion(moved ?? made, id, makeId);
        const questions = copied?.pages.flatMap((page) => page.questions) ?? [];
        expect(new Set(questions.map((question) => question.id)).size).toBe(ids.length + 1);
        expect(questions.map(({ index }) => index)).toEqual(questions.map((_, at) => at + 1));
      },
    ),
  );
});

it.each(questionTypes)(
  "a new question of type %s has no text, and lacks the parts that its type needs",
  (type) => {
    const made = newQuestion(type, idMaker([], randomBytes));
    const isSimple = [
      "text",
      "textarea",
      "star",
      "nps",
      "upload",
      "description",
      "datetime",
      "address",
      "phone",
    ];
    expect(made.title).toBe("");
    expect(lacksParts(made)).toBe(!isSimple.includes(type));
    expect(made.starNum > 0).toBe(["star", "nps", "matrix_star"].includes(type));
  },
);
