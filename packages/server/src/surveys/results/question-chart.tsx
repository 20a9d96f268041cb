import type { JSX } from "hono/jsx/jsx-runtime";
import type { ChartData } from "./chart-data.ts";
import { BarList } from "./charts/bar-list.tsx";
import { ColumnChart } from "./charts/column-chart.tsx";
import { PieChart } from "./charts/pie-chart.tsx";
import { StackedBars } from "./charts/stacked-bars.tsx";

/** What is drawn of a question. */
export type QuestionChartProps = {
  /** Says what the chart shows, for those who cannot see it; the table after it has the numbers. */
  readonly label: string;
  readonly data: ChartData;
};

/** The chart of the answers to a question, as a page shows it. */
export function QuestionChart({ label, data }: QuestionChartProps): JSX.Element {
  switch (data.kind) {
    case "stacked":
      return <StackedBars label={label} series={data.series} rows={data.rows} />;
    case "bars":
      return <BarList label={label} bars={data.parts} />;
    case "columns":
    case "line":
      return <ColumnChart label={label} columns={data.parts} isLine={data.kind === "line"} />;
    default:
      return <PieChart label={label} slices={data.parts} hasHole={data.kind === "donut"} />;
  }
}
