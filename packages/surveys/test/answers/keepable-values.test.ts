import { describe, expect, it } from "vitest";
import { keepableValues } from "../../src/answers/keepable-values.ts";
import { everyType, wirePages } from "../declared/survey-fixtures.ts";

const { pages } = wirePages(everyType);
const questions = pages.flatMap((page) => page.questions);
const long = "x".repeat(1_000_000);
const many = Array.from({ length: 100_000 }, (_, at) => `made-up-${at}`);

function idOf(type: string): string {
  const found = questions.find((question) => question.type === type);
  if (found === undefined) throw new Error(`no question of type ${type}`);
  return found.id;
}

describe("what is kept of a value", () => {
  it("is bounded for every type of question, whatever is given", () => {
    for (const question of questions) {
      for (const value of [long, many, { options: many, blanks: { a: long } }, { a: long, b: long }]) {
        const kept = keepableValues(pages, { [question.id]: value });
        expect(JSON.stringify(kept).length, question.type).toBeLessThan(41_000);
      }
    }
  });

  it("is a text of at most as many characters as its question takes, and no half character", () => {
    const id = idOf("text");
    const limited = pages.map((page) => ({
      ...page,
      questions: page.questions.map((question) => ({ ...question, maxlength: 3 })),
    }));
    expect(keepableValues(limited, { [id]: "abcdef" })).toEqual({ [id]: "abc" });
    expect(keepableValues(limited, { [id]: "ab😀" })).toEqual({ [id]: "ab" });
    expect(keepableValues(limited, { [id]: "abc" })).toEqual({ [id]: "abc" });
  });

  it("has only options that the question has", () => {
    const radio = questions.find(({ type }) => type === "radio");
    const option = radio?.options[0]?.id ?? "";
    const id = radio?.id ?? "";
    expect(keepableValues(pages, { [id]: [option, "made-up"] })).toEqual({ [id]: [option] });
  });

  it("is all of a value that is right", () => {
    const date = idOf("datetime");
    const file = `${"a".repeat(32)}/receipt.png`;
    const values = { [date]: "2026-11-01 09:30", [idOf("upload")]: [file], [idOf("textarea")]: "a\nb" };
    expect(keepableValues(pages, values)).toEqual(values);
  });

  it("is nothing for a question that the survey does not have", () => {
    expect(keepableValues(pages, { other: "x" })).toEqual({});
  });
});
