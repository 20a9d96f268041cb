import { type DemoRandom, demoRandom } from "./demo-random.ts";

/** A respondent of a demo survey. */
export interface DemoRespondent {
  readonly random: DemoRandom;
  /** From 0, annoyed, to 1, delighted: marks and comments of one person agree with each other. */
  readonly mood: number;
  /** Comments that are still unused in this survey, so that no respondent repeats another. */
  readonly remarks: Remarks;
}

/** What people say, by mood. */
export interface RemarkTexts {
  readonly glad: readonly string[];
  readonly mixed: readonly string[];
  readonly cross: readonly string[];
}

/** Draws remarks without repeating one. */
export interface Remarks {
  /** A remark that suits the mood; undefined once all of its kind are used up. */
  readonly draw: (texts: RemarkTexts, mood: number) => string | undefined;
}

/** Makes the people who answer one survey, the same ones for the same seed. */
export function demoRespondents(seed: string, count: number): readonly DemoRespondent[] {
  const random = demoRandom(seed);
  const remarks = remarkDrawer(random);
  // Most people who finish a survey are content; a few are not at all.
  const mood = (): number =>
    random.chance(0.14) ? random.next() * 0.35 : clamp(0.72 + random.bell() * 0.15);
  return Array.from({ length: count }, () => ({ random, mood: mood(), remarks }));
}

function remarkDrawer(random: DemoRandom): Remarks {
  const left = new Map<readonly string[], string[]>();
  return {
    draw: (texts, mood) => {
      const kind = mood > 0.66 ? texts.glad : mood > 0.4 ? texts.mixed : texts.cross;
      const deck = left.get(kind) ?? [...random.shuffled(kind)];
      left.set(kind, deck);
      return deck.pop();
    },
  };
}

/** A mark between both ends that follows the mood, moved up or down by `lean`. */
export function markOf(
  { random, mood }: DemoRespondent,
  [min, max]: readonly [number, number],
  lean = 0,
): number {
  return Math.round(min + (max - min) * clamp(mood + lean + random.bell() * 0.1));
}

/** Some of the options, numbered from 1, each taken with its own probability; never none. */
export function someOf(
  { random }: DemoRespondent,
  probabilities: readonly number[],
  most = probabilities.length,
): number[] {
  const taken = probabilities.flatMap((probability, at) => (random.chance(probability) ? [at + 1] : []));
  if (taken.length === 0) return [random.weighted(probabilities) + 1];
  return random
    .shuffled(taken)
    .slice(0, most)
    .toSorted((a, b) => a - b);
}

/** One of the options, numbered from 1. */
export function oneOf({ random }: DemoRespondent, weights: readonly number[]): number {
  return random.weighted(weights) + 1;
}

/** All options numbered from 1, best first; those with greater weights tend to come first. */
export function rankingOf({ random }: DemoRespondent, weights: readonly number[]): number[] {
  return weights
    .map((weight, at) => ({ option: at + 1, place: weight * (0.3 + random.next()) }))
    .toSorted((a, b) => b.place - a.place)
    .map(({ option }) => option);
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}
