import type { Question, SurveyPage } from "../../model/question.ts";

/** Which names a system takes, of questions and of their parts. */
export interface NameRules {
  readonly question: RegExp;
  readonly part: RegExp;
  /** Whether two names that differ in case alone are one. */
  readonly ignoresCase: boolean;
}

interface Named {
  readonly id: string;
  readonly code?: string | undefined;
}

/** The names that questions, options, rows and blanks have in a file of another system: their codes, where it takes them. */
export class SystemNames {
  readonly #questions: ReadonlyMap<string, Question>;
  readonly #ofQuestions: ReadonlyMap<string, string>;
  readonly #ofParts = new Map<string, ReadonlyMap<string, string>>();

  constructor(pages: readonly SurveyPage[], rules: NameRules) {
    const questions = pages.flatMap((page) => page.questions);
    this.#questions = new Map(questions.map((question) => [question.id, question]));
    this.#ofQuestions = namesOf(questions, "Q", rules.question, rules.ignoresCase);
    for (const question of questions) {
      const { options, subTitles, blank_setting: blanks } = question;
      this.#ofParts.set(
        question.id,
        new Map([
          ...namesOf(options, "A", rules.part, rules.ignoresCase),
          ...namesOf(subTitles, "R", rules.part, rules.ignoresCase),
          ...namesOf(blanks, "B", rules.part, rules.ignoresCase),
        ]),
      );
    }
  }

  question(id: string): string {
    return this.#ofQuestions.get(id) ?? id;
  }

  /** The name of an option, row or blank within its question. */
  part(questionId: string, partId: string): string {
    return this.#ofParts.get(questionId)?.get(partId) ?? partId;
  }

  /** The question of an id, as conditions name it. */
  find(id: string): Question | undefined {
    return this.#questions.get(id);
  }
}

function namesOf(
  things: readonly Named[],
  letter: string,
  allowed: RegExp,
  ignoresCase: boolean,
): ReadonlyMap<string, string> {
  const keyOf = (name: string) => (ignoresCase ? name.toLowerCase() : name);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, code = "" } of things) {
    if (!allowed.test(code) || taken.has(keyOf(code))) continue;
    names.set(id, code);
    taken.add(keyOf(code));
  }
  let number = 0;
  for (const { id } of things) {
    if (names.has(id)) continue;
    do number += 1;
    while (taken.has(keyOf(`${letter}${number}`)));
    names.set(id, `${letter}${number}`);
    taken.add(keyOf(`${letter}${number}`));
  }
  return names;
}
