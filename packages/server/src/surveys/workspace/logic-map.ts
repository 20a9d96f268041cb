import {
  checkLogic,
  optionLabel,
  surveyEnd,
  type Condition,
  type Question,
  type SurveyDefinition,
  type SurveyPage,
} from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import { conditionWords } from "./condition-words.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** A question, a page, or the end, as a box of the map. */
export interface MapPlace {
  readonly id: string;
  readonly kind: "page" | "question" | "end";
  readonly says: string;
  /** Whether something is wrong with it: no respondent gets there, or it leads to nothing. */
  readonly isWrong: boolean;
}

/** An arrow of the map. */
export interface MapWay {
  readonly from: string;
  readonly to: string;
  /** Goes on, jumps, or only decides whether the other one is shown. */
  readonly kind: "next" | "jump" | "show" | "hide";
  /** The condition in words; "" for always. */
  readonly says: string;
}

/** The ways through a survey. */
export interface LogicMap {
  readonly places: readonly MapPlace[];
  readonly ways: readonly MapWay[];
}

/** Builds the map of a survey: boxes in the order of the survey, arrows that go on, jump, show and hide. */
export function logicMapOf(definition: SurveyDefinition, language: Language): LogicMap {
  const builder = new MapBuilder(definition, language);
  return {
    places: builder.places(),
    ways: [...builder.nexts(), ...builder.jumps(), ...builder.visibilities()],
  };
}

/** The questions that some condition asks about, in the order of the survey. */
export function askedQuestions({ pages, logic }: SurveyDefinition): readonly Question[] {
  const asked = new Set(logic.rules.flatMap((rule) => ("when" in rule ? questionsIn(rule.when) : [])));
  return pages
    .flatMap(({ questions }) => questions)
    .filter((question) => asked.has(question.id) || leadsSomewhere(question));
}

function leadsSomewhere({ options }: Question): boolean {
  return options.some(({ goto, display }) => goto !== "" || display.length > 0);
}

function questionsIn(condition: Condition | null): readonly string[] {
  if (condition === null) return [];
  if (condition.kind === "not") return questionsIn(condition.condition);
  if ("conditions" in condition) return condition.conditions.flatMap(questionsIn);
  if ("question" in condition) return [condition.question];
  return condition.subject.kind === "question" ? [condition.subject.question] : [];
}

class MapBuilder {
  readonly #definition: SurveyDefinition;
  readonly #words: ReturnType<typeof conditionWords>;
  readonly #language: Language;
  readonly #ids: ReadonlySet<string>;

  constructor(definition: SurveyDefinition, language: Language) {
    this.#definition = definition;
    this.#language = language;
    this.#words = conditionWords(language, definition.pages);
    this.#ids = new Set(idsInOrder(definition.pages));
  }

  places(): readonly MapPlace[] {
    const { editing, logic } = workspaceTextsFor(this.#language);
    const wrong = new Set(checkLogic(this.#definition).map(({ question }) => question));
    const boxes = this.#definition.pages.flatMap((page, at) => [
      { id: page.id, kind: "page" as const, says: editing.page(at + 1), isWrong: false },
      ...page.questions.map(({ id }) => ({
        id,
        kind: "question" as const,
        says: this.#words.place(id),
        isWrong: wrong.has(id),
      })),
    ]);
    return [...boxes, { id: surveyEnd, kind: "end", says: logic.mapEnd, isWrong: false }];
  }

  /** From each to the one behind it, unless it always jumps. */
  nexts(): readonly MapWay[] {
    const ids = [...idsInOrder(this.#definition.pages), surveyEnd];
    const always = new Set(this.jumps().flatMap(({ from, says }) => (says === "" ? [from] : [])));
    return ids.flatMap((from, at) => {
      const to = ids[at + 1];
      return to === undefined || always.has(from) ? [] : [{ from, to, kind: "next" as const, says: "" }];
    });
  }

  jumps(): readonly MapWay[] {
    const { pages, logic } = this.#definition;
    const ways = [
      ...pages.flatMap(({ questions }) => questions).flatMap((question) => this.#jumpsOf(question)),
      ...logic.rules.flatMap((rule) =>
        rule.kind === "branch" ? [this.#way(rule.from, rule.to, "jump", this.#says(rule.when))] : [],
      ),
    ];
    return ways.filter((way) => this.#isThere(way));
  }

  /** What a condition about a question shows or hides. */
  visibilities(): readonly MapWay[] {
    const { pages, logic } = this.#definition;
    const ways = [
      ...pages
        .flatMap(({ questions }) => questions)
        .flatMap((question) =>
          question.options.flatMap((option) =>
            option.display.map((to) => this.#way(question.id, to, "show", optionLabel(question, option))),
          ),
        ),
      ...logic.rules.flatMap((rule) =>
        rule.kind === "show" || rule.kind === "hide"
          ? [...new Set(questionsIn(rule.when))].map((from) =>
              this.#way(from, rule.target, rule.kind, this.#says(rule.when)),
            )
          : [],
      ),
    ];
    return ways.filter((way) => this.#isThere(way));
  }

  #jumpsOf(question: Question): readonly MapWay[] {
    const { id, goto, options } = question;
    return [
      ...options.flatMap((option) =>
        option.goto === "" ? [] : [this.#way(id, option.goto, "jump", optionLabel(question, option))],
      ),
      ...(goto === "" ? [] : [this.#way(id, goto, "jump", "")]),
    ];
  }

  #way(from: string, to: string, kind: MapWay["kind"], says: string): MapWay {
    return { from, to, kind, says };
  }

  #says(when: Condition | null): string {
    const { conditions } = workspaceTextsFor(this.#language);
    return when === null ? "" : (this.#words.condition(when) ?? conditions.asText);
  }

  #isThere({ from, to }: MapWay): boolean {
    return this.#ids.has(from) && (to === surveyEnd || this.#ids.has(to));
  }
}

function idsInOrder(pages: readonly SurveyPage[]): readonly string[] {
  return pages.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]);
}
