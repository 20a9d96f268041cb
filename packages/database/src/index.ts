export type { Database, DatabaseOptions, Queries } from "./database.ts";
export { inspectDatabase, type DatabaseCondition } from "./inspect-database.ts";
export { openDatabase } from "./open-database.ts";
export { DatabaseUnavailableError, InvalidDatabaseAddressError, NewerSchemaError } from "./errors.ts";
export type { Migrations } from "./migrate.ts";
export { prepareQuery, type PreparedQuery } from "./prepared-query.ts";
