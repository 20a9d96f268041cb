import { sql, type Kysely } from "kysely";
import type { Engine } from "./engine.ts";

/** One schema change. */
export interface Migration {
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
  /**
   * Migrations of earlier versions that together made the same tables. A database that has all of them has this one: its name is
   * recorded in their place. A database that has some of them is refused.
   */
  readonly replaces?: readonly string[];
}

/** Named schema changes; they are applied in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Runs SQL statements, each of which ends with a semicolon at the end of a line. */
export async function executeStatements<Schema>(kysely: Kysely<Schema>, statements: string): Promise<void> {
  for (const statement of statements.split(/;\s*\n/))
    if (statement.trim() !== "") await sql.raw(statement).execute(kysely);
}
