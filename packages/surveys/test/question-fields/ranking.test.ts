import { describe, expect, it } from "vitest";
import { checkAnswer, parseAnswer } from "../../src/question-fields/fields-of-type.ts";
import { letters, questionOf } from "../support/questions.ts";

describe("a ranking", () => {
  const ranking = questionOf({ type: "sort", title: "Order", options: letters(3) });
  const [a = "", b = "", c = ""] = ranking.options.map(({ id }) => id);
  const parse = (fields: Record<string, string>) =>
    parseAnswer(
      new URLSearchParams(
        Object.entries(fields).map(([key, value]) => [key === "move" ? key : `${ranking.id}.${key}`, value]),
      ),
      ranking,
    );

  it("is in the order of the ranks that were chosen, and refuses what is none", () => {
    expect(parse({ [a]: "3", [b]: "", [c]: "1" })).toEqual({ value: [c, a] });
    expect(parse({ [a]: "x", [b]: "-1" })).toEqual({
      value: undefined,
      problem: { code: "mark", from: 1, limit: 3 },
    });
  });

  it("says when two choices have the same rank", () => {
    expect(parse({ [a]: "2", [b]: "1", [c]: "1" })).toEqual({
      value: [b, c, a],
      problem: { code: "same_rank" },
    });
  });

  it("has every choice where it is required, and some of them where it is not", () => {
    const required = { ...ranking, required: true };
    expect(checkAnswer(required, [a, b])).toEqual({ code: "rank_all" });
    expect(checkAnswer(required, [c, a, b])).toBeUndefined();
    expect(checkAnswer(ranking, [a, b])).toBeUndefined();
    expect(checkAnswer({ ...required, maxlength: 2 }, [a, b])).toBeUndefined();
  });

  it("has a choice moved by a button, without dragging", () => {
    expect(parse({ move: `${ranking.id} ${c} up` })).toEqual({ value: [a, c, b] });
    expect(parse({ [c]: "1", [a]: "2", move: `${ranking.id} ${c} down` })).toEqual({ value: [a, c, b] });
    expect(parse({ [a]: "1", move: `${ranking.id} ${a} up` })).toEqual({ value: [a, b, c] });
    expect(parse({ [a]: "1", move: `q-other ${a} up` })).toEqual({ value: [a] });
  });
});
