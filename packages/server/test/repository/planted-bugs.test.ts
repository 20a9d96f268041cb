import { join } from "node:path";
import { expect, test } from "vitest";
import { plant } from "../../../../scripts/planted-bugs/anchor.ts";
import { BUGS, problemsOfList } from "../../../../scripts/planted-bugs/list.ts";
import type { PlantedBug } from "../../../../scripts/planted-bugs/planted-bug.ts";
import { runProgram } from "../../../../scripts/processes/run-program.ts";
import { ROOT } from "./support/repository.ts";

test("every planted bug has one place in the sources, and its tests exist", () => {
  expect(problemsOfList(BUGS, ROOT)).toEqual([]);
  expect(BUGS.length).toBeGreaterThanOrEqual(100);
  expect(BUGS.length, "the list is kept short enough to be run whole").toBeLessThanOrEqual(120);
});

test("an option that there is not is refused, and nothing is run", async () => {
  const program = join(ROOT, "scripts/planted-bugs.ts");
  const { status, stdout, stderr } = await runProgram(process.execPath, [program, "--no-such-option"]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^Unknown option '--no-such-option'/);
});

const source = `import { limit } from "./limit.ts";

/** Whether count > limit. */
export function isFull(count: number): boolean {
  // count > limit
  return count > limit; // count > limit
}

export class Shelf {
  isFull(books: readonly string[]): boolean {
    return isFull(
      books.length, // how many there are
    );
  }
}
`;

function bug(find: string, replace: string, within?: string): PlantedBug {
  const where = within === undefined ? {} : { within };
  return {
    name: "a-bug",
    breaks: "It.",
    file: "a.ts",
    find,
    replace,
    caughtBy: ["faults/test/a.test.ts"],
    ...where,
  };
}

/** The sentence that planting is refused with. */
function refusal(find: string, replace: string, within?: string): string {
  try {
    return `planted: ${plant(bug(find, replace, within), source)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test("a bug is found by its syntax: white space, comments and trailing commas do not matter", () => {
  const inOneLine = plant(bug("return isFull(books.length);", "return false;"), source);
  expect(inOneLine).toContain("boolean {\n    return false;\n  }\n}\n");
  const notInComments = plant(bug("count>limit", "count >= limit"), source);
  expect(notInComments.match(/count >= limit/g)).toHaveLength(1);
  expect(notInComments).toContain("  return count >= limit; // count > limit");
});

test("a bug with more than one place, or none, is refused", () => {
  expect(refusal("boolean {", "boolean { return true;")).toBe("what it changes occurs 2 times in a.ts");
  expect(refusal("count < limit", "true")).toBe("what it changes occurs 0 times in a.ts");
  expect(refusal("Whether count", "Whether")).toBe("what it changes occurs 0 times in a.ts");
});

test("a bug can be limited to one declaration", () => {
  expect(plant(bug("boolean {", "boolean { return true;", "Shelf.isFull"), source)).toContain(
    "isFull(books: readonly string[]): boolean { return true;",
  );
  expect(refusal("boolean {", "", "isFull")).toBe("isFull is declared 2 times in a.ts");
  expect(refusal("count", "1", "Shelf")).toBe("what it changes occurs 0 times in Shelf of a.ts");
});

test("a bug that changes nothing that runs is refused", () => {
  const nothing = "it changes nothing that runs";
  expect(refusal("return count > limit", "return /* never */ count > limit")).toBe(nothing);
  expect(refusal("return count > limit", "return (count as number) > limit")).toBe(nothing);
  expect(refusal("readonly string[]", "string[]")).toBe(nothing);
  expect(refusal("export class Shelf", "export type Book = string; export class Shelf")).toBe(nothing);
});

test("a bug that no program can have is refused", () => {
  expect(refusal("count > limit", "count > ")).toBe("with it, a.ts cannot be parsed");
  expect(refusal("count > limit", "count > bound.upper")).toBe(
    "with it, a.ts uses bound, which it does not declare",
  );
});

test("a list with two bugs of one name, or a bug without its file or its tests, is refused", () => {
  const twice = { ...bug("ROOT", "HERE"), file: "packages/gone.ts" };
  expect(problemsOfList([twice, twice], ROOT)).toEqual([
    "a-bug: there are two of this name",
    ...Array.from({ length: 2 }, () => [
      "a-bug: there is no packages/gone.ts",
      "a-bug: there is no faults/test/a.test.ts",
    ]).flat(),
  ]);
});

test("a bug whose tests no project runs on its database is refused", () => {
  const file = "packages/database/test/postgres/failover.test.ts";
  const unrun = { ...bug("ROOT", "HERE"), file: "gone.ts", engine: "postgres", caughtBy: [file] } as const;
  expect(problemsOfList([unrun], ROOT)).toContain(`a-bug: ${file} is not run on postgres`);
});
