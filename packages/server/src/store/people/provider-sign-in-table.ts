import { sql } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** How long a user may take at a provider, and with the form that creates an account afterwards. */
export const providerSignInSeconds = 900;

const expiresAt = sql<number>`${nowMs} + ${providerSignInSeconds * 1000}`;

/** A sign-in that waits for the response of a provider. */
export interface ProviderSignIn {
  readonly stateHash: string;
  /** Hash of the cookie that binds it to the browser: of the session, or of the form where there is none. */
  readonly browserHash: string;
  readonly provider: string;
  readonly purpose: "sign_in" | "link";
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

/** Stores a sign-in until its response comes. */
export async function beginProviderSignIn(
  { kysely }: StoreQueries,
  { stateHash, browserHash, codeVerifier, returnTo, ...rest }: ProviderSignIn,
): Promise<void> {
  const columns = {
    state_hash: stateHash,
    browser_hash: browserHash,
    code_verifier: codeVerifier,
    return_to: returnTo,
  };
  await kysely
    .insertInto("provider_sign_ins")
    .values({ ...rest, ...columns, expires_at: expiresAt })
    .execute();
}

/** What a response names: a state that was sent to a provider, from one of the cookies of the browser. */
export interface ProviderResponse {
  readonly stateHash: string;
  readonly provider: string;
  readonly browserHashes: readonly string[];
}

/** Uses up the sign-in of a response: a state counts once, in the browser that began it (RFC 9700, section 4.7.1). */
export async function consumeProviderSignIn(
  { kysely }: StoreQueries,
  { stateHash, provider, browserHashes }: ProviderResponse,
): Promise<ProviderSignIn | undefined> {
  const row = await kysely
    .deleteFrom("provider_sign_ins")
    .where("state_hash", "=", stateHash)
    .where("provider", "=", provider)
    .where("browser_hash", "in", browserHashes)
    .where("expires_at", ">", nowMs)
    .returningAll()
    .executeTakeFirst();
  return (
    row && {
      stateHash,
      browserHash: row.browser_hash,
      provider,
      purpose: row.purpose,
      nonce: row.nonce,
      codeVerifier: row.code_verifier,
      returnTo: row.return_to,
    }
  );
}

/** An account at a provider, as the provider has confirmed it. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** What the user recognises it by; it decides nothing. */
  readonly label: string;
}

/** An account at a provider that no user has linked, in a browser whose user may create an account now. */
export interface UnlinkedIdentity extends Identity {
  readonly browserHash: string;
  readonly returnTo: string;
}

/** Keeps an account at a provider until its user has created an account; an earlier one of the browser no longer counts. */
export async function keepUnlinkedIdentity(
  { kysely }: StoreQueries,
  { browserHash, returnTo, ...identity }: UnlinkedIdentity,
): Promise<void> {
  const values = { ...identity, return_to: returnTo, expires_at: expiresAt };
  await kysely
    .insertInto("unlinked_identities")
    .values({ ...values, browser_hash: browserHash })
    .onConflict((conflict) => conflict.column("browser_hash").doUpdateSet(values))
    .execute();
}

/** The account at a provider with which the user of a browser may create an account. */
export async function findUnlinkedIdentity(
  { kysely }: StoreQueries,
  browserHash: string,
): Promise<UnlinkedIdentity | undefined> {
  return kysely
    .selectFrom("unlinked_identities")
    .select(["browser_hash as browserHash", "issuer", "subject", "label", "return_to as returnTo"])
    .where("browser_hash", "=", browserHash)
    .where("expires_at", ">", nowMs)
    .executeTakeFirst();
}
