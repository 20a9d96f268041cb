import { describe, expect, test } from "vitest";
import { findAvoidedWords, findRepeatedWords, readAvoidedWords } from "./support/plain-words.ts";
import { readRepositoryFile, readRepositoryFiles } from "./support/repository.ts";

const GLOSSARY = "docs/glossary.md";
const GLOSSARY_WHOLE = readRepositoryFile(GLOSSARY);
const { words: AVOIDED, rest: GLOSSARY_TEXT } = readAvoidedWords(GLOSSARY_WHOLE);

const TEXTS = readRepositoryFiles([
  "*.md",
  "{docs,packages,e2e,faults,examples,scripts,deploy}/**/*.{ts,tsx,js,css,md,yaml,yml,sh,conf,service,timer}",
]);

test("the glossary defines each word once", () => {
  expect(findRepeatedWords(GLOSSARY_WHOLE)).toEqual([]);
  expect(findRepeatedWords(`${GLOSSARY_TEXT}\n| openid | the same word again | |\n`)).toEqual(["openid"]);
});

describe("words that the glossary rules out", () => {
  test("are in no source, test, document or name of a file", () => {
    const found = [...TEXTS].flatMap(([path, text]) =>
      findAvoidedWords(path, path === GLOSSARY ? GLOSSARY_TEXT : text, AVOIDED),
    );
    expect(found).toEqual([]);
  });

  test("are read from its table", () => {
    expect(AVOIDED.length).toBeGreaterThan(10);
    expect(AVOIDED.filter(({ words, instead }) => words.includes("") || instead === "")).toEqual([]);
    expect(TEXTS.size).toBeGreaterThan(500);
  });
});

describe("the search for words", () => {
  const { words, rest } = readAvoidedWords(
    [
      "# Glossary",
      "",
      "## Words not used",
      "",
      "| not used | say instead | except in |",
      "| -------- | ----------- | --------- |",
      "| hark     | listen      | `hark back` (an idiom) |",
      "| come hither, comes hither | arrives | |",
    ].join("\n"),
  );

  test.each([
    ["a comment", "// Hark, a request.", 1],
    ["a string", 'const a = 1;\nthrow new Error("hark");', 2],
    ["the name of a function", "function startHark() {}", 1],
    ["the name of a class", "class HTTPHark {}", 1],
    ["the name of a constant", "const HARK_MS = 1;", 1],
    ["a phrase in a name", "const itComesHither = 1;", 1],
    ["a phrase across two lines of a comment", "/**\n * Requests come\n * hither.\n */", 2],
  ])("finds a word in %s", (_, text, line) => {
    const found = findAvoidedWords("src/a.ts", text, words);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^src/a\\.ts:${line}: "`));
  });

  test("finds a word in the name of a file, and says what to use instead", () => {
    expect(findAvoidedWords("src/hark-page.ts", "", words)).toEqual([
      'src/hark-page.ts:0: "hark": say listen',
    ]);
  });

  test.each([
    ["a longer word", "// A sharkskin and a harkener."],
    ["an exception of its row", "// To hark back is fine.\n// To hark\n// back as well."],
    ["other words", "// Listen."],
  ])("passes over %s", (_, text) => {
    expect(findAvoidedWords("src/a.ts", text, words)).toEqual([]);
  });

  test("keeps the table itself out of the glossary's own text", () => {
    expect(rest).toBe("# Glossary\n\n");
  });
});
