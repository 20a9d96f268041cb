import { countDefinition, type SurveyDefinition } from "../model/definition.ts";

/** Reads a definition from the database. */
export function parseDefinition(text: string): SurveyDefinition {
  // Only definitions are stored there.
  return JSON.parse(text) as SurveyDefinition;
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
