import { createHash } from "node:crypto";
import type { BlankSetting, Option, Question, SubTitle, SurveyPage } from "../model/question.ts";
import type { DeclaredPages, DeclaredQuestion } from "./declared-pages.ts";

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
  const ids = idMaker(options.idSeed);
  const counter = { index: 0, realIndex: 0 };
  const pages = declared.map((page, at) => ({
    id: ids.page(at + 1),
    index: String(at + 1),
    questions: page.questions.map((question) => wireQuestion(question, nextPlace(question, counter), ids)),
  }));
  return { pages, pageCount: pages.length, questionCount: counter.index };
}

interface Place {
  readonly index: number;
  readonly realIndex: number;
}

function nextPlace(question: DeclaredQuestion, counter: { index: number; realIndex: number }): Place {
  counter.index += 1;
  if (question.type === "description") return { index: counter.index, realIndex: 0 };
  counter.realIndex += 1;
  return { index: counter.index, realIndex: counter.realIndex };
}

function wireQuestion(declared: DeclaredQuestion, place: Place, ids: IdMaker): Question {
  const id = ids.question(place.index);
  return {
    id,
    type: declared.type,
    sub_type: declared.sub_type,
    title: declared.title,
    description: declared.description,
    required: declared.required,
    hidden: declared.hidden,
    random: "random" in declared && declared.random,
    prefill: "",
    goto: "",
    refer: "",
    blank_setting: wireBlanks(declared, id, place, ids),
    maxRow: 1,
    maxlength: longest(declared),
    validate: "validate" in declared ? declared.validate : "",
    options: wireOptions(declared, place, ids),
    subTitles: wireSubTitles(declared, place, ids),
    rows: "rows" in declared ? String(declared.rows) : "",
    cols: "cols" in declared ? String(declared.cols) : "",
    ...wireScale(declared),
    levels: [],
    groups: [],
    file_type_limit: "file_type_limit" in declared ? declared.file_type_limit : [],
    file_size_limit: "file_size_limit" in declared ? declared.file_size_limit : 0,
    index: place.index,
    real_index: place.realIndex,
  };
}

function longest(declared: DeclaredQuestion): number {
  if ("max_choices" in declared) return declared.max_choices;
  return "max_length" in declared ? declared.max_length : 0;
}

function wireOptions(declared: DeclaredQuestion, place: Place, ids: IdMaker): readonly Option[] {
  if (!("options" in declared)) return [];
  return declared.options.map((option, at) => ({
    id: ids.option(place.index, at),
    text: option.text,
    exclusive: option.exclusive,
    noRandom: option.no_random,
    goto: "",
    display: "",
  }));
}

function wireSubTitles(declared: DeclaredQuestion, place: Place, ids: IdMaker): readonly SubTitle[] {
  if (!("sub_titles" in declared)) return [];
  return declared.sub_titles.map((row, at) => ({ id: ids.subTitle(place.index, at), text: row.text }));
}

function wireBlanks(
  declared: DeclaredQuestion,
  id: string,
  place: Place,
  ids: IdMaker,
): readonly BlankSetting[] {
  if (!("blanks" in declared)) return [];
  return declared.blanks.map((blank, at) => ({
    id: ids.blank(place.index, at),
    text: blank.text,
    validate: "",
    type: "question",
    attach_id: id,
  }));
}

type Scale = Pick<
  Question,
  | "starShow"
  | "starBeginNum"
  | "starNum"
  | "starType"
  | "starShowCustomStart"
  | "starShowCustomEnd"
  | "revertSort"
>;

const noScale: Scale = {
  starShow: "",
  starBeginNum: 0,
  starNum: 0,
  starType: "default",
  starShowCustomStart: "",
  starShowCustomEnd: "",
  revertSort: 0,
};

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

interface IdMaker {
  readonly page: (number: number) => string;
  readonly question: (index: number) => string;
  readonly option: (questionIndex: number, at: number) => string;
  readonly subTitle: (questionIndex: number, at: number) => string;
  readonly blank: (questionIndex: number, at: number) => string;
}

function idMaker(seed: string): IdMaker {
  const letters = (...place: readonly (string | number)[]): string =>
    fourLetters([seed, ...place].join("\n"));
  return {
    page: (number) => `p-${number}-${letters("page", number)}`,
    question: (index) => `q-${index}-${letters("question", index)}`,
    option: (index, at) => `o-${100 + at}-${letters("option", index, at).toUpperCase()}`,
    subTitle: (index, at) => `g-${at + 1}-${letters("row", index, at).toUpperCase()}`,
    blank: (index, at) => `fillblank-${at + 1}${letters("blank", index, at).slice(1).toUpperCase()}`,
  };
}

function fourLetters(place: string): string {
  const digest = createHash("sha256").update(place).digest();
  return Array.from(digest.subarray(0, 4), (byte) => String.fromCharCode(97 + (byte % 26))).join("");
}
