import { describe, expect, test } from "vitest";
import { explore, wander } from "./support/explore.ts";
import { initialState, type Faults, type World } from "./support/model.ts";
import { factsOf, Replay } from "./support/replay.ts";

const real: World = { isFenced: true, hasMarker: true, hasWindow: true, keepsDeadlines: true };
const start = (faults: Partial<Faults>) => initialState(["wants", "wants"], faults);

/** Numbers from 0 up to 1 that are the same in every run (a linear congruential generator). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("the real attempt, on the real store, message by message", () => {
  test("goes the shortest way to each quiet state of the model, and is where the model is after each move", async () => {
    const { quiet, traceTo } = explore(start({ lostAnswers: 1, crashes: 1, expiries: 1 }), real);
    expect(quiet.length).toBeGreaterThan(20);
    for (const state of quiet) {
      const replay = await Replay.begin();
      for (const move of traceTo(state))
        expect(await replay.make(move), move.label).toEqual(factsOf(move.next));
    }
  });

  test.each(Array.from({ length: 60 }, (_, seed) => seed))(
    "goes any way through the model: %i",
    async (seed) => {
      const faults = { lostAnswers: 1, crashes: 1, expiries: 2, timeouts: 1, refusals: 1, storeFailures: 2 };
      const trace = wander(start(faults), real, numbersFrom(seed));
      expect(trace.length).toBeGreaterThan(10);
      const replay = await Replay.begin();
      for (const move of trace) expect(await replay.make(move), move.label).toEqual(factsOf(move.next));
    },
  );
});
