import { isRecord, memberOf, textIn } from "../is-record.ts";
import { colorOf, cornersOf, loseLook, type SourceLook } from "../source-looks.ts";
import type { SourceTexts } from "../source-texts.ts";

/** The brand's colour and the corners of a survey's own styling. It is shown only where it is said to stand over the workspace's. */
export function formbricksLook(styling: unknown, texts: SourceTexts): SourceLook {
  if (memberOf(styling, "overwriteThemeStyling") !== true) {
    loseLook(texts, "styling", styling, ["overwriteThemeStyling"]);
    return {};
  }
  const { brandColor, roundness } = isRecord(styling) ? styling : {};
  const color = colorOf(textIn(memberOf(brandColor, "light")));
  const radius = typeof roundness === "number" ? roundness : undefined;
  const kept = ["overwriteThemeStyling", "brandColor", ...(radius === undefined ? [] : ["roundness"])];
  loseLook(texts, "styling", styling, kept);
  loseLook(texts, "styling.brandColor", brandColor, color === undefined ? [] : ["light"]);
  return {
    ...(color !== undefined && { color }),
    ...(radius !== undefined && { corners: cornersOf(radius) }),
  };
}
