import { surveyEnd } from "../../model/logic.ts";
import { idsInCell } from "../../model/matrix-cells.ts";
import type { Question, SurveyPage } from "../../model/question.ts";

/**
 * How rules name the parts of a survey: `P2` is the second page, `Q3` the third question of the survey, and inside a
 * question `A1` is an option, `R1` a row, `B1` a blank and `R1.A2` a cell. What is not in the survey is named by its id: `#q-3-abcd`.
 */
export class RuleNames {
  readonly #pages: readonly SurveyPage[];
  readonly #questions: readonly Question[];
  readonly #byId: ReadonlyMap<string, Question>;
  /** The names of questions and pages by their ids. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(pages: readonly SurveyPage[]) {
    this.#pages = pages;
    this.#questions = pages.flatMap((page) => page.questions);
    this.#byId = new Map(this.#questions.map((question) => [question.id, question]));
    this.#names = new Map([
      ...pages.map(({ id }, at) => [id, `P${at + 1}`] as const),
      ...this.#questions.map(({ id }, at) => [id, `Q${at + 1}`] as const),
    ]);
  }

  /** The name of a question or page, or the end. */
  nameOf(id: string): string {
    if (id === surveyEnd) return id;
    return this.#names.get(id) ?? `#${id}`;
  }

  nameOfOption(question: string, option: string): string {
    return numbered("A", this.question(question)?.options ?? [], option) ?? `#${option}`;
  }

  /** The name of a row or blank; of a cell, those of its row and column. */
  nameOfPart(question: string, part: string): string {
    const [row = "", column] = idsInCell(part);
    if (column !== undefined)
      return `${this.nameOfPart(question, row)}.${this.nameOfOption(question, column)}`;
    const { subTitles = [], blank_setting: blanks = [] } = this.question(question) ?? {};
    return numbered("R", subTitles, part) ?? numbered("B", blanks, part) ?? `#${part}`;
  }

  question(id: string): Question | undefined {
    return this.#byId.get(id);
  }

  /** The id that a name stands for; undefined when there is no such part. */
  idOf(name: string): string | undefined {
    return idIn(name, { Q: this.#questions, P: this.#pages });
  }

  idOfOption(question: string, name: string): string | undefined {
    return idIn(name, { A: this.question(question)?.options ?? [] });
  }

  idOfPart(question: string, name: string): string | undefined {
    const { subTitles = [], blank_setting: blanks = [] } = this.question(question) ?? {};
    return idIn(name, { R: subTitles, B: blanks });
  }
}

type Parts = readonly { readonly id: string }[];

function numbered(letter: string, parts: Parts, id: string): string | undefined {
  const at = parts.findIndex((part) => part.id === id);
  return at < 0 ? undefined : `${letter}${at + 1}`;
}

function idIn(name: string, kinds: Readonly<Record<string, Parts>>): string | undefined {
  if (name.startsWith("#")) return name.slice(1);
  return kinds[name.charAt(0).toUpperCase()]?.[Number(name.slice(1)) - 1]?.id;
}
