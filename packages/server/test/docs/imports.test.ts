import { importKinds } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { pathOf, readReference, rowText, withSection } from "./support/markdown-tables.ts";

describe("the reference of imports", () => {
  it("has what becomes of each construct, as the readers say; `vitest run -u` writes it again", async () => {
    const sections = importKinds.flatMap(({ name, files, constructs }) => [
      `### ${name} (${files})`,
      "",
      rowText(["in the file", "outcome", "here"]),
      "| --- | --- | --- |",
      ...constructs.map((construct) => rowText([construct.name, construct.outcome, construct.here])),
      "",
    ]);
    const page = withSection(readReference("imports.md"), "## What becomes of it", sections.join("\n"));
    await expect(page).toMatchFileSnapshot(pathOf("imports.md"));
  });
});
