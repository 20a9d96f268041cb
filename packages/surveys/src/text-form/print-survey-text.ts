import { linkedPaths } from "../model/linked-entries.ts";
import { optionParts } from "../model/option-blanks.ts";
import type { Option, Question, SurveyPage } from "../model/question.ts";
import type { SurveySummary } from "../model/survey.ts";
import { answersOf, definitionOf, needsOf } from "../question-types/question-types.ts";
import { printCode, withoutReadCode } from "./code-label.ts";
import { readLabel, readRemark } from "./label-spellings.ts";
import { pageBreakLabels, personalLabels, requiredLabels, type TextFormLanguage } from "./labels.ts";
import { FIRST_NUMBER } from "./parse-survey-text.ts";
import { isLinkAddress } from "./read-header.ts";

const LINE_END = /\r\n|\r|\n/;
const SPACE_AT_ENDS = /^\s+|\s+$/g;
const SPACE_AT_START = /^\s+/g;
const SPACE_AFTER_BLANK = /\s+$/g;
const EVERY_SPACE = /\s+/g;

/** What of a survey the text form says. */
export type PrintedSurvey = Pick<SurveySummary, "title" | "prefix"> & {
  readonly pages: readonly SurveyPage[];
};

/**
 * Writes a survey in its text form, which {@link parseSurveyText} reads back. What the form cannot say is left out:
 * hidden and shuffled questions, limits, captions of scales, the ending text.
 *
 * @param language of the labels
 */
export function printSurveyText({ title, prefix, pages }: PrintedSurvey, language: TextFormLanguage): string {
  const questions = pages
    .map((page) => page.questions.map((question) => printQuestion(question, language)).join("\n\n"))
    .join(`\n\n=== ${pageBreakLabels[language]} ===\n\n`);
  const parts = [plain(title), printIntroduction(prefix), questions];
  return parts.slice(0, parts.findLastIndex((part) => part !== "") + 1).join("\n\n");
}

/** One paragraph, escaped where it would read as a question. Joined lines have none below, as a question has. */
function printIntroduction(prefix: string): string {
  const lines = prefix.split(LINE_END);
  const isParagraph = lines.every((line) => line.trim() !== "") && !FIRST_NUMBER.test(prefix);
  const text = isParagraph ? lines.map((line) => inLine(line)).join("\n") : plain(prefix);
  return escapeLabels(text).replaceAll(/^=/gm, "\\=");
}

function printQuestion(question: Question, language: TextFormLanguage): string {
  return [printHeader(question, language), ...printBody(question).map(noPageBreak)].join("\n");
}

/** A line that begins with = could read as a page break. */
function noPageBreak(line: string): string {
  return line.replace(/^=/, "\\=");
}

function printHeader(question: Question, language: TextFormLanguage): string {
  const { title, required, personal, description } = question;
  const requirement = requiredLabels[required ? "required" : "optional"][language];
  const type = definitionOf(question.type).labels[language];
  const said = [
    type,
    answersOf(question) === "none" ? "" : requirement,
    personal ? personalLabels[language] : "",
  ];
  const labels = said.filter((label) => label !== "").map((label) => `[${label}]`);
  return (
    inTitle(title) +
    labels.join("") +
    printCode(question) +
    (description === "" ? "" : `(${inBrackets(description)})`)
  );
}

/** The lines below the first one, which follow from what the type needs. */
function printBody(question: Question): readonly string[] {
  const { options, rows, levels, blanks, marks } = needsOf(question.type);
  if (rows) return [options === undefined ? range(question) : columns(question), ...rowLines(question)];
  if (options === "fillable") return question.options.map((option) => printFillable(question, option));
  if (options === "plain") return question.options.map((option) => coded(option));
  if (levels) return printLinked(question);
  if (blanks)
    return question.blank_setting.map(
      (blank) => `${escapeUnderscores(withoutReadCode(plain(blank.text)))}${printCode(blank)} ____`,
    );
  return marks === "chosen" ? [range(question)] : [];
}

/** A text with the code of its part. */
function coded(part: Option | Question["subTitles"][number], spaces = SPACE_AT_ENDS): string {
  return withoutReadCode(plain(part.text, spaces)) + printCode(part);
}

function columns({ options }: Question): string {
  return options.map((option) => coded(option, EVERY_SPACE)).join(" ");
}

function rowLines({ subTitles }: Question): readonly string[] {
  return subTitles.map((row) => coded(row));
}

/** An option that may have blanks; underscores of its text are escaped where they could read as one. */
function printFillable(question: Question, option: Option): string {
  const parts = optionParts(question, option);
  if (!parts.some((part) => "blankId" in part))
    return withoutReadCode(plain(option.text).replaceAll(/__+/g, escapeUnderscores)) + printCode(option);
  const text = parts.map((part, at) => {
    if ("blankId" in part) return "____";
    return escapeUnderscores(plain(part.text, at === 0 ? SPACE_AT_START : SPACE_AFTER_BLANK));
  });
  return withoutReadCode(text.join("")) + printCode(option);
}

function escapeUnderscores(text: string): string {
  return text.replaceAll("_", "\\_");
}

function printLinked({ levels, groups }: Question): readonly string[] {
  const paths = linkedPaths(groups).map((path) => path.map(({ text }) => printStep(text)).join("+"));
  return [levels.map((level) => plain(level, EVERY_SPACE)).join(" "), ...paths];
}

function printStep(text: string): string {
  return plain(text).replaceAll("+", "\\+");
}

function range({ starBeginNum, starNum }: Question): string {
  return `${starBeginNum}~${starNum}`;
}

/** A title so that nothing in it reads as a label or a mark; links stay as they are. */
function inTitle(title: string): string {
  return escapeLabels(plain(title)).replaceAll(STAR, "\\$&");
}

/** A star alone, or at an end; two around words make them bold. */
const STAR = /^[*＊]|[*＊]$|(?<![*＊])[*＊](?![*＊])/g;

/** A link, or a bracket of another group. */
const LINK_OR_BRACKET = /\[([^[\]【】［］〔〕〖〗]*)\]\(([^()（）\s]+)\)|[[\]【】［］〔〕〖〗]/g;

function escapeLabels(text: string): string {
  return text
    .replaceAll(LINK_OR_BRACKET, (found, label?: string, address?: string) => {
      const isLink = address !== undefined && isLinkAddress(address) && readLabel(label ?? "") === undefined;
      return isLink ? found : found.replaceAll(/[[\]【】［］〔〕〖〗()]/g, "\\$&");
    })
    .replaceAll(/[(（]([^()（）]*)[)）]/g, (remark, inside: string) =>
      readRemark(inside) === undefined ? remark : remark.replaceAll(/[()（）]/g, "\\$&"),
    );
}

/** Balanced brackets inside others need no escapes. */
function inBrackets(text: string): string {
  return isBalanced(text) ? plain(text) : plain(text).replaceAll(/[()（）]/g, "\\$&");
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(" || character === "（") depth += 1;
    if (character === ")" || character === "）") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** A text so that it is read back as it is: a backslash before what would be lost, and before each end of a line. */
function plain(text: string, spaces = SPACE_AT_ENDS): string {
  return text
    .split(LINE_END)
    .map((line) => inLine(line, spaces))
    .join("\\\n");
}

function inLine(line: string, spaces = SPACE_AT_ENDS): string {
  return line.replaceAll("\\", "\\\\").replaceAll(spaces, (found) => found.replaceAll(/\s/g, "\\$&"));
}
