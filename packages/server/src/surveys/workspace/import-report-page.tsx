import type { StoredOrigin } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { ImportReport } from "./import-report.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

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
