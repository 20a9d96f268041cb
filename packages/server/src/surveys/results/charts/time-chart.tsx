import { scaleLinear, scaleTime } from "d3-scale";
import { area, curveStepAfter, line } from "d3-shape";
import type { JSX } from "hono/jsx/jsx-runtime";

/** How many answers came in during a period, which begins at `at` (ms UTC). */
export interface TimePoint {
  readonly at: number;
  readonly count: number;
}

/** What the chart shows. */
export type TimeChartProps = {
  /** Says what the chart shows, for those who cannot see it; the table after it has the numbers. */
  readonly label: string;
  /** The oldest first, without gaps; `end` is where the last period ends. */
  readonly points: readonly TimePoint[];
  readonly end: number;
  /** The most of one period, in words. */
  readonly most: string;
  readonly first: JSX.Element;
  readonly last: JSX.Element;
};

const width = 1000;
const height = 100;

/** A line with the area below it. Only they are drawn, so that they may be stretched. */
export function TimeChart({ label, points, end, most, first, last }: TimeChartProps): JSX.Element {
  const { areaPath, linePath } = pathsOf(points, end);
  return (
    <figure class="chart">
      <p class="chart-most">{most}</p>
      <svg
        class="chart-bars"
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        <path class="time-area" d={areaPath} />
        <path class="time-line" d={linePath} vector-effect="non-scaling-stroke" />
      </svg>
      <div class="chart-ends">
        {first}
        {last}
      </div>
    </figure>
  );
}

function pathsOf(points: readonly TimePoint[], end: number) {
  const x = scaleTime([points[0]?.at ?? 0, end], [0, width]);
  const y = scaleLinear([0, Math.max(1, ...points.map(({ count }) => count))], [height, 0]);
  // The count of a period holds until its end.
  const steps = [...points, { at: end, count: points.at(-1)?.count ?? 0 }];
  const areaPath = area<TimePoint>()
    .x(({ at }) => x(at))
    .y0(height)
    .y1(({ count }) => y(count))
    .curve(curveStepAfter)
    .digits(2);
  const linePath = line<TimePoint>()
    .x(({ at }) => x(at))
    .y(({ count }) => y(count))
    .curve(curveStepAfter)
    .digits(2);
  return { areaPath: areaPath(steps) ?? "", linePath: linePath(steps) ?? "" };
}
