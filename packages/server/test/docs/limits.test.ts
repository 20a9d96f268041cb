import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { limitRows } from "./support/limits.ts";
import { pathOf, readReference, withRows } from "./support/markdown-tables.ts";

const docs = join(import.meta.dirname, "../../../../docs");

describe("the reference of limits", () => {
  it("is the table that follows from the settings and constants; `vitest run -u` writes it again", async () => {
    await expect(withRows(readReference("limits.md"), limitRows)).toMatchFileSnapshot(pathOf("limits.md"));
  });

  it.each(["../README.md", "guides/answering.md", "reference/settings.md"])("is linked in %s", (page) => {
    expect(readFileSync(join(docs, page), "utf8")).toContain("limits.md");
  });
});
