import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/doctor/finding.ts";
import { reportFindings } from "../../src/doctor/report.ts";

const findings: readonly Finding[] = [
  { level: "ok", check: "a", says: "All is well here." },
  { level: "note", check: "b", says: "Worth knowing.", todo: "Know it." },
  {
    level: "error",
    check: "c",
    says: `Something is wrong ${"and wrong ".repeat(30)}here.`,
    todo: "Put it right.",
  },
  { level: "warning", check: "D1", deviation: "D1", says: "Open.", todo: "Close it.", compensation: "Much." },
];

describe("the doctor's report", () => {
  test("begins with the gravest and ends with the count", () => {
    const lines = reportFindings(findings).split("\n");
    expect(lines.filter((line) => /^[a-z]/.test(line)).map((line) => line.split(" ")[0])).toEqual([
      "error",
      "warning",
      "note",
      "ok",
    ]);
    expect(lines.at(-1)).toBe("1 error, 1 warning, 1 note.");
  });

  test("says under each finding what to do, and of a deviation what holds until then", () => {
    expect(reportFindings(findings)).toContain(
      "D1: Open.\n          To do: Close it.\n          Until then: Much.\n",
    );
  });

  test.each([
    [60, 60],
    [400, 100],
    [0, 80],
    [undefined, 80],
  ])("in a terminal of %s columns has lines of at most %s", (columns, longest) => {
    const lengths = reportFindings(findings, columns)
      .split("\n")
      .map((line) => line.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(longest);
    expect(Math.max(...lengths)).toBeGreaterThan(longest - 15);
  });
});
