import { expect, test } from "vitest";
import type { LedgerEntry, PromisedAnswer, PromisedCall, UserTokens } from "../src/ledger/ledger.ts";
import { promisesIn } from "../src/ledger/promises.ts";

const tokens = (name: string): UserTokens => ({
  access_token: `access ${name}`,
  refresh_token: `refresh ${name}`,
  openid: `openid ${name}`,
});

/** The lines of calls that were answered, and of those that were not. */
function lines(...calls: readonly (readonly [PromisedCall, PromisedAnswer?])[]): readonly LedgerEntry[] {
  return calls.flatMap(([call, answer], number) => {
    const sent = { number, round: 1, call };
    return answer === undefined ? [sent] : [sent, { ...sent, answer }];
  });
}

test("what an answered exchange gave has to work, and its code is spent", () => {
  const { exchanged, spentCodes, unsureCodes } = promisesIn(
    lines([{ kind: "exchange", code: "a" }, { tokens: tokens("a") }], [{ kind: "exchange", code: "b" }]),
  );
  expect(exchanged).toEqual([tokens("a")]);
  expect(spentCodes).toEqual(["a"]);
  expect(unsureCodes).toEqual(["b"]);
});

test("tokens of a confirmed revocation are promised to stay invalid", () => {
  const taken = { tokens: tokens("a"), code: "unused" };
  const { exchanged, revoked } = promisesIn(
    lines([{ kind: "exchange", code: "a" }, { tokens: tokens("a") }], [{ kind: "revoke", ...taken }, {}]),
  );
  expect(exchanged).toEqual([]);
  expect(revoked).toEqual([{ kind: "revoke", ...taken }]);
});

test("a revocation without an answer leaves open whether its tokens work", () => {
  const { exchanged, revoked } = promisesIn(
    lines(
      [{ kind: "exchange", code: "a" }, { tokens: tokens("a") }],
      [{ kind: "revoke", tokens: tokens("a"), code: "unused" }],
    ),
  );
  expect(exchanged).toEqual([]);
  expect(revoked).toEqual([]);
});

test("a revocation takes what the same person was given before along, and not what came afterwards", () => {
  const again = { ...tokens("a"), access_token: "access again" };
  const later = { ...tokens("a"), access_token: "access later" };
  const { exchanged } = promisesIn(
    lines(
      [{ kind: "exchange", code: "a" }, { tokens: tokens("a") }],
      [{ kind: "exchange", code: "b" }, { tokens: again }],
      [{ kind: "revoke", tokens: again, code: "unused" }, {}],
      [{ kind: "exchange", code: "c" }, { tokens: later }],
    ),
  );
  expect(exchanged).toEqual([later]);
});

test("the newest team token is sure unless a later request was left without an answer", () => {
  const team = { kind: "team" } as const;
  const answered = lines([team, { accessToken: "first" }], [team, { accessToken: "second" }]);
  expect(promisesIn(answered)).toMatchObject({ teamTokens: ["first", "second"], isTeamUnsure: false });
  const cutOff = lines([team, { accessToken: "first" }], [team]);
  expect(promisesIn(cutOff)).toMatchObject({ teamTokens: ["first"], isTeamUnsure: true });
});
