import { isRecord, memberOf, textIn } from "../is-record.ts";
import { colorOf, loseLook, type SourceLook } from "../source-looks.ts";
import type { SourceTexts } from "../source-texts.ts";

const cornersByName: ReadonlyMap<string, SourceLook["corners"]> = new Map([
  ["none", "square"],
  ["small", "slight"],
  ["large", "round"],
]);

/** The colour of buttons and the corners of a theme, where a file has it and not only its address. */
export function typeformLook(theme: unknown, texts: SourceTexts): SourceLook {
  const { colors, rounded_corners: rounded } = isRecord(theme) ? theme : {};
  const color = colorOf(textIn(memberOf(colors, "button")));
  const corners = cornersByName.get(textIn(rounded));
  const kept = ["id", "name", "visibility", "colors", ...(corners === undefined ? [] : ["rounded_corners"])];
  loseLook(texts, "theme", theme, kept);
  loseLook(texts, "theme.colors", colors, color === undefined ? [] : ["button"]);
  return { ...(color !== undefined && { color }), ...(corners !== undefined && { corners }) };
}
