/** The database cannot be reached, is busy, full or damaged: the caller may retry; it is never the caller's fault. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
}

/** The address in the settings names no database that this build can open. */
export class InvalidDatabaseAddressError extends Error {
  override readonly name = "InvalidDatabaseAddressError";
}

/** The database was migrated by a newer release than this one. */
export class NewerSchemaError extends Error {
  override readonly name = "NewerSchemaError";
}

/** A backup cannot be made or restored; the message says why, and what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
