import { scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../../pages/components/display-name.tsx";
import { InTurns } from "../../../pages/components/in-turns.tsx";

/** A row of the chart: how often each series was counted, in the order of the series. */
export interface StackedRow {
  readonly label: string;
  readonly counts: readonly number[];
  /** What the counts come to, in words; "" or left out for none. */
  readonly value?: string;
}

/** What the chart shows. */
export type StackedBarsProps = {
  /** Says what the chart shows, for those who cannot see it; the table after it has the numbers. */
  readonly label: string;
  readonly series: readonly string[];
  readonly rows: readonly StackedRow[];
};

const width = 1000;
const height = 10;
/** Colours of series; further ones begin again. */
const colors = 8;

/** Bars of full length that are divided by series. Only the bars are drawn, so that they may be stretched. */
export function StackedBars({ label, series, rows }: StackedBarsProps): JSX.Element {
  return (
    <div class="bar-list" role="img" aria-label={label}>
      <Legend series={series} />
      <InTurns
        of={rows}
        each={(row) => (
          <div class="bar-item">
            <span class="bar-label">
              <DisplayName name={row.label} />
            </span>
            <StackedBar counts={row.counts} />
            {row.value === undefined || row.value === "" ? null : <span class="bar-value">{row.value}</span>}
          </div>
        )}
      />
    </div>
  );
}

/** The colours of series, with their names. */
export function Legend({ series }: { readonly series: readonly string[] }): JSX.Element {
  return (
    <div class="chart-legend">
      {series.map((name, at) => (
        <span>
          <svg viewBox="0 0 10 10" width="12" height="12" aria-hidden="true">
            <rect class={colorOf(at)} width="10" height="10" />
          </svg>
          <DisplayName name={name} />
        </span>
      ))}
    </div>
  );
}

function StackedBar({ counts }: Pick<StackedRow, "counts">): JSX.Element {
  return (
    <svg class="bar-line" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-track" width={width} height={height} />
      {stackedParts(counts, width).map(({ series, ...place }) => (
        <rect class={colorOf(series)} {...place} height={height} />
      ))}
    </svg>
  );
}

/** Divides a length by counts; what was not counted has no part. */
export function stackedParts(
  counts: readonly number[],
  length: number,
): readonly { readonly series: number; readonly x: number; readonly width: number }[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const x = scaleLinear([0, Math.max(1, total)], [0, length]);
  const parts = stack<readonly number[], number>()
    .keys(counts.keys())
    .value((row, key) => row[key] ?? 0)([counts]);
  return parts.flatMap(([ends], series) =>
    ends === undefined || ends[0] === ends[1]
      ? []
      : [{ series, x: rounded(x(ends[0])), width: rounded(x(ends[1]) - x(ends[0])) }],
  );
}

function colorOf(series: number): string {
  return `series-${series % colors}`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
