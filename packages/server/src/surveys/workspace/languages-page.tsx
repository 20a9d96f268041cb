import {
  languageName,
  offeredLanguages,
  languagesOf,
  type SurveyDefinition,
  type SurveyPrivacy,
} from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { FileField, Select } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable } from "../../pages/components/list.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { textsToTranslate } from "./texts-to-translate.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** The address of the languages of a survey, or of its texts in one. */
export function languageListPath(surveyId: number, tag?: string): string {
  const list = surveyAddress(surveyId, "/edit/languages");
  return tag === undefined ? list : `${list}?to=${tag}`;
}

/** What the page shows. */
export type LanguagesPageProps = SurveyPageProps & {
  readonly definition: SurveyDefinition;
  readonly privacy: SurveyPrivacy;
  readonly problems?: FormProblems;
  /** What is wrong with a file, a sentence each. */
  readonly fileProblems?: readonly string[];
  readonly notice?: string | undefined;
};

/** The languages of a survey: its own one, and those that its texts are translated to. */
export function LanguagesPage(props: LanguagesPageProps): JSX.Element {
  const { language, definition, problems = {}, fileProblems = [], notice } = props;
  const { languages: words } = workspaceTextsFor(language);
  const [own, ...others] = languagesOf(definition);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {notice === "saved" || notice === "taken" ? (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      ) : null}
      <ErrorSummary language={language} problems={problems} />
      {fileProblems.length === 0 ? null : (
        <Notice tone="warning" role="alert">
          <p>{words.fileRefused}</p>
          <ul class="bullets">
            {fileProblems.map((problem) => (
              <li>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <p>{words.text}</p>
      <LanguageForm {...props} action="language" value={own ?? ""} label={words.own} button={words.setOwn} />
      {others.length === 0 ? null : <LanguageTable {...props} tags={others} />}
      {own === undefined ? null : (
        <LanguageForm {...props} action="add" value="" label={words.another} button={words.add} />
      )}
      {others.length === 0 ? null : <FileForm {...props} tags={others} />}
      <p>
        <a class="link-line" href={surveyAddress(props.survey.id, "/edit")}>
          {words.back}
        </a>
      </p>
    </SurveyFrame>
  );
}

interface LanguageFormProps {
  readonly action: "language" | "add";
  readonly value: string;
  readonly label: string;
  readonly button: string;
}

function LanguageForm(props: LanguagesPageProps & LanguageFormProps): JSX.Element {
  const { language, signedIn, survey, definition, problems = {}, action, value } = props;
  const { languages: words } = workspaceTextsFor(language);
  const taken = new Set(languagesOf(definition).filter((tag) => tag !== value));
  const choices = choicesIn(language, [value]).filter((choice) => !taken.has(choice.value));
  return (
    <form method="post" action={languageListPath(survey.id)} class="stack editor-form">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <Select
        id={action}
        label={props.label}
        value={value}
        error={problems[action]}
        options={[{ value: "", label: words.choose }, ...choices]}
      />
      <div class="actions">
        <Button kind={action === "add" ? "primary" : "quiet"} name="do" value={action}>
          {props.button}
        </Button>
      </div>
    </form>
  );
}

function LanguageTable(props: LanguagesPageProps & { readonly tags: readonly string[] }): JSX.Element {
  const { language, survey, definition, privacy, tags } = props;
  const { languages: words } = workspaceTextsFor(language);
  const rows = tags.map((tag) => {
    const texts = textsToTranslate(definition, privacy, tag);
    const done = texts.filter(({ translation }) => translation !== "").length;
    return { tag, name: languageName(tag, language), done, count: texts.length };
  });
  return (
    <DataTable
      caption={words.title}
      rows={rows}
      columns={[
        {
          header: words.language,
          isRowHeader: true,
          cell: ({ tag, name }) => <a href={languageListPath(survey.id, tag)}>{words.translateTo(name)}</a>,
        },
        {
          header: words.progress,
          cell: ({ name, done, count }) => (
            <>
              <progress value={done} max={Math.max(count, 1)} aria-label={words.progressOf(name)} />{" "}
              {words.done(done, count)}
            </>
          ),
        },
        { header: words.actions, cell: (row) => <LanguageActions {...props} {...row} /> },
      ]}
    />
  );
}

function LanguageActions({
  language,
  signedIn,
  survey,
  tag,
  name,
}: LanguagesPageProps & { readonly tag: string; readonly name: string }): JSX.Element {
  const { languages: words } = workspaceTextsFor(language);
  const list = languageListPath(survey.id);
  return (
    <form method="post" action={list} class="actions">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <a href={surveyAddress(survey.id, `/preview?lang=${tag}`)} aria-label={words.previewIn(name)}>
        {words.preview}
      </a>
      <a href={`${list}/${tag}/csv`} aria-label={words.fileOf("CSV", name)}>
        CSV
      </a>
      <a href={`${list}/${tag}/xlf`} aria-label={words.fileOf("XLIFF", name)}>
        XLIFF
      </a>
      <button
        type="submit"
        class="text-button"
        name="do"
        value={`remove ${tag}`}
        aria-label={words.removeOf(name)}
      >
        {words.remove}
      </button>
    </form>
  );
}

function FileForm({
  language,
  signedIn,
  survey,
  tags,
}: LanguagesPageProps & { readonly tags: readonly string[] }): JSX.Element {
  const { languages: words } = workspaceTextsFor(language);
  return (
    <form
      method="post"
      action={`${languageListPath(survey.id)}/file`}
      enctype="multipart/form-data"
      class="card stack"
    >
      <h3>{words.fileTitle}</h3>
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <Select
        id="to"
        label={words.language}
        value={tags[0] ?? ""}
        options={tags.map((tag) => ({ value: tag, label: languageName(tag, language) }))}
      />
      <FileField id="file" label={words.file} hint={words.fileHint} accept=".csv,.xlf,.xliff,text/csv" />
      <div class="actions">
        <Button kind="quiet">{words.take}</Button>
      </div>
    </form>
  );
}

function choicesIn(language: Language, further: readonly string[]) {
  const tags = new Set([...offeredLanguages, ...further.filter((tag) => tag !== "")]);
  const choices = [...tags].map((tag) => ({ value: tag, label: languageName(tag, language) }));
  const order = new Intl.Collator(language);
  return choices.toSorted((a, b) => order.compare(a.label, b.label));
}
