import { inflateSync } from "node:zlib";
import { inTurns, type InTurns } from "@survey-open-platform/surveys";
import { convertIndexedToRgb, decode, encode, type DecodedPng } from "fast-png";

/** Largest file that is read, in bytes. */
export const pictureUploadMaximumBytes = 512 * 1024;
/** Largest width and height of a file. Decoding takes the server's time, so it is bounded. */
const uploadedPixels = 512;
/** Widths and heights that a picture is stored with: the largest one that fits into {@link storedMaximumBytes}. */
const storedPixels = [256, 192, 128, 96] as const;
/** As large as a logo in the declarative file may be; pictures of users are no larger. */
const storedMaximumBytes = 64 * 1024;

/** Why an uploaded file cannot be a logo or a picture of a user. */
export type PictureProblem = "missing" | "not_png" | "too_large" | "too_many_pixels" | "broken";

/** A picture as a `data:` address of a PNG, or what is wrong with its file. */
export type MadePicture = { readonly picture: string } | { readonly problem: PictureProblem };

/**
 * Makes a logo or a picture of a user from an uploaded file. Nothing of the file is kept but its pixels: what else is in it, such as markup, an
 * archive after its end or a profile, is never stored or served.
 *
 * @param file what was uploaded; its name and declared type say nothing
 * @returns a `data:` address of a PNG of at most 256 pixels in width and height, or what is wrong
 */
export function makePicture(file: Uint8Array): Promise<MadePicture> {
  return inTurns(pictureInTurns(file));
}

/** Decoding and each encoding take some milliseconds, so other work goes on between them. */
function* pictureInTurns(file: Uint8Array): InTurns<MadePicture> {
  if (file.length === 0) return { problem: "missing" };
  if (file.length > pictureUploadMaximumBytes) return { problem: "too_large" };
  const bytes = Buffer.from(file);
  const size = sizeOf(bytes);
  if (size === undefined) return { problem: "not_png" };
  if (Math.max(size.width, size.height) > uploadedPixels) return { problem: "too_many_pixels" };
  try {
    const decoded = yield* decodePixels(bytes, size);
    const png = yield* encodeSmall(decoded);
    return { picture: `data:image/png;base64,${png.toString("base64")}` };
  } catch {
    return { problem: "broken" };
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture as four bytes per pixel: red, green, blue and opacity. */
interface Picture extends Size {
  readonly pixels: Uint8Array;
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** Width and height as the header says (PNG, section 11.2.1). */
function sizeOf(bytes: Buffer): Size | undefined {
  const isPng = bytes.length > 33 && bytes.subarray(0, 8).equals(signature);
  if (!isPng || bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width === 0 || height === 0 ? undefined : { width, height };
}

/** The chunks that make the pixels. Others may have compressed data of any size, which is not even unpacked. */
const neededChunks = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/** @throws when the file is no PNG of these pixels */
function* decodePixels(bytes: Buffer, size: Size): InTurns<Picture> {
  const chunks = chunksOf(bytes).filter(({ type }) => neededChunks.has(type));
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  // At most four channels of two bytes, and a filter byte for each line of each pass: a bomb is not unpacked.
  inflateSync(compressed, { maxOutputLength: (size.width * 8 + 16) * size.height + 64 });
  yield;
  const decoded = decode(Buffer.concat([signature, ...chunks.map(({ whole }) => whole)]), { checkCrc: true });
  yield;
  return { ...size, pixels: rgba(decoded) };
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

function chunksOf(bytes: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length && chunks.at(-1)?.type !== "IEND";) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new RangeError("a chunk is longer than the file");
    const type = bytes.toString("latin1", at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    at = end;
  }
  return chunks;
}

/** The samples of any kind of PNG, one byte each. */
interface Samples {
  readonly channels: number;
  readonly at: (index: number) => number;
}

/** @throws for grey pixels of less than a byte */
function samplesOf(decoded: DecodedPng): Samples {
  const { width, height, palette, depth } = decoded;
  const isIndexed = palette !== undefined && decoded.channels === 1;
  const data = isIndexed ? convertIndexedToRgb(decoded) : decoded.data;
  const channels = isIndexed ? (palette[0]?.length ?? 0) : decoded.channels;
  if (data.length !== width * height * channels) throw new RangeError("the pixels are packed");
  const toByte = depth === 16 && !isIndexed ? 257 : 1;
  return { channels, at: (index) => Math.round((data[index] ?? 0) / toByte) };
}

function rgba(decoded: DecodedPng): Uint8Array {
  const { channels, at } = samplesOf(decoded);
  const count = decoded.width * decoded.height;
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const pixels = new Uint8Array(count * 4);
  for (let pixel = 0; pixel < count; pixel += 1) {
    const from = pixel * channels;
    const opacity = channels % 2 === 0 ? at(from + channels - 1) : 255;
    pixels.set([at(from), at(from + green), at(from + blue), opacity], pixel * 4);
  }
  return pixels;
}

function* encodeSmall(picture: Picture): InTurns<Buffer> {
  for (const pixels of storedPixels) {
    yield;
    const { width, height, pixels: data } = shrink(picture, pixels);
    yield;
    const png = Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
    if (png.length <= storedMaximumBytes) return png;
  }
  throw new RangeError("the smallest picture is too large");
}

/** The picture in a square of so many pixels: each new pixel is the average of those that it replaces. */
function shrink(picture: Picture, square: number): Picture {
  const scale = Math.min(1, square / Math.max(picture.width, picture.height));
  if (scale === 1) return picture;
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels.set(average(picture, { x, y, width, height }), (y * width + x) * 4);
  return { width, height, pixels };
}

/** Averages the source pixels of one target pixel, ignoring transparent ones. */
function average(
  { pixels, ...old }: Picture,
  { x, y, width, height }: Size & { readonly x: number; readonly y: number },
): readonly number[] {
  const [left, top] = [Math.floor((x * old.width) / width), Math.floor((y * old.height) / height)];
  const right = Math.max(left + 1, Math.floor(((x + 1) * old.width) / width));
  const bottom = Math.max(top + 1, Math.floor(((y + 1) * old.height) / height));
  const sum = [0, 0, 0];
  let opacity = 0;
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const at = (row * old.width + column) * 4;
      const alpha = pixels[at + 3] ?? 0;
      opacity += alpha;
      for (const channel of [0, 1, 2])
        sum[channel] = (sum[channel] ?? 0) + (pixels[at + channel] ?? 0) * alpha;
    }
  }
  const count = (right - left) * (bottom - top);
  return [
    ...sum.map((value) => (opacity === 0 ? 0 : Math.round(value / opacity))),
    Math.round(opacity / count),
  ];
}
