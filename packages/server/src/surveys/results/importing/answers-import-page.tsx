import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../../pages/components/button.tsx";
import { ErrorSummary } from "../../../pages/components/error-summary.tsx";
import { FileField } from "../../../pages/components/field.tsx";
import { PostForm } from "../../../pages/components/post-form.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../../pages/survey-frame.tsx";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import { figuresOf } from "../figures.ts";
import { importLimits } from "./import-limits.ts";
import { answerImportTextsFor } from "./texts/answer-import-texts.ts";

/** What the page shows. */
export type AnswersImportPageProps = SurveyPageProps & {
  readonly survey: { readonly version: number };
  readonly problem: string | undefined;
};

/** The form with which a table of answers is sent to be looked at. */
export function AnswersImportPage(props: AnswersImportPageProps): JSX.Element {
  const { language, survey } = props;
  const words = answerImportTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {survey.version === 0 ? <p>{words.notPublished}</p> : <TableForm {...props} />}
      <p>
        <a class="link-line" href={surveyAddress(survey.id, "/results/answers")}>
          {words.back}
        </a>
      </p>
    </SurveyFrame>
  );
}

function TableForm({ language, survey, signedIn, problem }: AnswersImportPageProps): JSX.Element {
  const words = answerImportTextsFor(language);
  const { count } = figuresOf(language);
  return (
    <>
      <p>{words.lead}</p>
      <ErrorSummary language={language} problems={problem === undefined ? {} : { file: problem }} />
      <PostForm
        action={surveyAddress(survey.id, "/results/import/look")}
        class="card stack"
        main={{ label: words.look }}
        values={{ csrf: signedIn.csrf }}
        enctype="multipart/form-data"
      >
        <FileField
          id="file"
          label={words.file}
          hint={words.fileHint(count(importLimits.answers))}
          error={problem}
          accept=".csv,.tsv,.txt,.xlsx"
        />
        <div class="actions">
          <Button>{words.look}</Button>
        </div>
      </PostForm>
      <section class="stack">
        <h3>{words.howTitle}</h3>
        <ul class="bullets">
          {words.how.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
