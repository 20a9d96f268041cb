import { scaleBand, scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
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
  /** Whether a line joins the ends of the columns, instead of them. Default false. */
  readonly isLine?: boolean;
};

const columnWidth = 40;
const height = 100;

/** Columns beside each other, for marks on a scale. Only the columns are drawn, so that they may be stretched. */
export function ColumnChart({ label, columns, isLine = false }: ColumnChartProps): JSX.Element {
  const width = columns.length * columnWidth;
  const placed = placeColumns(columns, { width, height });
  return (
    <div role="img" aria-label={label}>
      <svg
        class="chart-bars"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {isLine ? (
          <>
            <path class="time-area" d={columnPaths(placed, height).area} />
            <path class="time-line" d={columnPaths(placed, height).line} vector-effect="non-scaling-stroke" />
          </>
        ) : (
          placed.map((place) => <rect class="series-0" {...place} />)
        )}
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

/** Where a column stands; `y` is its upper end. */
export interface PlacedColumn {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Places columns in an area, the highest as high as the area. */
export function placeColumns(
  columns: readonly Pick<Column, "count">[],
  room: { readonly width: number; readonly height: number },
): readonly PlacedColumn[] {
  const x = scaleBand([...columns.keys()], [0, room.width])
    .paddingInner(0.3)
    .paddingOuter(0.15);
  const y = scaleLinear([0, Math.max(1, ...columns.map(({ count }) => count))], [0, room.height]);
  return columns.map(({ count }, at) => ({
    x: rounded(x(at) ?? 0),
    y: rounded(room.height - y(count)),
    width: rounded(x.bandwidth()),
    height: rounded(y(count)),
  }));
}

/** The paths of a line through the ends of columns, and of the area below it down to `bottom`. */
export function columnPaths(
  placed: readonly PlacedColumn[],
  bottom: number,
): { readonly line: string; readonly area: string } {
  const x = (place: PlacedColumn) => place.x + place.width / 2;
  const y = (place: PlacedColumn) => place.y;
  return {
    line: line<PlacedColumn>().x(x).y(y).digits(2)([...placed]) ?? "",
    area: area<PlacedColumn>().x(x).y0(bottom).y1(y).digits(2)([...placed]) ?? "",
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
