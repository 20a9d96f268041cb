import type { SurveyDefinition } from "../model/definition.ts";
import { prepare, type SurveyQueries } from "./queries.ts";
import { parseDefinition } from "./stored-definition.ts";

/** A published version with what it froze. */
export interface VersionDefinition {
  readonly version: number;
  readonly definition: SurveyDefinition;
}

const storedDefinitions = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("survey_versions")
    .select(["version", "definition"])
    .where("survey_id", "=", param("surveyId"))
    .orderBy("version"),
);

/** Reads all versions of a survey, the oldest first. */
export async function definitionsOf(
  queries: SurveyQueries,
  surveyId: number,
): Promise<readonly VersionDefinition[]> {
  const rows = await queries.run(storedDefinitions, { surveyId });
  return rows.map(({ version, definition }) => ({ version, definition: parseDefinition(definition) }));
}
