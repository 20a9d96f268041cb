import { expect, test } from "vitest";
import { checkDatabaseProtection } from "../../src/doctor/database-protection.ts";

test.each([
  [undefined, []],
  ["this machine", []],
  ["verified", ["ok"]],
  ["not verified", ["warning"]],
  ["not encrypted", ["warning"]],
] as const)("a connection to a database that is %s gives the findings %j", (protection, levels) => {
  const findings = checkDatabaseProtection(protection);
  expect(findings.map(({ level }) => level)).toEqual(levels);
  for (const { todo } of findings.filter(({ level }) => level === "warning"))
    expect(todo).toContain("sslmode=verify-full");
});
