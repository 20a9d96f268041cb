import { dateTimeFormat, type Language } from "@survey-open-platform/service";
import { plainName, DisplayName } from "../../pages/components/display-name.tsx";
import { surveyStateName } from "../../pages/components/survey-state.tsx";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";
import { importKinds } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { Field, FileField, Select, TextArea } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Icon } from "../../pages/components/icon.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import type { SurveyOwner } from "../list/owners.ts";
import { templates } from "./templates/templates.ts";
import type { WorkspaceTexts } from "./texts/en.ts";

/** A survey in a choice from a list: its title, with state and last change, which tell surveys of one title apart. */
export function surveyLabel(
  { title, state, updatedAt }: Pick<SurveyForUser, "title" | "state" | "updatedAt">,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): string {
  const changed = dateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone });
  return workspaceTextsFor(language).creation.surveyLabel(
    plainName(surveyTitle(title, language)),
    surveyStateName({ language, state }),
    changed.format(updatedAt),
  );
}

/** What a survey can begin with. */
export const waysToBegin = ["blank", "template", "text", "json", "file", "copy"] as const;

/** One of {@link waysToBegin}. */
type WayToBegin = (typeof waysToBegin)[number];

/** What was entered, and what is wrong with it. */
export interface NewSurveyForm {
  /** Undefined where the user has yet to choose. */
  readonly from: WayToBegin | undefined;
  readonly team: string;
  readonly title: string;
  readonly text: string;
  readonly survey: string;
  readonly problems: { readonly title?: string; readonly text?: readonly string[] };
  /** What an import would leave out; the user decides. */
  readonly losses?: ImportLosses | undefined;
}

/** What an import would leave out or read in another way than was meant, one line each. */
interface ImportLosses {
  readonly count: number;
  readonly lines: readonly string[];
  /** Names the text that the list belongs to. */
  readonly accept: string;
}

/** What the page shows. */
type NewSurveyPageProps = PageProps & {
  readonly signedIn: SignedIn;
  /** Those for whom the user may create surveys. */
  readonly owners: readonly SurveyOwner[];
  readonly form: NewSurveyForm;
  readonly timeZone: string;
  /** The survey that is copied, where the address names it. */
  readonly copied?: SurveyForUser | undefined;
  /** Surveys that can be copied. */
  readonly surveys: readonly SurveyForUser[];
};

/** The page on which a survey is created: the choice of how to begin, or the form of one way. */
export function NewSurveyPage(props: NewSurveyPageProps): JSX.Element {
  const { language, path, signedIn, form } = props;
  const { creation: words } = workspaceTextsFor(language);
  const title = form.from === undefined ? words.title : words.ways[form.from].title;
  return (
    <Layout language={language} path={path} title={title} signedIn={signedIn}>
      <h1>{title}</h1>
      {form.from === undefined ? <Ways {...props} /> : <WayForm {...props} from={form.from} />}
    </Layout>
  );
}

function Ways({ language, form }: NewSurveyPageProps): JSX.Element {
  const { creation: words } = workspaceTextsFor(language);
  const team = form.team === "" ? "" : `&team=${encodeURIComponent(form.team)}`;
  return (
    <ul class="links">
      {waysToBegin.map((way) => (
        <li class="card">
          <a href={`/surveys/new?from=${way}${team}`}>{words.ways[way].title}</a>
          <span>{words.ways[way].text}</span>
        </li>
      ))}
    </ul>
  );
}

type WayFormProps = NewSurveyPageProps & { readonly from: WayToBegin };

function WayForm(props: WayFormProps): JSX.Element {
  const { language, signedIn, form, from } = props;
  const { creation: words } = workspaceTextsFor(language);
  if (from === "file") return <FileForm {...props} />;
  return (
    <>
      <p class="lead">{words.ways[from].text}</p>
      <ErrorSummary language={language} problems={summaryOf(form, words)} />
      <PostForm
        action="/surveys/new"
        class="stack"
        main={{ label: words.submit }}
        values={{ csrf: signedIn.csrf, from }}
      >
        <OwnerField {...props} />
        <FieldsOfWay {...props} />
        <div class="actions">
          <Button>{words.submit}</Button>
          <a class="button button-quiet" href="/surveys/new">
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </PostForm>
    </>
  );
}

/** A text can have many problems; they are listed above it. */
function summaryOf({ problems }: NewSurveyForm, { textProblems }: WorkspaceTexts["creation"]) {
  return {
    ...(problems.title !== undefined && { title: problems.title }),
    ...(problems.text !== undefined && { "text-problems": textProblems(problems.text.length) }),
  };
}

/** The file is looked at first: the next page shows what becomes of it. */
function FileForm(props: WayFormProps): JSX.Element {
  const { language, signedIn, form } = props;
  const { creation, importing: words } = workspaceTextsFor(language);
  const problem = form.problems.text?.join("\n");
  return (
    <>
      <p class="lead">{creation.ways.file.text}</p>
      <p>{words.sources(importKinds.map(({ name }) => name))}</p>
      <ErrorSummary language={language} problems={problem === undefined ? {} : { file: problem }} />
      <PostForm
        action="/surveys/new/look"
        class="stack"
        main={{ label: words.look }}
        values={{ csrf: signedIn.csrf }}
        enctype="multipart/form-data"
      >
        <OwnerField {...props} />
        <FileField
          id="file"
          label={words.file}
          hint={words.fileHint}
          error={problem}
          accept={[...new Set(importKinds.flatMap(({ files }) => files.split(",")))].join(",")}
          required={false}
        />
        <TextArea
          id="text"
          label={words.text}
          hint={words.textHint}
          value={form.text}
          rows={6}
          required={false}
        />
        <div class="actions">
          <Button>{words.look}</Button>
          <a class="button button-quiet" href="/surveys/new">
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </PostForm>
    </>
  );
}

function OwnerField({ language, owners, form }: WayFormProps): JSX.Element | null {
  const { creation: words } = workspaceTextsFor(language);
  if (owners.length < 2) return <HiddenFields values={{ team: "" }} />;
  return (
    <Select
      id="team"
      label={words.owner}
      hint={words.ownerHint}
      value={form.team}
      options={owners.map(({ team }) => ({
        value: team === undefined ? "" : String(team.id),
        label: team === undefined ? words.ownerSelf : plainName(team.name),
      }))}
    />
  );
}

function FieldsOfWay(props: WayFormProps): JSX.Element {
  switch (props.from) {
    case "template":
      return <TemplateChoice {...props} />;
    case "text":
      return <SurveyText {...props} />;
    case "json":
      return <WrittenSurvey {...props} />;
    case "copy":
      return (
        <>
          <CopyChoice {...props} />
          <TitleField {...props} />
        </>
      );
    default:
      return <TitleField {...props} />;
  }
}

function TitleField({ language, form, from, copied }: WayFormProps): JSX.Element {
  const { creation: words } = workspaceTextsFor(language);
  return (
    <Field
      id="title"
      label={words.titleField}
      hint={from === "copy" && copied === undefined ? words.titleOfCopyHint : words.titleHint}
      required={from !== "copy"}
      error={form.problems.title}
      value={form.title}
      autocomplete="off"
      maxlength={1000}
    />
  );
}

/** The box for a survey as text or JSON, below what is wrong with it. */
function WrittenSurvey({ language, form, from }: WayFormProps): JSX.Element {
  const { creation: words } = workspaceTextsFor(language);
  const field = fieldWords(from, words);
  return (
    <>
      {form.losses === undefined ? null : <Losses {...form.losses} words={words} />}
      {form.problems.text === undefined ? null : (
        <ul id="text-problems" class="plain-lines field-error">
          {form.problems.text.map((problem) => (
            <li>{problem}</li>
          ))}
        </ul>
      )}
      <TextArea
        id="text"
        {...field}
        errorId={form.problems.text && "text-problems"}
        value={form.text}
        rows={18}
      />
    </>
  );
}

function fieldWords(from: WayToBegin, words: WorkspaceTexts["creation"]) {
  return from === "json"
    ? { label: words.jsonField, hint: words.jsonHint }
    : { label: words.textField, hint: words.textHint };
}

/** Says what is left out, or kept as text, with the button that creates the survey all the same. */
function Losses({
  count,
  lines,
  accept,
  words,
}: ImportLosses & { readonly words: WorkspaceTexts["creation"] }): JSX.Element {
  return (
    <div class="notice notice-warning" role="alert">
      <Icon name="warning" />
      <div class="stack">
        <p class="notice-title">{words.lossesTitle(count)}</p>
        <ul class="bullets">
          {lines.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
        <Button kind="choice" name="accept" value={accept}>
          {words.createAllTheSame}
        </Button>
      </div>
    </div>
  );
}

function SurveyText(props: WayFormProps): JSX.Element {
  const { creation: words } = workspaceTextsFor(props.language);
  return (
    <>
      <WrittenSurvey {...props} />
      <details>
        <summary>{words.textExample}</summary>
        <pre class="command">
          <code>{templates[0]?.text[props.language]}</code>
        </pre>
      </details>
    </>
  );
}

function TemplateChoice({ language }: WayFormProps): JSX.Element {
  const { creation: words } = workspaceTextsFor(language);
  return (
    <fieldset class="template-list">
      <legend>{words.templateField}</legend>
      {templates.map(({ id, text }, at) => (
        <label class="card check">
          <input type="radio" name="template" value={id} checked={at === 0} />
          <span>
            <strong>{text[language].split("\n", 1)}</strong>
            <br />
            {words.templates[id]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function CopyChoice({ language, timeZone, surveys, copied, form }: WayFormProps): JSX.Element {
  const { creation: words } = workspaceTextsFor(language);
  if (copied !== undefined)
    return (
      <>
        <HiddenFields values={{ survey: String(copied.id) }} />
        <p>
          {words.copyField}: <DisplayName name={surveyTitle(copied.title, language)} />
        </p>
      </>
    );
  return (
    <Select
      id="survey"
      label={words.copyField}
      value={form.survey}
      options={surveys.map((survey) => ({
        value: String(survey.id),
        label: surveyLabel(survey, { language, timeZone }),
      }))}
    />
  );
}
