import type { JSX } from "hono/jsx/jsx-runtime";
import { CopyScript } from "../../../pages/components/copy-button.tsx";
import { Copyable } from "../../../pages/components/copyable.tsx";
import { Notice } from "../../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../../pages/survey-frame.tsx";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import { sheetsTextsFor } from "./texts/sheets-texts.ts";

/** What the page shows. */
export type SheetMadePageProps = SurveyPageProps & {
  /** With the secret. */
  readonly address: string;
};

/** The address of a new sheet, once. It is the response to the form itself: to show it later the secret would have to be kept. */
export function SheetMadePage(props: SheetMadePageProps): JSX.Element {
  const { language, survey, address } = props;
  const words = sheetsTextsFor(language);
  const { how } = words;
  const ways = [
    [how.google, `=IMPORTDATA("${address}")`],
    [how.r, `answers <- read.csv("${address}")`],
    [how.python, `answers = pandas.read_csv("${address}")`],
  ] as const;
  return (
    <SurveyFrame {...props} title={words.madeTitle}>
      <h2>{words.madeTitle}</h2>
      <Notice tone="warning" role="status">
        {words.once}
      </Notice>
      <div class="card stack">
        <h3>{words.address}</h3>
        <p>
          <Copyable language={language} about={words.address} value={address} />
        </p>
        <p class="fine-print">{how.excel}</p>
        {ways.map(([name, value]) => (
          <>
            <h4>{name}</h4>
            <p>
              <Copyable language={language} about={name} value={value} />
            </p>
          </>
        ))}
      </div>
      <p>
        <a class="button button-primary" href={surveyAddress(survey.id, "/export/sheets")}>
          {words.all}
        </a>
      </p>
      <CopyScript />
    </SurveyFrame>
  );
}
