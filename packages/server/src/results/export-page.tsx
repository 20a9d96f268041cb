import type { JSX } from "hono/jsx/jsx-runtime";
import { SurveyFrame, type SurveyPageProps } from "../pages/survey-frame.tsx";
import { surveyAddress } from "../session/own-survey.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the page shows. */
export type ExportPageProps = SurveyPageProps & { readonly survey: { readonly version: number } };

/** The page from which answers are exported. */
export function ExportPage(props: ExportPageProps): JSX.Element {
  const { language, survey } = props;
  const { exporting: words } = resultsTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {survey.version === 0 ? <p>{words.notPublished}</p> : null}
      <div class="card">
        <h2>{words.codebook}</h2>
        <p>{words.codebookText}</p>
        <p>
          <a class="button button-quiet" href={surveyAddress(survey.id, "/export/codebook")}>
            {words.codebookDownload}
          </a>
        </p>
      </div>
    </SurveyFrame>
  );
}
