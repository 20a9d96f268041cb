import type { LedgerEntry, PromisedCall, UserTokens } from "./ledger.ts";

type CallOf<Kind extends PromisedCall["kind"]> = Extract<PromisedCall, { kind: Kind }>;

/** What must hold after the fault of a round, according to the ledger. */
export interface Promises {
  /** Tokens that work. */
  readonly exchanged: readonly UserTokens[];
  /** Access tokens that work, the oldest first, by user. */
  readonly refreshed: ReadonlyMap<
    string,
    readonly { readonly accessToken: string; readonly openid: string }[]
  >;
  /** Team tokens in the order in which they were answered. */
  readonly teamTokens: readonly string[];
  /** Whether a request for a team token was left without an answer after the last one. */
  readonly isTeamUnsure: boolean;
  /** Codes that never work again. */
  readonly spentCodes: readonly string[];
  /** Codes that work once or never. */
  readonly unsureCodes: readonly string[];
  /** What never works again because its grant was revoked. */
  readonly revoked: readonly Omit<CallOf<"revoke">, "kind">[];
}

/** The promises in some entries of a ledger, of one round or of all. */
export function promisesIn(entries: readonly LedgerEntry[]): Promises {
  const answered = entries.filter(({ answer }) => answer !== undefined);
  const numbers = new Set(answered.map(({ number }) => number));
  const unanswered = entries.filter(({ number }) => !numbers.has(number));
  const revoked = callsOf(answered, "revoke");
  const exchanged = callsOf(answered, "exchange").flatMap(({ number, answer }) =>
    answer?.tokens === undefined ? [] : [{ number, tokens: answer.tokens }],
  );
  // A user has one grant, for any number of tokens; a revocation, confirmed or not, ends all of them.
  const lastRevoked = new Map(
    callsOf(entries, "revoke").map(({ number, call }) => [call.tokens.openid, number] as const),
  );
  const teamCalls = entries.filter(({ call }) => call.kind === "team");
  return {
    exchanged: exchanged
      .filter(({ number, tokens }) => number > (lastRevoked.get(tokens.openid) ?? -1))
      .map(({ tokens }) => tokens),
    refreshed: refreshedByPerson(answered),
    teamTokens: callsOf(answered, "team").flatMap(({ answer }) => answer?.accessToken ?? []),
    isTeamUnsure: teamCalls.length > 0 && teamCalls.at(-1)?.answer === undefined,
    spentCodes: callsOf(answered, "exchange").map(({ call }) => call.code),
    unsureCodes: callsOf(unanswered, "exchange").map(({ call }) => call.code),
    revoked: revoked.map(({ call }) => call),
  };
}

function refreshedByPerson(answered: readonly LedgerEntry[]): Promises["refreshed"] {
  const all = callsOf(answered, "refresh").flatMap(({ call, answer }) =>
    answer?.accessToken === undefined ? [] : [{ ...call, accessToken: answer.accessToken }],
  );
  return Map.groupBy(all, ({ person }) => person);
}

function callsOf<Kind extends PromisedCall["kind"]>(entries: readonly LedgerEntry[], kind: Kind) {
  return entries.flatMap(({ number, call, answer }) => (isOf(call, kind) ? [{ number, call, answer }] : []));
}

function isOf<Kind extends PromisedCall["kind"]>(call: PromisedCall, kind: Kind): call is CallOf<Kind> {
  return call.kind === kind;
}

/** What earlier rounds used, overrode or revoked; at most `most` of each kind, chosen at random. */
export function pastPromises(entries: readonly LedgerEntry[], before: number, most = 60): Promises {
  const { revoked, teamTokens, spentCodes } = promisesIn(entries.filter(({ round }) => round < before));
  return {
    ...promisesIn([]),
    revoked: someOf(revoked, most),
    // The last one may still be valid.
    teamTokens: [...someOf(teamTokens.slice(0, -1), most), ""],
    spentCodes: someOf(spentCodes, most),
  };
}

function someOf<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, () => items[Math.floor(Math.random() * items.length)]).filter(
    (item) => item !== undefined,
  );
}
