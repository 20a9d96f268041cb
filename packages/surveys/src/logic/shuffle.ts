import type { Option, Question } from "../model/question.ts";

/**
 * The same entries in an order that follows from a seed alone, so that a respondent who comes back finds the order of
 * before. Every order is as likely as the others.
 *
 * @param seed text that differs between respondents and between what is shuffled
 */
export function shuffle<Entry>(entries: readonly Entry[], seed: string): readonly Entry[] {
  const random = randomNumbers(seed);
  const shuffled = [...entries];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    // Both are positions in the list.
    [shuffled[last], shuffled[other]] = [shuffled[other] as Entry, shuffled[last] as Entry];
  }
  return shuffled;
}

/**
 * The options of a question in the order in which a respondent sees them: those of a question with `random` shuffled,
 * but for options that keep their place.
 *
 * @param seed of the respondent's draft
 */
export function optionsInOrder(question: Question, seed: string): readonly Option[] {
  const { options } = question;
  if (!question.random) return options;
  const moving = shuffle(
    options.filter((option) => !option.noRandom),
    `${seed} ${question.id}`,
  ).values();
  return options.map((option) => (option.noRandom ? option : (moving.next().value ?? option)));
}

/** Numbers from 0 to 1 that follow from a seed (FNV-1a, then mulberry32): not secret, only spread evenly. */
function randomNumbers(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
