import { surveyScene } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { Field, Select, TextArea } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** The fields of the form. */
export interface TextFields {
  readonly title: string;
  readonly prefix: string;
  readonly suffix: string;
  /** The number on the wire. */
  readonly scene: string;
}

/** What the page shows. */
export type EditTextsPageProps = SurveyPageProps & {
  readonly revision: number;
  readonly fields: TextFields;
  readonly problems?: FormProblems;
  /** What another editor saved while the user had the form open. */
  readonly theirs?: TextFields;
};

/** The form with the title and the texts of a survey. */
export function EditTextsPage(props: EditTextsPageProps): JSX.Element {
  const { language, signedIn, survey, revision, fields, problems = {} } = props;
  const { surveyTexts: words } = workspaceTextsFor(language);
  const text = { rows: 5, required: false };
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <Conflict {...props} />
      <ErrorSummary language={language} problems={problems} />
      <form method="post" action={surveyAddress(survey.id, "/edit/texts")} class="stack editor-form">
        <HiddenFields values={{ csrf: signedIn.csrf, revision: String(revision) }} />
        <Field
          id="title"
          label={words.surveyTitle}
          value={fields.title}
          error={problems["title"]}
          autocomplete="off"
          maxlength={1000}
        />
        <TextArea
          id="prefix"
          label={words.prefix}
          value={fields.prefix}
          error={problems["prefix"]}
          {...text}
        />
        <TextArea
          id="suffix"
          label={words.suffix}
          value={fields.suffix}
          error={problems["suffix"]}
          {...text}
        />
        <Select
          id="scene"
          label={words.scene}
          value={fields.scene}
          options={Object.entries(surveyScene).map(([name, scene]) => ({
            value: String(scene),
            label: words.scenes[name] ?? name,
          }))}
        />
        <div class="actions">
          <Button>{words.save}</Button>
          <a class="button button-quiet" href={surveyAddress(survey.id, "/edit")}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </SurveyFrame>
  );
}

/** Says what the other editor wrote. Saving again replaces it by what is in the form. */
function Conflict({ language, theirs }: EditTextsPageProps): JSX.Element | null {
  if (theirs === undefined) return null;
  const { surveyTexts: words } = workspaceTextsFor(language);
  return (
    <EditConflict language={language}>
      <DefinitionList
        items={[
          { term: words.surveyTitle, details: <DisplayName name={theirs.title} /> },
          { term: words.prefix, details: <DisplayName name={theirs.prefix} /> },
          { term: words.suffix, details: <DisplayName name={theirs.suffix} /> },
        ]}
      />
    </EditConflict>
  );
}
