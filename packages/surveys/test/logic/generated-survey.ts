import * as fc from "fast-check";
import type { AnswerValue, AnswerValues } from "../../src/model/answer-values.ts";
import { emptyQuestion } from "../../src/model/empty-question.ts";
import type { Condition, Rule, Subject } from "../../src/model/logic.ts";
import type { Option, Question, QuestionType, SurveyPage } from "../../src/model/question.ts";
import type { SurveyFlow } from "../../src/logic/survey-flow.ts";

/** A generated survey, with what one respondent gave. */
export interface GeneratedCase {
  readonly flow: SurveyFlow;
  readonly values: AnswerValues;
  readonly customArguments: Readonly<Record<string, string>>;
}

const types = ["radio", "checkbox", "text", "star", "matrix_radio", "blanks", "description"] as const;

/** A question with nothing but what logic looks at. */
export function sampleQuestion(id: string, type: QuestionType, fields: Partial<Question> = {}): Question {
  return {
    ...emptyQuestion(id, type),
    title: id,
    starBeginNum: 1,
    starNum: 5,
    real_index: 1,
    ...fields,
  };
}

/** An option without logic. */
export function sampleOption(id: string, fields: Partial<Option> = {}): Option {
  return { id, text: id, exclusive: false, noRandom: false, goto: "", display: [], ...fields };
}

const often = (id: fc.Arbitrary<string>) =>
  fc.oneof({ arbitrary: fc.constant(""), weight: 4 }, { arbitrary: id, weight: 1 });

/** Ids that something can refer to: also ones that stand before it, and one that is not there. */
function targets(counts: readonly number[]): readonly string[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return [
    ...counts.map((_, at) => `p-${at + 1}`),
    ...Array.from({ length: total }, (_, at) => `q-${at + 1}`),
    "END",
    "q-99",
  ];
}

function question(id: string, target: fc.Arbitrary<string>): fc.Arbitrary<Question> {
  return fc
    .record({
      type: fc.constantFrom(...types),
      hidden: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
      goto: often(target),
      gotos: fc.array(often(target), { minLength: 3, maxLength: 3 }),
      displays: fc.array(fc.array(target, { maxLength: 2 }), { minLength: 3, maxLength: 3 }),
    })
    .map(({ type, hidden, goto, gotos, displays }) => {
      const hasOptions = type === "radio" || type === "checkbox" || type === "matrix_radio";
      const options = gotos.map((to, at) =>
        sampleOption(`o-${at + 1}`, { goto: to, display: displays[at] ?? [] }),
      );
      return sampleQuestion(id, type, {
        hidden,
        goto,
        options: hasOptions ? options : [],
        subTitles: type === "matrix_radio" ? ["g-1", "g-2"].map((row) => ({ id: row, text: row })) : [],
        blank_setting:
          type === "blanks"
            ? ["b-1", "b-2"].map((blank) => ({
                id: blank,
                text: blank,
                validate: "",
                type: "question",
                attach_id: id,
              }))
            : [],
      });
    });
}

const texts = fc.constantFrom("", "3", "red", "Red wine", " 10 ", "-1.5", "__proto__");
const option = fc.constantFrom("o-1", "o-2", "o-3");
const comparison = fc.constantFrom("=" as const, "<" as const, "<=" as const, ">" as const, ">=" as const);

function subject(questions: readonly Question[]): fc.Arbitrary<Subject> {
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...questions), fc.constantFrom("", "g-1", "b-1"))
      .map(([{ id }, part]): Subject => ({ kind: "question", question: id, part })),
    fc.constantFrom("source", "constructor", "age").map((name): Subject => ({ kind: "argument", name })),
  );
}

function test(questions: readonly Question[]): fc.Arbitrary<Condition> {
  const asked = fc.constantFrom(...questions).map(({ id }) => id);
  return fc.oneof(
    fc.record({
      kind: fc.constant("choice" as const),
      question: asked,
      part: fc.constantFrom("", "", "g-1"),
      options: fc.uniqueArray(option, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant("number" as const),
      subject: subject(questions),
      is: comparison,
      value: fc.constantFrom(-1.5, 0, 1, 3, 3.5, 10),
    }),
    fc.record({
      kind: fc.constant("text" as const),
      subject: subject(questions),
      is: fc.constantFrom("=" as const, "contains" as const),
      value: fc.constantFrom("3", "red", "RED", 'a "quoted" \\ text', "wine"),
    }),
    fc.record({
      kind: fc.constant("count" as const),
      question: asked,
      is: comparison,
      value: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({ kind: fc.constant("answered" as const), question: asked }),
  );
}

/** Conditions about the questions of a survey. */
export function generatedCondition(questions: readonly Question[]): fc.Arbitrary<Condition> {
  const leaf = test(questions);
  const { node } = fc.letrec<{ node: Condition }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthIdentifier: "condition" },
      leaf,
      fc.record({
        kind: fc.constantFrom("and" as const, "or" as const),
        conditions: fc.array(tie("node"), { minLength: 2, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant("not" as const), condition: tie("node") }),
    ),
  }));
  return node;
}

function rule(questions: readonly Question[], jumpTarget: fc.Arbitrary<string>): fc.Arbitrary<Rule> {
  const target = jumpTarget.filter((id) => id !== "END");
  const when = generatedCondition(questions);
  const branch = fc.record({
    kind: fc.constant("branch" as const),
    when: fc.oneof(fc.constant(null), when),
    from: target,
    to: jumpTarget,
  });
  return fc.oneof(
    fc.record({ kind: fc.constantFrom("show" as const, "hide" as const), when, target }),
    branch,
    branch,
    fc.record({ kind: fc.constant("shuffle" as const), from: target, to: target }),
  );
}

/** Surveys of up to twelve questions, with logic of every kind, some of it senseless. */
export const generatedFlow: fc.Arbitrary<SurveyFlow> = fc
  .array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 })
  .filter((counts) => counts.some((count) => count > 0))
  .chain((counts) => {
    const target = fc.constantFrom(...targets(counts));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const questions = fc.tuple(...Array.from({ length: total }, (_, at) => question(`q-${at + 1}`, target)));
    return questions.chain((made) =>
      fc
        .array(rule(made, target), { maxLength: 6 })
        .map((rules) => ({ pages: pagesOf(made, counts), logic: { rules } })),
    );
  });

function pagesOf(questions: readonly Question[], counts: readonly number[]): readonly SurveyPage[] {
  let at = 0;
  return counts.map((count, index) => ({
    id: `p-${index + 1}`,
    index: String(index + 1),
    questions: questions.slice(at, (at += count)).map((one, place) => ({
      ...one,
      index: at - count + place + 1,
    })),
  }));
}

function valueOf({ type }: Question): fc.Arbitrary<AnswerValue> {
  switch (type) {
    case "radio":
      return option.map((id) => [id]);
    case "checkbox":
      return fc.oneof(
        fc.uniqueArray(option, { maxLength: 3 }),
        fc.uniqueArray(option, { maxLength: 3 }).map((options) => ({ options, blanks: { "b-1": "3" } })),
      );
    case "matrix_radio":
      return option.map((id) => ({ "g-1": [id] }));
    case "blanks":
      return texts.map((text) => ({ "b-1": text }));
    case "star":
      return fc.integer({ min: 1, max: 5 }).map(String);
    default:
      return texts;
  }
}

/** Generated surveys, each with values for most of its questions, also for those that will be hidden. */
export const generatedCase: fc.Arbitrary<GeneratedCase> = generatedFlow.chain((flow) => {
  const questions = flow.pages.flatMap((page) => page.questions);
  return fc.record({
    flow: fc.constant(flow),
    values: fc
      .tuple(...questions.map((one) => fc.option(valueOf(one), { freq: 4, nil: undefined })))
      .map((given) =>
        Object.fromEntries(
          questions.flatMap(({ id }, at) => (given[at] === undefined ? [] : [[id, given[at]]])),
        ),
      ),
    customArguments: fc.constantFrom({}, { source: "red" }, { age: "10", source: "3" }),
  });
});
