import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findViolation } from "../../src/linearizability/find-violation.ts";
import {
  codeOnce,
  newestToken,
  staleAccepts,
  type ExchangeOperation,
  type Model,
  type Operation,
  type TokenOperation,
} from "../../src/linearizability/models.ts";

/**
 * Whether any order of the operations explains a history, by trying all of them. Slow and plain: what the search is
 * held against.
 */
function isExplained<Input, Output>(
  history: readonly Operation<Input, Output>[],
  model: Model<Input, Output>,
  state: string = model.initial,
): boolean {
  if (history.every(({ output }) => output === undefined)) return true;
  return history.some((next) => {
    const others = history.filter((other) => other !== next);
    // Something that had returned before this one was called comes before it.
    if (others.some(({ returnedAt }) => returnedAt < next.calledAt)) return false;
    const after = model.apply(state, next.input, next.output);
    return after !== undefined && isExplained(others, model, after);
  });
}

const issue = (calledAt: number, returnedAt: number, issued?: string): TokenOperation => ({
  input: "issue",
  calledAt,
  returnedAt: issued === undefined ? Infinity : returnedAt,
  ...(issued === undefined ? {} : { output: { issued } }),
});
const check = (calledAt: number, returnedAt: number, token: string, accepted: boolean): TokenOperation => ({
  input: { check: token },
  output: { accepted },
  calledAt,
  returnedAt,
});
const exchange = (calledAt: number, returnedAt: number, exchanged?: boolean): ExchangeOperation => ({
  input: "exchange",
  calledAt,
  returnedAt,
  ...(exchanged === undefined ? {} : { output: { exchanged } }),
});
const lost = (calledAt: number) => issue(calledAt, Infinity);

/** A history in words, such as `issue a 0-1; lose 2; accept a 3-4; refuse a 5-6`: each call with its times. */
function historyOf(words: string): readonly TokenOperation[] {
  return words.split("; ").map((call) => {
    const [verb, token = "", times = ""] = call.split(" ");
    const [calledAt = 0, returnedAt = 0] = times.split("-").map(Number);
    if (verb === "lose") return lost(Number(token));
    return verb === "issue"
      ? issue(calledAt, returnedAt, token)
      : check(calledAt, returnedAt, token, verb === "accept");
  });
}

describe("the newest token", () => {
  test.each([
    ["a token is accepted after it was answered", "issue a 0-1; accept a 2-3"],
    ["the one before is accepted while the next is under way", "issue a 0-1; issue b 2-9; accept a 3-4"],
    ["the one before is refused while the next is under way", "issue a 0-1; issue b 2-9; refuse a 3-4"],
    [
      "two that were asked for at once come in either order",
      "issue a 0-5; issue b 0-6; accept a 7-8; refuse b 9-10",
    ],
    ["a request without an answer has never happened", "issue a 0-1; lose 2; accept a 3-4"],
    ["a request without an answer has happened", "issue a 0-1; lose 2; refuse a 3-4"],
    ["a request without an answer happens long after", "issue a 0-1; lose 2; accept a 3-4; refuse a 5-6"],
    [
      "each of two lost requests takes a token away",
      "issue a 0-1; lose 2; lose 2; refuse a 3-4; issue b 5-6; refuse b 7-8",
    ],
  ])("may be so that %s", (_, words) => {
    expect(findViolation(historyOf(words), newestToken)).toBeUndefined();
  });

  test.each([
    ["a token is accepted after a newer one was answered", "issue a 0-1; issue b 2-3; accept a 4-5"],
    ["the newest token is refused", "issue a 0-1; refuse a 2-3"],
    ["a token comes back", "issue a 0-1; lose 2; refuse a 3-4; accept a 5-6"],
    ["two are accepted in turns", "issue a 0-9; issue b 0-9; accept a 1-2; accept b 3-4; accept a 5-6"],
    [
      "one lost request takes two tokens away",
      "issue a 0-1; lose 2; refuse a 3-4; issue b 5-6; refuse b 7-8",
    ],
    ["a token is accepted before it was asked for", "accept a 0-1; issue a 2-3"],
  ])("cannot be so that %s", (_, words) => {
    expect(findViolation(historyOf(words), newestToken)).toBeDefined();
  });

  test("names the operation that nothing explains", () => {
    const wrong = check(4, 5, "a", true);
    expect(findViolation([issue(0, 1, "a"), wrong, issue(2, 3, "b")], newestToken)).toBe(wrong);
  });

  test("is stale only when a later request had been answered before it was sent", () => {
    const stale = check(4, 5, "a", true);
    const history = [
      issue(0, 1, "a"),
      check(2, 3, "a", true),
      issue(2, 3, "b"),
      stale,
      check(4, 5, "b", true),
    ];
    expect(staleAccepts(history)).toEqual([stale]);
    expect(staleAccepts([issue(0, 5, "a"), issue(0, 6, "b"), check(7, 8, "a", true)])).toEqual([]);
  });
});

describe("a code", () => {
  test.each([
    ["one of two gets tokens", [exchange(0, 5, true), exchange(0, 6, false)]],
    ["a lost exchange used it up", [exchange(0, Infinity), exchange(1, 2, false)]],
    ["a lost exchange did not use it up", [exchange(0, Infinity), exchange(1, 2, true)]],
  ])("may be so that %s", (_, history) => {
    expect(findViolation(history, codeOnce)).toBeUndefined();
  });

  test.each([
    ["two get tokens", [exchange(0, 5, true), exchange(0, 6, true)]],
    ["no exchange gets tokens", [exchange(0, 5, false), exchange(0, 6, false)]],
    ["it is refused before anybody got tokens", [exchange(0, 1, false), exchange(2, 3, true)]],
  ])("cannot be so that %s", (_, history) => {
    expect(findViolation(history, codeOnce)).toBeDefined();
  });
});

describe("the search", () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 6 }))
    .map(([calledAt, length]) => ({ calledAt, returnedAt: calledAt + length }));
  const token = fc.constantFrom("a", "b", "c");
  const tokenOperation: fc.Arbitrary<TokenOperation> = fc.oneof(
    fc.tuple(span, token).map(([{ calledAt, returnedAt }, name]) => issue(calledAt, returnedAt, name)),
    span.map(({ calledAt }) => lost(calledAt)),
    fc
      .tuple(span, token, fc.boolean())
      .map(([{ calledAt, returnedAt }, name, accepted]) => check(calledAt, returnedAt, name, accepted)),
  );

  test("comes to the same as trying every order, on any small history", () => {
    const seen = { explained: 0, unexplained: 0 };
    fc.assert(
      fc.property(fc.array(tokenOperation, { maxLength: 7 }), (history) => {
        const isFine = isExplained(history, newestToken);
        seen[isFine ? "explained" : "unexplained"] += 1;
        expect(findViolation(history, newestToken) === undefined).toBe(isFine);
      }),
      { numRuns: 3000 },
    );
    // Both answers were compared, and often.
    expect(Math.min(seen.explained, seen.unexplained)).toBeGreaterThan(200);
  });

  test("judges a long history with many callers and many lost requests in a moment", () => {
    const steps = Array.from({ length: 20_000 }, (_, index) => ({
      kind: index % 200 === 0 ? "lost and done" : index % 4 === 0 ? "issue" : "check newest",
      before: 4,
      after: 4,
    }));
    const history = lived(steps);
    const before = process.cpuUsage();
    expect(findViolation(history, newestToken)).toBeUndefined();
    // It takes well under a second of the processor's time; a search that tries too much takes hours.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(30);
  });
});

interface Step {
  readonly kind: string;
  readonly before: number;
  readonly after: number;
}

/** The history of operations that take effect at the times 0, 1, 2 … and are called before and return after that. */
function lived(steps: readonly Step[]): readonly TokenOperation[] {
  let newest = "";
  let issued: string[] = [];
  return steps.map(({ kind, before, after }, at) => {
    const [calledAt, returnedAt] = [at - before, at + after];
    if (kind === "lost") return lost(calledAt);
    if (kind === "lost and done") {
      newest = "unknown";
      return lost(calledAt);
    }
    if (kind === "issue") {
      newest = `token-${at}`;
      issued = [...issued.slice(-3), newest];
      return issue(calledAt, returnedAt, newest);
    }
    const checked = (kind === "check newest" ? issued.at(-1) : issued.at(-2)) ?? "none";
    return check(calledAt, returnedAt, checked, checked === newest);
  });
}
