import { scaleBand, scaleLinear } from "d3-scale";
import type { JSX } from "hono/jsx/jsx-runtime";

/** A column with its words. */
export interface Column {
  readonly label: string;
  readonly value: string;
  readonly count: number;
}

/** What the chart shows. */
export type ColumnChartProps = {
  /** Says what the chart shows, for those who cannot see it; the table after it has the numbers. */
  readonly label: string;
  readonly columns: readonly Column[];
};

const columnWidth = 40;
const height = 100;

/** Columns beside each other, for marks on a scale. Only the columns are drawn, so that they may be stretched. */
export function ColumnChart({ label, columns }: ColumnChartProps): JSX.Element {
  const width = columns.length * columnWidth;
  const names = columns.map((column) => column.label);
  const x = scaleBand(names, [0, width]).paddingInner(0.3).paddingOuter(0.15);
  const y = scaleLinear([0, Math.max(1, ...columns.map(({ count }) => count))], [0, height]);
  return (
    <div role="img" aria-label={label}>
      <svg
        class="chart-bars"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {columns.map(({ label: name, count }) => (
          <rect
            class="series-0"
            x={rounded(x(name) ?? 0)}
            y={rounded(height - y(count))}
            width={rounded(x.bandwidth())}
            height={rounded(y(count))}
          />
        ))}
      </svg>
      <div class="column-labels">
        {columns.map((column) => (
          <span>
            <span>{column.label}</span>
            <span class="column-value">{column.value}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
