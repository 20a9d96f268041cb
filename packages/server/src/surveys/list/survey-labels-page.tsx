import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { TextArea } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { SurveyFrame, surveyListAddress, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { listTextsFor } from "./texts/list-texts.ts";

/** Why labels cannot be saved. */
export interface LabelProblem {
  readonly code: "many" | "long" | "malformed";
  readonly limit: number;
}

/** What the page shows. */
export type SurveyLabelsPageProps = SurveyPageProps & {
  readonly survey: SurveyForUser;
  /** One label on each line. */
  readonly text: string;
  readonly problem: LabelProblem | undefined;
  /** Labels that surveys of the same owner have. */
  readonly known: readonly string[];
};

/** The labels of a survey, one on each line. */
export function SurveyLabelsPage(props: SurveyLabelsPageProps): JSX.Element {
  const { language, signedIn, survey, text, problem, known } = props;
  const { labels: words } = listTextsFor(language);
  const error = problem && words.problems[problem.code](problem.limit);
  return (
    <SurveyFrame {...props} title={words.title}>
      <ErrorSummary language={language} problems={error === undefined ? {} : { labels: error }} />
      <form method="post" action={surveyAddress(survey.id, "/labels")} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <TextArea
          id="labels"
          label={words.title}
          hint={words.hint}
          error={error}
          value={text}
          rows={5}
          required={false}
        />
        {known.length === 0 ? null : (
          <p>
            {words.known}{" "}
            {known.map((label) => (
              <>
                <span class="survey-label">
                  <DisplayName name={label} />
                </span>{" "}
              </>
            ))}
          </p>
        )}
        <div class="actions">
          <Button>{words.save}</Button>
          <a class="button button-quiet" href={surveyListAddress(survey)}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </SurveyFrame>
  );
}
