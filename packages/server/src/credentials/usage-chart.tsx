import type { JSX } from "hono/jsx/jsx-runtime";
import type { UsagePeriod } from "./usage-periods.ts";

/** What the chart shows, and its words. */
export type UsageChartProps = {
  readonly periods: readonly UsagePeriod[];
  /** Says what the chart shows, for those who cannot see it; the table has its numbers. */
  readonly label: string;
  readonly served: string;
  readonly refused: string;
  /** The most calls of one period, as text. */
  readonly most: string;
  readonly first: JSX.Element;
  readonly last: JSX.Element;
};

const height = 100;
const widthOfPeriod = 10;
const widthOfBar = 7;

/** Stacked bars. Only they are drawn, so that they may be stretched: all words are outside, in their usual size. */
export function UsageChart({
  periods,
  label,
  served,
  refused,
  most,
  first,
  last,
}: UsageChartProps): JSX.Element {
  const greatest = Math.max(1, ...periods.map((period) => period.served + period.refused));
  return (
    <figure class="chart">
      <figcaption class="chart-legend">
        <LegendEntry kind="served" text={served} />
        <LegendEntry kind="refused" text={refused} />
      </figcaption>
      <p class="chart-most">{most}</p>
      <svg
        class="chart-bars"
        role="img"
        aria-label={label}
        viewBox={`0 0 ${periods.length * widthOfPeriod} ${height}`}
        preserveAspectRatio="none"
      >
        {periods.map((period, index) => (
          <Bars period={period} x={index * widthOfPeriod} scale={height / greatest} />
        ))}
      </svg>
      <div class="chart-ends">
        {first}
        {last}
      </div>
    </figure>
  );
}

function LegendEntry({
  kind,
  text,
}: {
  readonly kind: "served" | "refused";
  readonly text: string;
}): JSX.Element {
  return (
    <span>
      <svg viewBox="0 0 10 10" width="12" height="12" aria-hidden="true" focusable="false">
        <rect class={`bar-${kind}`} width="10" height="10" />
      </svg>
      {text}
    </span>
  );
}

type BarsProps = { readonly period: UsagePeriod; readonly x: number; readonly scale: number };

function Bars({ period, x, scale }: BarsProps): JSX.Element {
  const left = x + (widthOfPeriod - widthOfBar) / 2;
  const [served, refused] = [period.served * scale, period.refused * scale];
  return (
    <>
      <Bar kind="served" x={left} y={height - served} height={served} />
      <Bar kind="refused" x={left} y={height - served - refused} height={refused} />
    </>
  );
}

type BarProps = {
  readonly kind: "served" | "refused";
  readonly x: number;
  readonly y: number;
  readonly height: number;
};

function Bar({ kind, x, y, height: tall }: BarProps): JSX.Element | null {
  if (tall === 0) return null;
  return <rect class={`bar-${kind}`} x={x} y={rounded(y)} width={widthOfBar} height={rounded(tall)} />;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
