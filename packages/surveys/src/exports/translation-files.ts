import { decodeText } from "../imports/decode-text.ts";
import { readCsv } from "../imports/read-csv.ts";
import { xmlText } from "./xml-text.ts";
import { csvCellText, csvText } from "./write-csv.ts";
import { FileProblem } from "../imports/file-problem.ts";
import { childOf, descendantsOf, parseXmlInTurns } from "../imports/parse-xml.ts";
import { atOnce } from "../model/in-turns.ts";
import { languageTag } from "../languages/language-tag.ts";
import { withoutBlankIds } from "../languages/text-blanks.ts";
import type { TranslatedText } from "../languages/translate-survey.ts";

/** Says in words where a text is, for who translates it. */
export type PlaceInWords = (text: TranslatedText) => string;

/** The forms in which a translation goes out and comes in. */
export const translationForms = ["csv", "xlf"] as const;

/** One of {@link translationForms}. */
export type TranslationForm = (typeof translationForms)[number];

/** Which languages a file is about, and how it says where a text is. */
export interface TranslationDirection {
  /** Tag of the language of the survey itself; "" where it says none. */
  readonly from: string;
  readonly to: string;
  readonly place: PlaceInWords;
}

/** Texts of a survey beside those of one of its languages, as a file. */
export function printTranslation(
  form: TranslationForm,
  texts: readonly TranslatedText[],
  { from, to, place }: TranslationDirection,
): string {
  const placed = texts.map((text) => ({
    ...text,
    text: withoutBlankIds(text.text),
    place: place(text),
  }));
  if (form === "xlf") return printXliff(placed, from, to);
  const rows = placed.map(({ key, place: where, text, translation }) => [key, where, text, translation]);
  return csvText([["key", "place", from, to], ...rows]);
}

type PlacedText = TranslatedText & { readonly place: string };

/** XLIFF 1.2, which nearly every tool of translators reads. */
function printXliff(texts: readonly PlacedText[], language: string, tag: string): string {
  const units = texts.map(({ key, place, text, translation }) =>
    [
      `      <trans-unit id="${escapeXml(key)}" xml:space="preserve">`,
      `        <source>${escapeXml(text)}</source>`,
      ...(translation === "" ? [] : [`        <target>${escapeXml(translation)}</target>`]),
      `        <note>${escapeXml(place)}</note>`,
      "      </trans-unit>",
    ].join("\n"),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
    `  <file original="survey" datatype="plaintext" source-language="${language}" target-language="${tag}">`,
    "    <body>",
    ...units,
    "    </body>",
    "  </file>",
    "</xliff>",
    "",
  ].join("\n");
}

/** A text as XML. Characters that XML does not have are left out; a return would be read as a line feed. */
function escapeXml(text: string): string {
  return xmlText(text, (character) => (character === "\r" ? "&#13;" : ""));
}

/** Texts of a file, by the key of each, with the lines where they are. */
export interface ReadTranslation {
  /** The language that the file says it has; undefined when it says none. */
  readonly tag: string | undefined;
  readonly texts: readonly { readonly key: string; readonly line: number; readonly text: string }[];
}

/**
 * Reads a file that {@link printTranslation} wrote, and others like it.
 *
 * @param tag the language whose column of a table is read
 * @throws `FileProblem`
 */
export function readTranslation(content: Uint8Array, tag: string): ReadTranslation {
  const text = decodeText(content);
  if (text === undefined) throw new FileProblem("is not in UTF-8");
  return /^\s*</.test(text) ? readXliff(text) : readTable(text, tag);
}

function readXliff(xml: string): ReadTranslation {
  const root = atOnce(parseXmlInTurns(xml));
  if (root.name !== "xliff") throw new FileProblem("is XML, but no XLIFF");
  const [file] = descendantsOf(root, "file");
  const units = [...descendantsOf(root, "trans-unit")];
  return {
    tag: languageTag(file?.attributes["target-language"] ?? ""),
    texts: units.map((unit, at) => ({
      key: unit.attributes["id"] ?? "",
      line: at + 1,
      text: childOf(unit, "target")?.text ?? "",
    })),
  };
}

function readTable(csv: string, tag: string): ReadTranslation {
  const [header = [], ...rows] = readCsv(csv);
  const names = header.map((name) => name.trim());
  const [key, column] = [names.indexOf("key"), names.findIndex((name) => languageTag(name) === tag)];
  if (key === -1) throw new FileProblem('has no column "key" in its first line');
  if (column === -1) throw new FileProblem(`has no column "${tag}" in its first line`);
  return {
    tag,
    texts: rows.map((row, at) => ({
      key: row[key] ?? "",
      line: at + 2,
      text: csvCellText(row[column] ?? ""),
    })),
  };
}
