import type { JSX } from "hono/jsx/jsx-runtime";

/** What the line shows. */
export type SparklineProps = {
  /** The oldest first; at least two. */
  readonly values: readonly number[];
  /** What it shows, in words and with all numbers. */
  readonly label: string;
};

const [width, height, margin] = [84, 24, 3];

/** A small line without axes beside a number. */
export function Sparkline({ values, label }: SparklineProps): JSX.Element {
  const most = Math.max(1, ...values);
  const step = (width - 2 * margin) / (values.length - 1);
  const points = values.map((value, at) => {
    const y = height - margin - (value / most) * (height - 2 * margin);
    return `${rounded(margin + at * step)},${rounded(y)}`;
  });
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
