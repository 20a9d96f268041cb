import type { JSX } from "hono/jsx/jsx-runtime";
import { Copyable } from "../../../pages/components/copyable.tsx";
import type { SurveyPageProps } from "../../../pages/survey-frame.tsx";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import { MadeAddressPage } from "../made-address.tsx";
import { sheetsTextsFor } from "./texts/sheets-texts.ts";

/** What the page shows. */
export type SheetMadePageProps = SurveyPageProps & {
  /** With the secret. */
  readonly address: string;
};

/** The address of a new sheet, and how programs load it. */
export function SheetMadePage(props: SheetMadePageProps): JSX.Element {
  const { language, survey, address } = props;
  const words = sheetsTextsFor(language);
  const { how } = words;
  const ways = [
    [how.google, `=IMPORTDATA("${address}")`],
    [how.r, `answers <- read.csv("${address}")`],
    [how.python, `answers = pandas.read_csv("${address}")`],
  ] as const;
  const back = { href: surveyAddress(survey.id, "/export/sheets"), label: words.all };
  return (
    <MadeAddressPage {...props} words={words} back={back}>
      <p class="fine-print">{how.excel}</p>
      {ways.map(([name, value]) => (
        <>
          <h4>{name}</h4>
          <p>
            <Copyable language={language} about={name} value={value} />
          </p>
        </>
      ))}
    </MadeAddressPage>
  );
}
