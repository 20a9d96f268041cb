import { emptyQuestion } from "../../model/empty-question.ts";
import { answerValuesOf } from "../../answers/answer-values-of.ts";
import { compileAnswerWriter, type WriteAnswer } from "../../answers/compile-answer-writer.ts";
import type { AnswerPage, AnswerQuestion } from "../../model/answer.ts";
import type { SurveyDefinition } from "../../model/definition.ts";
import type { Question, SurveyPage } from "../../model/question.ts";

/** What the answers say about a wording that the survey had. */
interface Wording {
  pages: readonly SurveyPage[];
  write: WriteAnswer;
  /** Texts of options and rows that answers have, by question and part. */
  readonly texts: Map<string, string>;
}

/**
 * Finds the definition that each answer in wire form was given to. Until now a reworded survey kept one definition, and
 * answers their own wording; definitions that are gone are recovered from the answers, as far as these name them.
 */
export class VersionFinder {
  readonly #definition: SurveyDefinition;
  readonly #write: WriteAnswer;
  readonly #earlier: Wording[] = [];

  /** @param definition the present one */
  constructor(definition: SurveyDefinition) {
    this.#definition = definition;
    this.#write = compileAnswerWriter(definition.pages, []);
  }

  /** The definitions that were recovered so far, the first one noticed first. */
  get recovered(): readonly SurveyDefinition[] {
    return this.#earlier.map(({ pages }) => ({ ...this.#definition, pages }));
  }

  /**
   * Finds an answer's definition, and recovers it if it is none of those known.
   *
   * @param text JSON of the answer's pages
   * @returns its place among {@link recovered}; undefined for the present definition
   */
  find(text: string): number | undefined {
    const answer = parseWireAnswer(text);
    if (this.#write(answerValuesOf(this.#definition.pages, answer), {}) === text) return undefined;
    const known = this.#earlier.findIndex(
      (wording) => isOf(wording, answer, text) || merge(wording, answer, text),
    );
    return known === -1 ? this.#recover(answer) : known;
  }

  /** @returns its place among the recovered ones */
  #recover(answer: readonly AnswerPage[]): number {
    const asked = new Map(
      this.#definition.pages.flatMap(({ questions }) => questions.map((question) => [question.id, question])),
    );
    const pages = answer.map(({ id, questions }, at) => ({
      id,
      index: String(at + 1),
      questions: questions.map((question) => reworded(asked.get(question.id), question)),
    }));
    this.#earlier.push({ pages, write: compileAnswerWriter(pages, []), texts: textsOf(answer) });
    return this.#earlier.length - 1;
  }
}

/** Reads an answer in wire form from the database. */
export function parseWireAnswer(text: string): readonly AnswerPage[] {
  // Only answers in wire form are stored there.
  return JSON.parse(text) as readonly AnswerPage[];
}

function isOf({ pages, write }: Wording, answer: readonly AnswerPage[], text: string): boolean {
  return write(answerValuesOf(pages, answer), {}) === text;
}

/** Adds the texts of an answer to a wording that it may have been given to. @returns false when it was given to another */
function merge(wording: Wording, answer: readonly AnswerPage[], text: string): boolean {
  const texts = textsOf(answer);
  for (const [part, said] of texts) if ((wording.texts.get(part) ?? said) !== said) return false;
  const answered = new Map(
    answer.flatMap(({ questions }) => questions.map((question) => [question.id, question])),
  );
  const pages = wording.pages.map((page) => ({
    ...page,
    questions: page.questions.map((question) => reworded(question, answered.get(question.id))),
  }));
  const write = compileAnswerWriter(pages, []);
  if (!isOf({ pages, write, texts }, answer, text)) return false;
  Object.assign(wording, { pages, write });
  for (const [part, said] of texts) wording.texts.set(part, said);
  return true;
}

function textsOf(answer: readonly AnswerPage[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { id, type, options, groups } of answer.flatMap(({ questions }) => questions)) {
    for (const option of [...options, ...groups.flatMap((group) => group.options)])
      texts.set(`${id} ${option.id}`, option.text);
    if (type !== "matrix_star") for (const group of groups) texts.set(`${id} ${group.id}`, group.text);
  }
  return texts;
}

/** A question as it was answered: its options, rows and blanks have the texts that the answer has. */
function reworded(question: Question | undefined, answered: AnswerQuestion | undefined): Question {
  const asked = question ?? (answered && questionOf(answered));
  if (asked === undefined) throw new TypeError("There is neither a question nor an answer");
  if (answered === undefined) return asked;
  const { type, sub_type, groups } = answered;
  const options = [...answered.options, ...groups.flatMap((group) => group.options)];
  const rows = type === "matrix_star" ? groups.map(({ id }) => ({ id })) : groups;
  return {
    ...asked,
    type,
    sub_type,
    options: withTexts(asked.options, options, newOption),
    subTitles: withTexts(asked.subTitles, rows, (part) => part),
    blank_setting: withTexts(
      asked.blank_setting,
      answered.blanks.map(({ id }) => ({ id })),
      (part) => ({
        ...part,
        validate: "",
        type: "question" as const,
        attach_id: asked.id,
      }),
    ),
  };
}

interface Part {
  readonly id: string;
  readonly text: string;
}

/** The known parts with the texts that are given, and then those that are not known. */
function withTexts<Known extends Part>(
  known: readonly Known[],
  given: readonly { readonly id: string; readonly text?: string }[],
  make: (part: Part) => Known | Part,
): readonly Known[] {
  const texts = new Map(given.map(({ id, text }) => [id, text]));
  const kept = known.map((part) => ({ ...part, text: texts.get(part.id) ?? part.text }));
  const ids = new Set(known.map(({ id }) => id));
  const added = [...texts].filter(([id]) => !ids.has(id)).map(([id, text]) => make({ id, text: text ?? "" }));
  // `make` makes what the list holds.
  return [...kept, ...(added as Known[])];
}

function newOption(part: Part) {
  return { ...part, exclusive: false, noRandom: false, goto: "", display: [] };
}

/** A question of which only the answer is left. */
function questionOf({ id, type, sub_type }: AnswerQuestion): Question {
  return { ...emptyQuestion(id, type), sub_type };
}
