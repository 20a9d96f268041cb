import {
  type ColumnNaming,
  type ExportColumn,
  inTurns,
  languagesOf,
  surveyColumnsInTurns,
  type SurveyStore,
  type VersionDefinition,
} from "@survey-open-platform/surveys";
import type { StoreQueries } from "../statements/queries.ts";
import { listConsents } from "./survey-privacy-table.ts";

/** What columns are read from. */
export interface ColumnStore {
  readonly reader: StoreQueries;
  readonly surveys: Pick<SurveyStore, "definitionsOf" | "findSettings">;
}

/** How the columns of a survey are read. */
export interface ColumnReading {
  /** All versions of the survey, where they were read before. */
  readonly definitions?: readonly VersionDefinition[];
  /** Whether there is a column of when an answer was last changed. Default false. */
  readonly hasUpdates?: boolean;
  /** Default `ids`. */
  readonly naming?: ColumnNaming;
}

/** Reads the columns that an export of a survey has. */
export async function readColumns(
  { reader, surveys }: ColumnStore,
  surveyId: number,
  { definitions: known, hasUpdates = false, naming = "ids" }: ColumnReading = {},
): Promise<readonly ExportColumn[]> {
  const definitions = known ?? (await surveys.definitionsOf(surveyId));
  const settings = await surveys.findSettings(surveyId);
  const versions = definitions.map(({ version, definition }) => ({ version, pages: definition.pages }));
  const customArguments = settings?.customArguments.map(({ title }) => title) ?? [];
  const hasLanguages = definitions.some(({ definition }) => languagesOf(definition).length > 1);
  const hasConsent = (await listConsents(reader, surveyId)).length > 0;
  const source = { versions, customArguments, hasLanguages, hasConsent, hasUpdates, naming };
  return inTurns(surveyColumnsInTurns(source));
}
