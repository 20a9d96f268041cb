import { describe, expect, test } from "vitest";
import { explore, type Exploration } from "./support/explore.ts";
import { holdsNewest, initialState, noFaults, withReport, type Faults, type World } from "./support/model.ts";

/** The world as the protocol is made for it. */
const real: World = { isFenced: true, hasMarker: true, hasWindow: true, keepsDeadlines: true };

const both = ["wants", "wants"] as const;

/** One lost answer, one death, and a lease that runs out whenever it likes. */
const small: Partial<Faults> = { lostAnswers: 1, crashes: 1, expiries: 1 };

/** The worlds that lack a precaution, as they were explored: several tests ask for the same. */
const explored = new Map<string, Exploration>();

function exploredWith(lacking: Partial<World>): Exploration {
  const key = JSON.stringify(lacking);
  const exploration = explored.get(key) ?? explore(initialState(both, small), { ...real, ...lacking });
  explored.set(key, exploration);
  return exploration;
}

describe("the renewal protocol, in every interleaving of two hubs that both want a newer token", () => {
  test.each<[string, Partial<Faults>, number]>([
    ["an answer is lost, a hub dies and a lease runs out", small, 80_000],
    ["leases run out twice and an answer is lost", { lostAnswers: 1, expiries: 2 }, 10_000],
    [
      "a hub gives up waiting, is refused once, and a lease runs out",
      { timeouts: 1, refusals: 1, expiries: 1 },
      10_000,
    ],
    ["the store's answers get lost twice and a lease runs out", { storeFailures: 2, expiries: 1 }, 10_000],
    [
      "the store's answer, the platform's answer and a hub are lost",
      { storeFailures: 1, lostAnswers: 1, crashes: 1 },
      10_000,
    ],
  ])("ends with the platform's newest token stored when %s", (_, faults, atLeast) => {
    const { states, quiet, violations, stuck } = explore(initialState(both, faults), real);
    expect(states).toBeGreaterThan(atLeast);
    expect(quiet.length).toBeGreaterThan(0);
    expect(violations).toEqual([]);
    expect(stuck).toEqual([]);
  });

  test("ends so too when the one that wants it dies, and the other is refused while it clears up", () => {
    const faults = { crashes: 1, refusals: 1, lostAnswers: 1, expiries: 1 };
    const { quiet, violations, stuck } = explore(initialState(["wants", "idle"], faults), real);
    expect(quiet.length).toBeGreaterThan(10);
    expect([...violations, ...stuck]).toEqual([]);
  });

  test("mints once when nothing goes wrong, although both hubs want it", () => {
    const { quiet } = explore(initialState(both, {}), real);
    expect(new Set(quiet.map(({ newest, store }) => `${newest} ${store.version}`))).toEqual(new Set(["2 2"]));
  });

  test("mints once when nothing goes wrong, although three hubs want it", () => {
    const { quiet } = explore(initialState(["wants", "wants", "wants"], {}), real);
    expect(new Set(quiet.map(({ newest }) => newest))).toEqual(new Set([2]));
  });

  test("mints at most once more for each lost answer, and for each death", () => {
    for (const faults of [{ lostAnswers: 1 }, { crashes: 1 }, { timeouts: 1 }]) {
      const { quiet } = explore(initialState(both, faults), real);
      expect(Math.max(...quiet.map(({ newest }) => newest))).toBe(3);
    }
  });
});

describe("without one of its precautions the model finds a dead token stored for good:", () => {
  test.each<[string, Partial<World>]>([
    ["a lock alone, so that the last writer wins", { isFenced: false, hasMarker: false, hasWindow: false }],
    ["a lock and a fenced store", { hasMarker: false, hasWindow: false }],
    ["a marker as well, but no send window", { hasWindow: false }],
    ["a platform that lets requests take effect after their deadline", { keepsDeadlines: false }],
  ])("%s", (_, lacking) => {
    const found = exploredWith(lacking);
    expect(found.violations.length).toBeGreaterThan(0);
    // The shortest way there is a story that takes more than a slip.
    const lengths = found.violations.map((violation) => found.traceTo(violation).length);
    expect(Math.min(...lengths)).toBeGreaterThan(10);
  });

  test("a fenced store and a send window, but no marker", () => {
    const { violations } = explore(initialState(["wants", "idle"], small), { ...real, hasMarker: false });
    expect(violations.length).toBeGreaterThan(0);
    expect(explore(initialState(["wants", "idle"], small), real).violations).toEqual([]);
  });
});

describe("one report", () => {
  test.each<[string, Partial<World>]>([
    ["timing that was assumed wrongly", { keepsDeadlines: false }],
    ["a hub that does not know how much is left of its lease", { hasWindow: false }],
    ["a store that was not fenced", { isFenced: false, hasMarker: false, hasWindow: false }],
  ])("heals what went wrong by %s, at whichever hub it is made", (_, lacking) => {
    const { violations } = exploredWith(lacking);
    expect(violations.length).toBeGreaterThan(0);
    for (const violation of violations) {
      for (const hub of [0, 1]) {
        const healed = explore(withReport({ ...violation, faults: noFaults }, hub), real);
        expect(healed.quiet.length).toBeGreaterThan(0);
        expect(healed.quiet.every(holdsNewest)).toBe(true);
      }
    }
  });
});
