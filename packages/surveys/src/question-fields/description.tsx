import type { QuestionFields } from "./question-fields.ts";
import { QuestionPicture } from "./question-frame.tsx";
import { RichText } from "./rich-text.tsx";
import { noForm } from "./wire-forms.ts";

/** A paragraph, which takes no answer. */
export const description: QuestionFields = {
  render: ({ question }) => (
    <div class="question" data-type="description" data-question={question.id} id={question.id}>
      <p>
        <RichText text={question.title} />
      </p>
      {question.description === "" ? null : (
        <p class="field-hint">
          <RichText text={question.description} />
        </p>
      )}
      <QuestionPicture question={question} />
    </div>
  ),
  parse: () => ({ value: undefined }),
  validate: () => ({ code: "not_an_answer" }),
  wire: noForm,
  cells: () => [],
};
