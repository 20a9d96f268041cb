import { definitionOf, questionTypes } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { EditorScript } from "../../pages/components/editor-script.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { CheckBox, Select, TextArea } from "../../pages/components/field.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { TurboStream } from "../../pages/components/turbo-stream.tsx";
import { SurveyFrame } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { QuestionLine } from "./difference-list.tsx";
import { JumpField, placesOffered } from "./jump-field.tsx";
import { QuestionLists } from "./question-lists.tsx";
import { problemTexts, type EditQuestionPageProps } from "./question-page-props.ts";
import { QuestionCodes } from "./question-codes.tsx";
import { QuestionPictureFields } from "./question-picture-fields.tsx";
import { QuestionSettings } from "./question-settings.tsx";
import { EditConflict } from "./edit-conflict.tsx";
import { ConditionsLine } from "./conditions-page.tsx";
import { addId, cardId } from "./question-card.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** The form of one question, as a page. */
export function EditQuestionPage(props: EditQuestionPageProps): JSX.Element {
  const { language, place, isSaved = false } = props;
  const { editing, question: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={place === undefined ? words.title : words.newTitle}>
      {isSaved ? (
        <Notice tone="success" role="status">
          {editing.notices.saved}
        </Notice>
      ) : null}
      <QuestionForm {...props} />
      <EditorScript />
    </SurveyFrame>
  );
}

/** The form in the place of the card of its question. */
export function QuestionFormFrame(props: EditQuestionPageProps): JSX.Element {
  const { form } = props;
  const { id } = form.question;
  return (
    <turbo-frame
      id={cardId(id)}
      class="editor-card"
      data-sortable-id={id}
      data-in-work={props.place === undefined ? "stored" : "new"}
    >
      <article class="card editor-question editor-question-in-work" aria-labelledby="question-name">
        <QuestionForm {...props} isInPlace />
        {props.place === undefined ? (
          <ConditionsLine
            language={props.language}
            surveyId={props.survey.id}
            definition={props.draft.definition}
            target={id}
          />
        ) : null}
      </article>
    </turbo-frame>
  );
}

/** Puts the form in the place of a card. @param props.replaced the id that the question had; the same unless given */
export function QuestionFormStream(
  props: EditQuestionPageProps & { readonly replaced?: string },
): JSX.Element {
  const { form, replaced = form.question.id } = props;
  return (
    <TurboStream action="replace" target={cardId(replaced)}>
      <QuestionFormFrame {...props} />
    </TurboStream>
  );
}

/** Puts the form of a new question between the cards. */
export function NewQuestionStream(props: EditQuestionPageProps): JSX.Element {
  const { page = "", before = "" } = props.place ?? {};
  return (
    <TurboStream action="before" target={addId(before === "" ? page : before)}>
      <QuestionFormFrame {...props} />
    </TurboStream>
  );
}

/** Says what is wrong, and leaves the fields as they are. */
export function ProblemsStream(props: EditQuestionPageProps): JSX.Element {
  return (
    <TurboStream action="update" target="question-problems">
      <ErrorSummary language={props.language} problems={problemTexts(props)} />
    </TurboStream>
  );
}

function QuestionForm(props: EditQuestionPageProps & { readonly isInPlace?: boolean }): JSX.Element {
  const { language, signedIn, survey, seen, opened, form, place } = props;
  const { editing, question: words } = workspaceTextsFor(language);
  const { question } = form;
  const address = surveyAddress(survey.id, `/edit/questions/${place === undefined ? question.id : "new"}`);
  const places = placesOffered(props);
  return (
    <>
      <h2 class="editor-form-name" id="question-name">
        {editing.question(question.index)} · {editing.types[question.type]}
      </h2>
      <Conflict {...props} />
      {props.leftOut === undefined || props.leftOut === 0 ? null : (
        <Notice tone="warning" role="status">
          {words.leftOut(props.leftOut)}
        </Notice>
      )}
      <div id="question-problems">
        <ErrorSummary language={language} problems={problemTexts(props)} />
      </div>
      <PostForm
        action={address}
        class="stack editor-form"
        id="question-form"
        enctype="multipart/form-data"
        main={{ name: "do", value: "save", label: words.save }}
        values={{
          csrf: signedIn.csrf,
          revision: String(seen),
          as: question.type,
          ...(place !== undefined && { id: question.id, page: place.page, before: place.before }),
          ...(opened !== undefined && { opened: String(opened) }),
        }}
      >
        <Common {...props} />
        <QuestionLists {...props} places={places} />
        <details class="editor-more" open={hasMore(form)}>
          <summary>{words.more}</summary>
          <div class="stack">
            <QuestionSettings {...props} />
            <QuestionCodes {...props} />
            <CheckBox id="hidden" label={words.hidden} hint={words.hiddenHint} checked={question.hidden} />
            <JumpField
              {...props}
              places={places}
              id="goto"
              label={words.goto}
              hint={words.gotoHint}
              value={question.goto}
            />
          </div>
        </details>
        <div class="actions">
          <Button name="do" value="save">
            {props.isInPlace === true ? words.done : words.save}
          </Button>
          {props.isInPlace === true ? null : (
            <a
              class="button button-quiet"
              href={`${surveyAddress(survey.id, "/edit")}#${place === undefined ? cardId(question.id) : place.page}`}
            >
              {textsFor(language).kit.cancel}
            </a>
          )}
        </div>
      </PostForm>
    </>
  );
}

/** Whether something is set that most questions do without, which is folded otherwise. */
function hasMore({ question, problems }: EditQuestionPageProps["form"]): boolean {
  return (
    question.hidden || question.personal === true || question.goto !== "" || Object.keys(problems).length > 0
  );
}

/** Says what the other editor changed. Saving again replaces it by what is in the form. */
function Conflict({ language, conflict }: EditQuestionPageProps): JSX.Element | null {
  const { question: words } = workspaceTextsFor(language);
  if (conflict === undefined) return null;
  return (
    <EditConflict language={language} text={conflict.isRemoved === true ? words.conflictRemoved : undefined}>
      <ul class="bullets">
        {(conflict.differences ?? []).map((difference) => (
          <QuestionLine language={language} question={difference} />
        ))}
      </ul>
    </EditConflict>
  );
}

function Common(props: EditQuestionPageProps): JSX.Element {
  const { language, form } = props;
  const { editing, question: words } = workspaceTextsFor(language);
  const { question } = form;
  const problems = problemTexts(props);
  return (
    <>
      <TextArea
        id="title"
        label={words.questionTitle}
        hint={words.richText}
        value={question.title}
        error={problems["title"]}
        autofocus={props.place !== undefined}
        rows={1}
      />
      <TextArea
        id="description"
        label={words.description}
        value={question.description}
        error={problems["description"]}
        rows={1}
        required={false}
      />
      <QuestionPictureFields {...props} />
      <Select
        id="type"
        label={words.type}
        value={question.type}
        options={questionTypes.map((type) => ({
          value: type,
          label: editing.types[type],
          icon: definitionOf(type).icon,
          purpose: definitionOf(type).purposes[language],
        }))}
      />
      {question.type === "description" ? null : (
        <CheckBox id="required" label={words.required} checked={question.required} />
      )}
    </>
  );
}
