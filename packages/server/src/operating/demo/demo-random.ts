/** Pretended chance: the same seed always gives the same sequence, so demo data never changes by itself. */
export interface DemoRandom {
  /** A number from 0 up to, not including, 1. */
  readonly next: () => number;
  /** True with the given probability. */
  readonly chance: (probability: number) => boolean;
  /** A whole number between both ends, ends included. */
  readonly whole: (min: number, max: number) => number;
  /** One position of `weights`, the likelier the greater its weight. */
  readonly weighted: (weights: readonly number[]) => number;
  /** Bell-shaped around 0 with a deviation of about 1, never beyond 3. */
  readonly bell: () => number;
  /** The same items in another order. */
  readonly shuffled: <T>(items: readonly T[]) => readonly T[];
}

/** Starts the sequence that belongs to a seed. */
export function demoRandom(seed: string): DemoRandom {
  const next = mulberry32(hashOf(seed));
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  // Half the sum of twelve even draws, less its mean, comes close enough to a bell.
  const bell = (): number =>
    Math.max(
      -3,
      Math.min(
        3,
        Array.from({ length: 12 }, next).reduce((a, b) => a + b, -6),
      ),
    );
  return {
    next,
    whole,
    bell,
    chance: (probability) => next() < probability,
    weighted: (weights) => weightedPosition(weights, next()),
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}

function weightedPosition(weights: readonly number[], drawn: number): number {
  let left = drawn * weights.reduce((sum, weight) => sum + weight, 0);
  const at = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return at === -1 ? weights.length - 1 : at;
}

/** FNV-1a over UTF-16 units: spreads similar seeds far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32, a small generator in the public domain: 32 bits of state, good enough for pretended answers. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
