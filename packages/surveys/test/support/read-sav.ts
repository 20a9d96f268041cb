/** A variable as a system file tells it. */
export interface ReadVariable {
  readonly name: string;
  readonly label: string;
  /** Bytes of a text; 0 for a number. */
  readonly width: number;
  readonly measure: "nominal" | "ordinal" | "scale";
  /** Number of the format, its width and decimals. */
  readonly format: readonly [number, number, number];
  readonly valueLabels: Readonly<Record<string, string>>;
}

/** What is in a system file. */
export interface SavContent {
  readonly variables: readonly ReadVariable[];
  readonly rows: readonly (readonly (string | number | undefined)[])[];
  readonly encoding: string;
}

interface Segment {
  readonly shortName: string;
  readonly label: string;
  readonly width: number;
  readonly format: readonly [number, number, number];
  readonly index: number;
}

/** What the records before the cases say. */
interface Dictionary {
  readonly segments: Segment[];
  /** By the index of a variable. */
  readonly labels: Map<number, Record<string, string>>;
  /** By subtype. */
  readonly extensions: Map<number, Buffer>;
  /** In a case. */
  elements: number;
}

/** A reader of system files of its own, so that what is written is not read by what wrote it. */
export function readSav(file: Buffer): SavContent {
  const reader = new Reader(file);
  reader.expect("$FL2");
  reader.at = 176;
  const dictionary: Dictionary = { segments: [], labels: new Map(), extensions: new Map(), elements: 0 };
  while (readRecord(reader, dictionary));
  const variables = variablesOf(dictionary);
  const elements = decompressed(file.subarray(reader.at));
  const rows: (string | number | undefined)[][] = [];
  for (let at = 0; at + dictionary.elements <= elements.length; at += dictionary.elements)
    rows.push(variables.map(({ segments, width }) => valueOf(elements, at, segments, width)));
  return { variables, rows, encoding: textOf(dictionary, 20) };
}

/** @returns whether another one follows */
function readRecord(reader: Reader, dictionary: Dictionary): boolean {
  const type = reader.int();
  if (type === 2) {
    dictionary.elements += 1;
    dictionary.segments.push(...reader.variable(dictionary.elements));
  } else if (type === 3) dictionary.labels.set(...reader.valueLabels());
  else if (type === 7) dictionary.extensions.set(reader.int(), reader.take(reader.int() * reader.int()));
  else if (type !== 999 || reader.int() !== 0) throw new Error(`record ${type}`);
  return type !== 999;
}

function textOf({ extensions }: Dictionary, subtype: number): string {
  return extensions.get(subtype)?.toString("utf8").replaceAll("\0", "") ?? "";
}

function variablesOf(
  dictionary: Dictionary,
): readonly (ReadVariable & { readonly segments: readonly Segment[] })[] {
  const longNames = pairsOf(textOf(dictionary, 13));
  const longTexts = pairsOf(textOf(dictionary, 14));
  let next = 0;
  return dictionary.segments.flatMap((first, at) => {
    if (at < next) return [];
    const { shortName, label, format, index } = first;
    const width = Number(longTexts.get(shortName) ?? first.width);
    next = at + (width > 255 ? Math.ceil(width / 252) : 1);
    return {
      label,
      width,
      format,
      measure: measureAt(dictionary, at),
      name: longNames.get(shortName) ?? shortName,
      valueLabels: dictionary.labels.get(index) ?? {},
      segments: dictionary.segments.slice(at, next),
    };
  });
}

function measureAt({ extensions }: Dictionary, at: number): ReadVariable["measure"] {
  const measure = (["nominal", "ordinal", "scale"] as const)[
    (extensions.get(11)?.readInt32LE(at * 12) ?? 0) - 1
  ];
  if (measure === undefined) throw new Error("no measure");
  return measure;
}

function valueOf(elements: readonly Buffer[], start: number, segments: readonly Segment[], width: number) {
  const parts = segments.map((segment) => {
    const first = start + segment.index - 1;
    const count = Math.max(1, Math.ceil(segment.width / 8));
    return Buffer.concat(elements.slice(first, first + count)).subarray(0, Math.max(8, segment.width));
  });
  if (width > 0) return Buffer.concat(parts).subarray(0, width).toString("utf8").trimEnd();
  const number = parts[0]?.readDoubleLE() ?? 0;
  return number === -Number.MAX_VALUE ? undefined : number;
}

/** Elements of eight bytes: see "Data Record" in the description of system files. */
function decompressed(data: Buffer): readonly Buffer[] {
  const elements: Buffer[] = [];
  for (let at = 0; at < data.byteLength;) {
    const codes = data.subarray(at, at + 8);
    at += 8;
    for (const code of codes) {
      if (code === 0) continue;
      if (code === 253) {
        elements.push(data.subarray(at, at + 8));
        at += 8;
      } else if (code === 254) elements.push(Buffer.alloc(8, " "));
      else elements.push(numberBytes(code === 255 ? -Number.MAX_VALUE : code - 100));
    }
  }
  return elements;
}

function numberBytes(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(number);
  return bytes;
}

function pairsOf(text: string): ReadonlyMap<string, string> {
  const parts = text.split("\t").filter((part) => part !== "");
  return new Map(parts.map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]));
}

class Reader {
  readonly #file: Buffer;
  at = 0;

  constructor(file: Buffer) {
    this.#file = file;
  }

  take(bytes: number): Buffer {
    this.at += bytes;
    return this.#file.subarray(this.at - bytes, this.at);
  }

  int(): number {
    return this.take(4).readInt32LE();
  }

  expect(text: string): void {
    if (this.take(text.length).toString("latin1") !== text) throw new Error(`not ${text}`);
  }

  /** @returns the segment; none for a record that continues one */
  variable(index: number): readonly Segment[] {
    const width = this.int();
    const hasLabel = this.int() === 1;
    this.int();
    const print = this.int();
    this.int();
    const shortName = this.take(8).toString("latin1").trimEnd();
    let label = "";
    if (hasLabel) {
      const length = this.int();
      label = this.take(Math.ceil(length / 4) * 4)
        .subarray(0, length)
        .toString("utf8");
    }
    if (width === -1) return [];
    const format = [Math.floor(print / 65_536), Math.floor(print / 256) % 256, print % 256] as const;
    return [{ shortName, label, width, format, index }];
  }

  /** @returns the index of the variable that they belong to, and the labels by value */
  valueLabels(): readonly [number, Record<string, string>] {
    const found: Record<string, string> = {};
    for (let count = this.int(); count > 0; count -= 1) {
      const value = this.take(8).readDoubleLE();
      const length = this.take(1).readUInt8();
      found[value] = this.take(Math.ceil((length + 1) / 8) * 8 - 1)
        .subarray(0, length)
        .toString("utf8");
    }
    if (this.int() !== 4 || this.int() !== 1) throw new Error("value labels of no variable");
    return [this.int(), found];
  }
}
