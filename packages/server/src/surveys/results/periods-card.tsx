import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { DataTable } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import type { AnswerPeriods } from "./answer-periods.ts";
import { TimeChart } from "./charts/time-chart.tsx";
import { figuresOf } from "./figures.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the card shows. */
export type PeriodsCardProps = {
  readonly language: Language;
  readonly timeZone: string;
  readonly periods: AnswerPeriods;
};

/** When the answers came in. */
export function PeriodsCard({ language, timeZone, periods }: PeriodsCardProps): JSX.Element {
  const { overview: words, questions } = resultsTextsFor(language);
  const { count } = figuresOf(language);
  const { step, points, end } = periods;
  const most = Math.max(0, ...points.map((point) => point.count));
  const precision = step === "hour" ? "minute" : step;
  const name = (at: number): JSX.Element => <Moment {...{ at, timeZone, language, precision }} />;
  return (
    <section class="card stack">
      <h3>{words.overTime}</h3>
      <TimeChart
        label={words.chart}
        points={points}
        end={end}
        most={words.most[step](count(most))}
        first={name(points[0]?.at ?? 0)}
        last={name(points.at(-1)?.at ?? 0)}
      />
      <details>
        <summary>{questions.showTable}</summary>
        <DataTable
          caption={words.table[step]}
          rows={points.toReversed()}
          columns={[
            { header: words.period[step], isRowHeader: true, cell: ({ at }) => name(at) },
            { header: words.answers, cell: (point) => count(point.count) },
          ]}
        />
      </details>
    </section>
  );
}
