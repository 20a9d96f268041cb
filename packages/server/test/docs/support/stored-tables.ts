import { openDatabase } from "@survey-open-platform/database";
import { requestLogFileOf } from "../../../src/http/request-log/request-log-database.ts";
import type { TestPlatform } from "../../support/test-platform.ts";

/** A table with its columns, in their order. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Every table of a migrated database, and of the request log, which has a file of its own beside a database file. */
export async function storedTables(platform: TestPlatform): Promise<readonly StoredTable[]> {
  const tables = [...(await tablesOf(platform.address)), ...(await tablesOfRequestLog(platform))];
  return (
    tables
      // Parts of the table of answers on PostgreSQL have no columns of their own.
      .filter(({ name }) => !/^answers_part_\d\d$/.test(name))
      .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
  );
}

async function tablesOf(address: string) {
  const database = openDatabase({ address });
  const tables = await database.reader.kysely.introspection.getTables();
  await database.close();
  return tables;
}

async function tablesOfRequestLog({ address, requestLog }: TestPlatform) {
  const file = requestLogFileOf(address);
  if (file === undefined) return [];
  await requestLog.usage({ id: 1, createdAt: 0 });
  return tablesOf(`sqlite:${file}`);
}
