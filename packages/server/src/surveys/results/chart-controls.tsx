import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { withQuery } from "../../pages/with-query.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { type ChartedQuestion, type ChartKind, chartKindsOf } from "./chart-data.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** How the charts of a page are chosen and downloaded. */
export interface Charting {
  readonly surveyId: number;
  readonly csrf: string;
  /** The filter of the page. */
  readonly query: string;
}

/** What the controls show. */
export type ChartControlsProps = ChartedQuestion & {
  readonly language: Language;
  readonly charting: Charting;
  /** The chart that is shown. */
  readonly kind: ChartKind;
  /** Of the question. */
  readonly title: string;
};

/** Buttons for the charts that a question can have, and links to its chart as a file. */
export function ChartControls(props: ChartControlsProps): JSX.Element {
  const { language, merged, summary, charting, kind, title } = props;
  const { questions: words } = resultsTextsFor(language);
  const { surveyId, csrf, query } = charting;
  const kinds = chartKindsOf(merged, summary);
  const address = surveyAddress(surveyId, `/results/charts/${merged.question.id}`);
  const back = withQuery(surveyAddress(surveyId, "/results"), query);
  return (
    <div class="chart-controls">
      {kinds.length < 2 ? null : (
        <form method="post" action={address} class="chart-kinds">
          <HiddenFields values={{ csrf, back }} />
          {kinds.map((one) => (
            <button
              type="submit"
              name="kind"
              value={one}
              class="text-button"
              aria-pressed={one === kind ? "true" : "false"}
            >
              {words.charts[one]}
              <span class="visually-hidden"> {title}</span>
            </button>
          ))}
        </form>
      )}
      <span class="chart-kinds">
        {(["svg", "png"] as const).map((format) => (
          <a href={withQuery(`${address}/${format}`, query)} download>
            {words.download[format]}
            <span class="visually-hidden"> {title}</span>
          </a>
        ))}
      </span>
    </div>
  );
}
