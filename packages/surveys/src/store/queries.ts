import type { Queries } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { SurveySchema } from "./schema.ts";

/** Queries on the tables of surveys, inside or outside a transaction. */
export type SurveyQueries = Queries<SurveySchema>;

/** The database's own clock: the only one that decides whether something has expired. */
export const nowMs = sql<number>`now_ms()`;
