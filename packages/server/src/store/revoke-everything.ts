import { nowMs, type StoreQueries } from "./queries.ts";

/** How much there is of each thing that lets somebody in or act for somebody. */
export interface IssuedCounts {
  readonly grants: number;
  readonly sessions: number;
  readonly authorizationCodes: number;
  readonly userAccessTokens: number;
  readonly refreshTokens: number;
  readonly teamAccessTokens: number;
}

/** Counts what is good at this moment. */
export async function countIssued({ kysely }: StoreQueries): Promise<IssuedCounts> {
  const timed = async (
    table: "sessions" | "user_access_tokens" | "refresh_tokens" | "team_access_tokens",
  ): Promise<number> =>
    countOf(
      await kysely
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as("count"))
        .where("expires_at", ">", nowMs)
        .executeTakeFirst(),
    );
  const grants = await kysely
    .selectFrom("grants")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  const codes = await kysely
    .selectFrom("authorization_codes")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("expires_at", ">", nowMs)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return {
    grants: countOf(grants),
    sessions: await timed("sessions"),
    authorizationCodes: countOf(codes),
    userAccessTokens: await timed("user_access_tokens"),
    refreshTokens: await timed("refresh_tokens"),
    teamAccessTokens: await timed("team_access_tokens"),
  };
}

/** Engines differ in the type that they count in. */
function countOf(row: { readonly count: string | number | bigint } | undefined): number {
  return Number(row?.count ?? 0);
}

/** The tables of what was issued; each row of them opens something, or did. */
const issued = [
  "user_access_tokens",
  "refresh_tokens",
  "team_access_tokens",
  "authorization_codes",
  "authorization_requests",
  "sessions",
] as const;

/** Every application, disabled ones too. */
export async function listAppids({ kysely }: StoreQueries): Promise<readonly string[]> {
  const rows = await kysely.selectFrom("applications").select("appid").execute();
  return rows.map(({ appid }) => appid);
}

/**
 * Ends everything that was issued to anybody: each session, consent page, code and token, and each grant, so that
 * every person is asked again. Openids, and what people and applications sign in with, stay as they are. Where nodes
 * serve meanwhile, the locks of all applications have to be held.
 *
 * @returns how much of each was good until now
 */
export async function revokeEverything(transaction: StoreQueries): Promise<IssuedCounts> {
  const counts = await countIssued(transaction);
  await transaction.kysely
    .updateTable("grants")
    .set({ revoked_at: nowMs })
    .where("revoked_at", "is", null)
    .execute();
  for (const table of issued) await transaction.kysely.deleteFrom(table).execute();
  return counts;
}
