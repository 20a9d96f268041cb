import type { JSX } from "hono/jsx/jsx-runtime";
import { type AnswerValue, textIn } from "../model/answer-values.ts";
import type { Question } from "../model/question.ts";
import { typedText } from "../model/typed-text.ts";
import type { AnswerProblem } from "./answer-problem.ts";
import { ControlFrame, described } from "./question-frame.tsx";
import { ruledLineIn, type QuestionProps, type QuestionFields } from "./question-fields.ts";
import { checkLine, checkPhone, checkText, longestAnswerText } from "./text-rules.ts";
import { textForm } from "./wire-forms.ts";

type LineAttributes = { readonly type: "text" | "email" | "tel"; readonly autocomplete: string };

/** One line, which may have to be a number or an e-mail address. */
export const text: QuestionFields = lineType(
  ({ validate }) =>
    validate === "email" ? { type: "email", autocomplete: "email" } : { type: "text", autocomplete: "off" },
  checkLine,
);

/** A telephone number. */
export const phone: QuestionFields = lineType(
  () => ({ type: "tel", autocomplete: "tel" }),
  (question, given) => checkLine(question, given) ?? checkPhone(given),
);

/** A place, in one line. */
export const address: QuestionFields = lineType(
  () => ({ type: "text", autocomplete: "street-address" }),
  checkLine,
);

/** A text of several lines. */
export const textarea: QuestionFields = {
  ...textType(checkText),
  render: (props) => <TextArea {...props} />,
  parse: (fields, question) => {
    return { value: typedText(fields.getAll(question.id)[0] ?? "") || undefined };
  },
};

type CheckGiven = (question: Question, given: string) => AnswerProblem | undefined;

function textType(check: CheckGiven): Pick<QuestionFields, "validate" | "wire" | "cells"> {
  return {
    validate: (question, value) =>
      typeof value === "string" && value !== "" ? check(question, value) : { code: "not_an_answer" },
    wire: textForm,
    cells: () => [],
  };
}

function lineType(attributesOf: (question: Question) => LineAttributes, check: CheckGiven): QuestionFields {
  return {
    ...textType(check),
    render: (props) => <Line {...props} attributes={attributesOf(props.question)} />,
    parse: (fields, question) => ({ value: ruledLineIn(fields, question.id, ruleOf(question)) || undefined }),
  };
}

/** What a line has to be, beside a text. */
function ruleOf({ type, validate }: Question): string {
  return type === "phone" ? type : validate;
}

function Line(props: QuestionProps & { readonly attributes: LineAttributes }): JSX.Element {
  const { question, value, attributes } = props;
  return (
    <ControlFrame {...props}>
      <input
        {...attributes}
        id={question.id}
        name={question.id}
        value={shown(value)}
        placeholder={question.placeholder}
        inputmode={question.validate === "number" ? "decimal" : undefined}
        maxlength={question.maxlength || longestAnswerText}
        required={question.required}
        {...described(props)}
      />
    </ControlFrame>
  );
}

function TextArea(props: QuestionProps): JSX.Element {
  const { question, value } = props;
  const given = shown(value);
  return (
    <ControlFrame {...props}>
      <textarea
        id={question.id}
        name={question.id}
        placeholder={question.placeholder}
        rows={Number(question.rows) || 4}
        maxlength={question.maxlength || longestAnswerText}
        required={question.required}
        {...described(props)}
      >
        {/* A parser drops the first line break in a textarea, so that of the value needs one before it. */}
        {given.startsWith("\n") ? `\n${given}` : given}
      </textarea>
    </ControlFrame>
  );
}

function shown(value: AnswerValue | undefined): string {
  return value === undefined ? "" : textIn(value);
}
