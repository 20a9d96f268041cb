import { isRecord, memberOf, textIn } from "../is-record.ts";
import { colorOf, type SourceLook } from "../source-looks.ts";
import type { SourceTexts } from "../source-texts.ts";

/** The first colour of a survey's own changes to a theme. */
export function qualtricsLook(options: readonly unknown[], texts: SourceTexts): SourceLook {
  const overrides = options.map((one) => memberOf(memberOf(one, "Skin"), "overrides")).find(isRecord);
  if (overrides === undefined) return {};
  const { colors, ...others } = overrides;
  const color = colorOf(textIn(memberOf(colors, "primary")));
  texts.rest("", others, new Set(), "Skin.overrides.");
  if (isRecord(colors))
    texts.rest("", colors, new Set(color === undefined ? [] : ["primary"]), "Skin.overrides.colors.");
  return color === undefined ? {} : { color };
}
