import { type StoredOrigin, type ImportLoss, outcomeOf } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";
import type { Language } from "@survey-open-platform/service";

/** What the page shows. */
export type ImportReportPageProps = SurveyPageProps & { readonly origin: StoredOrigin };

/** Where a survey was imported from, and what of it is not as it was. */
export function ImportReportPage(props: ImportReportPageProps): JSX.Element {
  const { language, origin } = props;
  const { importing: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.reportTitle}>
      <h2>{words.reportTitle}</h2>
      <p>{words.reportFrom(origin.source, origin.fileName)}</p>
      <ImportReport {...origin} language={language} />
    </SurveyFrame>
  );
}

/** What the report shows. */
export type ImportReportProps = {
  readonly language: Language;
  readonly losses: readonly ImportLoss[];
  readonly lossCount: number;
};

/** Everything that is not as it was in a file, with its place: what was changed, and what was left out. */
export function ImportReport({ language, losses, lossCount }: ImportReportProps): JSX.Element {
  const { importing: words } = workspaceTextsFor(language);
  if (lossCount === 0) return <p>{words.whole}</p>;
  const changed = losses.filter((loss) => outcomeOf(loss) === "changed");
  const left = losses.filter((loss) => outcomeOf(loss) === "left_out");
  return (
    <section class="card">
      <p>{words.summary(changed.length, left.length)}</p>
      <Lines title={words.outcomes.left_out} losses={left} language={language} />
      <Lines title={words.outcomes.changed} losses={changed} language={language} />
      {lossCount > losses.length ? <p>{words.further(lossCount - losses.length)}</p> : null}
    </section>
  );
}

type LinesProps = Pick<ImportReportProps, "language" | "losses"> & { readonly title: string };

function Lines({ language, losses, title }: LinesProps): JSX.Element | null {
  const { importing: words } = workspaceTextsFor(language);
  if (losses.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul class="bullets">
        {losses.map((loss) => (
          <li>{words.loss(loss)}</li>
        ))}
      </ul>
    </>
  );
}
