import { countDefinition, type SurveyDefinition } from "../model/definition.ts";
import { mostSurveyCharacters, SurveyTooLargeError } from "../model/survey-size.ts";

/** Reads a definition from the database. */
export function parseDefinition(text: string): SurveyDefinition {
  // Only definitions are stored there.
  return JSON.parse(text) as SurveyDefinition;
}

/** A definition as the database has it. @throws `SurveyTooLargeError` */
export function printDefinition(definition: SurveyDefinition): string {
  const text = JSON.stringify(definition);
  if (text.length <= mostSurveyCharacters) return text;
  const size = `would be stored with ${text.length} characters, and may have ${mostSurveyCharacters}`;
  throw new SurveyTooLargeError(`The survey is too large: it ${size}. Divide it into several surveys.`);
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
