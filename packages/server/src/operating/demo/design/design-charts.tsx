import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Figures } from "../../../pages/components/figures.tsx";
import { Moment } from "../../../pages/components/moment.tsx";
import { Part } from "../../../pages/components/part.tsx";
import { BarList } from "../../../surveys/results/charts/bar-list.tsx";
import { ColumnChart } from "../../../surveys/results/charts/column-chart.tsx";
import { PairedBars } from "../../../surveys/results/charts/paired-bars.tsx";
import { PieChart } from "../../../surveys/results/charts/pie-chart.tsx";
import { StackedBars } from "../../../surveys/results/charts/stacked-bars.tsx";
import { TimeChart } from "../../../surveys/results/charts/time-chart.tsx";
import { designTextsFor } from "./design-texts.ts";

const counts = [5, 9, 2, 4];
const day = 86_400_000;
const begin = Date.UTC(2026, 10, 21);

type InLanguage = { readonly language: Language };

/** What results are made of. */
export function DesignCharts({ language }: InLanguage): JSX.Element {
  const words = designTextsFor(language);
  return (
    <Part title={words.sections.charts}>
      <Figures items={counts.map((count) => ({ term: words.word, details: String(count) }))} />
      <div class="card-grid">
        {chartsOf(language).map((chart) => (
          <div class="card">{chart}</div>
        ))}
      </div>
    </Part>
  );
}

function chartsOf(language: Language): readonly JSX.Element[] {
  const { word, value: second, title1: label } = designTextsFor(language);
  const parts = counts.map((count, at) => ({ label: `${word} ${at + 1}`, value: String(count), count }));
  const bars = parts.map(({ count, ...part }) => ({ ...part, length: count / 20 }));
  const moment = (at: number) => <Moment {...{ at, language }} timeZone="UTC" precision="day" />;
  return [
    <BarList {...{ label, bars }} />,
    <ColumnChart label={label} columns={parts} />,
    <ColumnChart label={label} columns={parts} isLine />,
    <PieChart label={label} slices={parts} hasHole={false} />,
    <PieChart label={label} slices={parts} hasHole />,
    <StackedBars
      label={label}
      series={[word, second]}
      rows={[
        { label: word, counts: [3, 1] },
        { label: second, counts: [1, 4] },
      ]}
    />,
    <PairedBars
      label={label}
      groups={[word, second]}
      pairs={bars.slice(0, 2).map((bar) => ({ label: bar.label, bars: [bar, bar] }))}
    />,
    <TimeChart
      label={label}
      points={counts.map((count, at) => ({ at: begin + at * day, count }))}
      end={begin + counts.length * day}
      most={String(Math.max(...counts))}
      first={moment(begin)}
      last={moment(begin + counts.length * day)}
    />,
  ];
}
