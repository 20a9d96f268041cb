import { expect, test } from "vitest";
import { compareMigrations, type Migrations } from "../src/index.ts";

const up = async () => undefined;
const migrations: Migrations = { "0000": { up, replaces: ["0001", "0002"] }, "0050": { up } };

test.each([
  { recorded: [], applied: [], pending: ["0000", "0050"] },
  { recorded: ["0000"], applied: ["0000"], pending: ["0050"] },
  { recorded: ["0001", "0002"], applied: ["0000"], pending: ["0050"] },
  { recorded: ["0001", "0002", "0050"], applied: ["0000", "0050"], pending: [] },
  { recorded: ["0002"], applied: [], pending: ["0000", "0050"], lacking: ["0001"] },
  { recorded: ["0000", "0099"], applied: ["0000"], pending: ["0050"], unknown: ["0099"] },
])("a database that records $recorded has $applied of this release", ({ recorded, ...expected }) => {
  expect(compareMigrations(recorded, migrations)).toEqual({ lacking: [], unknown: [], ...expected });
});
