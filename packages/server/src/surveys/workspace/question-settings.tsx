import { answersOf, hasLayout, mayBeDropdown, mostColumns, needsOf } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CheckBox, Field, Select } from "../../pages/components/field.tsx";
import { problemTexts, type EditQuestionPageProps } from "./question-page-props.ts";
import { isMultiple, isText } from "./question-form-fields.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** The settings that belong to the type of a question. */
export function QuestionSettings(props: EditQuestionPageProps): JSX.Element {
  const { question } = props.form;
  return (
    <>
      {hasLayout(question) ? <Layout {...props} /> : null}
      <OwnSettings {...props} />
      {answersOf(question) === "text" ? <Placeholder {...props} /> : null}
      {answersOf(question) === "none" ? null : <PersonalMark {...props} />}
    </>
  );
}

function PersonalMark({ language, form }: EditQuestionPageProps): JSX.Element {
  const { question: words } = workspaceTextsFor(language);
  const isMarked = form.question.personal === true;
  return <CheckBox id="personal" label={words.personal} hint={words.personalHint} checked={isMarked} />;
}

function OwnSettings(props: EditQuestionPageProps): JSX.Element | null {
  const { type } = props.form.question;
  if (isMultiple(type)) return <ChoiceLimits {...props} />;
  if (isText(type)) return <TextLimits {...props} />;
  if (needsOf(type).marks) return <Scale {...props} />;
  return type === "upload" ? <Files {...props} /> : null;
}

/** How the options stand; a list that opens is another type of question. */
function Layout({ language, form }: EditQuestionPageProps): JSX.Element {
  const { question: words } = workspaceTextsFor(language);
  const { question } = form;
  const columns = Array.from({ length: mostColumns - 1 }, (_, at) => at + 2);
  return (
    <Select
      id="layout"
      label={words.layout}
      value={String(Math.min(question.maxRow, mostColumns))}
      options={[
        { value: "1", label: words.layoutList },
        ...columns.map((count) => ({ value: String(count), label: words.layoutColumns(count) })),
        ...(mayBeDropdown(question) ? [{ value: "dropdown", label: words.layoutDropdown }] : []),
      ]}
    />
  );
}

function Placeholder(props: EditQuestionPageProps): JSX.Element {
  const { question: words } = workspaceTextsFor(props.language);
  const { placeholder = "" } = props.form.question;
  return (
    <TextField
      {...props}
      id="placeholder"
      label={words.placeholder}
      hint={words.placeholderHint}
      value={placeholder}
    />
  );
}

function ChoiceLimits(props: EditQuestionPageProps): JSX.Element {
  const { language, form } = props;
  const { question: words } = workspaceTextsFor(language);
  const { type, minlength = 0, maxlength } = form.question;
  return (
    <>
      {type === "checkbox" ? (
        <NumberField {...props} id="minlength" label={words.minChoices} value={minlength} />
      ) : null}
      <NumberField {...props} id="maxlength" label={words.maxChoices} value={maxlength} />
    </>
  );
}

function TextLimits(props: EditQuestionPageProps): JSX.Element {
  const { language, form } = props;
  const { question: words } = workspaceTextsFor(language);
  const { type, maxlength, rows, cols } = form.question;
  return (
    <>
      <NumberField {...props} id="maxlength" label={words.maxLength} value={maxlength} />
      {type !== "textarea" ? (
        <TextRule {...props} />
      ) : (
        <>
          <NumberField {...props} id="rows" label={words.boxRows} value={Number(rows) || 4} />
          <NumberField {...props} id="cols" label={words.boxCols} value={Number(cols) || 60} />
        </>
      )}
    </>
  );
}

function TextRule({ language, form }: EditQuestionPageProps): JSX.Element {
  const { question: words } = workspaceTextsFor(language);
  return (
    <Select
      id="validate"
      label={words.validate}
      value={form.question.validate}
      options={[
        { value: "", label: words.validateNone },
        { value: "number", label: words.validateNumber },
        { value: "email", label: words.validateEmail },
      ]}
    />
  );
}

function Scale(props: EditQuestionPageProps): JSX.Element {
  const { language, form } = props;
  const { question: words } = workspaceTextsFor(language);
  const { question } = form;
  return (
    <>
      {question.type === "nps" ? null : (
        <>
          <NumberField {...props} id="starBeginNum" label={words.lowest} value={question.starBeginNum} />
          <NumberField {...props} id="starNum" label={words.highest} value={question.starNum} />
        </>
      )}
      <TextField
        {...props}
        id="starShowCustomStart"
        label={words.lowestMeans}
        {...(question.type === "star" && { hint: words.starsHint })}
        value={question.starShowCustomStart}
      />
      <TextField
        {...props}
        id="starShowCustomEnd"
        label={words.highestMeans}
        value={question.starShowCustomEnd}
      />
    </>
  );
}

function Files(props: EditQuestionPageProps): JSX.Element {
  const { language, form } = props;
  const { question: words } = workspaceTextsFor(language);
  const { question } = form;
  return (
    <>
      <TextField
        {...props}
        id="file_type_limit"
        label={words.fileTypes}
        value={question.file_type_limit.join(", ")}
      />
      <NumberField {...props} id="file_size_limit" label={words.fileSize} value={question.file_size_limit} />
    </>
  );
}

type InputProps = EditQuestionPageProps & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
};

function NumberField({ id, label, value, ...props }: InputProps & { readonly value: number }): JSX.Element {
  return (
    <Field
      id={id}
      label={label}
      value={String(value)}
      error={problemTexts(props)[id]}
      inputmode="numeric"
      autocomplete="off"
      required={false}
      maxlength={6}
    />
  );
}

function TextField({
  id,
  label,
  hint,
  value,
  ...props
}: InputProps & { readonly value: string }): JSX.Element {
  return (
    <Field
      id={id}
      label={label}
      {...(hint !== undefined && { hint })}
      value={value}
      error={problemTexts(props)[id]}
      autocomplete="off"
      required={false}
    />
  );
}
