import { sql, type Kysely } from "kysely";

/** Runs SQL statements, each of which ends with a semicolon at the end of a line. */
export async function executeStatements<Schema>(kysely: Kysely<Schema>, statements: string): Promise<void> {
  for (const statement of statements.split(/;\s*\n/))
    if (statement.trim() !== "") await sql.raw(statement).execute(kysely);
}
