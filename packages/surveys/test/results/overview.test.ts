import { describe, expect, test } from "vitest";
import { durationBucket } from "../../src/model/answer-facts.ts";
import { CrossTableCounter } from "../../src/results/cross-table.ts";
import { overviewOf } from "../../src/results/overview.ts";

describe("an overview", () => {
  test("has the most frequent device and channel first, and no facts of which there is none", () => {
    const facts = new Map([
      ["answers", 6],
      ["ua/desktop", 2],
      ["ua/phone", 3],
      ["ua/tablet", 0],
      ["os/ios", 3],
      ["channel/link", 1],
      ["language/de", 4],
    ]);
    expect(overviewOf(facts)).toEqual({
      answers: 6,
      medianSeconds: undefined,
      devices: [
        { id: "phone", count: 3 },
        { id: "desktop", count: 2 },
      ],
      systems: [{ id: "ios", count: 3 }],
      channels: [{ id: "link", count: 1 }],
      languages: [{ id: "de", count: 4 }],
    });
  });

  test("has a median that half of the answers took no longer than, to a twelfth", () => {
    const durations = [5, 20, 60, 600, 86_400];
    const facts = new Map(durations.map((seconds) => [`duration/${durationBucket(seconds * 1000)}`, 1]));
    const median = overviewOf(facts).medianSeconds ?? 0;
    expect(median).toBeGreaterThan(60 / 1.12);
    expect(median).toBeLessThan(60 * 1.12);
  });
});

function entry(id: string) {
  return { id, label: id.toUpperCase() };
}

/** Cells such as `q1/a`. */
function cells(...pairs: readonly string[]) {
  return pairs.map((pair) => ({ questionId: pair.slice(0, 2), cell: pair.slice(3) }));
}

test("a cross table counts answers that have both questions, and each of several choices", () => {
  const counter = new CrossTableCounter(
    { questionId: "q1", entries: [entry("a"), entry("b")] },
    { questionId: "q2", entries: [entry("x"), entry("y")] },
  );
  counter.add(cells("q1/a", "q2/x", "q2/y", "q3/x"));
  counter.add(cells("q1/a", "q2/x"));
  counter.add(cells("q1/b"));
  counter.add(cells("q2/y"));
  expect(counter.table()).toEqual({
    columns: [
      { ...entry("x"), total: 2 },
      { ...entry("y"), total: 1 },
    ],
    rows: [
      { ...entry("a"), counts: [2, 1], total: 2 },
      { ...entry("b"), counts: [0, 0], total: 0 },
    ],
    answers: 2,
  });
});
