import * as fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../../../../scripts/vitest/depth.ts";
import { chosenAnswers, typedAnswers } from "../support/chosen-answers.ts";
import { compareJumps, passSteps, type SourceJump } from "../support/compare-jumps.ts";
import { importContent, questionTitled } from "../support/import-example.ts";

const choices = (...labels: readonly string[]) => labels.map((label) => ({ ref: label, label }));
const field = (ref: string, type: string, properties: object = {}) => ({ ref, title: ref, type, properties });

const fields = [
  field("one", "multiple_choice", { choices: choices("a", "b", "c") }),
  field("several", "multiple_choice", { choices: choices("x", "y", "z"), allow_multiple_selection: true }),
  field("yes", "yes_no"),
  field("paid", "payment"),
  field("count", "number"),
  field("list", "dropdown", { choices: choices("soup", "cake") }),
  field("mark", "opinion_scale", { steps: 11 }),
  field("words", "short_text"),
  field("score", "nps"),
  field("last", "long_text"),
];
const names = fields.map(({ ref }) => ref);

const numbers = [
  "equal",
  "not_equal",
  "lower_than",
  "lower_equal_than",
  "greater_than",
  "greater_equal_than",
];
const texts = ["equal", "not_equal", "contains", "not_contains"];

/** What may be asked about a field: operators, the kind of value, and values. */
const tests: Readonly<Record<string, readonly [readonly string[], string, readonly unknown[]]>> = {
  one: [["is", "is_not"], "choice", ["a", "b", "c"]],
  several: [["is", "is_not"], "choice", ["x", "y", "z"]],
  yes: [["is", "is_not"], "constant", [true, false]],
  count: [numbers, "constant", [2, 5]],
  list: [["equal", "not_equal"], "constant", ["soup", "cake"]],
  mark: [numbers, "constant", [0, 4, 9]],
  words: [texts, "constant", ["tea", "iced tea"]],
  score: [numbers, "constant", [6, 9]],
};

interface Condition {
  readonly op: string;
  readonly vars: readonly (Condition | { readonly type: string; readonly value: unknown })[];
}

function testOf(name: string): fc.Arbitrary<Condition> {
  const [operators = [], type = "", values = []] = tests[name] ?? [];
  return fc
    .record({ op: fc.constantFrom(...operators), value: fc.constantFrom(...values) })
    .map(({ op, value }) => ({
      op,
      vars: [
        { type: "field", value: name },
        { type, value },
      ],
    }));
}

/** A condition on fields up to the one at a place. */
function conditionUpTo(at: number): fc.Arbitrary<Condition> {
  const known = names.slice(0, at + 1).filter((name) => name in tests);
  const test = fc.oneof(...known.map(testOf));
  const joined = (inner: fc.Arbitrary<Condition>) =>
    fc.record({ op: fc.constantFrom("and", "or"), vars: fc.array(inner, { minLength: 1, maxLength: 3 }) });
  return fc.oneof({ arbitrary: test, weight: 3 }, joined(test), joined(fc.oneof(test, joined(test))));
}

const always: Condition = { op: "always", vars: [] };

function actionsOf(at: number) {
  const to = fc.oneof(
    fc.constantFrom(...names.slice(at + 1)).map((value) => ({ type: "field", value })),
    fc.constant({ type: "thankyou", value: "bye" }),
  );
  const condition = fc.oneof({ arbitrary: conditionUpTo(at), weight: 6 }, fc.constant(always));
  const action = fc.record({ action: fc.constant("jump"), details: fc.record({ to }), condition });
  return fc.record({
    type: fc.constant("field"),
    ref: fc.constant(names[at] ?? ""),
    actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  });
}

const jumping = names.flatMap((name, at) => (name === "paid" || name === "last" ? [] : [at]));
const logic = fc
  .subarray(jumping, { minLength: 1, maxLength: 4 })
  .chain((places) => fc.tuple(...places.map(actionsOf)));

/** As the interface for forms describes it: an answer is there for what was passed alone. */
function holds({ op, vars }: Condition, valueOf: (name: string) => string): boolean {
  const inner = (one: Condition["vars"][number]) => "op" in one && holds(one, valueOf);
  if (op === "always") return true;
  if (op === "and") return vars.every(inner);
  if (op === "or") return vars.some(inner);
  const [name = "", wanted = ""] = vars.map((one) => ("value" in one ? String(one.value) : ""));
  const given = valueOf(name);
  const isEqual = given.split(",").includes(wanted);
  const number = given === "" ? Number.NaN : Number(given);
  const outcomes: Readonly<Record<string, boolean>> = {
    is: isEqual,
    equal: isEqual,
    is_not: !isEqual,
    not_equal: !isEqual,
    contains: given.includes(wanted),
    not_contains: !given.includes(wanted),
    lower_than: number < Number(wanted),
    lower_equal_than: number <= Number(wanted),
    greater_than: number > Number(wanted),
    greater_equal_than: number >= Number(wanted),
  };
  return outcomes[op] === true;
}

it("goes from question to question as any logic of a form says", () => {
  fc.assert(
    fc.property(logic, (given) => {
      const { definition, questions, report } = importContent(
        JSON.stringify({
          title: "T",
          settings: {},
          fields,
          logic: given,
          thankyou_screens: [{ ref: "bye", title: "Bye" }],
        }),
      );
      expect(report).toEqual(["paid: left out, as there are no questions of the type payment"]);
      const { options } = questionTitled(questions, "several");
      const [x = "", y = "", z = ""] = options.map(({ id }) => id);
      const answers: Readonly<Record<string, ReturnType<typeof typedAnswers>>> = {
        one: chosenAnswers(questionTitled(questions, "one"), ["a", "b", "c"]),
        several: { x: [x], "x,y": [x, y], "y,z": [y, z] },
        yes: chosenAnswers(questionTitled(questions, "yes"), ["true", "false"]),
        list: chosenAnswers(questionTitled(questions, "list"), ["soup", "cake"]),
        count: typedAnswers("1", "2", "5", "7"),
        mark: typedAnswers("0", "4", "10"),
        words: typedAnswers("tea", "iced tea", "coffee"),
        score: typedAnswers("0", "6", "9", "10"),
      };
      const steps = names
        .filter((name) => name !== "paid")
        .map((name) => ({
          name,
          questionId: questionTitled(questions, name).id,
          answers: answers[name] ?? {},
        }));
      const jumps = given.flatMap(({ ref, actions }) =>
        actions.map(({ condition, details: { to } }): SourceJump => ({
          from: ref,
          when: (valueOf) => holds(condition, valueOf),
          to: to.type === "field" ? to.value : "END",
        })),
      );
      const compared = compareJumps(definition, steps, (values) => passSteps(names, values, jumps), 200);
      expect(compared.differences).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});
