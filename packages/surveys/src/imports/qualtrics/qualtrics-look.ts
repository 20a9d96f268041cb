import { isRecord, memberOf, textIn } from "../is-record.ts";
import { colorOf, loseLook, type SourceLook } from "../source-looks.ts";
import type { SourceTexts } from "../source-texts.ts";

/** The first colour of a survey's own changes to a theme. */
export function qualtricsLook(options: readonly unknown[], texts: SourceTexts): SourceLook {
  const overrides = options.map((one) => memberOf(memberOf(one, "Skin"), "overrides")).find(isRecord);
  const colors = overrides?.["colors"];
  const color = colorOf(textIn(memberOf(colors, "primary")));
  loseLook(texts, "Skin.overrides", overrides, ["colors"]);
  loseLook(texts, "Skin.overrides.colors", colors, color === undefined ? [] : ["primary"]);
  return color === undefined ? {} : { color };
}
