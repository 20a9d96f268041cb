/** How the bytes of a table can be meant. */
const encodings = ["utf-8", "utf-16le", "utf-16be", "gb18030", "windows-1252"] as const;

/** One of the encodings that are told apart. */
export type TableEncoding = (typeof encodings)[number];

/** A table as text. What the encoding has no character for became U+FFFD. */
export interface DecodedTable {
  readonly text: string;
  readonly encoding: TableEncoding;
}

/** Guesses the encoding of a table, and reads it. */
export function decodeTable(content: Uint8Array): DecodedTable {
  const encoding = encodingOf(content);
  return { encoding, text: new TextDecoder(encoding).decode(content) };
}

function encodingOf(content: Uint8Array): TableEncoding {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // A table has commas or line ends, which have a zero byte in UTF-16 alone.
  const zero = content.indexOf(0);
  if (zero !== -1) return zero % 2 === 1 ? "utf-16le" : "utf-16be";
  if (isUtf8(content)) return "utf-8";
  return isGb18030(content) ? "gb18030" : "windows-1252";
}

/** Text in UTF-8 has few bytes that are none of its characters; text of another encoding has hardly others. */
function isUtf8(content: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(content);
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const good = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0;
  return broken === 0 || good > broken;
}

/** Bytes above ASCII come in pairs in Chinese text of older programs, and alone in text of Western Europe. */
function isGb18030(content: Uint8Array): boolean {
  const runs =
    Buffer.from(content)
      .toString("latin1")
      .match(/[\x80-\xff]+/g) ?? [];
  return runs.filter(({ length }) => length > 1).length * 2 >= runs.length;
}
