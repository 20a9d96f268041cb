import type { Condition } from "../model/logic.ts";
import type { Question } from "../model/question.ts";
import { canBeTrue, type FindQuestion } from "./can-be-true.ts";
import { Effort } from "./effort.ts";
import { prepareFlow, type FlowPage, type PreparedFlow, type SurveyFlow } from "./survey-flow.ts";

/** The questions that some respondent may get. A question that is not among them is shown to none. */
export function reachableQuestions(flow: SurveyFlow): ReadonlySet<string> {
  return new Reach(prepareFlow(flow)).walk();
}

/** Goes through a survey along every way that may be taken. */
class Reach {
  readonly #flow: PreparedFlow;
  readonly #find: FindQuestion;
  readonly #effort = new Effort();
  readonly #found = new Set<string>();
  /** Positions that respondents come to. */
  readonly #positions = new Set([0]);

  constructor(flow: PreparedFlow) {
    this.#flow = flow;
    const byId = new Map(flow.questions.map((question) => [question.id, question]));
    this.#find = (id) => byId.get(id);
  }

  walk(): ReadonlySet<string> {
    for (const page of this.#flow.pages) this.#passPage(page);
    return this.#found;
  }

  #passPage(page: FlowPage): void {
    for (let at = page.first; at < page.end; at += 1) this.#pass(at, page);
  }

  #pass(at: number, page: FlowPage): void {
    const question = this.#flow.questions[at];
    if (question === undefined || !this.#positions.has(at)) return;
    const mayBeShown = this.#mayBeShown(question, page.page.id);
    if (mayBeShown) {
      this.#found.add(question.id);
      this.#jumpFrom(question.id);
    }
    const mayBeHidden = !this.#isAlwaysShown(question, page.page.id);
    if (mayBeHidden || !mayBeShown || this.#mayGoOn(question)) this.#next(at, page);
  }

  #jumpFrom(id: string): void {
    for (const { when, to } of this.#flow.jumps.get(id) ?? [])
      if (when === null || canBeTrue(when, this.#find, this.#effort)) this.#positions.add(to);
  }

  /** On from the question at a position; behind the last one of a page by the jumps of the page. */
  #next(at: number, { page, end }: FlowPage): void {
    const jumps = at + 1 === end ? (this.#flow.jumps.get(page.id) ?? []) : [];
    for (const { to } of jumps) this.#positions.add(to);
    const question = this.#flow.questions[at];
    const isPassed = question !== undefined && this.#isAlwaysShown(question, page.id);
    const jumpsAlways = isPassed && jumps.some(({ when }) => when === null);
    if (!jumpsAlways) this.#positions.add(at + 1);
  }

  /** Whether a question is shown to every respondent who comes to it. */
  #isAlwaysShown({ id, hidden }: Question, pageId: string): boolean {
    return !hidden && !this.#isConditional(id) && !this.#isConditional(pageId);
  }

  #isConditional(id: string): boolean {
    return this.#flow.shows.has(id) || this.#flow.hides.has(id);
  }

  #mayBeShown({ id, hidden }: Question, pageId: string): boolean {
    return !hidden && this.#mayBeWanted(id) && this.#mayBeWanted(pageId);
  }

  #mayBeWanted(id: string): boolean {
    const shows = this.#flow.shows.get(id);
    const hides = this.#flow.hides.get(id) ?? [];
    return (
      (shows === undefined || shows.some((when) => canBeTrue(when, this.#find, this.#effort))) &&
      hides.every((when) => canBeTrue({ kind: "not", condition: when }, this.#find, this.#effort))
    );
  }

  /** Whether an answer to a question that is shown leads to the next one. */
  #mayGoOn({ id, required }: Question): boolean {
    const jumps = this.#flow.jumps.get(id) ?? [];
    if (jumps.some(({ when }) => when === null)) return false;
    const none = jumps.flatMap(({ when }): readonly Condition[] =>
      when === null ? [] : [{ kind: "not", condition: when }],
    );
    const answered: Condition = { kind: "answered", question: id };
    return canBeTrue(
      { kind: "and", conditions: required ? [...none, answered] : none },
      this.#find,
      this.#effort,
    );
  }
}
