export type { Database, DatabaseOptions, Queries, ReadRequest, WriteOptions } from "./database.ts";
export type { DatabaseCondition, ServerCondition, UsableDatabase } from "./database-condition.ts";
export { inspectDatabase } from "./inspect-database.ts";
export { generatedId, idType, type Engine } from "./engine.ts";
export { commandPatience, openDatabase } from "./open-database.ts";
export {
  BackupError,
  DatabaseUnavailableError,
  InvalidDatabaseAddressError,
  NewerSchemaError,
  OlderSchemaError,
} from "./errors.ts";
export { compareMigrations } from "./compare-migrations.ts";
export { executeStatements, type Migration, type Migrations } from "./migration.ts";
export { clusterHosts, postgresProtection } from "./postgres-address.ts";
export { isDamagedFile } from "./sqlite-connection.ts";
export { prepareQuery, type PreparedQuery } from "./prepared-query.ts";
export { backUpDatabase, type Backup } from "./back-up-database.ts";
export { alone, forget, rowsOf, runSteps, send, type Steps } from "./steps.ts";
export { restoreDatabase, type Restoration } from "./restore-database.ts";
export { retryWhileUnavailable } from "./retry-while-unavailable.ts";
