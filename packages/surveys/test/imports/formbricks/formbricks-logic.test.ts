import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../../scripts/vitest/depth.ts";
import { chosenAnswers, typedAnswers } from "../support/chosen-answers.ts";
import { compareJumps, passSteps, type SourceJump } from "../support/compare-jumps.ts";
import { importContent, questionTitled } from "../support/import-example.ts";

const choices = (...ids: readonly string[]) => ids.map((id) => ({ id, label: { default: id } }));
const question = (id: string, type: string, more: object = {}) => ({
  id,
  type,
  headline: { default: id },
  ...more,
});

const questions = [
  question("role", "multipleChoiceSingle", { choices: choices("dev", "boss", "guest") }),
  question("tools", "multipleChoiceMulti", { choices: choices("git", "mail", "chat") }),
  question("score", "nps"),
  question("meeting", "cal"),
  question("rate", "rating", { range: 5, scale: "star" }),
  question("hours", "openText", { inputType: "number" }),
  question("why", "openText"),
  question("terms", "consent", { label: { default: "I agree" } }),
  question("last", "openText"),
];
const names = questions.map(({ id }) => id);

const ordered = ["isGreaterThan", "isLessThan", "isGreaterThanOrEqual", "isLessThanOrEqual"];
const equals = ["equals", "doesNotEqual"];
const lone = ["isSubmitted", "isSkipped"];
const ofLists = ["includesAllOf", "includesOneOf", "doesNotIncludeAllOf", "doesNotIncludeOneOf"];

/** What may be asked about a question: operators with their values. */
const tests: Readonly<Record<string, readonly (readonly [readonly string[], readonly unknown[]])[]>> = {
  role: [
    [equals, ["dev", "boss"]],
    [["equalsOneOf"], [["dev", "guest"], ["boss"]]],
    [lone, [undefined]],
  ],
  tools: [
    [equals, ["git", "chat"]],
    [ofLists, [["git"], ["git", "mail"], ["mail", "chat"]]],
    [lone, [undefined]],
  ],
  score: [
    [
      [...ordered, ...equals],
      [6, 9],
    ],
    [lone, [undefined]],
  ],
  rate: [
    [
      [...ordered, ...equals],
      [2, 4],
    ],
  ],
  hours: [
    [
      [...ordered, ...equals],
      [7, 8],
    ],
  ],
  why: [
    [
      [...equals, "contains", "doesNotContain"],
      ["fast", "fast and small"],
    ],
    [lone, [undefined]],
  ],
  terms: [[["isAccepted", "isSkipped"], [undefined]]],
};

interface Single {
  readonly leftOperand: { readonly type: string; readonly value: string };
  readonly operator: string;
  readonly rightOperand?: { readonly type: "static"; readonly value: unknown };
}

interface Group {
  readonly connector: string;
  readonly conditions: readonly (Group | Single)[];
}

function testOf(name: string, type: string): fc.Arbitrary<Single> {
  const kinds = (tests[name] ?? []).map(([operators, values]) =>
    fc.record({ operator: fc.constantFrom(...operators), value: fc.constantFrom(...values) }),
  );
  return fc.oneof(...kinds).map(({ operator, value }) => ({
    leftOperand: { type, value: name },
    operator,
    ...(value !== undefined && { rightOperand: { type: "static", value } }),
  }));
}

function groupUpTo(at: number, type: string): fc.Arbitrary<Group> {
  const known = names.slice(0, at + 1).filter((name) => name in tests);
  const test = fc.oneof(...known.map((name) => testOf(name, type)));
  const group = (inner: fc.Arbitrary<Group | Single>) =>
    fc.record({
      connector: fc.constantFrom("and", "or"),
      conditions: fc.array(inner, { minLength: 1, maxLength: 3 }),
    });
  return fc.oneof(group(test), group(fc.oneof(test, group(test))));
}

/** In the words of its program: data has the label of a choice, a list, a number or a text; nothing where it was skipped. */
function holds(part: Group | Single, valueOf: (name: string) => string): boolean {
  if ("conditions" in part) {
    const inner = (one: Group | Single) => holds(one, valueOf);
    return part.connector === "or" ? part.conditions.some(inner) : part.conditions.every(inner);
  }
  const { leftOperand, operator, rightOperand } = part;
  const given = valueOf(leftOperand.value);
  const list = given === "" ? [] : given.split(",");
  const wanted = rightOperand?.value;
  const several = Array.isArray(wanted) ? wanted.map(String) : [];
  const number = given === "" ? Number.NaN : Number(given);
  const isEqual = list.length === 1 && given === String(wanted);
  const outcomes: Readonly<Record<string, boolean>> = {
    equals: isEqual,
    doesNotEqual: !isEqual,
    contains: given.includes(String(wanted)),
    doesNotContain: !given.includes(String(wanted)),
    isSubmitted: given !== "",
    isAccepted: given !== "",
    isSkipped: given === "",
    isGreaterThan: number > Number(wanted),
    isLessThan: number < Number(wanted),
    isGreaterThanOrEqual: number >= Number(wanted),
    isLessThanOrEqual: number <= Number(wanted),
    equalsOneOf: several.includes(given),
    includesAllOf: several.every((one) => list.includes(one)),
    includesOneOf: several.some((one) => list.includes(one)),
    doesNotIncludeAllOf: !several.every((one) => list.includes(one)),
    doesNotIncludeOneOf: !several.some((one) => list.includes(one)),
  };
  return outcomes[operator] === true;
}

interface Logic {
  readonly conditions: Group;
  readonly actions: readonly { readonly objective: string; readonly target: string }[];
}

interface Jumping {
  readonly from: string;
  readonly logic: readonly Logic[];
  readonly logicFallback?: string;
}

interface Places {
  /** Of questions or blocks. */
  readonly places: readonly string[];
  /** The last question that a condition of a place may name. */
  readonly lastOf: (at: number) => number;
  readonly objective: string;
  readonly operand: string;
}

function jumpingFrom(at: number, { places, lastOf, objective, operand }: Places): fc.Arbitrary<Jumping> {
  const target = fc.constantFrom(...places.slice(at + 1), "bye");
  const logic = fc.record({
    conditions: groupUpTo(lastOf(at), operand),
    actions: target.map((to) => [{ objective, target: to }]),
  });
  return fc
    .record({
      logic: fc.array(logic, { minLength: 1, maxLength: 3 }),
      fallback: fc.option(target, { freq: 2 }),
    })
    .map(({ logic: given, fallback }) => ({
      from: places[at] ?? "",
      logic: given,
      ...(fallback !== null && { logicFallback: fallback }),
    }));
}

function generated(places: Places, jumping: readonly number[]): fc.Arbitrary<readonly Jumping[]> {
  return fc
    .subarray([...jumping], { minLength: 1, maxLength: 4 })
    .chain((from) => fc.tuple(...from.map((at) => jumpingFrom(at, places))));
}

/** What a place has of the logic that was drawn. */
function logicOf(given: readonly Jumping[], name: string) {
  const { logic, logicFallback } = given.find(({ from }) => from === name) ?? {};
  return { ...(logic && { logic }), ...(logicFallback !== undefined && { logicFallback }) };
}

function placeOf(target: string): string {
  return target === "bye" ? "END" : target;
}

function jumpsOf(given: readonly Jumping[]): readonly SourceJump[] {
  return given.flatMap(({ from, logic, logicFallback }) => [
    ...logic.map(({ conditions, actions }): SourceJump => ({
      from,
      when: (valueOf) => holds(conditions, valueOf),
      to: placeOf(actions[0]?.target ?? ""),
    })),
    ...(logicFallback === undefined ? [] : [{ from, when: () => true, to: placeOf(logicFallback) }]),
  ]);
}

const usual = { name: "T", welcomeCard: { enabled: false }, endings: [{ id: "bye", type: "endScreen" }] };

/** The survey with its questions in the order of the file; the appointment is not among them. */
function made(survey: object) {
  const { definition, questions: all, report } = importContent(JSON.stringify({ ...usual, ...survey }));
  expect(report).toEqual([
    "meeting: left out, as there are no questions of the type cal",
    "terms: has become another kind of question: consent: multiple choice with one option",
  ]);
  const titled = (title: string) => questionTitled(all, title);
  const [git = "", mail = "", chat = ""] = titled("tools").options.map(({ id }) => id);
  const answers: Readonly<Record<string, ReturnType<typeof typedAnswers>>> = {
    role: chosenAnswers(titled("role"), ["dev", "boss", "guest"]),
    tools: { git: [git], "git,mail": [git, mail], "mail,chat": [mail, chat] },
    score: typedAnswers("0", "6", "9", "10"),
    rate: typedAnswers("2", "3", "5"),
    hours: typedAnswers("7", "8", "9"),
    why: typedAnswers("fast", "fast and small", "slow"),
    terms: chosenAnswers(titled("terms"), ["accepted"]),
  };
  const steps = names
    .filter((name) => name !== "meeting")
    .map((name) => ({ name, questionId: titled(name).id, answers: answers[name] ?? {} }));
  return { definition, steps };
}

describe("any logic of a survey of Formbricks", () => {
  const places: Places = {
    places: names,
    lastOf: (at) => at,
    objective: "jumpToQuestion",
    operand: "question",
  };
  const jumping = names.flatMap((name, at) => (name === "meeting" || name === "last" ? [] : [at]));

  it("leads from question to question as it does there", () => {
    fc.assert(
      fc.property(generated(places, jumping), (given) => {
        const { definition, steps } = made({
          questions: questions.map((one) => ({ ...one, ...logicOf(given, one.id) })),
        });
        const jumps = jumpsOf(given);
        const { differences } = compareJumps(
          definition,
          steps,
          (values) => passSteps(names, values, jumps),
          200,
        );
        expect(differences).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  const blocks = [["role", "tools"], ["score"], ["meeting"], ["rate", "hours"], ["why", "terms"], ["last"]];
  const blockNames = blocks.map((_, at) => `block${at}`);
  const lastOf = (at: number) => names.indexOf(blocks[at]?.at(-1) ?? "");

  it("leads from block to block as it does there", () => {
    const ofBlocks: Places = { places: blockNames, lastOf, objective: "jumpToBlock", operand: "element" };
    fc.assert(
      fc.property(generated(ofBlocks, [0, 1, 3, 4]), (given) => {
        const { definition, steps } = made({
          blocks: blocks.map((ids, at) => ({
            id: blockNames[at],
            elements: questions.filter(({ id }) => ids.includes(id)),
            ...logicOf(given, blockNames[at] ?? ""),
          })),
        });
        // After the last question of a block; those before it lead nowhere.
        const toFirst = (name: string) => blocks[blockNames.indexOf(name)]?.[0] ?? "END";
        const jumps = jumpsOf(given).map(({ from, when, to }) => ({
          from: blocks[blockNames.indexOf(from)]?.at(-1) ?? "",
          when,
          to: toFirst(to),
        }));
        const { differences } = compareJumps(
          definition,
          steps,
          (values) => passSteps(names, values, jumps),
          200,
        );
        expect(differences).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });
});
