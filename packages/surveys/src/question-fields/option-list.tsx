import type { JSX } from "hono/jsx/jsx-runtime";
import { mostColumns } from "../editing/option-layout.ts";
import { type AnswerValue, blanksIn, listIn, textAt } from "../model/answer-values.ts";
import { optionLabel, type OptionPart, optionParts } from "../model/option-blanks.ts";
import type { Option, Question } from "../model/question.ts";
import { partName, type QuestionProps } from "./question-fields.ts";
import { plainText, RichText } from "./rich-text.tsx";
import { PictureOfSurvey } from "./survey-picture.tsx";

/** The options of a question as boxes or circles, each with its blanks. */
export function OptionList(props: QuestionProps & { readonly type: "radio" | "checkbox" }): JSX.Element {
  const { question, value, type } = props;
  const chosen = value === undefined ? [] : listIn(value);
  return (
    <div
      class="options"
      data-columns={question.maxRow > 1 ? Math.min(question.maxRow, mostColumns) : undefined}
    >
      {question.options.map((option) => {
        const id = `${question.id}-${option.id}`;
        return (
          <div class="option">
            <input
              type={type}
              id={id}
              name={question.id}
              value={option.id}
              checked={chosen.includes(option.id)}
              required={type === "radio" && question.required}
            />
            {option.picture === undefined ? null : (
              <label class="option-picture" for={id}>
                <PictureOfSurvey picture={option.picture} class="" />
              </label>
            )}
            <OptionText {...props} option={option} inputId={id} />
          </div>
        );
      })}
    </div>
  );
}

type OptionTextProps = QuestionProps & { readonly option: Option; readonly inputId: string };

/** The words of an option as labels of its box, and its blanks between them. */
function OptionText({ question, value, texts, option, inputId }: OptionTextProps): JSX.Element {
  const parts = optionParts(question, option);
  const label = plainText(optionLabel(question, option));
  const words = parts.filter((part) => "text" in part);
  const blanks = parts.filter((part) => "blankId" in part);
  const isOnlyBlank = blanks.length > 0 && words.every(({ text }) => text.trim() === "");
  return (
    <>
      {isOnlyBlank ? (
        <label class="visually-hidden" for={inputId}>
          {label}
        </label>
      ) : null}
      {parts.map((part) => {
        if ("text" in part)
          return (
            <label for={inputId}>
              <RichText text={part.text} />
            </label>
          );
        return (
          <input
            class="blank"
            type="text"
            name={partName(question, part.blankId)}
            value={filledIn(value, part)}
            aria-label={texts.blankOf(label, blanks.indexOf(part) + 1, blanks.length)}
            autocomplete="off"
          />
        );
      })}
    </>
  );
}

function filledIn(value: AnswerValue | undefined, part: OptionPart): string {
  return value === undefined || "text" in part ? "" : textAt(blanksIn(value), part.blankId);
}

/** Options of a row of a matrix. */
export type RowOptionsProps = {
  readonly question: Question;
  readonly rowId: string;
  readonly type: "radio" | "checkbox";
  readonly chosen: readonly string[];
};

/** The choices of one row of a matrix. */
export function RowOptions({ question, rowId, type, chosen }: RowOptionsProps): JSX.Element {
  const name = partName(question, rowId);
  return (
    <div class="row-options">
      {question.options.map(({ id, text }) => (
        <label class="option">
          <input
            type={type}
            name={name}
            value={id}
            checked={chosen.includes(id)}
            required={type === "radio" && question.required}
          />
          <span>
            <RichText text={text} />
          </span>
        </label>
      ))}
    </div>
  );
}
