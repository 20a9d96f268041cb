import { isRecord, memberOf, textIn } from "../is-record.ts";
import { colorOf, type SourceLook } from "../source-looks.ts";
import type { SourceTexts } from "../source-texts.ts";

const corners: Readonly<Record<string, SourceLook["corners"]>> = {
  none: "square",
  small: "slight",
  large: "round",
};

/** The colour of buttons and the corners of a theme, where a file has it and not only its address. */
export function typeformLook(theme: unknown, texts: SourceTexts): SourceLook {
  if (!isRecord(theme)) return {};
  const { colors, rounded_corners: rounded, ...others } = theme;
  const color = colorOf(textIn(memberOf(colors, "button")));
  texts.rest("", others, new Set(["id", "name", "visibility"]), "theme.");
  if (isRecord(colors))
    texts.rest("", colors, new Set(color === undefined ? [] : ["button"]), "theme.colors.");
  const known = corners[textIn(rounded)];
  return { ...(color !== undefined && { color }), ...(known !== undefined && { corners: known }) };
}
