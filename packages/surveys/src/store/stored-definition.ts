import { countDefinition, type SurveyDefinition } from "../model/definition.ts";
import type { Question } from "../model/question.ts";
import {
  choicesOf,
  mostChoices,
  mostChoicesOnPage,
  mostParts,
  mostSurveyCharacters,
  SurveyTooLargeError,
} from "../model/survey-size.ts";

/** Reads a definition from the database. */
export function parseDefinition(text: string): SurveyDefinition {
  // Only definitions are stored there.
  return JSON.parse(text) as SurveyDefinition;
}

/** A definition as the database has it. @throws `SurveyTooLargeError` */
export function printDefinition(definition: SurveyDefinition): string {
  checkChoices(definition);
  const text = JSON.stringify(definition);
  if (text.length <= mostSurveyCharacters) return text;
  const size = `would be stored with ${text.length} characters, and may have ${mostSurveyCharacters}`;
  throw new SurveyTooLargeError(`The survey is too large: it ${size}. Divide it into several surveys.`);
}

/** @throws `SurveyTooLargeError` */
function checkChoices({ pages }: SurveyDefinition): void {
  const longest = pages
    .flatMap(({ questions }) => questions)
    .find((question) => partsOf(question) > mostParts);
  if (longest !== undefined)
    throw new SurveyTooLargeError(
      `Question ${longest.index} is too large: it has ${partsOf(longest)} options or rows, and may have ${mostParts}.`,
    );
  const counts = pages.map(({ questions }) => sumOf(questions.map(choicesOf)));
  const fullest = counts.findIndex((count) => count > mostChoicesOnPage);
  if (fullest !== -1)
    throw new SurveyTooLargeError(
      `Page ${fullest + 1} is too large: it has ${counts[fullest]} choices, and may have ${mostChoicesOnPage}. Of a matrix, each field is one. Divide it into several pages.`,
    );
  const all = sumOf(counts);
  if (all > mostChoices)
    throw new SurveyTooLargeError(
      `The survey is too large: it has ${all} choices, and may have ${mostChoices}. Of a matrix, each field is one. Divide it into several surveys.`,
    );
}

function partsOf({ options, subTitles, blank_setting: blanks }: Question): number {
  return Math.max(options.length, subTitles.length, blanks.length);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The columns of `surveys` that show a definition. */
export function definitionColumns(definition: SurveyDefinition) {
  const { title, prefix, suffix, scene = 1, pages } = definition;
  const { pageCount, questionCount } = countDefinition(definition);
  return {
    title,
    prefix,
    suffix,
    scene,
    pages: JSON.stringify(pages),
    page_count: pageCount,
    question_count: questionCount,
  };
}
