import { prepareQuery, type Queries } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Queries on the hub's own tables, inside or outside a transaction. */
export type StoreQueries = Queries<Schema>;

/** The database's own clock: the only one that hubs have in common. */
export const nowMs = sql<number>`now_ms()`;

/** {@link prepareQuery} on the hub's own tables. */
export const prepare = <Parameters>() => prepareQuery<Schema, Parameters>();
