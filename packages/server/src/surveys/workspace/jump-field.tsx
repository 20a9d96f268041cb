import { surveyEnd } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Select } from "../../pages/components/field.tsx";
import { plainName } from "../../pages/components/display-name.tsx";
import { problemTexts, type EditQuestionPageProps } from "./question-page-props.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** With what can be led to, see {@link placesOffered}. */
export type QuestionPartsProps = EditQuestionPageProps & { readonly places: readonly Place[] };

/** What a choice of a place of the survey shows. */
export type JumpFieldProps = QuestionPartsProps & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** Whether it is about what is shown, which is not the end. */
  readonly isDisplay?: boolean;
};

/** A page or question that a respondent can be led to. */
export interface Place {
  readonly id: string;
  readonly label: string;
  /** The number of the question, or of the first one of the page. */
  readonly first: number;
}

/** Most places that the options of a question offer together: they are a list for each option. */
export const mostOffered = 20_000;

/** The pages and questions behind a question, and those that it leads to already. */
export function placesOffered({
  language,
  draft,
  form,
}: Pick<EditQuestionPageProps, "language" | "draft" | "form">): readonly Place[] {
  const { editing } = workspaceTextsFor(language);
  const { index, goto, options } = form.question;
  const inUse = new Set([goto, ...options.flatMap((option) => [option.goto, ...option.display])]);
  const places = draft.definition.pages.flatMap((page, at) => [
    { id: page.id, label: editing.page(at + 1), first: page.questions[0]?.index ?? 0 },
    ...page.questions.map((question) => ({
      id: question.id,
      label: `${editing.question(question.index)} ${plainName(question.title).slice(0, 60)}`,
      first: question.index,
    })),
  ]);
  return places.filter(({ id, first }) => first > index || inUse.has(id));
}

/** The choice of a question or page behind this one. */
export function JumpField(props: JumpFieldProps): JSX.Element {
  const { language, form, places, id, label, hint, value, isDisplay = false } = props;
  const { question: words } = workspaceTextsFor(language);
  const offered = places.filter((place) => place.first > form.question.index || place.id === value);
  return (
    <Select
      id={id}
      label={label}
      {...(hint !== undefined && { hint })}
      error={problemTexts(props)[id]}
      value={value}
      options={[
        { value: "", label: isDisplay ? words.displayNothing : words.gotoNext },
        ...offered.map((place) => ({ value: place.id, label: place.label })),
        ...(isDisplay ? [] : [{ value: surveyEnd, label: words.gotoEnd }]),
      ]}
    />
  );
}
