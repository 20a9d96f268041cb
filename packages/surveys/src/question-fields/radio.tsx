import { listIn } from "../model/answer-values.ts";
import { checkFilledBlanks, checkOptions, parseFillable } from "./choices.ts";
import { OptionList } from "./option-list.tsx";
import { GroupFrame } from "./question-frame.tsx";
import type { QuestionFields } from "./question-fields.ts";
import { choiceForm } from "./wire-forms.ts";

/** One of several options, which may have blanks. */
export const radio: QuestionFields = {
  render: (props) => (
    <GroupFrame {...props}>
      <OptionList {...props} type="radio" />
    </GroupFrame>
  ),
  parse: (fields, question) => parseFillable(fields, question, true),
  validate: (question, value) => {
    const chosen = listIn(value);
    if (chosen.length !== 1) return { code: "one_option" };
    return checkOptions(question, chosen) ?? checkFilledBlanks(question, value);
  },
  wire: choiceForm,
  cells: (_question, value) => listIn(value),
};
