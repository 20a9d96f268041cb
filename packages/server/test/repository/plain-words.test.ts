import { describe, expect, test } from "vitest";
import { avoidedWords } from "./support/avoided-words.ts";
import { findAvoidedWords, findRepeatedWords } from "./support/plain-words.ts";
import { readRepositoryFile, readRepositoryFiles } from "./support/repository.ts";

const GLOSSARY = readRepositoryFile("docs/glossary.md");
const WORDS = "packages/server/test/repository/support/avoided-words.ts";

const TEXTS = readRepositoryFiles([
  "*.md",
  "{docs,packages,e2e,faults,examples,scripts,deploy}/**/*.{ts,tsx,js,css,md,yaml,yml,sh,conf,service,timer}",
]);

test("the glossary defines each word once", () => {
  expect(findRepeatedWords(GLOSSARY)).toEqual([]);
  expect(findRepeatedWords(`${GLOSSARY}\n| openid | the same word again |\n`)).toEqual(["openid"]);
});

test("words to avoid are in no source, test, document or name of a file", () => {
  const found = [...TEXTS].flatMap(([path, text]) =>
    path === WORDS ? [] : findAvoidedWords(path, text, avoidedWords),
  );
  expect(found).toEqual([]);
  expect(TEXTS.size).toBeGreaterThan(500);
  expect(TEXTS.has(WORDS)).toBe(true);
});

describe("the search for words", () => {
  const words = [
    { words: ["hark"], instead: "listen", exceptions: ["hark back"] },
    { words: ["come hither", "comes hither"], instead: "arrives" },
  ];

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
});
