import { type Question, type QuestionTexts, renderQuestion } from "@survey-open-platform/surveys";
import { raw } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import { renderPart } from "../render-page.ts";

type QuestionProps = Parameters<typeof renderQuestion>[0];

/** Markup that is kept at most, in characters. */
const mostCharacters = 16_000_000;

/**
 * The markup of questions as they are before anything is given for them. It is the same for every respondent, and rendering
 * it again was the largest part of what a survey's first page costs.
 *
 * @example
 * const markup = new QuestionMarkup();
 * markup.of({ question, value: undefined, problem: undefined, texts });
 */
export class QuestionMarkup {
  readonly #mostCharacters: number;
  // By the question itself: those of a version stay the same objects as long as the version is kept.
  #kept = new WeakMap<Question, Map<QuestionTexts, string>>();
  #characters = 0;

  constructor(most = mostCharacters) {
    this.#mostCharacters = most;
  }

  /** A question as it is rendered; kept markup where nothing was given and nothing is wrong. */
  of(props: QuestionProps): JSX.Element {
    const isPlain = props.value === undefined && props.problem === undefined;
    return isPlain && isSameForAll(props.question) ? raw(this.#keptOf(props)) : renderQuestion(props);
  }

  #keptOf(props: QuestionProps): string {
    const known = this.#kept.get(props.question)?.get(props.texts);
    if (known !== undefined) return known;
    const markup = renderPart(renderQuestion(props));
    this.#keep(props, markup);
    return markup;
  }

  #keep({ question, texts }: QuestionProps, markup: string): void {
    this.#characters += markup.length;
    if (this.#characters > this.#mostCharacters) {
      this.#kept = new WeakMap();
      this.#characters = markup.length;
    }
    const byTexts = this.#kept.get(question) ?? new Map<QuestionTexts, string>();
    this.#kept.set(question, byTexts.set(texts, markup));
  }
}

/** What a question for files looks like also depends on the platform, and options in random order on the respondent. */
function isSameForAll({ type, random }: Question): boolean {
  return type !== "upload" && !random;
}
