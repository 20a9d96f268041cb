import { plainText, type MergedQuestion } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../../pages/components/button.tsx";
import { DisplayName } from "../../../pages/components/display-name.tsx";
import { ErrorSummary, type FormProblems } from "../../../pages/components/error-summary.tsx";
import { CheckBox, Field } from "../../../pages/components/field.tsx";
import { HiddenFields } from "../../../pages/components/hidden-fields.tsx";
import { InTurns } from "../../../pages/components/in-turns.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../../pages/survey-frame.tsx";
import { textsFor } from "../../../pages/texts/texts.ts";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import { MadeAddressPage } from "../made-address.tsx";
import { sharingTextsFor } from "./texts/sharing-texts.ts";

/** What the form has, without the password. */
export interface ResultsLinkForm {
  readonly name: string;
  /** A day such as `2026-11-22`, or "". */
  readonly until: string;
  readonly questionIds: ReadonlySet<string>;
  readonly hasTexts: boolean;
}

/** The fields that may be wrong. `questions` is the group of their boxes. */
export type ResultsLinkField = "name" | "until" | "password" | "questions";

/** What the page shows. */
export type NewResultsLinkPageProps = SurveyPageProps & {
  readonly timeZone: string;
  readonly questions: readonly MergedQuestion[];
  readonly form: ResultsLinkForm;
  readonly problems: FormProblems<ResultsLinkField>;
};

/** The field of a question's box. */
export function questionField(questionId: string): string {
  return `question-${questionId}`;
}

/** The form with which a link to results is made. */
export function NewResultsLinkPage(props: NewResultsLinkPageProps): JSX.Element {
  const { language, signedIn, survey, timeZone, form, problems } = props;
  const words = sharingTextsFor(language);
  const links = surveyAddress(survey.id, "/results/links");
  return (
    <SurveyFrame {...props} title={words.newTitle}>
      <h2>{words.newTitle}</h2>
      <p>{words.lead}</p>
      <ErrorSummary language={language} problems={problems} />
      <form method="post" action={`${links}/new`} class="card stack" novalidate>
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <Field
          id="name"
          label={words.name}
          hint={words.nameHint}
          error={problems.name}
          value={form.name}
          autocomplete="off"
          maxlength={100}
          required={false}
        />
        <Questions {...props} />
        <CheckBox id="texts" label={words.texts} hint={words.textsHint} checked={form.hasTexts} />
        <Field
          id="until"
          type="date"
          label={words.until}
          hint={words.untilHint(timeZone)}
          error={problems.until}
          value={form.until}
          autocomplete="off"
          required={false}
        />
        <Field
          id="password"
          type="password"
          label={words.password}
          hint={words.passwordHint}
          error={problems.password}
          autocomplete="new-password"
          required={false}
        />
        <div class="actions">
          <Button>{words.make}</Button>
          <a class="button button-quiet" href={links}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </SurveyFrame>
  );
}

function Questions({ language, questions, form, problems }: NewResultsLinkPageProps): JSX.Element {
  const words = sharingTextsFor(language);
  return (
    <fieldset
      id="questions"
      class="editor-list"
      tabindex={-1}
      aria-describedby={problems.questions === undefined ? undefined : "questions-error"}
    >
      <legend>{words.questions}</legend>
      {problems.questions === undefined ? null : (
        <p class="field-error" id="questions-error">
          {problems.questions}
        </p>
      )}
      <InTurns
        of={questions}
        each={({ question }) => (
          <CheckBox
            id={questionField(question.id)}
            label={<DisplayName name={plainText(question.title)} />}
            checked={form.questionIds.has(question.id)}
          />
        )}
      />
    </fieldset>
  );
}

/** What the page shows. */
export type ResultsLinkMadePageProps = SurveyPageProps & {
  /** With the secret. */
  readonly address: string;
};

/** The address of a new link. */
export function ResultsLinkMadePage(props: ResultsLinkMadePageProps): JSX.Element {
  const words = sharingTextsFor(props.language);
  const back = { href: surveyAddress(props.survey.id, "/results/links"), label: words.back };
  return <MadeAddressPage {...props} words={words} back={back} />;
}
