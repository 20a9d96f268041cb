import { expect, it } from "vitest";
import { type Condition, logicLimits, logicSchema } from "../../src/model/logic.ts";

const answered: Condition = { kind: "answered", question: "q-1-abcd" };

function nested(depth: number): unknown {
  return depth <= 1 ? answered : { kind: "not", condition: nested(depth - 1) };
}

function withCondition(when: unknown): unknown {
  return { rules: [{ kind: "show", when, target: "q-2-abcd" }] };
}

it("reads rules of every kind", () => {
  const logic = {
    rules: [
      { kind: "hide", when: { kind: "and", conditions: [answered, answered] }, target: "p-1-abcd" },
      { kind: "branch", when: null, from: "q-1-abcd", to: "END" },
      { kind: "shuffle", from: "p-1-abcd", to: "p-2-abcd" },
    ],
  };
  expect(logicSchema.parse(logic)).toEqual(logic);
});

it("refuses conditions that stand too deep inside each other, however deep they are", () => {
  expect(logicSchema.safeParse(withCondition(nested(logicLimits.depth))).success).toBe(true);
  expect(logicSchema.safeParse(withCondition(nested(logicLimits.depth + 1))).success).toBe(false);
  expect(logicSchema.safeParse(withCondition(nested(5000))).success).toBe(false);
});

it.each([
  ["an id that is none", withCondition({ kind: "answered", question: "<b>" })],
  ["a field that is not known", withCondition({ ...answered, more: 1 })],
  [
    "a text with NUL",
    withCondition({ kind: "text", subject: { kind: "argument", name: "a" }, is: "=", value: "\0" }),
  ],
  ["a single condition in an and", withCondition({ kind: "and", conditions: [answered] })],
  ["a kind that is not known", { rules: [{ kind: "jump", from: "a", to: "b" }] }],
])("refuses %s", (_, logic) => {
  expect(logicSchema.safeParse(logic).success).toBe(false);
});
