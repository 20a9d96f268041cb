import { type ImportLoss, systemFiles, systemNames, type SystemName } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { PageProps } from "../../../pages/layout.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../../pages/survey-frame.tsx";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import { ImportReport } from "../import-report.tsx";
import { outTextsFor } from "./texts/out-texts.ts";

/** What the page shows. */
export type SurveyFilesPageProps = SurveyPageProps & {
  /** What each file does not say. */
  readonly losses: Readonly<Record<SystemName, readonly ImportLoss[]>>;
};

/** Most losses that are listed for a file; all are counted. */
const listed = 200;

/** The files in which a survey leaves the platform, each with a report. */
export function SurveyFilesPage(props: SurveyFilesPageProps): JSX.Element {
  const { language, survey, losses } = props;
  const words = outTextsFor(language);
  const address = surveyAddress(survey.id);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      <Out name={words.print} text={words.printText} href={`${address}/print`} action={words.open} />
      <Out name={words.json} text={words.jsonText} href={`${address}/json`} action={words.download("JSON")} />
      {systemNames.map((system) => (
        <>
          <Out
            name={systemFiles[system].name}
            text={`.${systemFiles[system].extension}`}
            href={`${address}/export/survey/${system}`}
            action={words.download(systemFiles[system].name)}
          />
          <ImportReport
            language={language}
            losses={losses[system].slice(0, listed)}
            lossCount={losses[system].length}
          />
        </>
      ))}
      <p>
        <a class="link-line" href={`${address}/export`}>
          {words.back}
        </a>
      </p>
    </SurveyFrame>
  );
}

interface OutProps {
  readonly name: string;
  readonly text: string;
  readonly href: string;
  readonly action: string;
}

function Out({ name, text, href, action }: OutProps): JSX.Element {
  return (
    <div class="card">
      <h3>{name}</h3>
      <p>{text}</p>
      <p>
        <a class="button button-quiet" href={href}>
          {action}
        </a>
      </p>
    </div>
  );
}

/** What the page of exports says of these files. */
export function SurveyFilesCard({
  language,
  survey,
}: Pick<PageProps, "language"> & { readonly survey: { readonly id: number } }): JSX.Element {
  const words = outTextsFor(language);
  const href = surveyAddress(survey.id, "/export/survey");
  return <Out name={words.title} text={words.lead} href={href} action={words.title} />;
}
