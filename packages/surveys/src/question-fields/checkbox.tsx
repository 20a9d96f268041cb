import { listIn } from "../model/answer-values.ts";
import { checkCount, checkFilledBlanks, checkOptions, parseFillable } from "./choices.ts";
import { OptionList } from "./option-list.tsx";
import { GroupFrame } from "./question-frame.tsx";
import type { QuestionProps, QuestionFields } from "./question-fields.ts";
import { choiceForm } from "./wire-forms.ts";

/** Any number of options, which may have blanks, within the bounds of the question. */
export const checkbox: QuestionFields = {
  render: (props) => (
    <GroupFrame {...props} {...countHint(props)}>
      <OptionList {...props} type="checkbox" />
    </GroupFrame>
  ),
  parse: (fields, question) => parseFillable(fields, question, false),
  validate: (question, value) => {
    const chosen = listIn(value);
    if (chosen.length === 0) return { code: "not_an_answer" };
    return (
      checkOptions(question, chosen) ??
      checkCount(question, chosen.length) ??
      checkFilledBlanks(question, value)
    );
  },
  wire: choiceForm,
  cells: (_question, value) => listIn(value),
};

/** How many choices are asked for, where the question says so. */
export function countHint({ question, texts }: QuestionProps): { readonly hint?: string } {
  const { minlength = 0, maxlength } = question;
  return minlength === 0 && maxlength === 0 ? {} : { hint: texts.chooseSome(minlength, maxlength) };
}
