import { surveyEnd, type Condition, type Rule, type Test } from "../model/logic.ts";
import type { Question } from "../model/question.ts";
import { canBeTrue } from "./can-be-true.ts";
import { Effort } from "./effort.ts";
import { reachableQuestions } from "./reachable-questions.ts";
import { positionsOf, prepareFlow, type PreparedFlow, type SurveyFlow } from "./survey-flow.ts";
import { mayTest } from "./may-test.ts";

/** What is wrong: errors prevent publishing, warnings do not. */
export type LogicProblemCode = LogicErrorCode | LogicWarningCode;

/** A rule that cannot have its meaning. */
export type LogicErrorCode =
  | "unknown_place"
  | "unknown_question"
  | "unknown_option"
  | "unknown_part"
  | "wrong_kind"
  | "not_one_page"
  | "backward_range";

/** A rule or question that has no effect. */
export type LogicWarningCode = "later_question" | "never_true" | "backward_jump" | "unreachable";

/** Something wrong with the logic of a survey, with its place. */
export interface LogicProblem {
  readonly code: LogicProblemCode;
  readonly isError: boolean;
  /** Position among the rules, from 0; undefined for what a question itself says. */
  readonly rule?: number;
  /** Id of the question; undefined for rules. */
  readonly question?: string;
}

const warnings: ReadonlySet<string> = new Set<LogicWarningCode>([
  "later_question",
  "never_true",
  "backward_jump",
  "unreachable",
]);

/**
 * Everything that is wrong with the logic of a survey, for its author: references to what is not there, rules that can never be
 * true, jumps backwards, and questions that no respondent can get.
 *
 * @example
 * const mayPublish = !checkLogic(definition).some(({ isError }) => isError);
 */
export function checkLogic(flow: SurveyFlow): readonly LogicProblem[] {
  const checker = new LogicChecker(flow);
  return [...checker.questions(), ...checker.rules(), ...checker.reach()];
}

class LogicChecker {
  readonly #flow: SurveyFlow;
  readonly #prepared: PreparedFlow;
  readonly #positions: ReadonlyMap<string, number>;
  readonly #questions: ReadonlyMap<string, Question>;
  readonly #effort = new Effort();

  constructor(flow: SurveyFlow) {
    this.#flow = flow;
    this.#prepared = prepareFlow(flow);
    this.#positions = positionsOf(this.#prepared.questions, this.#prepared.pages);
    this.#questions = new Map(this.#prepared.questions.map((question) => [question.id, question]));
  }

  questions(): readonly LogicProblem[] {
    return this.#prepared.questions.flatMap((question, at) => {
      const jumps = [question.goto, ...question.options.map(({ goto }) => goto)].filter((id) => id !== "");
      const shown = question.options.flatMap(({ display }) => display);
      const codes = [
        ...jumps.flatMap((to) => this.#jump(at + 1, to)),
        ...shown.flatMap((id) => this.#display(at, id)),
      ];
      return [...new Set(codes)].map((code) => problem(code, { question: question.id }));
    });
  }

  rules(): readonly LogicProblem[] {
    return this.#flow.logic.rules.flatMap((rule, at) =>
      [...new Set(this.#rule(rule))].map((code) => problem(code, { rule: at })),
    );
  }

  /** Only where the logic itself says so: a question that its author has hidden is not one of them. */
  reach(): readonly LogicProblem[] {
    const reachable = reachableQuestions(this.#flow);
    return this.#prepared.questions
      .filter(({ id, type, hidden }) => type !== "description" && !hidden && !reachable.has(id))
      .map(({ id }) => problem("unreachable", { question: id }));
  }

  #rule(rule: Rule): readonly LogicProblemCode[] {
    if (rule.kind === "shuffle") return this.#shuffle(rule.from, rule.to);
    if (rule.kind === "branch") {
      const end = this.#endOf(rule.from);
      const jump = end === undefined ? ["unknown_place" as const] : this.#jump(end, rule.to);
      return [...jump, ...(rule.when === null ? [] : this.#condition(rule.when, end ?? Infinity))];
    }
    const target = rule.target === surveyEnd ? undefined : this.#positions.get(rule.target);
    return [
      ...(target === undefined ? ["unknown_place" as const] : []),
      ...this.#condition(rule.when, target ?? Infinity),
    ];
  }

  /** The position behind a question or page. */
  #endOf(id: string): number | undefined {
    const page = this.#prepared.pages.find((one) => one.page.id === id);
    if (page !== undefined) return page.end;
    const at = this.#questions.has(id) ? this.#positions.get(id) : undefined;
    return at === undefined ? undefined : at + 1;
  }

  #jump(end: number, to: string): readonly LogicProblemCode[] {
    const target = this.#positions.get(to);
    if (target === undefined) return ["unknown_place"];
    return target < end ? ["backward_jump"] : [];
  }

  #display(at: number, id: string): readonly LogicProblemCode[] {
    const target = id === surveyEnd ? undefined : this.#positions.get(id);
    if (target === undefined) return ["unknown_place"];
    return target <= at ? ["later_question"] : [];
  }

  /** Ranges are of pages, or of questions of one page, and run forwards. */
  #shuffle(from: string, to: string): readonly LogicProblemCode[] {
    const lists = [this.#flow.pages, ...this.#flow.pages.map(({ questions }) => questions)];
    const isKnown = (id: string) => id !== surveyEnd && this.#positions.has(id);
    if (!isKnown(from) || !isKnown(to)) return ["unknown_place"];
    const places = lists.map((list) => [from, to].map((id) => list.findIndex((entry) => entry.id === id)));
    const range = places.find(([first = -1, last = -1]) => first >= 0 && last >= 0);
    if (range === undefined) return ["not_one_page"];
    const [first = 0, last = 0] = range;
    return last < first ? ["backward_range"] : [];
  }

  /** @param end the position before which the questions of the condition have to be */
  #condition(when: Condition, end: number): readonly LogicProblemCode[] {
    const codes = testsOf(when).flatMap((test) => this.#test(test, end));
    if (codes.some((code) => !warnings.has(code))) return codes;
    return canBeTrue(when, (id) => this.#questions.get(id), this.#effort) ? codes : [...codes, "never_true"];
  }

  #test(test: Test, end: number): readonly LogicProblemCode[] {
    const id = questionOf(test);
    if (id === undefined) return [];
    const question = this.#questions.get(id);
    if (question === undefined) return ["unknown_question"];
    const wrong = mayTest(question, test);
    if (wrong !== undefined) return [wrong];
    return (this.#positions.get(id) ?? 0) >= end ? ["later_question"] : [];
  }
}

function problem(code: LogicProblemCode, place: Pick<LogicProblem, "rule" | "question">): LogicProblem {
  return { code, isError: !warnings.has(code), ...place };
}

function testsOf(condition: Condition): readonly Test[] {
  if (condition.kind === "not") return testsOf(condition.condition);
  return "conditions" in condition ? condition.conditions.flatMap(testsOf) : [condition];
}

function questionOf(test: Test): string | undefined {
  if ("question" in test) return test.question;
  return test.subject.kind === "question" ? test.subject.question : undefined;
}
