import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../../pages/components/display-name.tsx";
import { InTurns } from "../../../pages/components/in-turns.tsx";
import { BarLine } from "./bar-list.tsx";
import { Legend } from "./stacked-bars.tsx";

/** A bar of each of two groups. */
export interface BarPair {
  readonly label: string;
  readonly bars: readonly [PairedBar, PairedBar];
}

/** One of the two. */
export interface PairedBar {
  /** What it comes to, in words. */
  readonly value: string;
  /** How long it is, from 0 to 1. */
  readonly length: number;
}

/** What the chart shows. */
export type PairedBarsProps = {
  /** Says what the chart shows, for those who cannot see it; the table after it has the numbers. */
  readonly label: string;
  readonly groups: readonly [string, string];
  readonly pairs: readonly BarPair[];
};

/** Two groups beside each other: below each name a bar of the one, and a bar of the other. */
export function PairedBars({ label, groups, pairs }: PairedBarsProps): JSX.Element {
  return (
    <div class="bar-list" role="img" aria-label={label}>
      <Legend series={groups} />
      <InTurns
        of={pairs}
        each={({ label: name, bars }) => (
          <div class="bar-pair">
            <span class="bar-label">
              <DisplayName name={name} />
            </span>
            {bars.map(({ value, length }, series) => (
              <>
                <BarLine length={length} series={series} />
                <span class="bar-value">{value}</span>
              </>
            ))}
          </div>
        )}
      />
    </div>
  );
}
