import { textAt } from "../model/answer-values.ts";
import { GroupFrame } from "./question-frame.tsx";
import { ruledLineIn, partName, type QuestionFields } from "./question-fields.ts";
import { RichText } from "./rich-text.tsx";
import { checkLine, longestAnswerText } from "./text-rules.ts";
import { blanksForm } from "./wire-forms.ts";

/** Several blanks, each with a label. */
export const blanks: QuestionFields = {
  render: (props) => {
    const { question, value } = props;
    return (
      <GroupFrame {...props}>
        {question.blank_setting.map(({ id, text }) => (
          <label class="blank-field">
            <span>
              <RichText text={text} />
            </span>
            <input
              type="text"
              name={partName(question, id)}
              value={value === undefined ? "" : textAt(value, id)}
              maxlength={longestAnswerText}
              required={question.required}
              autocomplete="off"
            />
          </label>
        ))}
      </GroupFrame>
    );
  },
  parse: (fields, question) => {
    const texts = question.blank_setting
      .map(({ id, validate }) => [id, ruledLineIn(fields, partName(question, id), validate)] as const)
      .filter(([, text]) => text !== "");
    return { value: texts.length === 0 ? undefined : Object.fromEntries(texts) };
  },
  validate: (question, value) => {
    const known = new Set(question.blank_setting.map(({ id }) => id));
    if (typeof value !== "object" || Object.keys(value).some((id) => !known.has(id)))
      return { code: "not_an_answer" };
    for (const { id, text: part, validate } of question.blank_setting) {
      const text = textAt(value, id);
      if (text === "" && question.required) return { code: "part_required", part };
      const problem = text === "" ? undefined : checkLine({ maxlength: 0, validate }, text);
      if (problem !== undefined) return { ...problem, part };
    }
    return undefined;
  },
  wire: blanksForm,
  cells: () => [],
};
