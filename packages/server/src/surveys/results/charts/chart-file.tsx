import type { JSX } from "hono/jsx/jsx-runtime";
import { renderPart } from "../../../pages/render-page.ts";
import type { ChartData, ChartPart } from "../chart-data.ts";
import { columnPaths, placeColumns } from "./column-chart.tsx";
import { slicePaths } from "./pie-chart.tsx";
import { stackedParts, type StackedRow } from "./stacked-bars.tsx";
import { textWidth, wrapText } from "./wrap-text.ts";

/** A chart as a file of its own. */
export interface ChartFile {
  readonly title: string;
  /** Below the title: how many answered. */
  readonly note: string;
  readonly data: ChartData;
  /** Says how many parts are left out. */
  readonly more: (count: number) => string;
}

/** Something drawn, with the room that it takes, in pixels. */
interface Drawn {
  readonly node: JSX.Element;
  readonly height: number;
}

const width = 800;
const margin = 32;
const inner = width - 2 * margin;
/** Parts that are drawn: a picture has an end. */
const mostParts = 100;

/** A file is shown without the stylesheet of the pages, so it has the light colours of its own. */
const colors = ["#0b5d66", "#b4560f", "#3a4f9c", "#7d6a00", "#76407f", "#3d6324", "#a3285b", "#4c5560"];
const ink = "#14242b";
const softInk = "#475961";
const track = "#edf2f3";
const soft = "#e1f0f1";
const fonts =
  "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', 'DejaVu Sans', sans-serif";

/** The chart as an SVG file that loads nothing. */
export function chartSvg({ title, note, data, more }: ChartFile): string {
  const heading = lines(title, { size: 20, width: inner, weight: 600 });
  const parts = [heading, lines(note, { size: 14, width: inner, color: softInk }), ...drawn(data, more)];
  const placed = below(parts, 12);
  const height = placed.height + 2 * margin;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${renderPart(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      font-family={fonts}
      role="img"
    >
      <title>{clean(title)}</title>
      <rect width={width} height={height} fill="#ffffff" />
      <g transform={`translate(${margin} ${margin})`}>{placed.node}</g>
    </svg>,
  )}`;
}

function drawn(data: ChartData, more: ChartFile["more"]): readonly Drawn[] {
  switch (data.kind) {
    case "stacked":
      return [legend(data.series), ...limited(data.rows, stackedRow, more)];
    case "bars":
      return limited(data.parts, bar, more);
    case "columns":
    case "line":
      return [columns(data.parts, data.kind === "line")];
    default:
      return [slices(data.parts, data.kind === "donut")];
  }
}

function limited<Part>(
  parts: readonly Part[],
  draw: (part: Part) => Drawn,
  more: ChartFile["more"],
): readonly Drawn[] {
  const left = parts.length - mostParts;
  const shown = parts.slice(0, mostParts).map(draw);
  return left <= 0 ? shown : [...shown, lines(more(left), { size: 14, width: inner, color: softInk })];
}

/** Puts parts below each other. */
function below(parts: readonly Drawn[], gap: number): Drawn {
  let y = 0;
  const nodes = parts.map((part, at) => {
    if (at > 0) y += gap;
    const node = <g transform={`translate(0 ${y})`}>{part.node}</g>;
    y += part.height;
    return node;
  });
  return { node: <>{nodes}</>, height: y };
}

interface TextStyle {
  readonly size: number;
  /** In which the text is wrapped. */
  readonly width: number;
  readonly color?: string;
  readonly weight?: number;
  readonly anchor?: "start" | "middle" | "end";
}

function lines(text: string, style: TextStyle): Drawn {
  const { size, color = ink, weight = 400, anchor = "start" } = style;
  const lineHeight = Math.round(size * 1.4);
  const wrapped = wrapText(clean(text), style);
  const node = (
    <text font-size={size} fill={color} font-weight={weight} text-anchor={anchor}>
      {wrapped.map((line, at) => (
        <tspan x="0" y={at * lineHeight + size}>
          {line}
        </tspan>
      ))}
    </text>
  );
  return { node, height: wrapped.length * lineHeight };
}

const valueWidth = 150;

function bar({ label, value, length }: ChartPart): Drawn {
  const name = lines(label, { size: 14, width: inner - valueWidth });
  const filled = Math.round(inner * Math.min(1, Math.max(0, length)) * 100) / 100;
  return {
    node: (
      <>
        {name.node}
        <g transform={`translate(${inner} 0)`}>
          {lines(value, { size: 14, width: valueWidth, color: softInk, anchor: "end" }).node}
        </g>
        <rect y={name.height} width={inner} height={12} rx={3} fill={track} />
        <rect y={name.height} width={filled} height={12} rx={3} fill={colors[0]} />
      </>
    ),
    height: name.height + 12,
  };
}

const plotHeight = 240;

function columns(parts: readonly ChartPart[], isLine: boolean): Drawn {
  const placed = placeColumns(parts, { width: inner, height: plotHeight });
  const paths = columnPaths(placed, plotHeight);
  const step = inner / Math.max(1, parts.length);
  const names = parts.map(({ label, value }) =>
    below(
      [
        lines(label, { size: 12, width: step - 4, anchor: "middle" }),
        lines(value, { size: 12, width: step - 4, color: softInk, anchor: "middle" }),
      ],
      0,
    ),
  );
  return {
    node: (
      <>
        <path d={`M0 ${plotHeight}H${inner}`} stroke={softInk} />
        {isLine ? (
          <>
            <path d={paths.area} fill={soft} />
            <path d={paths.line} fill="none" stroke={colors[0]} stroke-width={2} />
          </>
        ) : (
          placed.map((place) => <rect {...place} fill={colors[0]} />)
        )}
        {names.map(({ node }, at) => (
          <g transform={`translate(${Math.round((at + 0.5) * step)} ${plotHeight + 8})`}>{node}</g>
        ))}
      </>
    ),
    height: plotHeight + 8 + Math.max(0, ...names.map(({ height }) => height)),
  };
}

const radius = 120;
const legendAt = 2 * radius + 40;

function slices(parts: readonly ChartPart[], hasHole: boolean): Drawn {
  const names = below(
    parts.map(({ label, value }, at) => swatched(`${label}  ${value}`, at, inner - legendAt)),
    6,
  );
  return {
    node: (
      <>
        <g transform={`translate(${radius} ${radius})`} stroke="#ffffff">
          {slicePaths(parts, { radius, hasHole }).map((path, at) => (
            <path d={path} fill={colorOf(at)} />
          ))}
        </g>
        <g transform={`translate(${legendAt} 0)`}>{names.node}</g>
      </>
    ),
    height: Math.max(2 * radius, names.height),
  };
}

/** A colour with what it means. */
function swatched(text: string, at: number, room: number): Drawn {
  const name = lines(text, { size: 14, width: room - 22 });
  return {
    node: (
      <>
        <rect y={3} width={12} height={12} fill={colorOf(at)} />
        <g transform="translate(20 0)">{name.node}</g>
      </>
    ),
    height: name.height,
  };
}

function legend(series: readonly string[]): Drawn {
  let [x, y] = [0, 0];
  let rowHeight = 0;
  const nodes = series.map((name, at) => {
    const room = Math.min(inner, textWidth(clean(name), 14) + 40);
    if (x > 0 && x + room > inner) [x, y, rowHeight] = [0, y + rowHeight + 4, 0];
    const item = swatched(name, at, room);
    const node = <g transform={`translate(${x} ${y})`}>{item.node}</g>;
    x += room;
    rowHeight = Math.max(rowHeight, item.height);
    return node;
  });
  return { node: <>{nodes}</>, height: y + rowHeight };
}

function stackedRow({ label, counts, value = "" }: StackedRow): Drawn {
  const bars = {
    node: (
      <>
        <rect width={inner} height={14} fill={track} />
        {stackedParts(counts, inner).map(({ x, width: length, series }) => (
          <rect x={x} width={length} height={14} fill={colorOf(series)} />
        ))}
      </>
    ),
    height: 14,
  };
  const note = lines(value, { size: 12, width: inner, color: softInk });
  return below([lines(label, { size: 14, width: inner }), bars, ...(value === "" ? [] : [note])], 2);
}

function colorOf(series: number): string {
  return colors[series % colors.length] ?? ink;
}

/** Without characters that XML cannot have (XML 1.0, section 2.2). */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}");
}
