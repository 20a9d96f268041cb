import { cellId } from "../../model/matrix-cells.ts";
import type { Question, QuestionType } from "../../model/question.ts";
import { surveyLimits } from "../../question-types/declared-text.ts";
import { choicesIn, optionsOf, type QuestionImport } from "./choices-from-survey-js.ts";
import type { SurveyJsObject } from "./survey-js-object.ts";

/** What makes a question of a type more than an empty one. */
export interface QuestionParts {
  readonly type: QuestionType;
  readonly fields?: Partial<Question>;
  readonly options?: ReadonlyMap<string, string>;
  readonly parts?: ReadonlyMap<string, string>;
}

/** Reads a matrix of choices. */
export function readMatrix(element: SurveyJsObject, _id: string, context: QuestionImport): QuestionParts {
  const columns = optionsOf(choicesIn(element, "columns", context), context);
  const rows = choicesIn(element, "rows", context).map(({ value, text }) => {
    return { value, row: { id: context.makeId("row"), text } };
  });
  const cells = element.rawText("cellType");
  if (cells !== "" && cells !== "radio" && cells !== "checkbox")
    element.lose("setting", `cellType: ${cells}`);
  return {
    type: cells === "checkbox" ? "matrix_checkbox" : "matrix_radio",
    fields: { options: columns.options, subTitles: rows.map(({ row }) => row) },
    options: columns.byValue,
    parts: new Map(rows.map(({ value, row }) => [value, row.id])),
  };
}

/** Reads a matrix whose columns all take a line of text; any other has no counterpart. */
export function readTexts(
  element: SurveyJsObject,
  _id: string,
  context: QuestionImport,
): QuestionParts | undefined {
  const usual = element.rawText("cellType") || "dropdown";
  const columns = element.objects("columns").slice(0, surveyLimits.options + 1);
  const kinds = columns.map((column) => column.rawText("cellType") || usual);
  if (!kinds.every((kind) => kind === "text" || kind === "comment")) return undefined;
  const choices = columns.map((column) => ({
    value: column.name,
    text: column.text("title", surveyLimits.optionText) || column.name.slice(0, surveyLimits.optionText),
  }));
  const rules = columns.map((column) => ruleOf(column));
  for (const column of columns) column.loseRest();
  const { options, byValue } = optionsOf(choices, context);
  const rows = choicesIn(element, "rows", context).map(({ value, text }) => {
    return { value, row: { id: context.makeId("row"), text } };
  });
  const cells = rows.flatMap(({ value, row }) =>
    [...byValue].map(([column, id]) => [`${value}.${column}`, cellId(row.id, id)] as const),
  );
  const [rule = ""] = new Set(rules);
  return {
    type: "matrix_text",
    fields: {
      options,
      subTitles: rows.map(({ row }) => row),
      validate: rules.every((one) => one === rule) ? rule : "",
    },
    options: byValue,
    parts: new Map([...rows.map(({ value, row }) => [value, row.id] as const), ...cells]),
  };
}

/** What a cell or an item of several texts has to be. */
function ruleOf(part: SurveyJsObject): Question["validate"] {
  const kind = part.rawText("inputType");
  if (kind === "number" || kind === "email") return kind;
  if (kind !== "" && kind !== "text") part.lose("setting", `inputType: ${kind}`);
  return "";
}

/** Reads a question of several texts. */
export function readBlanks(element: SurveyJsObject, id: string, { makeId }: QuestionImport): QuestionParts {
  const blanks = element
    .objects("items")
    .slice(0, surveyLimits.options + 1)
    .map((item) => {
      const text = item.text("title", surveyLimits.optionText) || item.name.slice(0, surveyLimits.optionText);
      const validate = ruleOf(item);
      item.loseRest();
      const blank = { id: makeId("blank"), text, validate, type: "question", attach_id: id } as const;
      return { name: item.name, blank };
    });
  return {
    type: "blanks",
    fields: { blank_setting: blanks.map(({ blank }) => blank) },
    parts: new Map(blanks.map(({ name, blank }) => [name, blank.id])),
  };
}
