import {
  optionLabel,
  plainText,
  questionTypes,
  type DefinitionDifference,
  type Question,
  type SurveyPage,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DragHandle, DragScript } from "../../pages/components/drag.tsx";
import { Icon } from "../../pages/components/icon.tsx";
import { InTurns } from "../../pages/components/in-turns.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { DifferenceList } from "./difference-list.tsx";
import { PublicationBar } from "./publication-bar.tsx";
import type { PublicationState } from "./publication.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What has just happened. */
export const editNotices = ["created", "saved", "copy", "remove", "remove-page", "undone", "redone"] as const;

/** One of {@link editNotices}. */
export type EditNotice = (typeof editNotices)[number];

/** What the page shows. */
export type EditSurveyPageProps = SurveyPageProps & {
  readonly survey: SurveyForUser;
  readonly publication: PublicationState;
  /** Whether the draft as it was before the last change is still known. */
  readonly mayUndo: boolean;
  /** Whether something was undone that can be done again. */
  readonly mayRedo: boolean;
  readonly notice?: EditNotice | undefined;
  /** What somebody else changed while the user had the page open. */
  readonly changedByOthers?: DefinitionDifference | undefined;
};

/** The pages and questions of a survey, with buttons for everything that can be done to them. */
export function EditSurveyPage(props: EditSurveyPageProps): JSX.Element {
  const { language, signedIn, survey, publication, notice, changedByOthers } = props;
  const last = publication.draft.definition.pages.reduce(
    (count, { questions }) => count + questions.length,
    0,
  );
  const { editing: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      {changedByOthers === undefined ? null : (
        <OthersNotice language={language} difference={changedByOthers} />
      )}
      <PublicationBar language={language} csrf={signedIn.csrf} survey={survey} publication={publication} />
      <SurveyTexts {...props} />
      <form method="post" action={surveyAddress(survey.id, "/edit")} class="editor">
        <HiddenFields values={{ csrf: signedIn.csrf, revision: String(publication.draft.revision) }} />
        <Undo {...props} />
        <InTurns
          of={publication.draft.definition.pages}
          each={(page, at) => <PageSection {...props} page={page} at={at} last={last} />}
        />
      </form>
      {publication.draft.definition.pages.map((page) => (
        <form method="post" action={surveyAddress(survey.id, "/edit")} id={addingForm(page)}>
          <HiddenFields values={{ csrf: signedIn.csrf, revision: String(publication.draft.revision) }} />
        </form>
      ))}
      <DragScript />
    </SurveyFrame>
  );
}

/** Says what another editor changed; the change of the user was made on top of it. */
export function OthersNotice({
  language,
  difference,
}: {
  readonly language: SurveyPageProps["language"];
  readonly difference: DefinitionDifference;
}): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  return (
    <div class="notice notice-warning" role="status">
      <Icon name="warning" />
      <div>
        <p class="notice-title">{words.othersTitle}</p>
        <p>{words.othersText}</p>
        <DifferenceList language={language} difference={difference} />
      </div>
    </div>
  );
}

function SurveyTexts({ language, survey, publication }: EditSurveyPageProps): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  const { title, prefix } = publication.draft.definition;
  return (
    <section class="card editor-texts">
      <h2>
        <DisplayName name={plainText(title) || words.noTitle} />
      </h2>
      {prefix === "" ? null : <p class="clipped">{plainText(prefix)}</p>}
      <p>
        <a class="link-line" href={surveyAddress(survey.id, "/edit/texts")}>
          {words.editTexts}
        </a>
        {" · "}
        <a class="link-line" href={surveyAddress(survey.id, "/edit/logic")}>
          {words.editLogic(publication.draft.definition.logic.rules.length)}
        </a>
      </p>
    </section>
  );
}

function Undo({ language, mayUndo, mayRedo }: EditSurveyPageProps): JSX.Element | null {
  const { editing: words } = workspaceTextsFor(language);
  if (!mayUndo && !mayRedo) return null;
  return (
    <p class="actions">
      {mayUndo ? <Action value="undo" label={words.undo} /> : null}
      {mayRedo ? <Action value="redo" label={words.redo} /> : null}
    </p>
  );
}

type PageSectionProps = EditSurveyPageProps & {
  readonly page: SurveyPage;
  readonly at: number;
  /** The number of the last question of the survey. */
  readonly last: number;
};

function PageSection(props: PageSectionProps): JSX.Element {
  const { language, page, at, publication } = props;
  const { editing: words } = workspaceTextsFor(language);
  const count = publication.draft.definition.pages.length;
  const name = words.page(at + 1);
  const action = (verb: string, label: string) => (
    <Action value={`${verb} ${page.id}`} label={label} about={name} />
  );
  return (
    <section class="editor-page" id={page.id} aria-labelledby={`${page.id}-name`}>
      <div class="editor-page-head">
        <h2 id={`${page.id}-name`}>{name}</h2>
        <div class="actions">
          {at === 0 ? null : action("page-up", words.pageUp)}
          {at === count - 1 ? null : action("page-down", words.pageDown)}
          {at === 0 ? null : action("join-page", words.joinPage)}
          {count < 2 ? null : action("remove-page", words.removePage)}
        </div>
      </div>
      {page.questions.length === 0 ? <p class="fine-print">{words.emptyPage}</p> : null}
      <div class="editor-questions" data-sortable={page.id}>
        <InTurns of={page.questions} each={(question) => <QuestionCard {...props} question={question} />} />
      </div>
      <AddQuestion {...props} />
      <p>{action("add-page", words.addPage)}</p>
    </section>
  );
}

function QuestionCard({
  language,
  survey,
  question,
  last,
}: PageSectionProps & { readonly question: Question }): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  const name = words.question(question.index);
  const action = (verb: string, label: string) => (
    <Action value={`${verb} ${question.id}`} label={label} about={name} />
  );
  return (
    <article
      class="card editor-question"
      id={question.id}
      data-sortable-id={question.id}
      aria-labelledby={`${question.id}-name`}
    >
      <DragHandle title={words.drag} />
      <p class="fine-print">
        <span class="editor-number">{name}</span> {words.types[question.type]}
        {question.required ? ` · ${words.required}` : ""}
        {question.hidden ? ` · ${words.hidden}` : ""}
      </p>
      <h3 id={`${question.id}-name`}>
        <DisplayName name={plainText(question.title) || words.noQuestionTitle} />
      </h3>
      <Parts language={language} question={question} />
      <div class="actions">
        <a class="button button-quiet" href={surveyAddress(survey.id, `/edit/questions/${question.id}`)}>
          {words.edit}
          <span class="visually-hidden"> {name}</span>
        </a>
        {question.index === 1 ? null : action("up", words.up)}
        {question.index === last ? null : action("down", words.down)}
        {action("copy", words.copy)}
        {action("remove", words.remove)}
      </div>
    </article>
  );
}

/** Most parts of a question that are listed, of each kind. */
const partsShown = 8;

/** Rows of a table apart from its columns, which look alike otherwise. */
function Parts({ language, question }: Pick<PageSectionProps, "language"> & { readonly question: Question }) {
  const words = workspaceTextsFor(language).question;
  const rows = question.subTitles.map(({ text }) => text);
  const options = question.options.map((option) => optionLabel(question, option));
  const blanks = question.type === "blanks" ? question.blank_setting.map(({ text }) => `${text} ____`) : [];
  if (rows.length === 0) return <PartList parts={[...options, ...blanks]} />;
  return (
    <>
      <PartList name={words.rows} parts={rows} />
      <PartList name={words.columns} parts={options} />
    </>
  );
}

function PartList({ name, parts }: { readonly name?: string; readonly parts: readonly string[] }) {
  if (parts.length === 0) return null;
  return (
    <>
      {name === undefined ? null : <p class="fine-print">{name}</p>}
      <ul class="editor-parts" aria-label={name}>
        {parts.slice(0, partsShown).map((part) => (
          <li>{part}</li>
        ))}
        {parts.length > partsShown ? <li>… {parts.length}</li> : null}
      </ul>
    </>
  );
}

/** A button of the form; `about` tells buttons with the same words apart for screen readers. */
function Action({
  value,
  label,
  about,
}: {
  readonly value: string;
  readonly label: string;
  readonly about?: string;
}): JSX.Element {
  return (
    <button type="submit" class="button button-quiet" name="do" value={value}>
      {label}
      {about === undefined ? null : <span class="visually-hidden"> {about}</span>}
    </button>
  );
}

/** The id of the form that adds a question to a page: one of its own, as Enter in its field sends the first button of its form. */
function addingForm({ id }: SurveyPage): string {
  return `add-${id}`;
}

function AddQuestion({ language, page }: PageSectionProps): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  const id = `type-${page.id}`;
  return (
    <div class="editor-add">
      <div class="field">
        <label for={id}>{words.addLabel}</label>
        <select id={id} name={id} form={addingForm(page)}>
          {questionTypes.map((type) => (
            <option value={type}>{words.types[type]}</option>
          ))}
        </select>
      </div>
      <button
        type="submit"
        class="button button-choice"
        name="do"
        value={`add ${page.id}`}
        form={addingForm(page)}
      >
        {words.add}
        <span class="visually-hidden"> {words.page(Number(page.index))}</span>
      </button>
    </div>
  );
}
