import { numberFormat, type Language } from "@survey-open-platform/service";
import type { SurveyExport } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { withQuery } from "../../pages/with-query.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { ArchiveCard } from "./archive-card.tsx";
import { exportFormatNames, type ExportFormatName } from "./export-formats.ts";
import { FilterForm } from "./filter-form.tsx";
import { filterQuery, isFiltered, type Filtering } from "./results-filter.ts";
import { figuresOf } from "./figures.ts";
import { SurveyFilesCard } from "../workspace/out/survey-files-page.tsx";
import { SheetsCard } from "./sheets/sheets-page.tsx";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the page shows. */
export type ExportPageProps = SurveyPageProps &
  Filtering & {
    readonly survey: { readonly version: number; readonly answerCount: number };
    readonly timeZone: string;
    /** Those that were written in the background, or are being written. */
    readonly exports: readonly SurveyExport[];
    readonly notice: ExportNotice | undefined;
    /** Whether columns can be named by codes. */
    readonly hasCodes: boolean;
  };

/** The outcome of a form: an export is being written, there are too many of them, or a sheet has too few columns. */
export const exportNotices = ["begun", "busy", "columns"] as const;

type ExportNotice = (typeof exportNotices)[number];

/** The page from which answers are exported. */
export function ExportPage(props: ExportPageProps): JSX.Element {
  const { language, survey, notice, filter } = props;
  const { exporting: words } = resultsTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title} filterQuery={filterQuery(filter)}>
      <h2>{words.title}</h2>
      {notice === undefined ? null : (
        <Notice tone={notice === "begun" ? "success" : "warning"} role="status">
          {words.notices[notice]}
        </Notice>
      )}
      {survey.version === 0 ? <p>{words.notPublished}</p> : <Formats {...props} />}
      <div class="card-grid">
        <SurveyFilesCard {...{ language, survey }} />
        {survey.rights.has("edit") ? <ArchiveCard {...props} /> : null}
      </div>
    </SurveyFrame>
  );
}

function Formats(props: ExportPageProps): JSX.Element {
  const { language, survey, hasCodes } = props;
  const { exporting: words } = resultsTextsFor(language);
  return (
    <>
      <Scope {...props} />
      {hasCodes ? <p>{words.codesText}</p> : null}
      {survey.answerCount === 0 ? null : <FilterForm {...props} path={surveyAddress(survey.id, "/export")} />}
      {props.exports.length === 0 ? null : <Exports {...props} />}
      <div class="card-grid">
        {exportFormatNames.map((format) => (
          <FormatCard {...props} format={format} />
        ))}
        {survey.rights.has("edit") ? <SheetsCard {...{ language, survey }} /> : null}
        <div class="card">
          <h3>{words.codebook}</h3>
          <p>{words.codebookText}</p>
          <p>
            <a class="button button-quiet" href={surveyAddress(survey.id, "/export/codebook")}>
              {words.codebookDownload}
            </a>
          </p>
        </div>
      </div>
    </>
  );
}

/** Which answers an export has. */
function Scope({ language, survey: { answerCount }, filter }: ExportPageProps): JSX.Element {
  const { exporting: words } = resultsTextsFor(language);
  const count = figuresOf(language).count(answerCount);
  if (answerCount === 0) return <p>{words.noAnswers}</p>;
  if (!isFiltered(filter)) return <p>{words.text(count)}</p>;
  return (
    <Notice tone="info" role="status">
      {words.filtered(count)}
    </Notice>
  );
}

function FormatCard({
  language,
  survey,
  signedIn,
  format,
  filter,
  hasCodes,
}: ExportPageProps & { readonly format: ExportFormatName }): JSX.Element {
  const { exporting: words } = resultsTextsFor(language);
  const { name, text } = words.formats[format];
  return (
    <div class="card">
      <h3>{name}</h3>
      <p>{text}</p>
      {format === "csv" ? <p class="fine-print">{words.formulaNote}</p> : null}
      <form method="post" action={withQuery(surveyAddress(survey.id, "/export"), filterQuery(filter))}>
        <HiddenFields values={{ csrf: signedIn.csrf, format }} />
        <div class="actions">
          <Button kind={format === exportFormatNames[0] ? "primary" : "choice"}>{words.submit(name)}</Button>
          {hasCodes ? (
            <Button kind="quiet" name="naming" value="codes">
              {words.withCodes}
              <span class="visually-hidden"> {name}</span>
            </Button>
          ) : null}
        </div>
      </form>
    </div>
  );
}

function Exports({ language, survey, timeZone, exports }: ExportPageProps): JSX.Element {
  const { exporting: words } = resultsTextsFor(language);
  const moment = (at: number) => <Moment at={at} timeZone={timeZone} language={language} />;
  return (
    <section class="card stack">
      <h3>{words.kept}</h3>
      <p>{words.keptText}</p>
      <DataTable
        caption={words.kept}
        rows={exports}
        columns={[
          { header: words.made, isRowHeader: true, cell: ({ createdAt }) => moment(createdAt) },
          { header: words.format, cell: ({ format }) => nameOf(language, format) },
          { header: words.size, cell: ({ bytes }) => sizeText(bytes, language) },
          { header: words.until, cell: ({ expiresAt }) => moment(expiresAt) },
          {
            header: words.state,
            cell: ({ id, state }) =>
              state === "ready" ? (
                <a href={surveyAddress(survey.id, `/export/files/${id}`)}>{words.download}</a>
              ) : (
                words.states[state]
              ),
          },
        ]}
      />
    </section>
  );
}

function nameOf(language: Language, format: string): string {
  const known = exportFormatNames.find((name) => name === format);
  return known === undefined ? format : resultsTextsFor(language).exporting.formats[known].name;
}

function sizeText(bytes: number, language: Language): string {
  const format = { style: "unit", unit: "megabyte", maximumFractionDigits: 1 } as const;
  return numberFormat(language, format).format(bytes / 1_000_000);
}
