import { stopWords } from "./stop-words.ts";

/** Characters that are looked at in all, and of one answer: dividing a million characters takes a second. */
const mostCharacters = 500_000;
const mostOfAnswer = 2000;

/** A word, and how many answers have it. */
export interface WordCount {
  readonly word: string;
  readonly count: number;
}

/** Divides by dictionaries, so that words of languages without spaces are found as well. */
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/**
 * Counts in how many answers each word is, one answer after the other. Stop words, numbers and single letters and characters are
 * left out: they say nothing of what was written.
 *
 * @example
 * const words = new WordCounter();
 * words.add(["Queues are long", "排队很久"]);
 * words.most(10); // [{ word: "queues", count: 1 }, …]
 */
export class WordCounter {
  readonly #counts = new Map<string, number>();
  #characters = 0;
  #answers = 0;

  /** How many answers were looked at: later ones are left out once there were very many characters. */
  get answers(): number {
    return this.#answers;
  }

  /** Adds the texts of one answer. */
  add(texts: readonly string[]): void {
    if (texts.length === 0 || this.#characters > mostCharacters) return;
    const text = texts.join("\n").slice(0, mostOfAnswer);
    this.#characters += text.length;
    this.#answers += 1;
    for (const word of wordsIn(text)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** The most frequent words that at least two answers have, the most frequent first. */
  most(limit: number): readonly WordCount[] {
    return [...this.#counts]
      .filter(([, count]) => count > 1)
      .map(([word, count]) => ({ word, count }))
      .toSorted((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
      .slice(0, limit);
  }
}

function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { segment, isWordLike = false } of segmenter.segment(text)) {
    const word = segment.toLowerCase();
    if (isWordLike && /^.*\p{L}.*\p{L}|\p{L}\p{M}/u.test(word) && !stopWords.has(word)) words.add(word);
  }
  return words;
}
