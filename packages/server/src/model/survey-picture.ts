import { createHash } from "node:crypto";
import type Sharp from "sharp";
import { loadSharp } from "./load-sharp.ts";

/** Largest file of a picture that is read, in bytes. */
export const surveyPictureMaximumBytes = 8 * 1024 * 1024;

/** Most pixels of a file: decoding them takes memory and time, however small the file is. */
export const surveyPictureMaximumPixels = 40_000_000;

/** The largest width and height that a picture is kept with: twice of those that pages show, for fine screens. */
const keptSizes = {
  logo: { width: 640, height: 240 },
  picture: { width: 1520, height: 1520 },
  question: { width: 1520, height: 1520 },
  option: { width: 640, height: 640 },
} as const;

/** Where a survey shows a picture. */
export type PictureKind = keyof typeof keptSizes;

/** Why a file cannot be a picture of a survey. */
export type SurveyPictureProblem =
  | "unavailable"
  | "missing"
  | "not_a_picture"
  | "too_large"
  | "too_many_pixels"
  | "broken";

/** A picture as pages show it. */
export interface MadeSurveyPicture {
  readonly id: string;
  /** A WebP file. */
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const signatures: readonly ((file: Buffer) => boolean)[] = [
  (file) => file.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")),
  (file) => file.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")),
  (file) => file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP",
];

/**
 * Makes a picture of a survey from an uploaded PNG, JPEG or WebP file. It is decoded and written again: nothing of the file is kept but its
 * pixels, upright as its camera held it, so neither a place, a name nor a second file inside it gets out.
 */
export async function makeSurveyPicture(
  file: Uint8Array,
  kind: PictureKind,
): Promise<MadeSurveyPicture | SurveyPictureProblem> {
  if (file.length === 0) return "missing";
  if (file.length > surveyPictureMaximumBytes) return "too_large";
  const bytes = Buffer.from(file);
  if (!signatures.some((matches) => matches(bytes))) return "not_a_picture";
  const sharp = await loadSharp().catch(() => undefined);
  if (sharp === undefined) return "unavailable";
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > surveyPictureMaximumPixels) return "too_many_pixels";
    return await written(sharp, bytes, kind);
  } catch {
    return "broken";
  }
}

async function written(sharp: typeof Sharp, bytes: Buffer, kind: PictureKind): Promise<MadeSurveyPicture> {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: surveyPictureMaximumPixels,
    sequentialRead: true,
  })
    .autoOrient()
    .resize({ ...keptSizes[kind], fit: "inside", withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  const id = createHash("sha256").update(data).digest("hex").slice(0, 32);
  return { id, content: data, width: info.width, height: info.height };
}
