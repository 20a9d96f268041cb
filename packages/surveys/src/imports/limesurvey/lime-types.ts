import type { Question } from "../../model/question.ts";
import type { Construct } from "../import-source.ts";
import type { NeutralOption, NeutralPart, NeutralQuestion } from "../neutral-survey.ts";
import { limeOptions, type LimeQuestion, randomOrders } from "./lime-question.ts";

/** Words that LimeSurvey has in its own dictionary. */
export interface LimeWords {
  readonly other: string;
  readonly comment: string;
  readonly yes: string;
  readonly no: string;
  readonly uncertain: string;
  readonly female: string;
  readonly male: string;
  readonly increase: string;
  readonly same: string;
  readonly decrease: string;
}

type Made = Partial<NeutralQuestion> & Pick<NeutralQuestion, "type">;

interface LimeType extends Construct {
  /** What questions it becomes: the first has its name. Undefined where there is no counterpart. */
  readonly make?: (question: LimeQuestion, words: LimeWords) => readonly Made[];
}

/** The types of questions by the letter that files have for them. */
export const limeTypes: Readonly<Record<string, LimeType>> = {
  L: kept("list (radio)", "single choice", (question, words) => [choice("radio", question, words)]),
  "!": kept("list (dropdown)", "selection from a list; with “other”, a single choice", (question, words) => [
    choice(question.hasOther ? "radio" : "select", question, words),
  ]),
  O: changed("list with comment", "single choice, and a text for the comment after it", (question, words) => [
    choice("radio", question, words),
    { type: "textarea", name: `${question.code}comment`, title: words.comment, required: false },
  ]),
  M: kept("multiple choice", "multiple choice", (question, words) => [several(question, words, false)]),
  P: kept(
    "multiple choice with comments",
    "multiple choice with a blank in each option",
    (question, words) => [several(question, words, true)],
  ),
  S: kept("short free text", "one line of text", (question) => [line(question)]),
  T: kept("long free text", "several lines of text", box),
  U: kept("huge free text", "several lines of text", box),
  N: kept("numerical input", "one line of text that takes numbers", () => [
    { type: "text", fields: { validate: "number" } },
  ]),
  K: kept("multiple numerical input", "blanks that take numbers", (question) => [blanks(question, true)]),
  Q: kept("multiple short text", "blanks", (question) => [blanks(question, takesNumbers(question))]),
  X: kept("text display", "description", () => [{ type: "description" }]),
  F: kept("array", "matrix of single choices", (question) => [matrix(question, question.answers[0])]),
  H: changed("array by column", "matrix of single choices, with rows in place of columns", (question) => [
    matrix(question, question.answers[0]),
  ]),
  A: kept("array (5 point choice)", "matrix of marks from 1 to 5", (question) => [marks(question, 5)]),
  B: kept("array (10 point choice)", "matrix of marks from 1 to 10", (question) => [marks(question, 10)]),
  C: kept("array (yes, no, uncertain)", "matrix of single choices", (question, { yes, no, uncertain }) => [
    matrix(question, parts({ Y: yes, U: uncertain, N: no })),
  ]),
  E: kept("array (increase, same, decrease)", "matrix of single choices", (question, words) => [
    matrix(question, parts({ I: words.increase, S: words.same, D: words.decrease })),
  ]),
  "1": changed("array with dual scale", "two matrices of single choices, one for each scale", (question) =>
    question.answers.map((answers, at) => ({ ...matrix(question, answers), name: `${question.code}#${at}` })),
  ),
  ":": kept("array (numbers)", "matrix of numbers; with checkboxes, of multiple choices", (question) => [
    isTicked(question) ? ticks(question) : table(question, true),
  ]),
  ";": kept("array (texts)", "matrix of texts", (question) => [table(question, takesNumbers(question))]),
  R: kept("ranking", "ranking", (question) => [ranking(question)]),
  "5": kept("5 point choice", "scale from 1 to 5", () => [{ type: "star", fields: scale(5) }]),
  Y: kept("yes or no", "single choice", (_question, { yes, no }) => [
    { type: "radio", options: parts({ Y: yes, N: no }) },
  ]),
  G: kept("gender", "single choice", (_question, { female, male }) => [
    { type: "radio", options: parts({ F: female, M: male }) },
  ]),
  D: kept("date and time", "date and time", () => [{ type: "datetime" }]),
  "|": kept("file upload", "files", (question) => [{ type: "upload", fields: filesOf(question) }]),
  "*": { name: "equation", outcome: "left out", here: "nothing is calculated" },
  I: {
    name: "language switch",
    outcome: "left out",
    here: "respondents choose the language of the page itself",
  },
};

type Make = NonNullable<LimeType["make"]>;

function kept(name: string, here: string, make: Make): LimeType {
  return { name, outcome: "kept", here, make };
}

function changed(name: string, here: string, make: Make): LimeType {
  return { name, outcome: "changed", here, make };
}

function parts(texts: Readonly<Record<string, string>>): readonly NeutralPart[] {
  return Object.entries(texts).map(([code, text]) => ({ code, text }));
}

function isRandom(question: LimeQuestion): boolean {
  return randomOrders(question).length > 0;
}

function choice(type: "radio" | "select", question: LimeQuestion, { other }: LimeWords): Made {
  const options = limeOptions(question, question.answers[0], { other, otherCode: "-oth-" });
  return { type, options, fields: { random: isRandom(question) } };
}

function several(question: LimeQuestion, { other }: LimeWords, hasBlank: boolean): Made {
  const options = limeOptions(question, question.subquestions[0], { other, otherCode: "other" });
  const withBlanks: readonly NeutralOption[] = hasBlank
    ? options.map((option) => ({ ...option, hasBlank }))
    : options;
  return {
    type: "checkbox",
    options: withBlanks,
    fields: { random: isRandom(question) },
  };
}

function line(question: LimeQuestion): Made {
  return takesNumbers(question) ? { type: "text", fields: { validate: "number" } } : { type: "text" };
}

function ranking(question: LimeQuestion): Made {
  const [answers = [], rows = []] = [question.answers[0], question.subquestions[0]];
  return {
    type: "sort",
    options: answers.length > 0 ? answers : rows,
    fields: { random: isRandom(question) },
  };
}

function takesNumbers({ attributes }: LimeQuestion): boolean {
  return attributes.get("numbers_only") === "1";
}

function box(): readonly Made[] {
  return [{ type: "textarea", fields: { rows: "5", cols: "60" } }];
}

function blanks({ subquestions: [rows = []] }: LimeQuestion, isNumber: boolean): Made {
  return { type: "blanks", blanks: rows.map((row) => ({ ...row, isNumber })) };
}

function matrix({ subquestions: [rows = []] }: LimeQuestion, options: readonly NeutralPart[] = []): Made {
  return { type: "matrix_radio", rows, options };
}

function marks({ subquestions: [rows = []] }: LimeQuestion, highest: number): Made {
  return { type: "matrix_star", rows, fields: scale(highest) };
}

function scale(highest: number): Partial<Question> {
  return { starBeginNum: 1, starNum: highest };
}

function table({ subquestions: [rows = [], columns = []] }: LimeQuestion, isNumber: boolean): Made {
  return { type: "matrix_text", rows, options: columns, fields: { validate: isNumber ? "number" : "" } };
}

/** Whether the cells of an array of numbers are checkboxes. */
function isTicked({ attributes }: LimeQuestion): boolean {
  return attributes.get("multiflexible_checkbox") === "1";
}

function ticks({ subquestions: [rows = [], options = []] }: LimeQuestion): Made {
  return { type: "matrix_checkbox", rows, options };
}

function filesOf({ attributes }: LimeQuestion): Partial<Question> {
  const given = (attributes.get("allowed_filetypes") ?? "").toLowerCase().split(/[\s,;.]+/);
  const endings = given.filter((ending) => /^[a-z0-9]{1,10}$/.test(ending)).slice(0, 50);
  const kilobytes = Number(attributes.get("max_filesize") ?? "");
  return {
    file_type_limit: endings.length > 0 ? endings : ["jpg", "jpeg", "png", "pdf"],
    file_size_limit: kilobytes > 0 ? Math.min(Math.ceil(kilobytes), 102_400) : 5120,
  };
}
