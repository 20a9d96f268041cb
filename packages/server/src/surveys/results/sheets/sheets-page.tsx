import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../../pages/components/button.tsx";
import { DisplayName } from "../../../pages/components/display-name.tsx";
import { Select } from "../../../pages/components/field.tsx";
import { HiddenFields } from "../../../pages/components/hidden-fields.tsx";
import { DataTable } from "../../../pages/components/list.tsx";
import { Moment } from "../../../pages/components/moment.tsx";
import { Notice } from "../../../pages/components/notice.tsx";
import type { PageProps } from "../../../pages/layout.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../../pages/survey-frame.tsx";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import { type AnswerSheet, mostAnswerSheets } from "../../../store/surveys/answer-sheet-table.ts";
import { figuresOf } from "../figures.ts";
import { sheetsTextsFor } from "./texts/sheets-texts.ts";

/** What the page shows. */
export type SheetsPageProps = SurveyPageProps & {
  readonly timeZone: string;
  readonly sheets: readonly AnswerSheet[];
  readonly notice: SheetsNotice | undefined;
};

/** The outcome of a form: a sheet was withdrawn, or there are too many. */
export const sheetsNotices = ["withdrawn", "many"] as const;

type SheetsNotice = (typeof sheetsNotices)[number];

/** The sheets of a survey that refresh themselves. */
export function SheetsPage(props: SheetsPageProps): JSX.Element {
  const { language, survey, signedIn, sheets, notice } = props;
  const words = sheetsTextsFor(language);
  const isWithdrawn = notice === "withdrawn";
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {notice === undefined ? null : (
        <Notice tone={isWithdrawn ? "success" : "warning"} role="status">
          {isWithdrawn ? words.withdrawn : words.many(figuresOf(language).count(mostAnswerSheets))}
        </Notice>
      )}
      <p>{words.lead}</p>
      {sheets.length === 0 ? null : <Sheets {...props} />}
      <form method="post" action={surveyAddress(survey.id, "/export/sheets")} class="card stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <Select
          id="values"
          label={words.values}
          value="texts"
          options={(["texts", "codes"] as const).map((value) => ({ value, label: words[value] }))}
        />
        <Button>{words.make}</Button>
      </form>
      <p>
        <a class="link-line" href={surveyAddress(survey.id, "/export")}>
          {words.back}
        </a>
      </p>
    </SurveyFrame>
  );
}

/** What the page of exports says of sheets. */
export function SheetsCard({
  language,
  survey,
}: Pick<PageProps, "language"> & { readonly survey: { readonly id: number } }): JSX.Element {
  const words = sheetsTextsFor(language);
  return (
    <div class="card">
      <h3>{words.title}</h3>
      <p>{words.lead}</p>
      <p>
        <a class="button button-quiet" href={surveyAddress(survey.id, "/export/sheets")}>
          {words.open}
        </a>
      </p>
    </div>
  );
}

function Sheets({ language, survey, signedIn, timeZone, sheets }: SheetsPageProps): JSX.Element {
  const words = sheetsTextsFor(language);
  return (
    <DataTable
      caption={words.caption}
      rows={sheets}
      columns={[
        { header: words.sheet, isRowHeader: true, cell: ({ id }) => words.named(id) },
        { header: words.values, cell: ({ hasCodes }) => (hasCodes ? words.codes : words.texts) },
        {
          header: words.made,
          cell: ({ createdAt }) => <Moment at={createdAt} timeZone={timeZone} language={language} />,
        },
        { header: words.maker, cell: ({ maker }) => <DisplayName name={maker} /> },
        {
          header: words.action,
          cell: ({ id }) => (
            <form method="post" action={surveyAddress(survey.id, `/export/sheets/${id}/withdraw`)}>
              <HiddenFields values={{ csrf: signedIn.csrf }} />
              <Button kind="danger">
                {words.withdraw}
                <span class="visually-hidden"> {words.named(id)}</span>
              </Button>
            </form>
          ),
        },
      ]}
    />
  );
}
