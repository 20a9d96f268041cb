import { basename } from "node:path";
import { expect, test } from "vitest";
import { readRepositoryFile, readRepositoryFiles } from "./support/repository.ts";

const RECORDS = [...readRepositoryFiles("docs/adr/[0-9]*.md")];

test("the index of decisions lists every record with its title, in order", () => {
  const expected = RECORDS.map(([path, text]) => {
    const [, number, title] = /^# (\d{4}): (.+)$/m.exec(text) ?? [];
    return `- [${number}](${basename(path)}): ${title}`;
  });
  const listed = readRepositoryFile("docs/adr/README.md")
    .split("\n")
    .filter((line) => /^- \[\d{4}\]/.test(line));
  expect(listed).toEqual(expected);
  expect(RECORDS.length).toBeGreaterThan(20);
  expect(RECORDS.length).toBeLessThanOrEqual(40);
});

test.each(RECORDS)("%s says its context, decision, rejected options and consequences", (_, text) => {
  const headings = text.split("\n").filter((line) => line.startsWith("## "));
  expect(headings).toEqual(["## Context", "## Decision", "## Rejected", "## Consequences"]);
});
