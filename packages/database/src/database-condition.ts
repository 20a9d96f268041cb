/** The state of a database, read without creating or migrating anything. */
export type DatabaseCondition =
  | { readonly state: "in memory" }
  | { readonly state: "missing"; readonly path: string }
  | {
      readonly state: "unusable";
      /** The file, or the server and the database's name there. */
      readonly place: string;
      readonly reason: string;
    }
  | UsableDatabase;

/** A server of a PostgreSQL database. */
export type ServerCondition =
  | {
      /** Host and port. */
      readonly name: string;
      /** A replaced primary accepts writes although another server was promoted after it. */
      readonly role: "primary" | "replaced primary" | "read-only";
    }
  | { readonly name: string; readonly role: "unreachable"; readonly reason: string };

/** A database that can be read. */
export interface UsableDatabase {
  readonly state: "usable";
  readonly place: string;
  /** The file of an embedded database. */
  readonly path: string | undefined;
  /** Why it cannot be written to; undefined when it can. */
  readonly writeProblem: string | undefined;
  /** Problems that the engine's own check of the file found; none when it was not asked for. */
  readonly damages: readonly string[];
  readonly tables: readonly string[];
  /** Names of the migrations that were applied. */
  readonly migrations: readonly string[];
  /** The servers that the address names; absent when the database is a file. */
  readonly servers?: readonly ServerCondition[];
}
