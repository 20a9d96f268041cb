import {
  isNamed,
  needsOf,
  plainText,
  questionTextsFor,
  type Question,
  renderQuestion,
} from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { DragHandle } from "../../pages/components/editor-script.tsx";
import { Icon, type IconName } from "../../pages/components/icon.tsx";
import { TurboStream } from "../../pages/components/turbo-stream.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { PublicationState } from "./publication.ts";
import { ConditionsLine } from "./conditions-page.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** The id of the card of a question on the page of its survey. */
export function cardId(questionId: string): string {
  return `card-${questionId}`;
}

/** The id of the place before a question, or at the end of a page, at which a question can be added. */
export function addId(questionOrPageId: string): string {
  return `add-${questionOrPageId}`;
}

/** What the card shows. */
export type QuestionCardProps = {
  readonly language: Language;
  readonly survey: Pick<SurveyForUser, "id">;
  readonly publication: Pick<PublicationState, "draft">;
  readonly question: Question;
  /** How many open comments questions have, by their ids. */
  readonly openComments: ReadonlyMap<string, number>;
};

/** A question as respondents see it, with what can be done to it. */
export function QuestionCard({
  language,
  survey,
  question,
  publication,
  openComments,
}: QuestionCardProps): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  const { id, index } = question;
  const name = words.question(index);
  const last = publication.draft.definition.pages.reduce((sum, { questions }) => sum + questions.length, 0);
  const action = (verb: string, icon: IconName, label: string) => (
    <IconAction value={`${verb} ${id}`} icon={icon} label={label} about={name} />
  );
  return (
    <turbo-frame id={cardId(id)} class="editor-card" data-sortable-id={id}>
      <article class="card editor-question" aria-labelledby={`${id}-number ${id}-name`}>
        <DragHandle title={words.drag} />
        <p class="fine-print">
          <span class="editor-number" id={`${id}-number`}>
            {name}
          </span>{" "}
          {words.types[question.type]}
          {question.hidden ? ` · ${words.hidden}` : ""}
        </p>
        <h3 class="visually-hidden" id={`${id}-name`}>
          <DisplayName name={plainText(question.title) || words.noQuestionTitle} />
        </h3>
        <AsShown language={language} question={question} />
        <ConditionsLine
          language={language}
          surveyId={survey.id}
          definition={publication.draft.definition}
          target={id}
        />
        <div class="actions editor-actions">
          <a
            class="button button-quiet"
            href={surveyAddress(survey.id, `/edit/questions/${id}`)}
            data-edit=""
          >
            <Icon name="pencil" />
            {words.edit}
            <span class="visually-hidden"> {name}</span>
          </a>
          {index === 1 ? null : action("up", "up", words.up)}
          {index === last ? null : action("down", "down", words.down)}
          {action("copy", "copy", words.copy)}
          {isNamed(publication.draft.definition, id) ? (
            <a
              class="button button-quiet"
              href={surveyAddress(survey.id, `/edit/remove/${id}`)}
              title={words.remove}
            >
              <Icon name="bin" />
              <span class="editor-action-name">{words.remove} …</span>
              <span class="visually-hidden"> {name}</span>
            </a>
          ) : (
            action("remove", "bin", words.remove)
          )}
          <a class="link-line" href={surveyAddress(survey.id, `/comments?about=${id}`)}>
            {words.comments(openComments.get(id) ?? 0)}
            <span class="visually-hidden"> {name}</span>
          </a>
        </div>
      </article>
    </turbo-frame>
  );
}

/** Puts the card of a question in the place of another one. @param props.replaced the id that the question had */
export function CardStream({
  replaced,
  ...props
}: QuestionCardProps & { readonly replaced: string }): JSX.Element {
  return (
    <TurboStream action="replace" target={cardId(replaced)}>
      <QuestionCard {...props} />
    </TurboStream>
  );
}

/** Most parts of a question that its card shows, of each kind. */
const partsShown = 10;

/** The fields that respondents get, which take nothing here. */
export function AsShown({
  language,
  question,
}: Pick<QuestionCardProps, "language" | "question">): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  const { options, subTitles, groups, blank_setting: blanks, title, type } = question;
  const further = Math.max(0, ...[options, subTitles].map(({ length }) => length - partsShown));
  const shown = {
    ...question,
    title: title === "" ? words.noQuestionTitle : title,
    options: options.slice(0, partsShown),
    subTitles: subTitles.slice(0, partsShown),
    groups: groups.slice(0, partsShown),
    blank_setting: needsOf(type).blanks ? blanks.slice(0, partsShown) : blanks,
  };
  return (
    <fieldset class="editor-shown" disabled>
      {renderQuestion({
        question: shown,
        value: undefined,
        problem: undefined,
        texts: questionTextsFor(language),
        takesFiles: true,
      })}
      {further === 0 ? null : <p class="fine-print">{words.furtherParts(further)}</p>}
    </fieldset>
  );
}

/** A button of the form of the page, with a picture and a name; `about` tells those with the same name apart for screen readers. */
export function IconAction({
  value,
  icon,
  label,
  about,
}: {
  readonly value: string;
  readonly icon: IconName;
  readonly label: string;
  readonly about: string;
}): JSX.Element {
  return (
    <button
      type="submit"
      class="button button-quiet"
      name="do"
      value={value}
      form="editor-form"
      data-turbo="true"
      title={label}
    >
      <Icon name={icon} />
      <span class="editor-action-name">{label}</span>
      <span class="visually-hidden"> {about}</span>
    </button>
  );
}
