import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { limitRows } from "./support/limits.ts";
import { readReference, tablesOf } from "./support/markdown-tables.ts";

const docs = join(import.meta.dirname, "../../../../docs");

describe("the reference of limits", () => {
  it("is the table that follows from the settings and constants", () => {
    const [rows] = tablesOf(readReference("limits.md"));
    expect(rows).toEqual(limitRows);
  });

  it.each(["../README.md", "guides/answering.md", "reference/settings.md"])("is linked in %s", (page) => {
    expect(readFileSync(join(docs, page), "utf8")).toContain("limits.md");
  });
});
