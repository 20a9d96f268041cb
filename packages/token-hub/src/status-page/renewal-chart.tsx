import type { JSX } from "hono/jsx/jsx-runtime";
import type { RenewalHour } from "../store/renewal-history.ts";
import type { Language } from "@survey-open-platform/service";
import { textsFor } from "./texts/texts.ts";

/** What is counted, from the bottom of a bar to its top. */
export const series = ["minted", "foreign", "failed"] as const;

const height = 100;
const slot = 10;
const barWidth = 7;
/** Hours between two that are named below the chart. */
const namedEvery = 6;

interface ChartProps {
  readonly language: Language;
  readonly renewals: readonly RenewalHour[];
}

/** Bars, one for each hour. The words stand around the image, so that they keep their size when it is stretched. */
export function RenewalChart({ language, renewals }: ChartProps): JSX.Element {
  const texts = textsFor(language);
  const top = scaleTop(Math.max(...renewals.map(totalOf), 0));
  const named = renewals.filter((_, index) => index % namedEvery === 0 || index === renewals.length - 1);
  return (
    <figure>
      <div class="chart">
        <div class="chart-scale" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span>{value}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={texts.chartLabel}
          viewBox={`0 0 ${renewals.length * slot} ${height}`}
          preserveAspectRatio="none"
        >
          {[0, height / 2].map((y) => (
            <line class="chart-grid" x1="0" x2={renewals.length * slot} y1={y} y2={y} />
          ))}
          {renewals.map((hour, index) => (
            <Bar hour={hour} index={index} top={top} />
          ))}
        </svg>
        <div class="chart-hours" aria-hidden="true">
          {named.map(({ startsAt }) => (
            <span>{new Date(startsAt).toISOString().slice(11, 16)}</span>
          ))}
        </div>
      </div>
      <figcaption>
        <ul class="legend">
          {series.map((name) => (
            <li>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect class={`bar-${name}`} width="10" height="10" rx="2" />
              </svg>
              {texts.series[name]}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

interface BarProps {
  readonly hour: RenewalHour;
  readonly index: number;
  readonly top: number;
}

function Bar({ hour, index, top }: BarProps): JSX.Element {
  const x = index * slot + (slot - barWidth) / 2;
  let base = height;
  const pieces = series.flatMap((name) => {
    if (hour[name] === 0) return [];
    const size = (hour[name] / top) * height;
    base -= size;
    return [<rect class={`bar-${name}`} x={x} y={base} width={barWidth} height={size} />];
  });
  return <g>{pieces}</g>;
}

function totalOf({ minted, foreign, failed }: RenewalHour): number {
  return minted + foreign + failed;
}

/** An even number at the top of the scale, so that its half is whole: 2, 4, 10, 20, 40, 100, … */
function scaleTop(most: number): number {
  for (let decade = 1; ; decade *= 10) {
    const found = [2, 4, 10].map((step) => step * decade).find((top) => top >= most);
    if (found !== undefined) return found;
  }
}
