import { expect, it } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { checkConnections } from "../../src/operating/commands/doctor/check-connections.ts";
import { readInstallationFacts } from "../../src/store/installation/installation-facts.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const settings = { workers: 2, databaseConnections: 10 };

async function facts() {
  const { database } = await startTestPlatform();
  return await database.write((transaction) => readInstallationFacts(transaction, database.engine));
}

it("has the connections that a database server takes, and none for a file", async () => {
  const { connectionLimit } = await facts();
  const isLimited = connectionLimit !== undefined && connectionLimit > 20;
  expect(isLimited).toBe(isOnPostgres());
  expect(connectionLimit !== undefined).toBe(isOnPostgres());
});

it("lets the doctor warn of a node that may open more connections than the server takes", async () => {
  const { applications, unsafeSettings } = await facts();
  const known = { applications, unsafeSettings };
  expect(checkConnections(settings, known)).toEqual([]);
  expect(checkConnections(settings, undefined)).toEqual([]);
  const levels = [20, 19].map((connectionLimit) =>
    checkConnections(settings, { ...known, connectionLimit }).map(({ level }) => level),
  );
  expect(levels).toEqual([["ok"], ["warning"]]);
});
