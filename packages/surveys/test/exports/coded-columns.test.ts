import { describe, expect, it } from "vitest";
import { answerOfRow } from "../../src/answer-tables/answer-of-row.ts";
import { matchAnswerColumns } from "../../src/answer-tables/answer-columns.ts";
import type { ColumnNaming } from "../../src/exports/export-column.ts";
import { surveyColumns } from "../../src/exports/survey-columns.ts";
import { shownText } from "../../src/exports/shown-text.ts";
import { writeJsonLines } from "../../src/exports/write-json-lines.ts";
import { platformZone } from "../../src/model/platform-time.ts";
import type { Question, SurveyPage } from "../../src/model/question.ts";
import {
  answerWith,
  bytesOf,
  changed,
  everyTypePages,
  idOf,
  questionOf,
  tableOf,
} from "./export-fixtures.ts";

const zone = platformZone("Asia/Shanghai");
const [radio, checkbox, matrix] = [questionOf("radio"), questionOf("checkbox"), questionOf("matrix_radio")];

/** The same parts with codes, in their order. */
function coded<Part>(parts: readonly Part[], codes: readonly string[]): readonly Part[] {
  return parts.map((part, at) => {
    const code = codes[at];
    return code === undefined ? part : { ...part, code };
  });
}

function withCodes(optionCodes: readonly string[]): readonly SurveyPage[] {
  return changed(everyTypePages, (question): Question => {
    if (question.id === radio.id)
      return { ...question, code: "colour", options: coded(question.options, optionCodes) };
    if (question.id === checkbox.id)
      return { ...question, code: "Q2", options: coded(question.options, ["SQ001", "SQ002"]) };
    if (question.id !== matrix.id) return question;
    const subTitles = coded(question.subTitles, ["first", "年"]);
    return { ...question, code: "年龄", options: coded(question.options, ["1", "0"]), subTitles };
  });
}

const pages = withCodes(["10", "20"]);
const values = {
  [radio.id]: [idOf(radio, "Green")],
  [checkbox.id]: [idOf(checkbox, "B")],
  [matrix.id]: { [idOf(matrix, "Row 2")]: [idOf(matrix, "Yes")] },
};

function columnsOf(id: string, naming: ColumnNaming, shown = pages) {
  const versions = [{ version: 1, pages: shown }];
  return surveyColumns({ versions, customArguments: [], naming }).filter(
    ({ question }) => question?.id === id,
  );
}

function cells(id: string, shown = pages) {
  return columnsOf(id, "codes", shown).map((column) => [
    column.head,
    shownText(column, zone)(answerWith(values)),
  ]);
}

describe("columns that are named by codes", () => {
  it("have the codes of questions and of parts with a column of their own", () => {
    expect(cells(checkbox.id).map(([head]) => head)).toEqual([
      "Q2_SQ001",
      "Q2_SQ002",
      `Q2_${idOf(checkbox, "C").replaceAll("-", "_")}`,
      `Q2_${idOf(checkbox, "None").replaceAll("-", "_")}`,
    ]);
  });

  it("have ids where nothing of a code can stand in a name", () => {
    const [first, second] = cells(matrix.id).map(([head]) => head);
    expect(first).toBe(`${matrix.id.replaceAll("-", "_")}_first`);
    expect(second).toBe(`${matrix.id}_${idOf(matrix, "Row 2")}`.replaceAll("-", "_"));
  });

  it("have whole numbers of options as their values, with labels", () => {
    const [column] = columnsOf(radio.id, "codes");
    expect(column?.cell(answerWith(values))).toBe(20);
    expect(column?.choices.map(({ code, text }) => [code, text])).toEqual([
      [10, "Red"],
      [20, "Green"],
    ]);
    expect(cells(radio.id)).toEqual([["colour", 20]]);
  });

  it("show other codes, and count options where values have to be numbers", () => {
    const named = withCodes(["red", "green"]);
    const [column] = columnsOf(radio.id, "codes", named);
    expect(column?.cell(answerWith(values))).toBe(2);
    expect(cells(radio.id, named)).toEqual([["colour", "green"]]);
    expect(cells(radio.id, withCodes(["red"]))).toEqual([["colour", 2]]);
  });

  it("change nothing of columns that are named by ids", () => {
    const [column] = columnsOf(radio.id, "ids");
    expect(column?.head).toBe("1. Radio");
    expect(column?.cell(answerWith(values))).toBe(2);
  });

  it("put codes in the place of ids in JSON lines, and leave texts as they are", async () => {
    const text = questionOf("text");
    const answer = answerWith({ ...values, [text.id]: idOf(radio, "Red") });
    const versions = [{ version: 1, pages }];
    const table = { ...tableOf([answer], versions), naming: "codes" } as const;
    const { answers } = JSON.parse((await bytesOf(writeJsonLines(table))).toString()) as {
      readonly answers: unknown;
    };
    expect(answers).toEqual({
      colour: ["20"],
      Q2: ["SQ002"],
      年龄: { 年: ["1"] },
      [text.id]: idOf(radio, "Red"),
    });
  });
});

describe("answers that come in", () => {
  const versions = [{ version: 1, pages }];

  it.each([
    [["colour", "Q2_SQ001", "Q2_SQ002"]],
    // As LimeSurvey writes them.
    [["Colour", "Q2[SQ001]", "Q2[SQ002]"]],
  ])("are found by the codes in %j", (heads) => {
    const matches = matchAnswerColumns(heads, versions);
    expect(matches.map(({ by }) => by)).toEqual(["code", "code", "code"]);
    const { values: read, problems } = answerOfRow(matches, ["20", "0", "1"], zone);
    expect(problems).toEqual([]);
    expect(read).toEqual({ [radio.id]: values[radio.id], [checkbox.id]: values[checkbox.id] });
  });
});
