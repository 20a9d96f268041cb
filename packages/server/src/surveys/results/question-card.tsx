import { plainText, type Summary } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { Figures } from "../../pages/components/figures.tsx";
import { chartData, type ChartedQuestion } from "./chart-data.ts";
import { ChartControls, type Charting } from "./chart-controls.tsx";
import { figuresOf } from "./figures.ts";
import { CellMeans } from "./number-cells.tsx";
import { QuestionChart } from "./question-chart.tsx";
import { QuestionTable } from "./question-table.tsx";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** A question over all versions, with what was answered. */
export interface QuestionResult extends ChartedQuestion {
  /** The newest texts; empty for questions that are answered by choosing. */
  readonly newest: readonly string[];
}

/** What the card shows. */
export type QuestionCardProps = QuestionResult & {
  readonly language: Language;
  /** The address of its texts, with the filter; without one there is no link to them. */
  readonly textsAddress?: string;
  /** How its chart is chosen and downloaded; neither without it. */
  readonly charting?: Charting;
  /** Whether the card is for paper, where nothing can be opened. Default false. */
  readonly isOnPaper?: boolean;
  /** What the author says about the results. */
  readonly comment?: string | undefined;
  /** The address of the comments on it; without one there is no link to them. */
  readonly commentsAddress?: string;
};

/** The answers to one question: a chart, its figures and its table. */
export function QuestionCard(props: QuestionCardProps): JSX.Element {
  const { language, merged, summary } = props;
  const { questions: words } = resultsTextsFor(language);
  const { question, isArchived } = merged;
  return (
    <section class="card stack" id={question.id}>
      <h3>
        {isArchived ? null : `${question.real_index}. `}
        <DisplayName name={plainText(question.title)} />
        {isArchived ? <span class="badge badge-neutral">{words.archived}</span> : null}
      </h3>
      <p class="fine-print">{words.answered(figuresOf(language).count(summary.answered))}</p>
      {summary.answered === 0 ? <p>{words.none}</p> : <Answers {...props} />}
      {props.comment === undefined ? null : <p class="report-text">{props.comment}</p>}
      <CommentsLink {...props} />
    </section>
  );
}

function CommentsLink({ language, merged, commentsAddress }: QuestionCardProps): JSX.Element | null {
  if (commentsAddress === undefined) return null;
  const title = plainName(plainText(merged.question.title));
  return (
    <p>
      <a
        class="link-line"
        href={commentsAddress}
        aria-label={resultsTextsFor(language).questions.commentsOn(title)}
      >
        {resultsTextsFor(language).questions.comments}
      </a>
    </p>
  );
}

function Answers(props: QuestionCardProps): JSX.Element {
  const { language, merged, summary } = props;
  const { questions: words } = resultsTextsFor(language);
  if (summary.kind === "texts") return <NewestTexts {...props} />;
  const title = plainName(plainText(merged.question.title));
  const data = chartData(language, props);
  return (
    <>
      {data === undefined ? null : <QuestionChart label={words.chart(title)} data={data} />}
      {data === undefined || props.charting === undefined ? null : (
        <ChartControls {...props} charting={props.charting} kind={data.kind} title={title} />
      )}
      {summary.kind === "number_cells" ? (
        <CellMeans language={language} caption={words.table(title)} summary={summary} />
      ) : null}
      {summary.kind === "marks" ? <MarkFigures language={language} summary={summary} /> : null}
      {summary.kind === "numbers" ? <NumberFigures language={language} summary={summary} /> : null}
      {props.isOnPaper === true ? (
        <QuestionTable {...{ language, summary, title }} />
      ) : (
        <details>
          <summary>{words.showTable}</summary>
          <QuestionTable {...{ language, summary, title }} />
        </details>
      )}
      {merged.question.blank_setting.length === 0 ? null : <TextsLink {...props} />}
    </>
  );
}

function NewestTexts(props: QuestionCardProps): JSX.Element {
  return (
    <>
      {props.newest.length === 0 ? null : (
        <ul class="text-list">
          {props.newest.map((text) => (
            <li>
              <DisplayName name={text} />
            </li>
          ))}
        </ul>
      )}
      <TextsLink {...props} />
    </>
  );
}

function TextsLink({ language, merged, textsAddress }: QuestionCardProps): JSX.Element | null {
  if (textsAddress === undefined) return null;
  const { texts: words } = resultsTextsFor(language);
  return (
    <p>
      <a class="link-line" href={textsAddress}>
        {words.all}
        <span class="visually-hidden"> {plainName(plainText(merged.question.title))}</span>
      </a>
    </p>
  );
}

type MarkFiguresProps = {
  readonly language: Language;
  readonly summary: Extract<Summary, { readonly kind: "marks" }>;
};

function MarkFigures({ language, summary }: MarkFiguresProps): JSX.Element {
  const { questions: words } = resultsTextsFor(language);
  const { mean, score, share } = figuresOf(language);
  const { netPromoterScore: nps } = summary;
  const figures = [
    { term: words.mean, details: mean(summary.mean) },
    { term: words.median, details: mean(summary.median) },
    { term: words.deviation, details: mean(summary.deviation) },
  ];
  if (nps !== undefined)
    figures.push(
      { term: words.netPromoterScore, details: score(nps.score) },
      { term: words.promoters, details: share(nps.promoters) },
      { term: words.passives, details: share(nps.passives) },
      { term: words.detractors, details: share(nps.detractors) },
    );
  return <Figures items={figures} />;
}

type NumberFiguresProps = {
  readonly language: Language;
  readonly summary: Extract<Summary, { readonly kind: "numbers" }>;
};

function NumberFigures({ language, summary }: NumberFiguresProps): JSX.Element {
  const { questions: words } = resultsTextsFor(language);
  const { count, mean, number } = figuresOf(language);
  const { answered, counted, areRanges } = summary;
  return (
    <>
      {areRanges ? <p class="fine-print">{words.ranges}</p> : null}
      {counted < answered ? <p class="fine-print">{words.newest(count(counted))}</p> : null}
      <Figures
        items={[
          { term: words.mean, details: mean(summary.mean) },
          { term: words.median, details: number(summary.median) },
          { term: words.deviation, details: mean(summary.deviation) },
          { term: words.least, details: number(summary.least) },
          { term: words.greatest, details: number(summary.greatest) },
        ]}
      />
    </>
  );
}
