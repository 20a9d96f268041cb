import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import {
  declarationMaximumBytes,
  readDeclaration,
  yamlMaximumBytes,
} from "../../src/declaration/read-declaration.ts";
import { readJson } from "../../src/declaration/read-json.ts";
import { readYaml } from "../../src/declaration/read-yaml.ts";
import { sampleDeclaration } from "./sample-declaration.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

const folder = mkdtempSync(join(tmpdir(), "sop-read-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function* piped(...chunks: readonly string[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe("a declarative file", () => {
  const sample = sampleDeclaration();
  const json = JSON.stringify(sample);
  const yaml = stringify(sample);

  test.each([
    ["platform.json", json],
    ["platform.yaml", yaml],
    ["PLATFORM.YML", yaml],
    ["json-in.yaml", json],
    ["json-without-ending", `\n  ${json}`],
    ["yaml-without-ending", yaml],
    ["byte-order-mark.json", `\u{feff}${json}`],
  ])("is read from %s", async (name, text) => {
    expect(await readDeclaration(fileWith(name, text))).toEqual(sample);
  });

  test("is read from standard input, as JSON or YAML, in whatever pieces it comes", async () => {
    expect(await readDeclaration("-", piped(json.slice(0, 7), json.slice(7)))).toEqual(sample);
    expect(await readDeclaration("-", piped(yaml.slice(0, 7), yaml.slice(7)))).toEqual(sample);
  });

  test("may have numbers for keys and unquoted times in YAML", () => {
    const text = "values: { 1: Press, 2: [1, 2] }\nstarted_at: 2026-11-01 09:00:00\n";
    expect(readYaml({ name: "a", text })).toEqual({
      values: { "1": "Press", "2": [1, 2] },
      started_at: "2026-11-01 09:00:00",
    });
  });

  test("is refused when it is too large, and is not read to its end then", async () => {
    let chunks = 0;
    async function* endless(): AsyncIterable<Uint8Array> {
      for (;;) {
        chunks += 1;
        yield Buffer.alloc(1024 * 1024, " ");
      }
    }
    await expect(readDeclaration("-", endless())).rejects.toThrow("standard input: is larger than 64 MB");
    expect(chunks).toBe(declarationMaximumBytes / 1024 / 1024 + 1);
  });

  test("is refused as YAML when it is too large for that", async () => {
    const path = fileWith("large.yaml", `# ${"x".repeat(yamlMaximumBytes)}`);
    await expect(readDeclaration(path)).rejects.toThrow("write it as JSON");
  });

  test("is refused when it is not UTF-8", async () => {
    const path = fileWith("latin.yaml", Buffer.from([0x61, 0x3a, 0x20, 0xe4]));
    await expect(readDeclaration(path)).rejects.toThrow(`${path}: is not UTF-8`);
  });

  test("gives the system's error when it does not exist", async () => {
    await expect(readDeclaration(join(folder, "missing.json"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("JSON", () => {
  test("is read as JSON.parse reads it, whatever it says", () => {
    const rule = fc.property(fc.json(), fc.constantFrom(0, 1, 2), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent);
      expect(readJson({ name: "a", text: spaced })).toEqual(JSON.parse(text));
    });
    fc.assert(rule);
  });

  test("is refused wherever JSON.parse refuses it", () => {
    const parts = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      "1",
      "-",
      "true",
      " ",
      "\n",
      "\\",
      '"',
    );
    const rule = fc.property(fc.array(parts), (list) => {
      const text = list.join("");
      const says = messageOf(() => readJson({ name: "a", text }));
      expect(messageOf(() => JSON.parse(text)) === "" || /: a:\d+:\d+: /.test(says)).toBe(true);
    });
    fc.assert(rule, { numRuns: runs(2000) });
  });

  test.each([
    [
      "a repeated key",
      '{\n  "users": [],\n  "users": []\n}',
      "a:3:3: has a key that this object has already",
    ],
    ["a key repeated by an escape", '{"a":1,"\\u0061":2}', "a:1:8: has a key"],
    ["a comma too many", '{"users": [],\n}', "a:2:1: needs a key in double quotes"],
    ["a missing comma", '{\n"a": 1\n"b": 2}', "a:3:1: needs a comma or }"],
    ["a missing colon", '{"a" 1}', "a:1:6: needs a colon"],
    ["a key without quotes", "{users: []}", "a:1:2: needs a key in double quotes"],
    ["single quotes", "{'users': []}", "a:1:2: needs a key in double quotes"],
    ["an unknown word", '{"a": nul}', "a:1:7: has no JSON value"],
    ["a leading zero", "[01]", "a:1:2: has no JSON value"],
    ["a line break in a text", '["a\nb"]', "a:1:4: has a control character"],
    ["a wrong escape", '["\\x"]', "a:1:3: has a backslash"],
    ["an open text", '["abc', "a:1:3: ends within a text"],
    ["an open list", "[1,\n", "a:2:1: has no JSON value"],
    ["a second value", "{}\n{}", "a:2:1: has something after the end"],
    ["nothing in it", "", "a:1:1: has no JSON value"],
    ["a comment", "{} // x", "a:1:4: has something after the end"],
    ["too many levels", "[".repeat(100_000), "has lists and objects too deep"],
  ])("with %s is refused with its place", (_, text, says) => {
    expect(() => readJson({ name: "a", text })).toThrow(says);
  });
});

describe("YAML", () => {
  test.each([
    ["a repeated key", "users: []\nusers: []\n", "a:2:1: has a key that this object has already"],
    ["a key repeated as a number", "1: a\n'1': b\n", "a:2:1: has a key that this object has already"],
    ["a wrong indentation", "users:\n  - username: ada\n nickname: Ada\n", "a:3:1: "],
    ["a tab", "users:\n\t- username: ada\n", "a:2:1: is indented with a tab"],
    ["an open quote", "a: 'abc\nb: c\n", "a:3:1: lacks a quote"],
    ["an open bracket", "a: [1, 2\n", "a:2:1: "],
    ["an unknown tag", "a: !secret x\n", "a:1:4: has a tag that is not known here"],
    ["a second document", "a: 1\n---\na: 2\n", "a:2:1: has a second YAML document"],
    ["a list for a key", "? [a]\n: b\n", "a:1:3: "],
    ["an alias without its anchor", "a: *b\n", "has aliases that expand to too much, or to nothing"],
    ["nothing in it", "# nothing\n", "a: is empty"],
    ["too many levels", "[".repeat(100_000), "a:1:"],
  ])("with %s is refused with its place", (_, text, says) => {
    expect(() => readYaml({ name: "a", text })).toThrow(says);
  });

  test("with aliases that multiply is refused before it fills the memory", () => {
    const levels = Array.from(
      { length: 30 },
      (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(10)}]`,
    );
    const text = ["l0: &l0 [x]", ...levels].join("\n");
    expect(() => readYaml({ name: "a", text })).toThrow("has aliases that expand to too much");
  });
});

describe("a syntax error", () => {
  test("never quotes the file, which may hold a password", () => {
    const broken = fc.tuple(
      fc.nat({ max: 60 }),
      fc.constantFrom('"', "'", "{", "}", ":", "\\", "*", "!", "\t", "\n", "@", "&"),
    );
    const rule = fc.property(fc.constantFrom(readJson, readYaml), broken, (read, [at, character]) => {
      const text = '{"users": [{"username": "ada", "password": "hunter2hunter2"}]}';
      const file = { name: "a", text: text.slice(0, at) + character + text.slice(at) };
      expect(messageOf(() => read(file))).not.toContain("hunter");
    });
    fc.assert(rule, { numRuns: runs(1000) });
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
    return "";
  } catch (error) {
    return String(error);
  }
}
