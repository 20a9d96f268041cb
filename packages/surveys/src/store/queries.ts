import { prepareQuery, type Queries, type Steps } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { SurveySchema } from "./schema/schema.ts";

/** Queries on the tables of surveys, inside or outside a transaction. */
export type SurveyQueries = Queries<SurveySchema>;

/** The statements of a transaction on the tables of surveys, as a generator. */
export type SurveySteps<Result> = Steps<SurveySchema, Result>;

/** The database's own clock: the only one that decides whether something has expired. */
export const nowMs = sql<number>`now_ms()`;

/** {@link prepareQuery} on the tables of surveys. */
export const prepare = <Parameters>() => prepareQuery<SurveySchema, Parameters>();
