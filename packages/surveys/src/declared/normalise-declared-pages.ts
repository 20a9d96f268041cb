import { noScale, type Scale } from "../model/empty-question.ts";
import { atOnce, type InTurns } from "../model/in-turns.ts";
import type { Question, SubTitle, SurveyPage } from "../model/question.ts";
import { declaredIds } from "./declared-ids.ts";
import type { DeclaredPages, DeclaredQuestion } from "./declared-pages.ts";
import { codeOf, type QuestionPlace, wireBlanks, wireLinkedEntries, wireOptions } from "./wire-options.ts";

/** Pages in the shape of the wire, with the counts that are kept beside them. */
export interface NormalisedPages {
  readonly pages: readonly SurveyPage[];
  readonly pageCount: number;
  readonly questionCount: number;
}

/**
 * Turns the pages of a declarative file into pages of the wire.
 *
 * Ids follow from the seed and the position alone: applying the same file twice gives the same
 * pages, and rewording a question or an option keeps its id, so answers stay attached to it.
 *
 * @param declared pages as parsed by `declaredPagesSchema`
 * @param options.idSeed text that differs between surveys, such as the survey's key
 */
export function normaliseDeclaredPages(
  declared: DeclaredPages,
  options: { readonly idSeed: string },
): NormalisedPages {
  return atOnce(normalisePagesInTurns(declared, options));
}

/** The same, a question in a turn: a survey of 10,000 questions takes some time. */
export function* normalisePagesInTurns(
  declared: DeclaredPages,
  options: { readonly idSeed: string },
): InTurns<NormalisedPages> {
  const ids = declaredIds(options.idSeed);
  const pages: SurveyPage[] = [];
  let [index, realIndex] = [0, 0];
  for (const [at, page] of declared.entries()) {
    const questions: Question[] = [];
    for (const question of page.questions) {
      const takesAnswer = question.type !== "description";
      index += 1;
      if (takesAnswer) realIndex += 1;
      const place = { id: ids.question(index), index, realIndex: takesAnswer ? realIndex : 0, ids };
      questions.push(wireQuestion(question, place));
      yield;
    }
    pages.push({ id: ids.page(at + 1), index: String(at + 1), questions });
  }
  return { pages, pageCount: pages.length, questionCount: index };
}

function wireQuestion(declared: DeclaredQuestion, place: QuestionPlace): Question {
  return {
    id: place.id,
    ...codeOf(declared),
    type: declared.type,
    sub_type: declared.sub_type,
    title: declared.title,
    description: declared.description,
    required: declared.required,
    hidden: declared.hidden,
    ...("personal" in declared && declared.personal && { personal: true }),
    random: "random" in declared && declared.random,
    prefill: "",
    goto: "",
    refer: "",
    blank_setting: wireBlanks(declared, place),
    maxRow: columnsOf(declared),
    maxlength: longest(declared),
    ...fewest(declared),
    ...exampleIn(declared),
    validate: "validate" in declared ? declared.validate : "",
    options: wireOptions(declared, place),
    subTitles: wireSubTitles(declared, place),
    rows: "rows" in declared ? String(declared.rows) : "",
    cols: "cols" in declared ? String(declared.cols) : "",
    ...wireScale(declared),
    levels: "levels" in declared ? declared.levels : [],
    groups: wireLinkedEntries(declared, place),
    file_type_limit: "file_type_limit" in declared ? declared.file_type_limit : [],
    file_size_limit: "file_size_limit" in declared ? declared.file_size_limit : 0,
    index: place.index,
    real_index: place.realIndex,
  };
}

function columnsOf(declared: DeclaredQuestion): number {
  return "options_per_row" in declared ? declared.options_per_row : 1;
}

function exampleIn(declared: DeclaredQuestion): Pick<Question, "placeholder"> {
  const placeholder = "placeholder" in declared ? declared.placeholder : undefined;
  return placeholder === undefined ? {} : { placeholder };
}

function longest(declared: DeclaredQuestion): number {
  if ("max_choices" in declared) return declared.max_choices;
  return "max_length" in declared ? declared.max_length : 0;
}

/** Left out when there is no least, so that surveys without one stay as they are. */
function fewest(declared: DeclaredQuestion): Pick<Question, "minlength"> {
  return "min_choices" in declared && declared.min_choices > 0 ? { minlength: declared.min_choices } : {};
}

function wireSubTitles(declared: DeclaredQuestion, place: QuestionPlace): readonly SubTitle[] {
  if (!("sub_titles" in declared)) return [];
  return declared.sub_titles.map((row, at) => ({
    id: place.ids.subTitle(place.index, at),
    ...codeOf(row),
    text: row.text,
  }));
}

function wireScale(declared: DeclaredQuestion): Scale {
  if (!("star_show_custom_start" in declared)) return noScale;
  return {
    ...noScale,
    // A net promoter score is always asked from 0 to 10.
    starBeginNum: declared.type === "nps" ? 0 : declared.star_begin_num,
    starNum: declared.star_num,
    starShowCustomStart: declared.star_show_custom_start,
    starShowCustomEnd: declared.star_show_custom_end,
  };
}
