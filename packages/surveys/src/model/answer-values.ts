/**
 * What a respondent gave, as it is stored: one JSON object per answer, keyed by question id. Questions without an
 * answer are left out, and so are custom arguments, which are stored beside it.
 *
 * | types of question                             | value                                                          |
 * | --------------------------------------------- | -------------------------------------------------------------- |
 * | text, textarea, phone, address, datetime      | the text                                                       |
 * | star, nps                                     | the mark, as text                                              |
 * | radio, select, checkbox                       | option ids; with filled blanks a {@link FilledChoice}          |
 * | sort                                          | option ids, best first                                         |
 * | chained_selects                               | ids of the chosen entries, one per level, outermost first      |
 * | blanks                                        | texts by blank id                                              |
 * | matrix_radio, matrix_checkbox                 | option ids by row id                                           |
 * | matrix_star                                   | marks by row id                                                |
 * | matrix_text                                   | texts by cell, `row/column`, see `matrix-cells.ts`             |
 * | upload                                        | files: `id/name` of one that is kept here, or a name alone     |
 */
export type AnswerValue = string | readonly string[] | FilledChoice | TextsById | ChoicesById;

/** Chosen options, of which some have a blank that was filled. */
export interface FilledChoice {
  readonly options: readonly string[];
  readonly blanks: TextsById;
}

/** Texts by the id of a blank or a cell, or marks by the id of a row. */
export type TextsById = Readonly<Record<string, string>>;

/** Chosen options by the id of a row. */
export type ChoicesById = Readonly<Record<string, readonly string[]>>;

/** All values of one answer, by question id. */
export type AnswerValues = Readonly<Record<string, AnswerValue>>;

const noTexts: TextsById = {};

/** The text of a value that is one; "" of any other value. */
export function textIn(value: AnswerValue): string {
  return typeof value === "string" ? value : "";
}

/** The list in a value: chosen options, ranking, path or files. */
export function listIn(value: AnswerValue): readonly string[] {
  if (isList(value)) return value;
  return isFilledChoice(value) ? value.options : [];
}

/** What was filled into the blanks of chosen options. */
export function blanksIn(value: AnswerValue): TextsById {
  return isFilledChoice(value) ? value.blanks : noTexts;
}

/** The text at an id, of a value with several; "" when there is none. */
export function textAt(value: AnswerValue, id: string): string {
  const text = entryAt(value, id);
  return typeof text === "string" ? text : "";
}

/** The chosen options at an id, of a value with several rows. */
export function listAt(value: AnswerValue, id: string): readonly string[] {
  const list = entryAt(value, id);
  return isList(list) ? list : [];
}

function entryAt(value: AnswerValue, id: string): unknown {
  if (typeof value !== "object" || !Object.hasOwn(value, id)) return undefined;
  // Any object can be read by key; what is there is checked by the caller.
  return (value as Readonly<Record<string, unknown>>)[id];
}

function isFilledChoice(value: AnswerValue): value is FilledChoice {
  return typeof value === "object" && "options" in value && "blanks" in value && isList(value.options);
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}
