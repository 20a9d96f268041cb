import { listIn } from "../model/answer-values.ts";
import { checkOptions, chosenIn } from "./choices.ts";
import { ControlFrame, described } from "./question-frame.tsx";
import type { QuestionFields } from "./question-fields.ts";
import { plainText } from "./rich-text.tsx";
import { choiceForm } from "./wire-forms.ts";

/** One of several options, from a list that opens. */
export const select: QuestionFields = {
  render: (props) => {
    const { question, value, texts } = props;
    const chosen = value === undefined ? [] : listIn(value);
    return (
      <ControlFrame {...props}>
        <select id={question.id} name={question.id} required={question.required} {...described(props)}>
          <option value="">{texts.choose}</option>
          {question.options.map(({ id, text }) => (
            <option value={id} selected={chosen.includes(id)}>
              {plainText(text)}
            </option>
          ))}
        </select>
      </ControlFrame>
    );
  },
  parse: (fields, question) => {
    const chosen = chosenIn(fields, question.id, question);
    return { value: chosen.length === 0 ? undefined : chosen };
  },
  validate: (question, value) => {
    const chosen = listIn(value);
    return chosen.length === 1 ? checkOptions(question, chosen) : { code: "one_option" };
  },
  wire: choiceForm,
  cells: (_question, value) => listIn(value),
};
