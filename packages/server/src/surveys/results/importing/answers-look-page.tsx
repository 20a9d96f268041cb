import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../../pages/components/button.tsx";
import { DisplayName } from "../../../pages/components/display-name.tsx";
import { DataTable } from "../../../pages/components/list.tsx";
import { Notice } from "../../../pages/components/notice.tsx";
import { PostForm } from "../../../pages/components/post-form.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../../pages/survey-frame.tsx";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import type { AnswersOutcome } from "../../../store/surveys/take-answers.ts";
import { figuresOf } from "../figures.ts";
import { answerImportTextsFor } from "./texts/answer-import-texts.ts";

/** What the page shows. */
export type AnswersLookPageProps = SurveyPageProps & {
  readonly outcome: AnswersOutcome;
  /** The file, in Base64, which the form carries. */
  readonly content: string;
};

/** What the columns of a table are, and what is wrong with its cells; or the button that takes its answers in. */
export function AnswersLookPage(props: AnswersLookPageProps): JSX.Element {
  const { language, survey, outcome } = props;
  const words = answerImportTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.lookTitle}>
      <h2>{words.lookTitle}</h2>
      {outcome.problemCount === 0 ? <TakeForm {...props} /> : <Problems {...props} />}
      <h3>{words.columns}</h3>
      <DataTable
        caption={words.columns}
        rows={outcome.columns}
        columns={[
          {
            header: words.column,
            isRowHeader: true,
            cell: ({ head }) => (head === "" ? words.noHead : <DisplayName name={head} />),
          },
          {
            header: words.question,
            cell: ({ target }) =>
              target === "" ? words.leftOut : <DisplayName name={words.target(target)} />,
          },
          { header: words.foundBy, cell: ({ by }) => words.by[by] },
        ]}
      />
      <p>
        <a class="link-line" href={surveyAddress(survey.id, "/results/import")}>
          {words.another}
        </a>
      </p>
    </SurveyFrame>
  );
}

function TakeForm({ language, survey, signedIn, outcome, content }: AnswersLookPageProps): JSX.Element {
  const words = answerImportTextsFor(language);
  const label = words.take(outcome.answers, figuresOf(language).count(outcome.answers));
  return (
    <PostForm
      action={surveyAddress(survey.id, "/results/import")}
      class="card stack"
      main={{ label }}
      values={{ csrf: signedIn.csrf, content }}
      enctype="multipart/form-data"
    >
      <p>{words.ready}</p>
      <div class="actions">
        <Button>{label}</Button>
      </div>
    </PostForm>
  );
}

function Problems({ language, outcome: { problems, problemCount } }: AnswersLookPageProps): JSX.Element {
  const words = answerImportTextsFor(language);
  const { count } = figuresOf(language);
  const further = problemCount - problems.length;
  return (
    <Notice tone="warning" role="alert">
      <p>{words.problems(problemCount, count(problemCount))}</p>
      <ul class="bullets">
        {problems.map((problem) => (
          <li>{words.problem(problem)}</li>
        ))}
      </ul>
      {further > 0 ? <p>{words.further(count(further))}</p> : null}
    </Notice>
  );
}
