import type { AnswerValue, AnswerValues } from "../model/answer-values.ts";
import type { Condition } from "../model/logic.ts";
import { prepareFlow, type FlowPage, type Jump, type PreparedFlow, type SurveyFlow } from "./survey-flow.ts";
import { testCondition } from "./test-condition.ts";

/**
 * The questions that a respondent with these answers gets, by id. Descriptions are among them.
 *
 * Questions are decided in the order of the survey. A condition knows only the answers to questions before it that are
 * shown themselves; all others count as not answered. So the result depends on nothing but the arguments, and answers
 * to questions that are hidden now, given before something else was changed, have no effect.
 *
 * @param flow a definition, or its pages and logic
 * @param values everything that was answered so far, also to questions that are no longer shown
 * @param customArguments by name
 * @example
 * visibleQuestions(definition, { "q-1-abcd": ["o-100-ABCD"] }, {}).has("q-2-efgh");
 */
export function visibleQuestions(
  flow: SurveyFlow,
  values: AnswerValues,
  customArguments: Readonly<Record<string, string>>,
): ReadonlySet<string> {
  const walk = new Walk(prepareFlow(flow), values, customArguments);
  for (const page of walk.flow.pages) walk.passPage(page);
  return walk.visible;
}

/**
 * The answers to the questions that are shown: those that are validated and kept.
 *
 * @example
 * const kept = keepVisible(definition, draft.values, draft.customArguments);
 */
export function keepVisible(
  flow: SurveyFlow,
  values: AnswerValues,
  customArguments: Readonly<Record<string, string>>,
): AnswerValues {
  const visible = visibleQuestions(flow, values, customArguments);
  return Object.fromEntries(Object.entries(values).filter(([id]) => visible.has(id)));
}

/** Goes through a survey once, from the first question to the last. */
class Walk {
  readonly flow: PreparedFlow;
  readonly visible = new Set<string>();
  readonly #values: AnswerValues;
  readonly #customArguments: Readonly<Record<string, string>>;
  /** The position before which everything is skipped. */
  #skippedTo = 0;

  constructor(flow: PreparedFlow, values: AnswerValues, customArguments: Readonly<Record<string, string>>) {
    this.flow = flow;
    this.#values = values;
    this.#customArguments = customArguments;
  }

  passPage({ page, first, end }: FlowPage): void {
    const isPageShown = this.#isShown(page.id);
    let isAnyVisible = false;
    for (let at = first; at < end; at += 1) {
      if (isPageShown && this.#passQuestion(at)) isAnyVisible = true;
    }
    // A jump from one of its questions that leaves the page comes before those of the page itself.
    if (isAnyVisible && this.#skippedTo < end) this.#jumpFrom(page.id);
  }

  /** @returns whether the question is shown */
  #passQuestion(at: number): boolean {
    const question = this.flow.questions[at];
    const isVisible = at >= this.#skippedTo && question?.hidden === false && this.#isShown(question.id);
    if (!isVisible) return false;
    this.visible.add(question.id);
    this.#jumpFrom(question.id);
    return true;
  }

  /** A question or page that some rule shows is hidden otherwise; one that a rule hides stays hidden. */
  #isShown(id: string): boolean {
    const shows = this.flow.shows.get(id);
    const hides = this.flow.hides.get(id) ?? [];
    return (shows?.some(this.#isTrue) ?? true) && !hides.some(this.#isTrue);
  }

  #jumpFrom(id: string): void {
    const jumps: readonly Jump[] = this.flow.jumps.get(id) ?? [];
    const taken = jumps.find(({ when }) => when === null || this.#isTrue(when));
    if (taken !== undefined) this.#skippedTo = taken.to;
  }

  readonly #isTrue = (condition: Condition): boolean =>
    testCondition(condition, { valueOf: this.#valueOf, customArguments: this.#customArguments });

  readonly #valueOf = (id: string): AnswerValue | undefined =>
    this.visible.has(id) && Object.hasOwn(this.#values, id) ? this.#values[id] : undefined;
}
