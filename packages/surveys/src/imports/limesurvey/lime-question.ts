import type { NeutralOption, NeutralPart } from "../neutral-survey.ts";
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

/** Attributes that only lay a question out, or say what holds here anyway. */
const SILENT =
  /^(?:answer_width.*|category_separator|choice_(?:input_columns|title)|cssclass|display_(?:columns|rows|type)|dropdown_.*|dualscale_header.*|hide_tip|input_(?:boxes|size)|label_input_columns|location_.*|multiflexible_.*|num_value_int_only|page_break|placeholder|printable_help|public_statistics|rank_title|repeat_headings|same(?:choice|list)height|save_as_default|scale_export|show_(?:comment|popups|title|tick|grand_total|totals)|showpopups|slider_.*|statistics_.*|text_input_(?:columns|width)|time_limit_.+|use_dropdown|date_format|reverse|clear_default|crypt|encrypted|keep_aspect|form_layout|max_filesize|show_search|image|theme_.*|question_template|display_columns|alphasort|allowed_filetypes|max_num_of_files|min_num_of_files|numbers_only|hidden|random_order|answer_order|subquestion_order|keep_codes_order|min_answers|max_answers|maximum_chars|exclude_all_others(?:_auto)?|other_replace_text|other_position|other_numbers_only|prefix|suffix|em_validation_(?:q|sq)_tip|validation_tip|commented_checkbox.*|other_comment_mandatory|assessment_value)$/;

/** Notes the settings of a question that have no counterpart, once each. */
export function loseAttributes({ code, attributes }: LimeQuestion, texts: SourceTexts): void {
  for (const [name, value] of attributes)
    if (!SILENT.test(name) && !["", "0", "N", "default"].includes(value))
      texts.lose(code, "setting", `${name} = ${value.slice(0, 200)}`);
}

/** A whole number of an attribute within bounds. */
export function countIn({ attributes }: LimeQuestion, name: string, most: number): number | undefined {
  const value = attributes.get(name) ?? "";
  return /^\d{1,6}$/.test(value) && Number(value) <= most ? Number(value) : undefined;
}
