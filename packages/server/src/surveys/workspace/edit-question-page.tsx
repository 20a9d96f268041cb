import { questionTypes } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DragScript } from "../../pages/components/drag.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { CheckBox, Select, TextArea } from "../../pages/components/field.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { SurveyFrame } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { QuestionLine } from "./difference-list.tsx";
import { JumpField, placesOffered, QuestionLists } from "./question-lists.tsx";
import { problemTexts, type EditQuestionPageProps } from "./question-page-props.ts";
import { QuestionSettings } from "./question-settings.tsx";
import { EditConflict } from "./edit-conflict.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** The form of one question. */
export function EditQuestionPage(props: EditQuestionPageProps): JSX.Element {
  const { language, signedIn, survey, seen, opened, form, newOn, isSaved = false } = props;
  const { editing, question: words } = workspaceTextsFor(language);
  const { question } = form;
  const address = surveyAddress(survey.id, `/edit/questions/${newOn === undefined ? question.id : "new"}`);
  const places = placesOffered(props);
  return (
    <SurveyFrame {...props} title={newOn === undefined ? words.title : words.newTitle}>
      <h2>
        {editing.question(question.index)} · {editing.types[question.type]}
      </h2>
      {isSaved ? (
        <Notice tone="success" role="status">
          {editing.notices.saved}
        </Notice>
      ) : null}
      <Conflict {...props} />
      <ErrorSummary language={language} problems={problemTexts(props)} />
      <PostForm
        action={address}
        class="stack editor-form"
        main={{ name: "do", value: "save", label: words.save }}
        values={{
          csrf: signedIn.csrf,
          revision: String(seen),
          as: question.type,
          ...(newOn !== undefined && { page: newOn }),
          ...(opened !== undefined && { opened: String(opened) }),
        }}
      >
        <Common {...props} />
        <QuestionLists {...props} places={places} />
        <QuestionSettings {...props} />
        <JumpField
          {...props}
          places={places}
          id="goto"
          label={words.goto}
          hint={words.gotoHint}
          value={question.goto}
        />
        <div class="actions">
          <Button name="do" value="save">
            {words.save}
          </Button>
          <a
            class="button button-quiet"
            href={`${surveyAddress(survey.id, "/edit")}#${newOn ?? question.id}`}
          >
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </PostForm>
      <DragScript />
    </SurveyFrame>
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
        autofocus={props.newOn !== undefined}
        rows={2}
      />
      <TextArea
        id="description"
        label={words.description}
        value={question.description}
        error={problems["description"]}
        rows={2}
        required={false}
      />
      <Select
        id="type"
        label={words.type}
        hint={words.typeHint}
        value={question.type}
        options={questionTypes.map((type) => ({ value: type, label: editing.types[type] }))}
      />
      {question.type === "description" ? null : (
        <CheckBox id="required" label={words.required} checked={question.required} />
      )}
      <CheckBox id="hidden" label={words.hidden} hint={words.hiddenHint} checked={question.hidden} />
    </>
  );
}
