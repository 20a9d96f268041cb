import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NumberSet } from "../../src/callers/number-set.ts";

const largest = 2 ** 48 - 1;

test("a set of numbers has each that was added, as a Set has, whatever they have in common", () => {
  const numbers = fc.oneof(
    fc.nat({ max: 20 }),
    fc.constantFrom(0, 2 ** 31, 2 ** 32, 2 ** 32 - 1, largest),
    // These share their last bits, and so their slot.
    fc.nat({ max: 2 ** 16 - 1 }).map((high) => high * 2 ** 32 + 7),
    fc.maxSafeNat().map((number) => number % (largest + 1)),
  );
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 200 }), (added) => {
      const [set, expected] = [new NumberSet(), new Set<number>()];
      for (const number of added) {
        expect(set.add(number)).toBe(!expected.has(number));
        expected.add(number);
      }
      expect(set.size).toBe(expected.size);
    }),
    { numRuns: 200 },
  );
});

test("a set of numbers forgets none when it grows", () => {
  const set = new NumberSet();
  const numbers = Array.from({ length: 5_000 }, (_, index) => (index * 104_729 * 2 ** 20) % (largest + 1));
  expect(numbers.filter((number) => !set.add(number))).toEqual([]);
  expect(numbers.filter((number) => set.add(number))).toEqual([]);
  expect(set.size).toBe(numbers.length);
});
