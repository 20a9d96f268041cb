import { longestAlternativeText, PictureOfSurvey, type Question } from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CheckBox, Field, FileField } from "../../pages/components/field.tsx";
import { TurboStream } from "../../pages/components/turbo-stream.tsx";
import { pictureFields } from "./question-form-fields.ts";
import { problemTexts, type EditQuestionPageProps } from "./question-page-props.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

type Option = Question["options"][number];

/** The picture of a question, folded while there is none. */
export function QuestionPictureFields(props: EditQuestionPageProps): JSX.Element {
  const { question: words } = workspaceTextsFor(props.language);
  const hasProblem = problemTexts(props)[pictureFields().file] !== undefined;
  return (
    <details class="editor-more" open={props.form.question.picture !== undefined || hasProblem}>
      <summary>{words.picture}</summary>
      <PictureFields {...props} label={words.pictureFile} picture={props.form.question.picture} />
    </details>
  );
}

/** The picture of an option. */
export function OptionPictureFields(props: EditQuestionPageProps & { readonly option: Option }): JSX.Element {
  const { language, form, option } = props;
  const { question: words } = workspaceTextsFor(language);
  const number = form.question.options.indexOf(option) + 1;
  const label = number === 0 ? words.pictureOfOption : words.optionPicture(number);
  return <PictureFields {...props} optionId={option.id} label={label} picture={option.picture} />;
}

type PictureFieldsProps = EditQuestionPageProps & {
  readonly optionId?: string;
  readonly label: string;
  readonly picture: Question["picture"];
};

function PictureFields({ optionId, label, picture, ...props }: PictureFieldsProps): JSX.Element {
  const { look: words } = workspaceTextsFor(props.language);
  const fields = pictureFields(optionId);
  const problems = problemTexts(props);
  return (
    <div class="stack">
      <div id={viewId(optionId)}>
        <PictureView language={props.language} optionId={optionId} picture={picture} />
      </div>
      <FileField
        id={fields.file}
        label={label}
        {...(optionId === undefined && { hint: words.fileHint })}
        error={problems[fields.file]}
        accept="image/png,image/jpeg,image/webp"
        required={false}
      />
      <Field
        id={fields.alt}
        label={words.alt.picture}
        hint={words.altHint}
        value={picture?.alt}
        error={problems[fields.alt]}
        autocomplete="off"
        maxlength={longestAlternativeText}
        required={false}
      />
    </div>
  );
}

function viewId(optionId: string | undefined): string {
  return `picture-view${optionId === undefined ? "" : `-${optionId}`}`;
}

interface PictureViewProps {
  readonly language: Language;
  readonly optionId: string | undefined;
  readonly picture: Question["picture"];
}

function PictureView({ language, optionId, picture }: PictureViewProps): JSX.Element | null {
  if (picture === undefined) return null;
  const { question: words } = workspaceTextsFor(language);
  return (
    <>
      <PictureOfSurvey picture={{ ...picture, alt: "" }} class="editor-picture" />
      <CheckBox id={pictureFields(optionId).remove} label={words.removePicture} checked={false} />
    </>
  );
}

/** Shows the pictures that are others than before in the form, whose other fields stay as they are. */
export function PictureStreams({
  language,
  before,
  question,
}: {
  readonly language: Language;
  readonly before: Question;
  readonly question: Question;
}): JSX.Element {
  const known = new Map(before.options.map(({ id, picture }) => [id, picture?.id]));
  const options = question.options.filter(({ id, picture }) => picture?.id !== known.get(id));
  return (
    <>
      {question.picture?.id === before.picture?.id ? null : (
        <PictureStream language={language} optionId={undefined} picture={question.picture} />
      )}
      {options.map(({ id, picture }) => (
        <PictureStream language={language} optionId={id} picture={picture} />
      ))}
    </>
  );
}

function PictureStream(props: PictureViewProps): JSX.Element {
  return (
    <TurboStream action="update" target={viewId(props.optionId)}>
      <PictureView {...props} />
    </TurboStream>
  );
}
