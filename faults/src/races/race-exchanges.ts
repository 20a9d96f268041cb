import type { UserTokens } from "../ledger/entry.ts";
import { exchangePath, typeOf, useToken } from "../ledger/platform-calls.ts";
import type { ConsentingPerson } from "../seed/consent.ts";
import { getRequest, race, type RacedReply } from "../wire/last-byte-sync.ts";
import type { RaceTally } from "./race-tally.ts";

const fewestCopies = 20;
const mostCopies = 50;

/** Sends many copies of one code exchange at the same instant: one of them gets tokens, and they work everywhere. */
export async function raceExchanges(
  person: ConsentingPerson,
  urls: readonly string[],
  tally: RaceTally,
): Promise<void> {
  const path = exchangePath(await person.allow());
  const copies = fewestCopies + Math.floor(Math.random() * (mostCopies - fewestCopies + 1));
  const replies = await race(
    Array.from({ length: copies }, (_, copy) => getRequest(urls[copy % urls.length] ?? "", path)),
  );
  const winners = replies.flatMap(({ result }) =>
    // A successful exchange has this shape.
    result.status !== "none" && typeOf(result) === "" ? [result.body.data as unknown as UserTokens] : [],
  );
  tally.add(copies, [...problemsOf(replies, winners), ...(await checkTokens(winners, urls))]);
}

function problemsOf(replies: readonly RacedReply[], winners: readonly UserTokens[]): readonly string[] {
  const types = new Set(replies.map(({ result }) => typeOf(result) ?? "nothing"));
  const strange = [...types].filter((type) => type !== "" && type !== "invalid_grant");
  return [
    ...(winners.length === 1 ? [] : [`${winners.length} of ${replies.length} copies got tokens`]),
    ...strange.map((type) => `a copy was answered ${type}`),
  ];
}

/** The tokens of the successful copy must work on every node: refusing the others must not revoke them. */
async function checkTokens(
  winners: readonly UserTokens[],
  urls: readonly string[],
): Promise<readonly string[]> {
  const uses = winners.flatMap((tokens) => urls.map((url) => useToken(url, tokens)));
  const types = (await Promise.all(uses)).map(typeOf);
  return types
    .filter((type) => type !== "")
    .map((type) => `what the exchange gave was answered ${type ?? "nothing"}`);
}
