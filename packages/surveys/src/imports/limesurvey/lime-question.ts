import { checkOfPattern } from "../check-of-pattern.ts";
import type { NeutralOption, NeutralPart } from "../neutral-survey.ts";
import { type NamedCheck, namedBound } from "../source-checks.ts";
import type { SourceTexts } from "../source-texts.ts";

/** A question of LimeSurvey with its parts. */
export interface LimeQuestion {
  readonly code: string;
  readonly type: string;
  readonly title: string;
  readonly help: string;
  readonly isRequired: boolean;
  readonly hasOther: boolean;
  /** Rows of the first scale, and of the second. */
  readonly subquestions: readonly (readonly NeutralPart[])[];
  readonly answers: readonly (readonly NeutralPart[])[];
  readonly attributes: ReadonlyMap<string, string>;
}

/** The choices of a question, with the one for anything else. */
export function limeOptions(
  { hasOther, attributes }: LimeQuestion,
  parts: readonly NeutralPart[] = [],
  { other, otherCode }: { readonly other: string; readonly otherCode: string },
): readonly NeutralOption[] {
  const exclusive = new Set((attributes.get("exclude_all_others") ?? "").split(/[;,]\s*/));
  const options = parts.map((part) => ({ ...part, isExclusive: exclusive.has(part.code) }));
  if (!hasOther) return options;
  const text = attributes.get("other_replace_text") || other;
  return [...options, { code: otherCode, text, hasBlank: true }];
}

/** Attributes that are kept, that only lay a question out, or that concern statistics and prints of LimeSurvey. */
const SILENT =
  /^(?:answer_width.*|choice_input_columns|cssclass|display_(?:columns|rows|type)|dropdown_(?:dates.*|prefix|size|separators)|input_(?:boxes|size)|label_input_columns|page_break|printable_help|repeat_headings|same(?:choice|list)height|save_as_default|scale_export|statistics_.*|text_input_(?:columns|width)|use_dropdown|form_layout|theme_.*|question_template|max_filesize|allowed_filetypes|numbers_only|hidden|random_order|answer_order|subquestion_order|min_answers|max_answers|maximum_chars|exclude_all_others(?:_auto)?|other_replace_text|hide_tip|keep_aspect|multiflexible_checkbox|random_group|placeholder)$/;

/** Attributes that mean something only where another one is on. */
const DEPENDENT = { slider_: "slider_layout", time_limit_: "time_limit", location_: "location_mapservice" };

/** What an attribute is where nothing was chosen for it. */
const DEFAULTS: ReadonlySet<string> = new Set(["", "0", "N", "default"]);
const MORE_DEFAULTS: ReadonlyMap<string, string> = new Map([
  ["max_num_of_files", "1"],
  ["other_position", "end"],
  ["slider_separator", "|"],
  ["assessment_value", "1"],
]);

/** The settings by which parts of a question are in random order, of which there is one here. */
export function randomOrders({ attributes }: LimeQuestion): readonly string[] {
  const names = ["random_order", "answer_order", "subquestion_order"];
  return names.filter((name) => ["1", "2", "random"].includes(attributes.get(name) ?? ""));
}

/** Types whose parts can be in random order here. */
const SHUFFLED = "L!OMPR";

function lostOrders(question: LimeQuestion): readonly string[] {
  const isAlphabetical = question.attributes.get("answer_order") === "alphabetical";
  return [
    ...(isAlphabetical ? ["answer_order"] : []),
    ...(SHUFFLED.includes(question.type) ? [] : randomOrders(question)),
  ];
}

/** Notes the settings of a question that have no counterpart, once each. */
export function loseAttributes(question: LimeQuestion, texts: SourceTexts): void {
  const { code, attributes } = question;
  for (const name of lostOrders(question)) texts.lose(code, "setting", `${name} = ${attributes.get(name)}`);
  const isOff = (name: string) => DEFAULTS.has(attributes.get(name) ?? "");
  for (const [name, value] of attributes) {
    if (SILENT.test(name) || DEFAULTS.has(value) || MORE_DEFAULTS.get(name) === value) continue;
    const dependent = Object.entries(DEPENDENT).find(([start]) => name.startsWith(start));
    if (dependent !== undefined && isOff(dependent[1])) continue;
    texts.lose(code, "setting", `${name} = ${value.slice(0, 200)}`);
  }
}

/** What is checked of answers. */
export function limeChecks({ attributes }: LimeQuestion, pattern: string): readonly NamedCheck[] {
  return [
    ...(pattern === "" ? [] : [{ text: pattern, check: checkOfPattern(pattern) }]),
    ...namedBound("min_answers", "least", attributes.get("min_answers")),
    ...namedBound("max_answers", "most", attributes.get("max_answers")),
    ...namedBound("maximum_chars", "longest", attributes.get("maximum_chars")),
  ];
}
