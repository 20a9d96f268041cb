import type { UserTokens } from "../ledger/ledger.ts";
import { exchange, exchangePath, refreshPath, typeOf, useToken } from "../ledger/platform-calls.ts";
import type { ConsentingPerson } from "../seed/consent.ts";
import { formRequest, getRequest, race, type RacedReply, type RacedRequest } from "../wire/last-byte-sync.ts";
import type { RaceRound } from "./race-tally.ts";

const copies = 10;

/** A user, and the node at which the user is signed in. */
export interface RevocationStage {
  readonly person: ConsentingPerson;
  readonly home: string;
}

/**
 * Revokes a grant in the same instant in which tokens of it are requested. In any order: after the response to the
 * revocation none of them works on any node, and none works again when the user consents again.
 *
 * @param home the node at which the user is signed in
 */
export async function raceRevocation(
  { person, home }: RevocationStage,
  urls: readonly string[],
): Promise<RaceRound> {
  const exchanged = await exchange(home, await person.allow());
  if (typeOf(exchanged) === undefined) return { requests: 1, problems: [], isInconclusive: true };
  const tokens = tokensOf(exchanged);
  if (tokens === undefined) throw new Error("an exchange was refused before the race");
  const requests = await racedRequests({ person, home }, urls, tokens);
  const replies = await race(requests);
  const given = [tokens, ...replies.flatMap((reply) => givenBy(reply, tokens))];
  const refusal = refusalOf(replies[copies]);
  return { requests: requests.length, ...(refusal ?? (await usesOf(given, person, urls))) };
}

/** The revocation in the middle, so that some requests are read before it and some after it. */
async function racedRequests(
  { person, home }: RevocationStage,
  urls: readonly string[],
  tokens: UserTokens,
): Promise<readonly RacedRequest[]> {
  const code = await person.allow();
  const { browser } = person;
  const form = browser.formOf(await browser.revocationPage(), "/account/applications/revoke");
  const paths = Array.from({ length: copies }, () => [
    refreshPath(tokens.refresh_token),
    exchangePath(code),
  ]).flat();
  const asked = paths.map((path, index) => getRequest(urls[index % urls.length] ?? "", path));
  return asked.toSpliced(copies, 0, formRequest(home, browser, form));
}

/** The end of a round whose revocation was not confirmed; undefined when it was. */
function refusalOf(revocation: RacedReply | undefined): Omit<RaceRound, "requests"> | undefined {
  if (revocation?.location.endsWith("notice=revoked") === true) return undefined;
  const status = revocation?.status ?? 0;
  // With 503 or without a response it may be in effect or not.
  const isUnknown = status === 0 || status === 503;
  return { problems: isUnknown ? [] : [`the revocation was answered ${status}`], isInconclusive: isUnknown };
}

/** Uses the revoked tokens, before and after a new consent. */
async function usesOf(
  given: readonly UserTokens[],
  person: ConsentingPerson,
  urls: readonly string[],
): Promise<Omit<RaceRound, "requests">> {
  const afterwards = await useAll(given, urls);
  await person.allow();
  const withNewConsent = await useAll(given, urls);
  return {
    problems: [
      ...problemsOf(afterwards, "after the revocation"),
      ...problemsOf(withNewConsent, "after a new consent"),
    ],
    isInconclusive: [...afterwards, ...withNewConsent].includes(undefined),
  };
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

/** @returns error types; undefined for a use that had no result */
async function useAll(
  given: readonly UserTokens[],
  urls: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const uses = given.flatMap((tokens) => urls.map((url) => useToken(url, tokens)));
  return (await Promise.all(uses)).map(typeOf);
}

function problemsOf(types: readonly (string | undefined)[], when: string): readonly string[] {
  return types
    .filter((type) => type !== undefined && type !== "invalid_token")
    .map((type) => `an access token was answered "${type}" ${when}`);
}
