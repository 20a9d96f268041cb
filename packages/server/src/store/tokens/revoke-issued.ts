import { sql, type RawBuilder } from "kysely";
import { applicationLock, userLock } from "../statements/locks.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { recordRevokedTokens } from "./team-token-issue-table.ts";
import { switchOffWebhooksOf, switchOffWithoutRight } from "../webhooks/webhook-rights.ts";

/** How many of each: everything with which a program, browser or link can act for a user or team. */
export interface IssuedCounts {
  readonly grants: number;
  readonly sessions: number;
  readonly authorizationCodes: number;
  readonly userAccessTokens: number;
  readonly refreshTokens: number;
  readonly teamAccessTokens: number;
  readonly invitations: number;
  readonly passwordLinks: number;
}

/** What is revoked: everything, or what belongs to one application, user or team. */
export type RevocationScope =
  | { readonly of: "everything" }
  | { readonly of: "application" | "user" | "team"; readonly id: number };

/** A scope by its public name: an appid, a username or the name of a team. */
export type NamedScope =
  | { readonly of: "everything" }
  | { readonly of: "application" | "user" | "team"; readonly name: string };

/** A scope with the locks that its revocation has to hold. */
export interface RevocationTarget {
  readonly scope: RevocationScope;
  readonly locks: readonly string[];
}

/** Finds a scope by name. @returns undefined when there is nothing of that name */
export async function findRevocationTarget(
  { kysely }: StoreQueries,
  named: NamedScope,
): Promise<RevocationTarget | undefined> {
  const applications = kysely.selectFrom("applications").select(["id", "appid", "owner_id as ownerId"]);
  if (named.of === "everything") return { scope: named, locks: locksOf(await applications.execute()) };
  if (named.of === "application") {
    const row = await applications.where("appid", "=", named.name).executeTakeFirst();
    return row && { scope: { of: named.of, id: row.id }, locks: locksOf([row]) };
  }
  if (named.of === "user") {
    const row = await kysely
      .selectFrom("users")
      .select("id")
      .where("username", "=", named.name)
      .executeTakeFirst();
    return row && { scope: { of: named.of, id: row.id }, locks: [userLock(named.name)] };
  }
  const row = await kysely.selectFrom("teams").select("id").where("name", "=", named.name).executeTakeFirst();
  if (row === undefined) return undefined;
  const own = await applications.where("owner_id", "=", row.id).execute();
  return { scope: { of: named.of, id: row.id }, locks: locksOf(own) };
}

function locksOf(applications: readonly { readonly appid: string }[]): readonly string[] {
  return applications.map(({ appid }) => applicationLock(appid));
}

/** Tables whose rows are deleted first, see {@link revokeIssued}. */
const deletedFirst = [
  "sessions",
  "login_codes",
  "respondent_sessions",
  "authorization_requests",
  "device_codes",
  "devices",
  "pending_sign_ins",
  "passkey_challenges",
  "provider_sign_ins",
  "unlinked_identities",
  "password_links",
  "invitations",
  "results_links",
  "answer_sheets",
] as const;

const deletedLast = [
  "authorization_codes",
  "user_access_tokens",
  "refresh_tokens",
  "team_bearer_tokens",
] as const;

const issuedTables = [...deletedFirst, "grants", ...deletedLast, "team_access_tokens"] as const;

type IssuedTable = (typeof issuedTables)[number];

/** Which rows of each table a scope covers; a table that is not mentioned has none. */
type Conditions = Readonly<Partial<Record<IssuedTable, RawBuilder<boolean>>>>;

function conditionsOf(scope: RevocationScope): Conditions {
  if (scope.of === "everything")
    return Object.fromEntries(issuedTables.map((table) => [table, sql<boolean>`1 = 1`]));
  if (scope.of === "user") {
    const own = sql<boolean>`user_id = ${scope.id}`;
    return {
      ...onGrants(own, sql`grant_id in (select id from grants where ${own})`),
      sessions: own,
      login_codes: own,
      respondent_sessions: own,
      devices: own,
      pending_sign_ins: own,
      password_links: sql`(user_id = ${scope.id} or created_by = ${scope.id})`,
      invitations: sql`created_by = ${scope.id}`,
      results_links: sql`created_by = ${scope.id}`,
      answer_sheets: sql`created_by = ${scope.id}`,
    };
  }
  if (scope.of === "application") {
    const own = sql<boolean>`application_id = ${scope.id}`;
    const ofAccounts = sql<boolean>`user_id in (select user_id from third_party_accounts where ${own})`;
    return {
      ...onGrants(own, sql`grant_id in (select id from grants where ${own})`),
      // The application signed them in.
      sessions: ofAccounts,
      login_codes: ofAccounts,
      respondent_sessions: ofAccounts,
      device_codes: own,
      team_access_tokens: own,
      team_bearer_tokens: own,
    };
  }
  const ofTeam = sql<boolean>`application_id in (select id from applications where owner_id = ${scope.id})`;
  return { team_access_tokens: ofTeam, team_bearer_tokens: ofTeam };
}

function onGrants(own: RawBuilder<boolean>, ofGrants: RawBuilder<boolean>): Conditions {
  return {
    authorization_requests: own,
    grants: own,
    authorization_codes: ofGrants,
    user_access_tokens: ofGrants,
    refresh_tokens: ofGrants,
  };
}

/** Counts what is valid at this moment. */
export async function countIssued(
  queries: StoreQueries,
  scope: RevocationScope = { of: "everything" },
): Promise<IssuedCounts> {
  const conditions = conditionsOf(scope);
  const valid = sql<boolean>`expires_at > ${nowMs}`;
  const count = (table: IssuedTable, condition: RawBuilder<boolean>) =>
    countRows(queries, { table, conditions: [conditions[table] ?? sql<boolean>`1 = 0`, condition] });
  return {
    grants: await count("grants", sql`revoked_at is null`),
    sessions: await count("sessions", valid),
    authorizationCodes: await count("authorization_codes", sql`${valid} and used_at is null`),
    userAccessTokens: await count("user_access_tokens", valid),
    refreshTokens: await count("refresh_tokens", valid),
    teamAccessTokens: (await count("team_access_tokens", valid)) + (await count("team_bearer_tokens", valid)),
    invitations: await count("invitations", valid),
    passwordLinks: await count("password_links", valid),
  };
}

interface CountedRows {
  readonly table: IssuedTable;
  readonly conditions: readonly RawBuilder<boolean>[];
}

async function countRows({ kysely }: StoreQueries, { table, conditions }: CountedRows): Promise<number> {
  const row = await kysely
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as("count"))
    .where((eb) => eb.and([...conditions]))
    .executeTakeFirst();
  // Engines differ in the type that they count in.
  return Number(row?.count ?? 0);
}

/**
 * Revokes what was issued within a scope: sessions and sign-ins under way, password links, invitations that a user made, open consent pages,
 * grants with their webhooks, codes and tokens; of a disabled user, every webhook. Openids, passwords and secrets stay as they are. The locks of the scope have to be held, see {@link findRevocationTarget}.
 *
 * The order makes it exact beside consent and token requests that run on other nodes. Consent pages go first: a decision
 * that is being recorded is waited for, and no later one is recorded. Then the grants are marked, which waits for the
 * tokens that are being issued on them, and no later ones are issued. What remains is deleted last.
 *
 * @returns how much of each was valid until now
 */
export async function revokeIssued(
  transaction: StoreQueries,
  scope: RevocationScope = { of: "everything" },
): Promise<IssuedCounts> {
  const counts = await countIssued(transaction, scope);
  const conditions = conditionsOf(scope);
  await deleteRows(transaction, conditions, deletedFirst);
  if (conditions.grants !== undefined) {
    await transaction.kysely
      .updateTable("grants")
      .set({ revoked_at: nowMs })
      .where("revoked_at", "is", null)
      .where(conditions.grants)
      .execute();
    await switchOffWebhooksOf(transaction, conditions.grants);
  }
  await deleteRows(transaction, conditions, deletedLast);
  if (scope.of === "user") await switchOffWithoutRight(transaction, [scope.id]);
  if (conditions.team_access_tokens !== undefined)
    await revokeTeamTokens(transaction, conditions.team_access_tokens);
  return counts;
}

/** The row stays, because it counts the tokens of its application; nothing that is sent has the hash that it gets. */
async function revokeTeamTokens(transaction: StoreQueries, condition: RawBuilder<boolean>): Promise<void> {
  await recordRevokedTokens(transaction, condition);
  await transaction.kysely
    .updateTable("team_access_tokens")
    .set({ hash: sql<string>`'revoked ' || application_id`, expires_at: 0 })
    .where(condition)
    .execute();
}

async function deleteRows(
  { kysely }: StoreQueries,
  conditions: Conditions,
  tables: readonly IssuedTable[],
): Promise<void> {
  for (const table of tables) {
    const condition = conditions[table];
    if (condition !== undefined) await kysely.deleteFrom(table).where(condition).execute();
  }
}
