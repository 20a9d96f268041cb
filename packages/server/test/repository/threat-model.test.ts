import { describe, expect, test } from "vitest";
import { readRepositoryFile, repositoryFiles } from "./support/repository.ts";

const PAGE = "docs/threat-model.md";
const TEXT = readRepositoryFile(PAGE);

/** Files of tests that each hold one security property. */
const FILES = repositoryFiles([
  "packages/{server,token-hub}/test/security/*.test.{ts,tsx}",
  "e2e/security/*.test.ts",
]);

/** Rows of all tables of the page, as their cells. */
const ROWS = TEXT.split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
  .map((line) =>
    line
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

/** Every test of the packages and of the built programs. */
const TESTS = new Set(repositoryFiles(["packages/*/test/**/*.test.{ts,tsx}", "e2e/**/*.test.ts"]));

/** The tests that rows of the tables name. */
const NAMED = ROWS.flatMap((cells) => testFiles(cells.at(-1) ?? ""));

/** The files that are named in a cell, as the page explains it: `csrf`, `token-hub/team/watch`, `e2e/security/proxy`. */
function testFiles(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => {
    const [folder = "", ...rest] = name.split("/");
    if (rest.length === 0) return `packages/server/test/security/${name}.test.ts`;
    return folder === "e2e" ? `${name}.test.ts` : `packages/${folder}/test/${rest.join("/")}.test.ts`;
  });
}

describe("the threat model", () => {
  test("has one row for each file of security tests, and no row without one", () => {
    const named = NAMED.filter((file) => file.includes("/security/"));
    expect(named.toSorted()).toEqual(FILES);
    expect(FILES.length).toBeGreaterThan(20);
  });

  test("names tests that exist, in tables and below departures of the interface", () => {
    const heldBy = [...TEXT.matchAll(/^- \*\*Held by:\*\* (.*)$/gm)].flatMap(([, names = ""]) =>
      testFiles(names),
    );
    expect(heldBy.length).toBeGreaterThan(6);
    const missing = [...NAMED, ...heldBy].filter((file) => !TESTS.has(file) && !TESTS.has(`${file}x`));
    expect(missing).toEqual([]);
  });

  test("says of each departure of the interface what is done about it, what is left to do and what holds it", () => {
    const sections = TEXT.split(/^##+ /m).filter((section) => /^D\d: /.test(section));
    expect(sections.map((section) => section.slice(0, 2))).toEqual(["D1", "D2", "D3", "D4", "D5", "D6"]);
    for (const section of sections) {
      expect(section).toMatch(/^- \*\*Done:\*\* .*^- \*\*Left[^*]*:\*\* .*^- \*\*Held by:\*\* `/ms);
    }
  });

  test("numbers them like the command that checks an installation", () => {
    const source = readRepositoryFile("packages/server/src/operating/commands/doctor/finding.ts");
    const numbers = [...source.matchAll(/"(D\d)"/g)].map(([, number]) => number);
    expect(numbers).toEqual(["D1", "D2", "D3", "D4", "D5", "D6"]);
  });
});
