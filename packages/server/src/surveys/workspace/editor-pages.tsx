import type { Question, SurveyPage } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DragHandle } from "../../pages/components/editor-script.tsx";
import { Icon } from "../../pages/components/icon.tsx";
import { InTurns } from "../../pages/components/in-turns.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { ConditionsLine } from "./conditions-page.tsx";
import { addId, IconAction, QuestionCard, type QuestionCardProps } from "./question-card.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the pages of a survey are shown with. */
type EditorPagesProps = Omit<QuestionCardProps, "question">;

/** The pages of a survey: headings that fold, with the cards of their questions. */
export function EditorPages(props: EditorPagesProps): JSX.Element {
  return (
    <div id="editor-pages" class="editor-pages">
      <InTurns
        of={props.publication.draft.definition.pages}
        each={(page, at) => <PageSection {...props} page={page} at={at} />}
      />
    </div>
  );
}

type PageSectionProps = EditorPagesProps & {
  readonly page: SurveyPage;
  readonly at: number;
};

function PageSection(props: PageSectionProps): JSX.Element {
  const { language, page, at, publication } = props;
  const { editing: words } = workspaceTextsFor(language);
  const { definition } = publication.draft;
  return (
    <section class="editor-page" id={page.id} aria-labelledby={`${page.id}-name`} data-sortable-id={page.id}>
      {definition.pages.length < 2 ? null : <DragHandle title={words.dragPage} />}
      <details open>
        <summary id={`${page.id}-fold`}>
          <h2 id={`${page.id}-name`}>{words.page(at + 1)}</h2>{" "}
          <span class="fine-print">{words.questionCount(page.questions.length)}</span>
        </summary>
        <PageActions {...props} />
        {at === 0 ? null : (
          <ConditionsLine
            language={language}
            surveyId={props.survey.id}
            definition={definition}
            target={page.id}
          />
        )}
        <PageQuestions {...props} />
        <p>
          <IconAction
            value={`add-page ${page.id}`}
            icon="plus"
            label={words.addPage}
            about={words.page(at + 1)}
          />
        </p>
      </details>
    </section>
  );
}

function PageQuestions(props: PageSectionProps): JSX.Element {
  const { page } = props;
  return (
    <div class="editor-questions" data-page={page.id}>
      <InTurns
        of={page.questions}
        each={(question) => (
          <>
            <AddLink {...props} before={question} />
            <QuestionCard {...props} question={question} />
          </>
        )}
      />
      <AddLink {...props} />
    </div>
  );
}

function PageActions({ language, page, at, publication }: PageSectionProps): JSX.Element | null {
  const { editing: words } = workspaceTextsFor(language);
  const count = publication.draft.definition.pages.length;
  const name = words.page(at + 1);
  if (count < 2) return null;
  return (
    <div class="actions editor-actions editor-page-actions">
      {at === 0 ? null : (
        <IconAction value={`page-up ${page.id}`} icon="up" label={words.pageUp} about={name} />
      )}
      {at === count - 1 ? null : (
        <IconAction value={`page-down ${page.id}`} icon="down" label={words.pageDown} about={name} />
      )}
      {at === 0 ? null : (
        <IconAction value={`join-page ${page.id}`} icon="join" label={words.joinPage} about={name} />
      )}
      <IconAction value={`remove-page ${page.id}`} icon="bin" label={words.removePage} about={name} />
    </div>
  );
}

type AddLinkProps = PageSectionProps & { readonly before?: Question };

/** Leads to the types of a new question, which comes before another one or to the end of a page. */
function AddLink(props: AddLinkProps): JSX.Element {
  const { survey, page, before } = props;
  const beforeId = before?.id ?? "";
  const query = new URLSearchParams({ page: page.id, before: beforeId }).toString();
  const kind = before === undefined ? "button-choice" : "button-quiet";
  return (
    <p id={addId(before?.id ?? page.id)} class={before === undefined ? "editor-add" : "editor-add-line"}>
      <a
        class={`button ${kind}`}
        href={surveyAddress(survey.id, `/edit/add?${query}`)}
        data-page={page.id}
        data-before={beforeId}
        data-add=""
      >
        <Icon name="plus" />
        <AddLinkName {...props} />
      </a>
    </p>
  );
}

/** Pages are told apart where there are several. */
function AddLinkName({ language, at, before, publication }: AddLinkProps): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  if (before !== undefined)
    return <span class="visually-hidden">{words.insertBefore(words.question(before.index))}</span>;
  const isOnly = publication.draft.definition.pages.length === 1;
  return (
    <>
      {words.add}
      {isOnly ? null : <span class="visually-hidden"> {words.page(at + 1)}</span>}
    </>
  );
}
