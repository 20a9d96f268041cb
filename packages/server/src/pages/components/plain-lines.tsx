import type { JSX } from "hono/jsx/jsx-runtime";

/** Short texts below each other; `none` where there are none. */
export function PlainLines({ lines, none }: PlainLinesProps): JSX.Element {
  if (lines.length === 0) return <>{none}</>;
  return (
    <ul class="plain-lines">
      {lines.map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  );
}

interface PlainLinesProps {
  readonly lines: readonly string[];
  readonly none: string;
}
