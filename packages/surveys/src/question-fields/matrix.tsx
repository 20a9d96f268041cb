import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { type AnswerValue, listAt, textAt } from "../model/answer-values.ts";
import type { Question, SubTitle } from "../model/question.ts";
import type { AnswerProblem } from "./answer-problem.ts";
import { countHint } from "./checkbox.tsx";
import { checkCount, checkOptions, chosenIn } from "./choices.ts";
import { RowOptions } from "./option-list.tsx";
import { GroupFrame } from "./question-frame.tsx";
import {
  type FormFields,
  lineIn,
  partName,
  type QuestionProps,
  type QuestionFields,
} from "./question-fields.ts";
import { RichText } from "./rich-text.tsx";
import { ScaleMarks } from "./scale.tsx";
import { checkMark } from "./text-rules.ts";
import { choiceRowsForm, markRowsForm } from "./wire-forms.ts";

/** One option for each row. */
export const matrixRadio: QuestionFields = choiceMatrix("radio", (_question, chosen) =>
  chosen.length > 1 ? { code: "one_option" } : undefined,
);

/** Any number of options for each row. */
export const matrixCheckbox: QuestionFields = choiceMatrix("checkbox", (question, chosen) =>
  checkCount(question, chosen.length),
);

/** A mark for each row. */
export const matrixStar: QuestionFields = {
  render: (props) => (
    <Matrix {...props}>
      {({ id }) => (
        <ScaleMarks
          question={props.question}
          name={partName(props.question, id)}
          chosen={props.value === undefined ? "" : textAt(props.value, id)}
        />
      )}
    </Matrix>
  ),
  parse: (fields, question) => ({
    value: rowsIn(question, (name) => lineIn(fields, name) || undefined),
  }),
  validate: (question, value) =>
    checkRows(question, value, (id) => {
      const mark = textAt(value, id);
      return mark === "" ? "empty" : checkMark(question, mark);
    }),
  wire: markRowsForm,
  cells: ({ subTitles }, value) =>
    subTitles.map(({ id }) => `${id}/${textAt(value, id)}`).filter((cell) => !cell.endsWith("/")),
};

type CheckChosen = (question: Question, chosen: readonly string[]) => AnswerProblem | undefined;

function choiceMatrix(type: "radio" | "checkbox", check: CheckChosen): QuestionFields {
  return {
    render: (props) => (
      <Matrix {...props} {...countHint(props)}>
        {({ id }) => (
          <RowOptions
            question={props.question}
            rowId={id}
            type={type}
            chosen={props.value === undefined ? [] : listAt(props.value, id)}
          />
        )}
      </Matrix>
    ),
    parse: (fields, question) => ({ value: rowsIn(question, (name) => listOrNone(fields, name, question)) }),
    validate: (question, value) =>
      checkRows(question, value, (id) => {
        const chosen = listAt(value, id);
        return chosen.length === 0 ? "empty" : (checkOptions(question, chosen) ?? check(question, chosen));
      }),
    wire: choiceRowsForm,
    cells: ({ subTitles }, value) =>
      subTitles.flatMap(({ id }) => listAt(value, id).map((option) => `${id}/${option}`)),
  };
}

type MatrixProps = QuestionProps & {
  readonly hint?: string;
  readonly children: (row: SubTitle) => Child;
};

/** A question with a part of its own for each row. */
export function Matrix({ children, ...props }: MatrixProps): JSX.Element {
  return (
    <GroupFrame {...props}>
      {props.question.subTitles.map((row) => (
        <fieldset class="matrix-row">
          <legend>
            <RichText text={row.text} />
          </legend>
          {children(row)}
        </fieldset>
      ))}
    </GroupFrame>
  );
}

function listOrNone(fields: FormFields, name: string, question: Question): readonly string[] | undefined {
  const chosen = chosenIn(fields, name, question);
  return chosen.length === 0 ? undefined : chosen;
}

/** What was given for the rows; undefined when for none. */
function rowsIn<Value extends string | readonly string[]>(
  question: Question,
  read: (name: string) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  const rows = question.subTitles.flatMap(({ id }) => {
    const value = read(partName(question, id));
    return value === undefined ? [] : [[id, value] as const];
  });
  return rows.length === 0 ? undefined : Object.fromEntries(rows);
}

/** Checks every row; one of a required question has to be answered. */
function checkRows(
  question: Question,
  value: AnswerValue,
  check: (id: string) => AnswerProblem | "empty" | undefined,
): AnswerProblem | undefined {
  const ids = new Set(question.subTitles.map(({ id }) => id));
  if (typeof value !== "object" || Object.keys(value).some((id) => !ids.has(id)))
    return { code: "not_an_answer" };
  for (const { id, text } of question.subTitles) {
    const problem = check(id);
    if (problem === "empty" && question.required) return { code: "part_required", part: text };
    if (problem !== undefined && problem !== "empty") return { ...problem, part: text };
  }
  return undefined;
}
