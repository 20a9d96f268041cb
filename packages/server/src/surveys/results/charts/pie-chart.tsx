import { arc, pie } from "d3-shape";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../../pages/components/display-name.tsx";

/** A slice with its words. */
export interface Slice {
  readonly label: string;
  /** What it comes to, such as "12 (34%)". */
  readonly value: string;
  readonly count: number;
}

/** What the chart shows. */
export type PieChartProps = {
  /** Says what the chart shows, for those who cannot see it; the table after it has the numbers. */
  readonly label: string;
  /** As many as there are colours of series at most. */
  readonly slices: readonly Slice[];
  readonly hasHole: boolean;
};

/** A circle that is divided by counts, with its legend beside it. */
export function PieChart({ label, slices, hasHole }: PieChartProps): JSX.Element {
  const radius = 100;
  return (
    <div class="pie-chart" role="img" aria-label={label}>
      <svg class="pie" viewBox={`${-radius} ${-radius} ${2 * radius} ${2 * radius}`} aria-hidden="true">
        {slicePaths(slices, { radius, hasHole }).map((path, at) => (
          <path class={`series-${at}`} d={path} />
        ))}
      </svg>
      <div class="pie-legend">
        {slices.map(({ label: name, value }, at) => (
          <div class="pie-item">
            <svg viewBox="0 0 10 10" width="12" height="12" aria-hidden="true">
              <rect class={`series-${at}`} width="10" height="10" />
            </svg>
            <span class="bar-label">
              <DisplayName name={name} />
            </span>
            <span class="bar-value">{value}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The path of each slice around the point 0, 0, in the order of the slices; "" for one of nothing. */
export function slicePaths(
  slices: readonly Pick<Slice, "count">[],
  { radius, hasHole }: { readonly radius: number; readonly hasHole: boolean },
): readonly string[] {
  const layout = pie<Pick<Slice, "count">>()
    .sortValues(null)
    .value(({ count }) => count);
  const shape = arc<ReturnType<typeof layout>[number]>()
    .innerRadius(hasHole ? radius * 0.58 : 0)
    .outerRadius(radius)
    .digits(2);
  return layout([...slices]).map((slice) => (slice.value === 0 ? "" : (shape(slice) ?? "")));
}
