import type { ColumnDefinitionBuilderCallback } from "kysely";

/** The database engine: a file beside one process, or a server that several processes share. */
export type Engine = "sqlite" | "postgres";

/** Makes a column of {@link idType} the primary key that the engine numbers by itself. */
export function generatedId(engine: Engine): ColumnDefinitionBuilderCallback {
  return engine === "sqlite"
    ? (column) => column.primaryKey().autoIncrement()
    : (column) => column.primaryKey().generatedByDefaultAsIdentity();
}

/** The type of a primary key that is an id. SQLite keeps a table by such a key, and numbers it, only if it is an `integer`. */
export function idType(engine: Engine): "integer" | "bigint" {
  return engine === "sqlite" ? "integer" : "bigint";
}
