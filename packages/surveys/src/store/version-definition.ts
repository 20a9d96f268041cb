import type { SurveyDefinition } from "../model/definition.ts";
import { atOnce, inTurns, type InTurns } from "../model/in-turns.ts";
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
  return atOnce(parsed(await queries.run(storedDefinitions, { surveyId })));
}

/** The same outside of transactions: a version in a turn, since there may be many large ones. */
export async function definitionsInTurns(
  queries: SurveyQueries,
  surveyId: number,
): Promise<readonly VersionDefinition[]> {
  return inTurns(parsed(await queries.run(storedDefinitions, { surveyId })));
}

interface StoredVersion {
  readonly version: number;
  readonly definition: string;
}

function* parsed(rows: readonly StoredVersion[]): InTurns<readonly VersionDefinition[]> {
  const versions: VersionDefinition[] = [];
  for (const { version, definition } of rows) {
    if (versions.length > 0) yield;
    versions.push({ version, definition: parseDefinition(definition) });
  }
  return versions;
}
