import { rowsOf } from "@survey-open-platform/database";
import { type CellsOf, compileCells } from "../answers/answer-cells.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import { prepare, type SurveySteps } from "./queries.ts";
import { parseDefinition } from "./stored-definition.ts";

const mostVersions = 500;

const definitionOf = prepare<{ readonly surveyId: number; readonly version: number }>()((db, param) =>
  db
    .selectFrom("survey_versions")
    .select("definition")
    .where("survey_id", "=", param("surveyId"))
    .where("version", "=", param("version")),
);

/** Reads what a version froze. @returns undefined when there is no such version */
export function* readVersion(surveyId: number, version: number): SurveySteps<SurveyDefinition | undefined> {
  const [row] = yield* rowsOf(definitionOf, { surveyId, version });
  return row && parseDefinition(row.definition);
}

/** A version, and what else decides about what is prepared from it. */
interface VersionKey {
  readonly surveyId: number;
  readonly version: number;
  /** Default "". */
  readonly variant?: string;
}

/** Keeps what was prepared from versions: they never change. */
export class VersionCache<Prepared> {
  readonly #prepare: (definition: SurveyDefinition, variant: string) => Prepared;
  readonly #kept = new Map<string, Prepared>();

  constructor(prepareVersion: (definition: SurveyDefinition, variant: string) => Prepared) {
    this.#prepare = prepareVersion;
  }

  /** @returns undefined when there is no such version */
  *find({ surveyId, version, variant = "" }: VersionKey): SurveySteps<Prepared | undefined> {
    const key = `${surveyId} ${version} ${variant}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const definition = yield* readVersion(surveyId, version);
    return definition && this.#keep(key, this.#prepare(definition, variant));
  }

  #keep(key: string, prepared: Prepared): Prepared {
    // The oldest one goes: a map has its keys in the order in which they came.
    const [oldest] = this.#kept.size >= mostVersions ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, prepared);
    return prepared;
  }
}

/** What counts the cells of answers, per version. */
export type CellCounters = VersionCache<CellsOf>;

/** Makes {@link CellCounters}. */
export function cellCounters(): CellCounters {
  return new VersionCache(({ pages }) => compileCells(pages));
}
