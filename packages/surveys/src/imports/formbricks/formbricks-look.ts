import { isRecord, memberOf, textIn } from "../is-record.ts";
import { colorOf, cornersOf, type SourceLook } from "../source-looks.ts";
import type { SourceTexts } from "../source-texts.ts";

/** The brand's colour and the corners of a survey's own styling. */
export function formbricksLook(styling: unknown, texts: SourceTexts): SourceLook {
  if (!isRecord(styling)) return {};
  const { brandColor, roundness, ...others } = styling;
  const color = colorOf(textIn(memberOf(brandColor, "light")));
  texts.rest("", others, new Set(["overwriteThemeStyling"]), "styling.");
  if (color === undefined) texts.rest("", { brandColor }, new Set(), "styling.");
  return {
    ...(color !== undefined && { color }),
    ...(typeof roundness === "number" && { corners: cornersOf(roundness) }),
  };
}
