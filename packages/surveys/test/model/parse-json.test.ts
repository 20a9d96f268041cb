import { array, assert, constantFrom, json, jsonValue, oneof, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { atOnce, type InTurns } from "../../src/model/in-turns.ts";
import { parseJsonInTurns } from "../../src/model/parse-json.ts";

function turnsOf(work: InTurns<unknown>): number {
  for (let turns = 1; ; turns += 1) if (work.next().done === true) return turns;
}

/** What `JSON.parse` makes of a text; undefined for what is no JSON, which no text stands for. */
function parsedWhole(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parsedInTurns(text: string): unknown {
  const parsed = atOnce(parseJsonInTurns(text));
  return parsed.ok ? parsed.value : undefined;
}

const tokens = [
  "[",
  "]",
  "{",
  "}",
  ":",
  ",",
  '"',
  "\\",
  " ",
  "\n",
  "0",
  "-",
  "+",
  ".",
  "e",
  "true",
  "null",
  '"a"',
  "\0",
];

describe("JSON of a person", () => {
  it("is what JSON.parse makes of it", () => {
    const texts = oneof(
      json({ stringUnit: "grapheme" }),
      jsonValue({ stringUnit: "grapheme" }).map((value) => JSON.stringify(value, undefined, 2)),
    );
    assert(
      property(texts, (text) => {
        expect(parsedInTurns(text)).toEqual(parsedWhole(text));
      }),
    );
  });

  it("is refused where JSON.parse refuses it", () => {
    const signs = constantFrom(...tokens);
    assert(
      property(array(signs, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        expect(parsedInTurns(text)).toEqual(parsedWhole(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps names of prototypes as any other name", () => {
    const text = '{"__proto__":{"a":1},"constructor":2}';
    expect(Object.entries(parsedInTurns(text) ?? {})).toEqual([
      ["__proto__", { a: 1 }],
      ["constructor", 2],
    ]);
  });

  it("may have characters of several bytes anywhere", () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => "x".repeat(at % 4) + "😀题"));
    expect(parsedInTurns(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ["objects with a name of their own", (at: number) => `{"${at.toString(36)}":0}`],
    ["numbers", (at: number) => `${at}e9`],
    ["lists in lists", () => "[".repeat(60) + "]".repeat(60)],
    ["escapes", () => String.raw`"\u9898"`],
  ])("is parsed some kilobytes in a turn: %s", (_name, item) => {
    const text = `[${Array.from({ length: 5000 }, (_, at) => item(at)).join(",")}]`;
    expect(turnsOf(parseJsonInTurns(text))).toBeGreaterThan(text.length / 17_000);
  });
});
