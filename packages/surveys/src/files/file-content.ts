/** How much of the beginning of a file tells what it is. */
export const headBytes = 4096;

/** What files with some endings are by their content. */
interface ContentKind {
  readonly endings: readonly string[];
  readonly matches: (head: Buffer) => boolean;
}

const images: readonly ContentKind[] = [
  { endings: ["jpg", "jpeg", "jpe"], matches: begins("ffd8ff") },
  { endings: ["png"], matches: begins("89504e470d0a1a0a") },
  { endings: ["gif"], matches: (head) => /^GIF8[79]a/.test(head.toString("latin1", 0, 6)) },
  { endings: ["webp"], matches: isRiff("WEBP") },
  { endings: ["bmp"], matches: begins("424d") },
  { endings: ["tif", "tiff"], matches: either(begins("49492a00"), begins("4d4d002a")) },
  { endings: ["heic", "heif", "avif"], matches: isMedia(/^(?:hei|hev|mif1|msf1|avi)/) },
];

const sounds: readonly ContentKind[] = [
  { endings: ["mp3"], matches: either(begins("494433"), (head) => head[0] === 0xff && isFrame(head[1])) },
  { endings: ["wav"], matches: isRiff("WAVE") },
  { endings: ["avi"], matches: isRiff("AVI ") },
  { endings: ["mp4", "m4a", "m4v", "mov", "3gp"], matches: isMedia(/^(?!hei|hev|mif1|msf1|avi)/) },
  { endings: ["ogg", "oga", "ogv", "opus"], matches: begins("4f676753") },
  { endings: ["webm", "mkv"], matches: begins("1a45dfa3") },
  { endings: ["amr"], matches: begins("2321414d52") },
];

const documents: readonly ContentKind[] = [
  { endings: ["pdf"], matches: begins("255044462d") },
  { endings: ["doc", "xls", "ppt", "wps", "et", "dps", "msg"], matches: begins("d0cf11e0a1b11ae1") },
  {
    endings: ["zip", "docx", "xlsx", "pptx", "odt", "ods", "odp", "epub", "wps", "et", "dps"],
    matches: either(begins("504b0304"), begins("504b0506")),
  },
  { endings: ["rar"], matches: begins("526172211a07") },
  { endings: ["7z"], matches: begins("377abcaf271c") },
  { endings: ["gz", "tgz"], matches: begins("1f8b") },
  { endings: ["rtf"], matches: begins("7b5c727466") },
];

const markup: ContentKind = { endings: ["html", "htm", "xhtml", "svg", "xml"], matches: isMarkup };

const programs: ContentKind = {
  endings: ["exe", "dll", "bin", "so", "sh", "class"],
  // Windows, Linux, macOS, scripts, and class files of Java, which begin like those of macOS.
  matches: (head) =>
    ["4d5a", "7f454c46", "cffaedfe", "cafebabe", "2321"].some((start) => begins(start)(head)),
};

const texts: ContentKind = {
  endings: ["txt", "csv", "tsv", "md", "log", "json", "srt", "yaml", "yml"],
  matches: (head) => isText(head) && !isMarkup(head),
};

/** Kinds that can be told apart. A text may be anything, so it says nothing about a file with an ending that is not known. */
const known = [...images, ...sounds, ...documents, markup, programs];

/**
 * Whether the content of a file can be what its ending says. A file with an ending that is not known may be anything but one of
 * the kinds that are.
 *
 * It does not make a file safe to open: a file can be of two kinds at once. What is served is always a download, see
 * `download`.
 *
 * @param ending in small letters, without the dot
 * @param head the first {@link headBytes} of the file, or all of it
 */
export function isContentOf(ending: string, head: Buffer): boolean {
  const kinds = [...known, texts].filter(({ endings }) => endings.includes(ending));
  if (kinds.length > 0) return kinds.some(({ matches }) => matches(head));
  return !known.some(({ matches }) => matches(head));
}

function begins(hex: string): (head: Buffer) => boolean {
  const start = Buffer.from(hex, "hex");
  return (head) => head.subarray(0, start.length).equals(start);
}

function either(...tests: readonly ((head: Buffer) => boolean)[]): (head: Buffer) => boolean {
  return (head) => tests.some((test) => test(head));
}

/** RIFF files say what they are behind their length. */
function isRiff(form: string): (head: Buffer) => boolean {
  return (head) => head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === form;
}

/** ISO base media files (ISO/IEC 14496-12, section 4.3) begin with a box that names their brand. */
function isMedia(brand: RegExp): (head: Buffer) => boolean {
  return (head) => head.toString("latin1", 4, 8) === "ftyp" && brand.test(head.toString("latin1", 8, 12));
}

/** The second byte of a frame of MPEG audio. */
function isFrame(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xe6) === 0xe2;
}

/** What a browser that guesses would take for a page or a picture with scripts (WHATWG MIME Sniffing, section 7.1). */
function isMarkup(head: Buffer): boolean {
  return /^[\s\uFEFF]*<[a-z!?/]/i.test(head.toString("utf8").replaceAll("\0", ""));
}

/** Text has no control characters but breaks and tabs; UTF-16 begins with its byte order mark. */
function isText(head: Buffer): boolean {
  const isUtf16 = either(begins("fffe"), begins("feff"))(head);
  return isUtf16 || !head.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte));
}
