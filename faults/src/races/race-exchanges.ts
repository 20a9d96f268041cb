import type { UserTokens } from "../ledger/ledger.ts";
import { exchangePath, typeOf, useToken } from "../ledger/platform-calls.ts";
import type { ConsentingPerson } from "../seed/consent.ts";
import { getRequest, race } from "../wire/last-byte-sync.ts";
import type { RaceRound } from "./race-tally.ts";

const fewestCopies = 20;
const mostCopies = 50;

/** Sends many copies of one code exchange at the same instant: one of them gets tokens, and they work everywhere. */
export async function raceExchanges(person: ConsentingPerson, urls: readonly string[]): Promise<RaceRound> {
  const path = exchangePath(await person.allow());
  const copies = fewestCopies + Math.floor(Math.random() * (mostCopies - fewestCopies + 1));
  const replies = await race(
    Array.from({ length: copies }, (_, copy) => getRequest(urls[copy % urls.length] ?? "", path)),
  );
  const winners = replies.flatMap(({ result }) =>
    // A successful exchange has this shape.
    result.status !== "none" && typeOf(result) === "" ? [result.body.data as unknown as UserTokens] : [],
  );
  const typesOfUses = await useTokens(winners, urls);
  const typesOfCopies = replies.map(({ result }) => typeOf(result));
  return {
    requests: copies,
    problems: [...problemsOf(typesOfCopies, winners.length), ...problemsOfUses(typesOfUses)],
    isInconclusive: [...typesOfCopies, ...typesOfUses].includes(undefined),
  };
}

/** @param types error types of the copies; undefined for one that had no result */
function problemsOf(types: readonly (string | undefined)[], winners: number): readonly string[] {
  const strange = new Set(
    types.filter((type) => type !== undefined && type !== "" && type !== "invalid_grant"),
  );
  // A copy without a result may be the one that got the tokens.
  const isOnce = winners === 1 || (winners === 0 && types.includes(undefined));
  return [
    ...(isOnce ? [] : [`${winners} of ${types.length} copies got tokens`]),
    ...[...strange].map((type) => `a copy was answered ${type}`),
  ];
}

/** The tokens of the successful copy must work on every node: refusing the others must not revoke them. */
async function useTokens(
  winners: readonly UserTokens[],
  urls: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const uses = winners.flatMap((tokens) => urls.map((url) => useToken(url, tokens)));
  return (await Promise.all(uses)).map(typeOf);
}

function problemsOfUses(types: readonly (string | undefined)[]): readonly string[] {
  return types
    .filter((type) => type !== undefined && type !== "")
    .map((type) => `what the exchange gave was answered ${type}`);
}
