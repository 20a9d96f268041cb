/** Characters that are looked at in all, and of one answer: dividing a million characters takes a second. */
const mostCharacters = 500_000;
const mostOfAnswer = 2000;

const english =
  "a about after all also am an and any are as at be because been but by can could did do does for from get had has have he her him his how i if in into is it its just me more most my no not of on one only or our out she so some than that the their them then there they this to too up us very was we were what when which who will with would you your don't didn't it's i'm isn't";

const chinese =
  "我们 你们 他们 她们 它们 自己 这个 那个 这些 那些 这样 那样 什么 怎么 为什么 哪里 一个 一些 一下 一点 没有 不是 不会 不能 可以 可能 应该 因为 所以 但是 不过 如果 而且 或者 以及 还是 还有 就是 只是 已经 现在 时候 非常 比较 觉得 感觉 希望 需要";

/** Frequent words that say nothing of what was written. */
const stopWords: ReadonlySet<string> = new Set([...english.split(" "), ...chinese.split(" ")]);

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
