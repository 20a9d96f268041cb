import * as fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../../../../scripts/vitest/depth.ts";
import type { AnswerValue } from "../../../src/model/answer-values.ts";
import { chosenAnswers, typedAnswers } from "../support/chosen-answers.ts";
import { compareJumps } from "../support/compare-jumps.ts";
import { importContent, questionTitled } from "../support/import-example.ts";

const element = (name: string, type: string, more: object = {}) => ({ type, name, title: name, ...more });

const elements = [
  element("one", "radiogroup", { choices: ["a", "b", "c"] }),
  element("several", "checkbox", { choices: ["x", "y", "z"] }),
  element("count", "text", { inputType: "number" }),
  element("words", "comment"),
  element("yes", "boolean"),
  element("mark", "rating", { rateMax: 5 }),
  element("list", "dropdown", { choices: [1, 2, 10] }),
  element("table", "matrix", { rows: ["r1", "r2"], columns: ["good", "bad"] }),
  element("last", "text"),
  element("end", "html", { html: "end", title: undefined }),
];
const names = elements.map(({ name }) => name);

type Operator = (given: string, wanted: readonly string[]) => boolean;

const listOf = (given: string) => (given === "" ? [] : given.split(","));
const numberOf = (given: string) => (given === "" ? Number.NaN : Number(given));
const isEqual: Operator = (given, wanted) =>
  listOf(given).toSorted().join(",") === [...wanted].toSorted().join(",");
const hasAll: Operator = (given, wanted) => wanted.every((one) => listOf(given).includes(one));
const hasAny: Operator = (given, wanted) => wanted.some((one) => listOf(given).includes(one));
const hasText: Operator = (given, [wanted = ""]) => given !== "" && given.includes(wanted);
const opposite =
  (operator: Operator): Operator =>
  (given, wanted) =>
    !operator(given, wanted);

/** What an operator means, as the documentation of conditions says it; a comparison of nothing is false. */
const equality: Readonly<Record<string, Operator>> = { "=": isEqual, "<>": opposite(isEqual) };
const emptiness: Readonly<Record<string, Operator>> = {
  empty: (given) => given === "",
  notempty: (given) => given !== "",
};
const order: Readonly<Record<string, Operator>> = {
  ">": (given, [wanted]) => numberOf(given) > Number(wanted),
  ">=": (given, [wanted]) => numberOf(given) >= Number(wanted),
  "<": (given, [wanted]) => numberOf(given) < Number(wanted),
  "<=": (given, [wanted]) => numberOf(given) <= Number(wanted),
};
const lists: Readonly<Record<string, Operator>> = {
  anyof: hasAny,
  noneof: opposite(hasAny),
};

interface Tests {
  readonly name: string;
  readonly operators: Readonly<Record<string, Operator>>;
  readonly values: readonly (readonly string[])[];
}

const tests: readonly Tests[] = [
  { name: "one", operators: equality, values: [["a"], ["b"]] },
  { name: "one", operators: lists, values: [["a", "b"], ["c"]] },
  { name: "several", operators: { contains: hasAll, notcontains: opposite(hasAll) }, values: [["x"], ["y"]] },
  {
    name: "several",
    operators: { ...equality, ...lists, allof: hasAll },
    values: [
      ["x", "y"],
      ["z", "y"],
    ],
  },
  { name: "count", operators: { ...equality, ...order }, values: [["5"], ["7"]] },
  {
    name: "words",
    operators: { ...equality, contains: hasText, notcontains: opposite(hasText) },
    values: [["tea"], ["iced tea"]],
  },
  { name: "yes", operators: equality, values: [["true"], ["false"]] },
  { name: "mark", operators: { ...equality, ...order }, values: [["2"], ["4"]] },
  { name: "list", operators: { ...equality, ...order }, values: [["2"], ["10"]] },
  { name: "table.r1", operators: equality, values: [["good"], ["bad"]] },
  ...["one", "several", "count", "words", "mark", "table.r2"].map((name) => ({
    name,
    operators: emptiness,
    values: [[]],
  })),
];

/** A condition in the file's words, and what it means. */
interface Condition {
  readonly text: string;
  readonly holds: (valueOf: (name: string) => string) => boolean;
}

const quoted = (value: string) => (/^(?:\d+|true|false)$/.test(value) ? value : `'${value}'`);

function testOf({ name, operators, values }: Tests): fc.Arbitrary<Condition> {
  return fc
    .record({ operator: fc.constantFrom(...Object.keys(operators)), wanted: fc.constantFrom(...values) })
    .map(({ operator, wanted }) => {
      const isList = wanted.length > 1 || operator === "anyof" || operator === "noneof";
      const value = isList ? `[${wanted.map(quoted).join(", ")}]` : wanted.map(quoted).join("");
      return {
        text: `{${name}} ${operator} ${value}`.trim(),
        holds: (valueOf) => operators[operator]?.(valueOf(name), wanted) === true,
      };
    });
}

function conditionBefore(at: number): fc.Arbitrary<Condition> {
  const known = tests.filter(({ name }) => names.indexOf(name.split(".")[0] ?? "") < at);
  const test = fc.oneof(...known.map(testOf));
  const joined = (inner: fc.Arbitrary<Condition>) =>
    fc
      .record({ word: fc.constantFrom("and", "or"), parts: fc.array(inner, { minLength: 2, maxLength: 3 }) })
      .map(({ word, parts }): Condition => ({
        text: `(${parts.map(({ text }) => text).join(` ${word} `)})`,
        holds: (valueOf) =>
          word === "and" ? parts.every((one) => one.holds(valueOf)) : parts.some((one) => one.holds(valueOf)),
      }));
  const negated = (inner: fc.Arbitrary<Condition>) =>
    inner.map(({ text, holds }): Condition => ({ text: `!(${text})`, holds: (valueOf) => !holds(valueOf) }));
  // “and” binds more tightly than “or”.
  const unbracketed = fc.tuple(test, test, test).map(([one, two, three]): Condition => ({
    text: `${one.text} or ${two.text} and ${three.text}`,
    holds: (valueOf) => one.holds(valueOf) || (two.holds(valueOf) && three.holds(valueOf)),
  }));
  const deeper = fc.oneof(test, joined(test), negated(test));
  return fc.oneof({ arbitrary: test, weight: 3 }, unbracketed, joined(deeper), negated(joined(deeper)));
}

const maybe = (at: number) =>
  at === 0 ? fc.constant(undefined) : fc.option(conditionBefore(at), { nil: undefined, freq: 2 });

/** Conditions of questions; two of them stand in a panel, and the last four on a second page. */
const conditions = fc.record({
  questions: fc.tuple(...names.map((_, at) => maybe(at))),
  panel: maybe(2),
  page: maybe(6),
});

type Conditions = typeof conditions extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function visibleIf(condition: Condition | undefined) {
  return condition && { visibleIf: condition.text };
}

function fileOf({ questions, panel, page }: Conditions): string {
  const given = elements.map((one, at) => ({ ...one, ...visibleIf(questions[at]) }));
  const inPanel = { type: "panel", name: "panel", ...visibleIf(panel), elements: given.slice(2, 4) };
  const pages = [
    { name: "first", elements: [...given.slice(0, 2), inPanel, ...given.slice(4, 6)] },
    { name: "second", ...visibleIf(page), elements: given.slice(6) },
  ];
  return JSON.stringify({ title: "T", pages });
}

/** A question that is not shown has no answer. */
function shownBySource({ questions, panel, page }: Conditions, values: ReadonlyMap<string, string>) {
  const shown = new Set<string>();
  const valueOf = (name: string) => {
    const [question = "", row] = name.split(".");
    const value = shown.has(question) ? (values.get(question) ?? "") : "";
    return row === undefined
      ? value
      : (listOf(value)
          .find((one) => one.startsWith(row))
          ?.split("=")[1] ?? "");
  };
  const isTrue = (condition: Condition | undefined) => condition === undefined || condition.holds(valueOf);
  for (const [at, name] of names.entries()) {
    const around = [questions[at], ...(at === 2 || at === 3 ? [panel] : []), ...(at >= 6 ? [page] : [])];
    if (around.every(isTrue)) shown.add(name);
  }
  return shown;
}

it("shows what any visibleIf of questions, panels and pages shows", () => {
  fc.assert(
    fc.property(conditions, (given) => {
      const { definition, questions, report } = importContent(fileOf(given));
      expect(report).toEqual([]);
      const titled = (title: string) => questionTitled(questions, title);
      const [x = "", y = "", z = ""] = titled("several").options.map(({ id }) => id);
      const { options, subTitles } = titled("table");
      const [good = "", bad = ""] = options.map(({ id }) => id);
      const [r1 = "", r2 = ""] = subTitles.map(({ id }) => id);
      const answers: Readonly<Record<string, Readonly<Record<string, AnswerValue>>>> = {
        one: chosenAnswers(titled("one"), ["a", "b", "c"]),
        several: { x: [x], "x,y": [x, y], "y,z": [y, z] },
        count: typedAnswers("4", "5", "7"),
        words: typedAnswers("tea", "iced tea", "coffee"),
        yes: chosenAnswers(titled("yes"), ["true", "false"]),
        mark: typedAnswers("2", "4", "5"),
        list: chosenAnswers(titled("list"), ["1", "2", "10"]),
        table: { "r1=good": { [r1]: [good] }, "r1=bad,r2=good": { [r1]: [bad], [r2]: [good] } },
      };
      const steps = names.map((name) => ({
        name,
        questionId: titled(name).id,
        answers: answers[name] ?? {},
      }));
      const { differences } = compareJumps(definition, steps, (values) => shownBySource(given, values), 200);
      expect(differences).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});
