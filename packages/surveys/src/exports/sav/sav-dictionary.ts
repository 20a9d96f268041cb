import { slicesInTurns } from "../../model/in-turns.ts";
import type { ColumnChoice } from "../export-column.ts";
import { oneLine, spssLabelBytes, withinBytes } from "../spss-text.ts";
import { compressionBias } from "./compressed-cases.ts";
import { double, filled, int32, lengthUpTo } from "./sav-bytes.ts";
import { elementsOf, savSegments, type SavSegment } from "./sav-segments.ts";
import type { SavFormat, SavVariable } from "./sav-variable.ts";

/** A variable with its place in the file. */
export interface PlacedVariable {
  readonly variable: SavVariable;
  readonly segments: readonly SavSegment[];
  /** Of its first segment: at most eight letters, unique. The name of its column is its long name. */
  readonly shortName: string;
  /** Position of its first element in a case, from 1. */
  readonly index: number;
}

const formatCodes = { A: 1, F: 5, TIME: 21, DATETIME: 22 };
const measureCodes = { nominal: 1, ordinal: 2, scale: 3 };
const utf8CodePage = 65_001;
/** Records that are made in one turn of the event loop. */
const recordsInTurn = 1000;

/** Gives each variable its place: a long text has a name for each of its segments. */
export function placeVariables(variables: readonly SavVariable[]): readonly PlacedVariable[] {
  let index = 1;
  let names = 0;
  return variables.map((variable) => {
    const segments = variable.width === 0 ? [{ width: 0, held: 0 }] : savSegments(variable.width);
    const placed = { variable, segments, shortName: shortNameOf(names), index };
    names += segments.length;
    for (const { width } of segments) index += elementsOf(width);
    return placed;
  });
}

/** Everything before the cases, see the description of system files in the manual of PSPP. */
export async function* savDictionary(
  variables: readonly PlacedVariable[],
  madeAt: Date,
): AsyncGenerator<Uint8Array> {
  for await (const records of slicesInTurns(recordsOf(variables, madeAt), recordsInTurn))
    yield Buffer.concat(records);
}

function* recordsOf(variables: readonly PlacedVariable[], madeAt: Date): Generator<Buffer> {
  yield fileHeader(variables, madeAt);
  let names = 0;
  for (const placed of variables) {
    for (const [at, segment] of placed.segments.entries()) {
      yield variableRecord(placed, segment, at === 0, shortNameOf(names));
      names += 1;
    }
  }
  for (const { variable, index } of variables)
    if (variable.column.choices.length > 0) yield valueLabels(variable.column.choices, index);
  yield machineInformation();
  yield* extensions(variables);
  yield Buffer.concat([int32(999), int32(0)]);
}

function fileHeader(variables: readonly PlacedVariable[], madeAt: Date): Buffer {
  const last = variables.at(-1);
  const elements = last === undefined ? 0 : last.index - 1 + elementsIn(last);
  const [, day = "", month = "", year = "", time = ""] =
    /^\w+, (\d\d) (\w+) \d\d(\d\d) ([\d:]+)/.exec(madeAt.toUTCString()) ?? [];
  return Buffer.concat([
    filled("$FL2", 4),
    filled("@(#) SPSS DATA FILE Survey Open Platform", 60),
    // Layout, elements in a case, compression, no weight, number of cases not known.
    ...[2, elements, 1, 0, -1].map(int32),
    double(compressionBias),
    filled(`${day} ${month} ${year}`, 9),
    filled(time, 8),
    filled("", 64),
    Buffer.alloc(3),
  ]);
}

/** Elements of a variable in a case. */
export function elementsIn({ segments }: PlacedVariable): number {
  return segments.reduce((sum, { width }) => sum + elementsOf(width), 0);
}

function variableRecord(
  { variable, segments }: PlacedVariable,
  { width }: SavSegment,
  isFirst: boolean,
  name: string,
): Buffer {
  const label = Buffer.from(withinBytes(oneLine(variable.column.title), spssLabelBytes.variable));
  const format = formatNumber(segments.length === 1 ? variable.format : { type: "A", width, decimals: 0 });
  const hasLabel = isFirst && label.byteLength > 0;
  const parts = [...[2, width, hasLabel ? 1 : 0, 0, format, format].map(int32), filled(name, 8)];
  if (hasLabel) parts.push(int32(label.byteLength), filled(label, lengthUpTo(label.byteLength, 4)));
  // Every eight bytes of a text have a record, which says that it goes on.
  for (let more = 1; more < elementsOf(width); more += 1)
    parts.push(...[2, -1, 0, 0, 0, 0].map(int32), filled("", 8));
  return Buffer.concat(parts);
}

function formatNumber({ type, width, decimals }: SavFormat): number {
  return formatCodes[type] * 65_536 + Math.min(255, width) * 256 + decimals;
}

function valueLabels(choices: readonly ColumnChoice[], index: number): Buffer {
  const labels = choices.flatMap(({ code, text }) => {
    const label = Buffer.from(withinBytes(oneLine(text), spssLabelBytes.value));
    const length = Buffer.of(label.byteLength);
    return [double(code), filled(Buffer.concat([length, label]), lengthUpTo(1 + label.byteLength, 8))];
  });
  return Buffer.concat([int32(3), int32(choices.length), ...labels, ...[4, 1, index].map(int32)]);
}

/** Little-endian IEEE 754 in UTF-8, and what stands for a missing value and the ends of ranges. */
function machineInformation(): Buffer {
  const machine = [1, 0, 0, -1, 1, 1, 2, utf8CodePage].map(int32);
  const secondLowest = Buffer.from("feffffffffffefff", "hex");
  const floats = [double(-Number.MAX_VALUE), double(Number.MAX_VALUE), secondLowest];
  return Buffer.concat([extension(3, 4, machine), extension(4, 8, floats)]);
}

function* extensions(variables: readonly PlacedVariable[]): Generator<Buffer> {
  yield extension(
    11,
    4,
    variables.flatMap(({ variable, segments }) => segments.flatMap(() => shownAs(variable))),
  );
  const names = variables.map(({ variable, shortName }) => `${shortName}=${variable.column.name}`);
  yield textExtension(13, names.join("\t"));
  const long = variables.filter(({ segments }) => segments.length > 1);
  const widths = long.map(
    ({ variable, shortName }) => `${shortName}=${String(variable.width).padStart(5, "0")}\0\t`,
  );
  if (long.length > 0) yield textExtension(14, widths.join(""));
  yield textExtension(20, "UTF-8");
}

/** Measure, width of the column and alignment: texts to the left, numbers to the right. */
function shownAs({ column, format, width }: SavVariable): readonly Buffer[] {
  return [measureCodes[column.measure], Math.min(40, format.width), width > 0 ? 0 : 1].map(int32);
}

function textExtension(subtype: number, text: string): Buffer {
  return extension(subtype, 1, [Buffer.from(text)]);
}

function extension(subtype: number, size: number, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([...[7, subtype, size, content.byteLength / size].map(int32), content]);
}

function shortNameOf(number: number): string {
  return `V${String(number + 1).padStart(7, "0")}`;
}
