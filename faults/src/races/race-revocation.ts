import type { UserTokens } from "../ledger/entry.ts";
import { exchange, exchangePath, refreshPath, typeOf, useToken } from "../ledger/platform-calls.ts";
import type { ConsentingPerson } from "../seed/consent.ts";
import { formRequest, getRequest, race, type RacedReply } from "../wire/last-byte-sync.ts";
import type { RaceTally } from "./race-tally.ts";

const copies = 10;
const page = "/account/applications";

/**
 * Revokes a grant in the same instant in which tokens of it are requested. In any order: after the response to the
 * revocation none of them works on any node, and none works again when the user consents again.
 *
 * @param home the node at which the user is signed in
 */
export async function raceRevocation(
  { person, home }: { readonly person: ConsentingPerson; readonly home: string },
  urls: readonly string[],
  tally: RaceTally,
): Promise<void> {
  const tokens = tokensOf(await exchange(home, await person.allow()));
  if (tokens === undefined) throw new Error("an exchange was refused before the race");
  const code = await person.allow();
  const { browser } = person;
  const form = browser.formOf(await browser.get(page), `${page}/revoke`);
  const paths = Array.from({ length: copies }, () => [
    refreshPath(tokens.refresh_token),
    exchangePath(code),
  ]).flat();
  const asked = paths.map((path, index) => getRequest(urls[index % urls.length] ?? "", path));
  // In the middle, so that some requests are read before it and some after it.
  const requests = asked.toSpliced(copies, 0, formRequest(home, browser, form));
  const replies = await race(requests);
  const isRevoked = replies[copies]?.location.endsWith("notice=revoked") === true;
  const given = [tokens, ...replies.flatMap((reply) => givenBy(reply, tokens))];
  const problems = [
    ...(isRevoked ? [] : [`the revocation was answered ${replies[copies]?.status}`]),
    ...(await findAlive(given, urls, "after the revocation")),
  ];
  await person.allow();
  tally.add(requests.length, [...problems, ...(await findAlive(given, urls, "after a new consent"))]);
}

function givenBy({ result }: RacedReply, { openid }: UserTokens): readonly UserTokens[] {
  const given = tokensOf(result);
  // A refresh returns only an access token.
  return given === undefined ? [] : [{ ...given, openid }];
}

function tokensOf(result: RacedReply["result"]): UserTokens | undefined {
  if (result.status === "none" || typeOf(result) !== "") return undefined;
  // A successful exchange has this shape, and a successful refresh a part of it.
  return result.body.data as unknown as UserTokens;
}

async function findAlive(
  given: readonly UserTokens[],
  urls: readonly string[],
  when: string,
): Promise<readonly string[]> {
  const uses = given.flatMap((tokens) => urls.map((url) => useToken(url, tokens)));
  const types = (await Promise.all(uses)).map(typeOf);
  return types
    .filter((type) => type !== "invalid_token")
    .map((type) => `an access token was answered "${type ?? "nothing"}" ${when}`);
}
