import { sql } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";

/** How long a user may take with the authenticator. */
export const challengeSeconds = 300;

/** What a challenge is signed for. A response to one of another purpose is refused. */
export type PasskeyPurpose = Schema["passkey_challenges"]["purpose"];

/** Names the challenge of one browser for one purpose. */
export interface ChallengeKey {
  readonly browserHash: string;
  readonly purpose: PasskeyPurpose;
}

/** Stores the challenge of a browser; an earlier one for the same purpose no longer counts. */
export async function beginPasskeyChallenge(
  { kysely }: StoreQueries,
  { browserHash, purpose, challenge }: ChallengeKey & { readonly challenge: string },
): Promise<void> {
  const expiresAt = sql<number>`${nowMs} + ${challengeSeconds * 1000}`;
  await kysely
    .insertInto("passkey_challenges")
    .values({ browser_hash: browserHash, purpose, challenge, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.columns(["browser_hash", "purpose"]).doUpdateSet({ challenge, expires_at: expiresAt }),
    )
    .execute();
}

/** The challenge of a browser, for the page that has it signed. */
export async function findPasskeyChallenge(
  { kysely }: StoreQueries,
  { browserHash, purpose }: ChallengeKey,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom("passkey_challenges")
    .select("challenge")
    .where("browser_hash", "=", browserHash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", nowMs)
    .executeTakeFirst();
  return row?.challenge;
}

/** Uses the challenge of a browser up: of several requests that bring a response, one gets it (WebAuthn, section 13.4.3). */
export async function consumePasskeyChallenge(
  { kysely }: StoreQueries,
  { browserHash, purpose }: ChallengeKey,
): Promise<string | undefined> {
  const row = await kysely
    .deleteFrom("passkey_challenges")
    .where("browser_hash", "=", browserHash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", nowMs)
    .returning("challenge")
    .executeTakeFirst();
  return row?.challenge;
}
