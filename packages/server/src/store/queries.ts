import { prepareQuery, type Queries } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Queries on the platform's own tables, inside or outside a transaction. */
export type StoreQueries = Queries<Schema>;

/** The database's own clock: the only one that decides whether something has expired. */
export const nowMs = sql<number>`now_ms()`;

/** {@link prepareQuery} on the platform's own tables. */
export const prepare = <Parameters>() => prepareQuery<Schema, Parameters>();
