import { expect, it } from "vitest";
import { checkDatabaseServers } from "../../src/doctor/database-servers.ts";

it("has nothing to say about a file or a single server", () => {
  expect(checkDatabaseServers()).toEqual([]);
  expect(checkDatabaseServers([{ name: "a:5432", role: "primary" }])).toEqual([]);
});

it("warns of a server that cannot replace the primary, and reports a replaced one as an error", () => {
  const findings = checkDatabaseServers([
    { name: "a:5432", role: "primary" },
    { name: "b:5432", role: "read-only" },
    { name: "c:5432", role: "unreachable", reason: "connect ECONNREFUSED" },
    { name: "d:5432", role: "replaced primary" },
  ]);
  expect(findings.map(({ level }) => level)).toEqual(["ok", "ok", "warning", "error"]);
  expect(findings[2]?.says).toContain("c:5432 cannot be reached: connect ECONNREFUSED");
  expect(findings[3]?.says).toContain("d:5432 accepts writes");
});
