import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pathOf } from "./support/markdown-tables.ts";
import { readStandards, standardsPage } from "./support/standards.ts";

const standards = readStandards();
const server = join(import.meta.dirname, "../..");
const demands = standards.flatMap(({ name, demands: ofStandard }) =>
  ofStandard.map((demand) => ({ ...demand, standard: name })),
);

/** A string as a test's source has it. */
function hasText(source: string, text: string): boolean {
  return [`"${text}"`, `'${text}'`, `\`${text}\``].some((literal) => source.includes(literal));
}

describe("the page of standards", () => {
  it("is the table of demands; `vitest run -u` writes it again", async () => {
    await expect(standardsPage(standards)).toMatchFileSnapshot(pathOf("standards.md"));
  });

  it("names files that there are", () => {
    const files = demands.flatMap(({ held }) => [
      ...("where" in held ? [`src/${held.where}`] : []),
      ...("file" in held ? [`test/${held.file}`] : []),
    ]);
    expect([...new Set(files)].filter((file) => !existsSync(join(server, file)))).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });

  it("names tests that there are, each part of a name in its file", () => {
    const missing = demands.flatMap(({ standard, section, held }) => {
      if (!("file" in held)) return [];
      const source = readFileSync(join(server, "test", held.file), "utf8");
      const absent = held.names.filter((name) => !hasText(source, name));
      return absent.map((name) => `${standard}, ${section}: ${held.file} has no "${name}"`);
    });
    expect(missing).toEqual([]);
  });

  it("says each demand once", () => {
    const said = demands.map(({ standard, must }) => `${standard}: ${must}`);
    expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([]);
  });
});
