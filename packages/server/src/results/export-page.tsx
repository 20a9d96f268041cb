import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { SurveyFrame, type SurveyPageProps } from "../pages/survey-frame.tsx";
import { surveyAddress } from "../session/own-survey.ts";
import { exportFormatNames, type ExportFormatName } from "./export-formats.ts";
import { figuresOf } from "./figures.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the page shows. */
export type ExportPageProps = SurveyPageProps & {
  readonly survey: { readonly version: number; readonly answerCount: number };
};

/** The page from which answers are exported. */
export function ExportPage(props: ExportPageProps): JSX.Element {
  const { language, survey } = props;
  const { exporting: words } = resultsTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {survey.version === 0 ? <p>{words.notPublished}</p> : <Formats {...props} />}
    </SurveyFrame>
  );
}

function Formats(props: ExportPageProps): JSX.Element {
  const { language, survey } = props;
  const { exporting: words } = resultsTextsFor(language);
  return (
    <>
      <p>{words.text(figuresOf(language).count(survey.answerCount))}</p>
      {exportFormatNames.map((format) => (
        <FormatCard {...props} format={format} />
      ))}
      <div class="card">
        <h3>{words.codebook}</h3>
        <p>{words.codebookText}</p>
        <p>
          <a class="button button-quiet" href={surveyAddress(survey.id, "/export/codebook")}>
            {words.codebookDownload}
          </a>
        </p>
      </div>
    </>
  );
}

function FormatCard({
  language,
  survey,
  signedIn,
  format,
}: ExportPageProps & { readonly format: ExportFormatName }): JSX.Element {
  const { exporting: words } = resultsTextsFor(language);
  const { name, text } = words.formats[format];
  return (
    <div class="card">
      <h3>{name}</h3>
      <p>{text}</p>
      {format === "csv" ? <p class="fine-print">{words.formulaNote}</p> : null}
      <form method="post" action={surveyAddress(survey.id, "/export")}>
        <HiddenFields values={{ csrf: signedIn.csrf, format }} />
        <Button>{words.submit(name)}</Button>
      </form>
    </div>
  );
}
