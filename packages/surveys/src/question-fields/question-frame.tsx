import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { QuestionProps } from "./question-fields.ts";
import { RichText } from "./rich-text.tsx";
import { PictureOfSurvey } from "./survey-picture.tsx";
import { problemText } from "./texts/texts-for.ts";

/** What both frames take: the question, and a hint of the type beside the question's own description. */
type FrameProps = QuestionProps & { readonly hint?: string; readonly children?: Child };

/** A question with one control, which has the question's id. */
export function ControlFrame(props: FrameProps): JSX.Element {
  const { question, children } = props;
  return (
    <div class="question" data-type={question.type} data-question={question.id}>
      <label class="question-title" for={question.id}>
        <Title {...props} />
      </label>
      <Hints {...props} />
      {children}
      <Problem {...props} />
    </div>
  );
}

/** A question with several controls. The group has the question's id and takes the focus from the summary of errors. */
export function GroupFrame(props: FrameProps): JSX.Element {
  const { question, children } = props;
  return (
    <fieldset
      class="question"
      data-type={question.type}
      data-question={question.id}
      id={question.id}
      tabindex={-1}
      {...described(props)}
    >
      <legend class="question-title">
        <Title {...props} />
      </legend>
      <Hints {...props} />
      {children}
      <Problem {...props} />
    </fieldset>
  );
}

/** Connects a control with the texts about it. */
export function described({ question, problem, hint }: FrameProps) {
  const ids = [
    ...(question.description === "" ? [] : [`${question.id}-description`]),
    ...(hint === undefined ? [] : [`${question.id}-hint`]),
    ...(problem === undefined ? [] : [`${question.id}-error`]),
  ];
  return {
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
    "aria-invalid": problem === undefined ? undefined : ("true" as const),
  };
}

function Title({ question, texts }: FrameProps): JSX.Element {
  return (
    <>
      <span class="question-number">{question.real_index}. </span>
      <RichText text={question.title} />{" "}
      <span class={question.required ? "question-required" : "question-optional"}>
        {question.required ? texts.required : texts.optional}
      </span>
    </>
  );
}

function Hints({ question, hint }: FrameProps): JSX.Element {
  return (
    <>
      {question.description === "" ? null : (
        <p class="field-hint" id={`${question.id}-description`}>
          <RichText text={question.description} />
        </p>
      )}
      {hint === undefined ? null : (
        <p class="field-hint" id={`${question.id}-hint`}>
          {hint}
        </p>
      )}
      <QuestionPicture question={question} />
    </>
  );
}

/** The picture of a question. */
export function QuestionPicture({ question: { picture } }: Pick<FrameProps, "question">): JSX.Element | null {
  return picture === undefined ? null : <PictureOfSurvey picture={picture} class="question-picture" />;
}

function Problem({ question, problem, texts }: FrameProps): JSX.Element | null {
  if (problem === undefined) return null;
  return (
    <p class="field-error" id={`${question.id}-error`}>
      {problemText(problem, texts)}
    </p>
  );
}
