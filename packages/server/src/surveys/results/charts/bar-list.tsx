import { scaleLinear } from "d3-scale";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../../pages/components/display-name.tsx";
import { InTurns } from "../../../pages/components/in-turns.tsx";

/** A bar with its words. */
export interface Bar {
  readonly label: string;
  /** What it comes to, such as "12 (34%)". */
  readonly value: string;
  /** How long it is, from 0 to 1. */
  readonly length: number;
}

const width = 100;
const height = 10;

/**
 * Bars below each other. Only the bars are drawn, so that they may be stretched: words are text in its usual size, which
 * wraps. The chart is one picture to screen readers; the table after it has its numbers.
 */
export function BarList({ label, bars }: BarListProps): JSX.Element {
  return (
    <div class="bar-list" role="img" aria-label={label}>
      <InTurns
        of={bars}
        each={({ label: name, value, length }) => (
          <div class="bar-item">
            <span class="bar-label">
              <DisplayName name={name} />
            </span>
            <BarLine length={length} />
            <span class="bar-value">{value}</span>
          </div>
        )}
      />
    </div>
  );
}

/** What the chart shows. */
export type BarListProps = {
  /** Says what the chart shows, for those who cannot see it. */
  readonly label: string;
  readonly bars: readonly Bar[];
};

const scale = scaleLinear([0, 1], [0, width]).clamp(true);

/** A bar alone, in the colour of a series; the first one by default. */
export function BarLine({
  length,
  series = 0,
}: Pick<Bar, "length"> & { readonly series?: number }): JSX.Element {
  return (
    <svg class="bar-line" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-track" width={width} height={height} />
      <rect class={`series-${series}`} width={Math.round(scale(length) * 100) / 100} height={height} />
    </svg>
  );
}
