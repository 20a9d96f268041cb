import { prepareFlow } from "../../logic/survey-flow.ts";
import { printRules } from "../../logic/rule-text/print-rule.ts";
import type { SurveyDefinition } from "../../model/definition.ts";
import type { ImportLoss, ImportLossCode } from "../../model/import-loss.ts";
import type { Condition, Rule, Test } from "../../model/logic.ts";
import type { Question } from "../../model/question.ts";
import { plainText } from "../../question-fields/rich-text.tsx";
import { languagesOf, surveyIn } from "../../languages/translate-survey.ts";
import { expressionOf, type ExpressionDialect } from "./expression-of.ts";
import { type NameRules, SystemNames } from "./system-names.ts";

/** A survey as a file of another system, and everything that the file does not say. */
export interface SurveyForSystem {
  readonly content: Uint8Array;
  readonly losses: readonly ImportLoss[];
}

/** What writing for a system needs to know of it. */
export interface TargetSystem {
  readonly names: NameRules;
  readonly dialect: (names: SystemNames) => ExpressionDialect;
  /** Whether it has questions like one. */
  readonly has: (question: Question) => boolean;
}

/** A survey in one of its languages. */
export interface SurveyInTag {
  readonly tag: string | undefined;
  readonly survey: OutgoingSurvey;
}

/** A survey on its way into a file of another system: its names there, its conditions, and what is lost. */
export class OutgoingSurvey {
  readonly definition: SurveyDefinition;
  readonly names: SystemNames;
  readonly losses: ImportLoss[] = [];
  readonly #dialect: ExpressionDialect;
  readonly #flow;

  readonly #system: TargetSystem;

  constructor(definition: SurveyDefinition, system: TargetSystem) {
    const { names, dialect } = system;
    this.definition = definition;
    this.#system = system;
    this.names = new SystemNames(definition.pages, names);
    this.#dialect = this.#dialectOf(dialect(this.names));
    this.#flow = prepareFlow(definition);
    this.#loseWhole();
  }

  /**
   * The same survey in each of its languages, its own one first: with the same names, as those are no texts. A survey that names
   * no language comes once, without a tag. What is noted of the others is not noted here.
   */
  get inLanguages(): readonly SurveyInTag[] {
    const [tag, ...others] = languagesOf(this.definition);
    const translated = others.map((other) => ({
      tag: other,
      survey: new OutgoingSurvey(surveyIn(this.definition, other), this.#system),
    }));
    return [{ tag, survey: this }, ...translated];
  }

  /** Notes what the file does not say. @param of the question; undefined for the survey */
  lose(of: Pick<Question, "title"> | undefined, code: ImportLossCode, what: string): void {
    const at = of === undefined ? "" : plainText(of.title).slice(0, 100).toWellFormed();
    if (!this.losses.some((one) => one.at === at && one.code === code && one.what === what))
      this.losses.push({ at, code, what: what.slice(0, 500).toWellFormed() });
  }

  /** When a question or page is shown, in the words of the system; undefined for always. What cannot be said is noted. */
  shownWhen(target: { readonly id: string; readonly title?: string }): string | undefined {
    const shown = anyOf(this.#flow.shows.get(target.id) ?? []);
    const hides = this.#flow.hides.get(target.id) ?? [];
    const all: readonly Condition[] = [
      ...(shown === undefined ? [] : [shown]),
      ...hides.map((condition) => ({ kind: "not", condition }) as const),
    ];
    const when = all.length > 1 ? ({ kind: "and", conditions: all } as const) : all[0];
    if (when === undefined) return undefined;
    const expression = expressionOf(when, this.#dialect);
    if (expression === undefined)
      this.lose(
        target.title === undefined ? undefined : { title: target.title },
        "condition",
        this.#words({ kind: "show", when, target: target.id }),
      );
    return expression;
  }

  /** Notes the settings of options that no file here has. */
  loseOptions(question: Question, { exclusive = true }: { readonly exclusive?: boolean } = {}): void {
    for (const option of question.options) {
      if (exclusive && option.exclusive) this.lose(question, "setting", `exclusive: ${option.text}`);
      if (option.noRandom && question.random) this.lose(question, "setting", `fixed: ${option.text}`);
    }
  }

  /** Notes what a scale says at its ends, and that it is the other way round. */
  loseEnds(question: Question): void {
    const { starShowCustomStart, starShowCustomEnd, revertSort } = question;
    const words = [starShowCustomStart, starShowCustomEnd].filter((text) => text !== "");
    if (words.length > 0) this.lose(question, "setting", words.join(" – "));
    if (revertSort === 1) this.lose(question, "setting", "revertSort");
  }

  /** What a condition says of a question that is not in the file could not be found there. */
  #dialectOf(whole: ExpressionDialect): ExpressionDialect {
    const test = (one: Test) => {
      const of = "question" in one ? one : one.subject;
      const question = "question" in of ? this.names.find(of.question) : undefined;
      return question === undefined || this.#system.has(question) ? whole.test(one) : undefined;
    };
    return { ...whole, test };
  }

  #words(rule: Rule): string {
    return printRules([rule], this.definition.pages)[0] ?? "";
  }

  #loseWhole(): void {
    const { logic, theme, pages } = this.definition;
    for (const rule of logic.rules) {
      if (rule.kind === "branch") this.lose(undefined, "jump", this.#words(rule));
      if (rule.kind === "shuffle") this.lose(undefined, "setting", this.#words(rule));
    }
    for (const question of pages.flatMap(({ questions }) => questions)) {
      if (question.personal) this.lose(question, "setting", "personal");
      if ([question, ...question.options].some(({ picture }) => picture !== undefined))
        this.lose(question, "setting", "picture");
      const jumps = [question.goto, ...question.options.map(({ goto }) => goto)];
      for (const goto of jumps.filter((one) => one !== "")) this.lose(question, "jump", goto);
    }
    if (theme !== undefined) this.lose(undefined, "setting", "theme");
  }
}

function anyOf(conditions: readonly Condition[]): Condition | undefined {
  return conditions.length > 1 ? { kind: "or", conditions } : conditions[0];
}
