import { sql, type RawBuilder } from "kysely";
import { audiences, type ScopeSet } from "../../model/scopes.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";

/** An application that a user has authorized. */
export interface AuthorizedApplication {
  readonly grantId: number;
  readonly appid: string;
  readonly name: string;
  readonly logo: string;
  readonly developer: string;
  readonly verified: boolean;
  readonly mayWrite: boolean;
  /** What it may do, as a set of the bits of `scopeBits`. */
  readonly scopes: ScopeSet;
  /** Whether it is a program without a secret that has tokens for agents' tools alone, with which its scopes let it do less. */
  readonly isAgent: boolean;
  /** Whether an agent may read names and contact data too. */
  readonly withPersonal: boolean;
  /** How many surveys the user chose for it; null when it sees all. */
  readonly chosen: number | null;
  readonly grantedAt: number;
  readonly lastUsedAt: number | null;
  /** The network that it came from then; null for what is no agent. */
  readonly lastNetwork: string | null;
}

/** One page of a user's authorized applications. */
export interface AuthorizedApplicationSearch {
  readonly userId: number;
  /** Part of the name, of the appid or of the developer's name; "" for all. */
  readonly search: string;
  /** The grant that the page begins after; undefined for the first page. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** A user's authorized applications, the one that was authorized last first. */
export async function listAuthorizedApplications(
  queries: StoreQueries,
  { userId, search, after, limit }: AuthorizedApplicationSearch,
): Promise<readonly AuthorizedApplication[]> {
  const rows = await authorizedBy(queries, userId)
    .$if(search !== "", (query) =>
      query.where(contains(search, ["a.name", "a.appid", "u.nickname", "t.name"])),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(g.granted_at, g.id) < (select l.granted_at, l.id from grants l where l.id = ${after} and l.user_id = ${userId})`,
      ),
    )
    .orderBy("g.granted_at", "desc")
    .orderBy("g.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** The application of a grant, if the grant is in force and the user's own. */
export async function findAuthorizedApplication(
  queries: StoreQueries,
  { userId, grantId }: { readonly userId: number; readonly grantId: number },
): Promise<AuthorizedApplication | undefined> {
  const row = await authorizedBy(queries, userId).where("g.id", "=", grantId).executeTakeFirst();
  return row && fromRow(row);
}

function authorizedBy({ kysely }: StoreQueries, userId: number) {
  return kysely
    .selectFrom("grants as g")
    .innerJoin("applications as a", "a.id", "g.application_id")
    .leftJoin("users as u", "u.id", "a.owner_id")
    .leftJoin("teams as t", "t.id", "a.owner_id")
    .select(["g.id as grantId", "a.appid", "a.name", "a.logo", "a.verified"])
    .select([
      "g.granted_at as grantedAt",
      "g.last_used_at as lastUsedAt",
      "g.last_network as lastNetwork",
      "g.may_write as mayWrite",
      "g.scopes",
    ])
    .select(["g.only_chosen as onlyChosen", "g.chosen_count as chosenCount"])
    .select(["g.with_personal as withPersonal", isAgent.as("isAgent")])
    .select((eb) => eb.fn.coalesce("u.nickname", "t.name").as("developer"))
    .where("g.user_id", "=", userId)
    .where("g.revoked_at", "is", null);
}

/** With the next consent, of which the user is always asked, it may get tokens for calls too. */
const isAgent = sql<0 | 1>`case when a.is_public = 1 and not ${hasTokens("<>")}
  and (g.last_network is not null or ${hasTokens("=")}) then 1 else 0 end`;

function hasTokens(comparison: "=" | "<>"): RawBuilder<boolean> {
  const valid = sql`grant_id = g.id and audience ${sql.raw(comparison)} ${sql.lit(audiences.mcp)} and expires_at > ${nowMs}`;
  return sql`(exists (select 1 from user_access_tokens where ${valid})
    or exists (select 1 from refresh_tokens where ${valid}))`;
}

type Row = Awaited<ReturnType<ReturnType<typeof authorizedBy>["executeTakeFirstOrThrow"]>>;

function fromRow({ onlyChosen, chosenCount, ...row }: Row): AuthorizedApplication {
  return {
    ...row,
    chosen: onlyChosen === 1 ? chosenCount : null,
    verified: row.verified === 1,
    mayWrite: row.mayWrite === 1,
    isAgent: row.isAgent === 1,
    withPersonal: row.withPersonal === 1,
    developer: row.developer ?? "",
  };
}

/** How many applications a user has authorized. */
export async function countAuthorizedApplications({ kysely }: StoreQueries, userId: number): Promise<number> {
  const row = await kysely
    .selectFrom("grants")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  // Engines differ in the type that they count in.
  return Number(row?.count ?? 0);
}

/** How many surveys a user has, all of which an application sees that is not limited. */
export async function countSurveysForUser({ kysely }: StoreQueries, userId: number): Promise<number> {
  const row = await kysely
    .selectFrom("surveys")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("owner_id", "=", userId)
    .where("binned_at", "is", null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** What a user's grants let applications do at this moment. */
export interface GrantedAccess {
  readonly applications: number;
  /** Tokens that have not expired. */
  readonly accessTokens: number;
  readonly refreshTokens: number;
  /** Active webhooks that the applications added. */
  readonly webhooks: number;
  /** The surveys of the user that can be read with them, and their answers. */
  readonly surveys: number;
  readonly answers: number;
}

/** Counts what ends when a user revokes every grant, or one of them. */
export async function countGrantedAccess(
  { kysely }: StoreQueries,
  { userId, grantId }: { readonly userId: number; readonly grantId?: number },
): Promise<GrantedAccess> {
  const one = grantId === undefined ? sql`` : sql`and g.id = ${grantId}`;
  const standing = sql`from grants g where g.user_id = ${userId} and g.revoked_at is null ${one}`;
  const reached = sql`from surveys s where s.owner_id = ${userId} and s.binned_at is null and (
    exists (select 1 ${standing} and g.only_chosen = 0)
    or s.id in (select c.survey_id from grant_surveys c where c.grant_id in (select g.id ${standing})))`;
  const unexpired = sql`grant_id in (select g.id ${standing}) and expires_at > ${nowMs}`;
  const { rows } = await sql<Readonly<Record<keyof GrantedAccess, number | string>>>`select
    (select count(*) ${standing}) as applications,
    (select count(*) from user_access_tokens where ${unexpired}) as "accessTokens",
    (select count(*) from refresh_tokens where ${unexpired}) as "refreshTokens",
    (select count(*) from webhooks where is_active = 1 and grant_id in (select g.id ${standing})) as webhooks,
    (select count(*) ${reached}) as surveys,
    (select coalesce(sum(s.answer_count), 0) ${reached}) as answers`.execute(kysely);
  // Engines differ in the type that they count in.
  const count = (name: keyof GrantedAccess) => Number(rows[0]?.[name] ?? 0);
  return {
    applications: count("applications"),
    accessTokens: count("accessTokens"),
    refreshTokens: count("refreshTokens"),
    webhooks: count("webhooks"),
    surveys: count("surveys"),
    answers: count("answers"),
  };
}
