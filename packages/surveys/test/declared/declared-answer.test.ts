import { describe, expect, it, test } from "vitest";
import { declaredAnswerSchema } from "../../src/declared/declared-answer.ts";

const answer = {
  started_at: "2026-11-01 09:00:00",
  ended_at: "2026-11-01 09:03:10",
  values: {
    "1": "text",
    "2": 3,
    "3": [1, "Two"],
    "4": { "1": 2, "2": [1, 2] },
    "5": [null, 3, [1]],
    "6": [2, { option: 3, blanks: ["x"] }],
  },
};
const pathsOf = (value: unknown) =>
  (declaredAnswerSchema.safeParse(value).error?.issues ?? []).map((issue) => issue.path.join("."));

describe("an answer of a declarative file", () => {
  it("holds its times and its values keyed by question number", () => {
    expect(declaredAnswerSchema.parse(answer)).toEqual(answer);
  });

  it("may end in the second in which it began, and not before", () => {
    expect(pathsOf({ ...answer, ended_at: answer.started_at })).toEqual([]);
    expect(pathsOf({ ...answer, ended_at: "2026-11-01 08:59:59" })).toEqual(["ended_at"]);
  });

  test.each(["2026-02-30 00:00:00", "2026-11-01", "2026-11-01T09:00:00Z", 1_793_000_000, null])(
    "is refused when it began at %j",
    (started_at) => {
      expect(pathsOf({ ...answer, started_at })).toContain("started_at");
    },
  );

  test.each(["0", "01", "-1", "1.5", "one", ""])("is refused when a value is keyed %j", (key) => {
    const values = JSON.parse(`{${JSON.stringify(key)}: "x"}`);
    expect(declaredAnswerSchema.safeParse({ ...answer, values }).success).toBe(false);
  });

  it("never takes a key of values for a prototype", () => {
    const values = JSON.parse('{"1": "x", "__proto__": {"2": "y"}}');
    const parsed = declaredAnswerSchema.parse({ ...answer, values });
    expect(Object.keys(parsed.values)).toEqual(["1"]);
    expect(parsed.values["2"]).toBeUndefined();
  });

  it("is refused with an unknown key, without values, or with a value of no known form", () => {
    expect(pathsOf({ ...answer, score: 1 })).toEqual([""]);
    expect(pathsOf({ started_at: answer.started_at, ended_at: answer.ended_at })).toEqual(["values"]);
    expect(pathsOf({ ...answer, values: { "1": true } })).toEqual(["values.1"]);
    expect(pathsOf({ ...answer, values: { "1": { "1": { "1": 1 } } } })).toEqual(["values.1"]);
  });
});
