import { type MergedQuestion, plainText } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../../pages/components/button.tsx";
import { DisplayName, plainName } from "../../../pages/components/display-name.tsx";
import { ErrorSummary, type FormProblems } from "../../../pages/components/error-summary.tsx";
import { CheckBox, TextArea } from "../../../pages/components/field.tsx";
import { InTurns } from "../../../pages/components/in-turns.tsx";
import { Notice } from "../../../pages/components/notice.tsx";
import { PostForm } from "../../../pages/components/post-form.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../../pages/survey-frame.tsx";
import { withQuery } from "../../../pages/with-query.ts";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import type { ResultsReport } from "../../../store/surveys/results-report-table.ts";
import { FilterForm } from "../filter-form.tsx";
import { filterQuery, type Filtering } from "../results-filter.ts";
import { resultsTextsFor } from "../texts/results-texts.ts";

/** The longest comment, in characters. */
export const longestComment = 5000;

/** What the page shows. */
export type ResultsReportPageProps = SurveyPageProps &
  Filtering & {
    readonly questions: readonly MergedQuestion[];
    readonly report: ResultsReport;
    readonly problems: FormProblems;
    readonly isSaved: boolean;
  };

/** The field of a question's box, and that of the comment on it. */
export function reportFields(questionId: string): { readonly shown: string; readonly comment: string } {
  return { shown: `shown-${questionId}`, comment: `comment-${questionId}` };
}

/** What a report of results has in it. */
export function ResultsReportPage(props: ResultsReportPageProps): JSX.Element {
  const { language, signedIn, survey, report, problems, isSaved, filter } = props;
  const { report: words } = resultsTextsFor(language);
  const path = surveyAddress(survey.id, "/results/report");
  const query = filterQuery(filter);
  return (
    <SurveyFrame {...props} title={words.title} filterQuery={query}>
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      {isSaved ? (
        <Notice tone="success" role="status">
          {words.saved}
        </Notice>
      ) : null}
      <ErrorSummary language={language} problems={problems} />
      <FilterForm {...props} path={path} />
      <PostForm
        action={withQuery(path, query)}
        main={{ label: words.save, name: "do", value: "save" }}
        values={{ csrf: signedIn.csrf }}
        class="card stack"
      >
        <TextArea
          id="note"
          label={words.note}
          hint={words.noteHint}
          error={problems["note"]}
          value={report.note}
          maxlength={longestComment}
          required={false}
        />
        <InTurns
          of={props.questions}
          each={(merged) => <ReportedQuestion {...{ language, merged, report, problems }} />}
        />
        <div class="actions">
          <Button name="do" value="save">
            {words.save}
          </Button>
          <Button kind="quiet" name="do" value="print">
            {words.open}
          </Button>
        </div>
      </PostForm>
    </SurveyFrame>
  );
}

type ReportedQuestionProps = Pick<ResultsReportPageProps, "language" | "report" | "problems"> & {
  readonly merged: MergedQuestion;
};

function ReportedQuestion({ language, merged, report, problems }: ReportedQuestionProps): JSX.Element {
  const { report: words } = resultsTextsFor(language);
  const { question } = merged;
  const fields = reportFields(question.id);
  const title = plainText(question.title);
  return (
    <fieldset class="editor-list">
      <legend class="visually-hidden">{plainName(title)}</legend>
      <CheckBox
        id={fields.shown}
        label={<DisplayName name={title} />}
        checked={!report.hiddenQuestions.has(question.id)}
      />
      <TextArea
        id={fields.comment}
        label={words.comment}
        error={problems[fields.comment]}
        value={report.comments.get(question.id) ?? ""}
        rows={2}
        maxlength={longestComment}
        required={false}
      />
    </fieldset>
  );
}
