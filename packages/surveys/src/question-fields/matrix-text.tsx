import type { JSX } from "hono/jsx/jsx-runtime";
import { textAt } from "../model/answer-values.ts";
import { cellId, matrixCells } from "../model/matrix-cells.ts";
import { Matrix } from "./matrix.tsx";
import { partName, type QuestionFields, type QuestionProps, ruledLineIn } from "./question-fields.ts";
import { RichText } from "./rich-text.tsx";
import { checkLine, longestAnswerText } from "./text-rules.ts";
import { textRowsForm } from "./wire-forms.ts";

/** A line of text, or a number, in each cell. */
export const matrixText: QuestionFields = {
  render: (props) => <Matrix {...props}>{({ id }) => <RowTexts {...props} rowId={id} />}</Matrix>,
  parse: (fields, question) => {
    const texts = matrixCells(question)
      .map(({ id }) => [id, ruledLineIn(fields, partName(question, id), question.validate)] as const)
      .filter(([, text]) => text !== "");
    return { value: texts.length === 0 ? undefined : Object.fromEntries(texts) };
  },
  validate: (question, value) => {
    const cells = matrixCells(question);
    const known = new Set(cells.map(({ id }) => id));
    if (typeof value !== "object" || Object.keys(value).some((id) => !known.has(id)))
      return { code: "not_an_answer" };
    for (const { id, row, column } of cells) {
      const text = textAt(value, id);
      const part = `${row}: ${column}`;
      if (text === "" && question.required) return { code: "part_required", part };
      const problem = text === "" ? undefined : checkLine(question, text);
      if (problem !== undefined) return { ...problem, part };
    }
    return undefined;
  },
  wire: textRowsForm,
  cells: () => [],
};

function RowTexts({ question, value, rowId }: QuestionProps & { readonly rowId: string }): JSX.Element {
  return (
    <div class="row-texts">
      {question.options.map(({ id, text }) => (
        <label class="blank-field">
          <span>
            <RichText text={text} />
          </span>
          <input
            type="text"
            name={partName(question, cellId(rowId, id))}
            value={value === undefined ? "" : textAt(value, cellId(rowId, id))}
            inputmode={question.validate === "number" ? "decimal" : undefined}
            maxlength={question.maxlength || longestAnswerText}
            required={question.required}
            autocomplete="off"
          />
        </label>
      ))}
    </div>
  );
}
