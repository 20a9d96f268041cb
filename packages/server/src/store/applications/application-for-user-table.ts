import { sql } from "kysely";
import type { ApplicationKind } from "../../model/application.ts";
import { teamRoles } from "../../model/team.ts";
import { fieldsOf } from "./application-table.ts";
import type { RowOf } from "../declaration/declaration-state.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";
import { listRedirectUris } from "./redirect-uri-table.ts";

/** An application by its appid, if it belongs to an account that a user manages. */
export interface ManagedApplication {
  readonly appid: string;
  /** The id of the user or team that owns it. */
  readonly ownerId: number;
  /** Who manages it: its owner, or a creator or administrator of the team that owns it. */
  readonly userId: number;
}

/** An application that a user manages, or that an operator works on: an administrator, or a command. */
export interface ControlledApplication extends Omit<ManagedApplication, "userId"> {
  readonly userId: number | "operator";
}

/** What an owner decides about an application. */
export interface ApplicationFields {
  readonly name: string;
  readonly description: string;
  readonly homePage: string;
  readonly contact: string;
  readonly terms: string;
  readonly privacy: string;
  readonly redirectUris: readonly string[];
  /** Of a web application, whether it asks users for writing too; of a team application, whether it may write. */
  readonly mayWrite: boolean;
  /** Whether it runs where it cannot keep a secret: it has none, and PKCE is required. Decided when it is registered. */
  readonly isPublic: boolean;
  readonly requiresPkce: boolean;
  readonly refreshRequiresSecret: boolean;
  readonly allowedNetworks: readonly string[];
}

/** An application as its owner sees it. */
export interface ApplicationForUser extends ApplicationFields {
  readonly id: number;
  readonly appid: string;
  readonly kind: ApplicationKind;
  /** A `data:` image, an address that is never loaded, or "". */
  readonly logo: string;
  readonly verified: boolean;
  readonly disabled: boolean;
  /** Whether its owner disabled it; only then the owner may enable it again. */
  readonly frozenByOwner: boolean;
  readonly createdAt: number;
}

/** Finds an application of an account. */
export async function findApplicationForUser(
  queries: StoreQueries,
  owned: ControlledApplication,
): Promise<ApplicationForUser | undefined> {
  const row = await findRow(queries, owned);
  return row && fromRow(row, await listRedirectUris(queries, row.id));
}

/**
 * Finds the row of an application that a user manages. The role in the team is read in the same statement, so that a
 * member who was removed is refused from the next transaction on.
 */
export function findRow(
  { kysely }: StoreQueries,
  { appid, ownerId, userId }: ControlledApplication,
): Promise<RowOf<"applications"> | undefined> {
  return kysely
    .selectFrom("applications")
    .selectAll()
    .where("appid", "=", appid)
    .where("owner_id", "=", ownerId)
    .where((eb) =>
      userId === "operator"
        ? eb.lit(true)
        : eb.or([eb("owner_id", "=", userId), eb("owner_id", "in", teamsManagedBy(userId))]),
    )
    .executeTakeFirst();
}

/** The teams in which a user's role includes the credentials. */
function teamsManagedBy(userId: number) {
  return sql<number>`(select team_id from team_members where user_id = ${userId} and role in (${sql.lit(teamRoles.creator)}, ${sql.lit(teamRoles.team_admin)}))`;
}

/** An application of its row. */
export function fromRow(row: RowOf<"applications">, redirectUris: readonly string[]): ApplicationForUser {
  return {
    ...fieldsOf(row),
    contact: row.contact,
    redirectUris,
    refreshRequiresSecret: row.refresh_requires_secret === 1,
    allowedNetworks: row.allowed_networks === "" ? [] : row.allowed_networks.split("\n"),
    frozenByOwner: row.frozen_by_owner === 1,
    createdAt: row.created_at,
  };
}

/** One page of the applications of an account. */
export interface ApplicationForUserSearch {
  readonly ownerId: number;
  /** Part of a name or appid; "" for all. */
  readonly search: string;
  /** The appid that the page begins after. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** An application in a list. */
export type ListedApplication = Pick<
  ApplicationForUser,
  "appid" | "kind" | "name" | "logo" | "verified" | "disabled" | "frozenByOwner" | "createdAt"
>;

/** The applications of an account, the newest first. */
export async function listApplicationsForUser(
  { kysely }: StoreQueries,
  { ownerId, search, after, limit }: ApplicationForUserSearch,
): Promise<readonly ListedApplication[]> {
  const rows = await kysely
    .selectFrom("applications as a")
    .select(["a.appid", "a.kind", "a.name", "a.logo", "a.verified", "a.disabled"])
    .select(["a.frozen_by_owner as frozenByOwner", "a.created_at as createdAt"])
    .where("a.owner_id", "=", ownerId)
    .$if(search !== "", (query) => query.where(contains(search, ["a.name", "a.appid"])))
    .$if(after !== undefined, (query) =>
      query.where("a.id", "<", (eb) =>
        eb
          .selectFrom("applications as last")
          .select("last.id")
          .where("last.appid", "=", after ?? "")
          .where("last.owner_id", "=", ownerId),
      ),
    )
    .orderBy("a.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    verified: row.verified === 1,
    disabled: row.disabled === 1,
    frozenByOwner: row.frozenByOwner === 1,
  }));
}

/** All applications of a user, with everything that the user decides about them, by appid. */
export async function readApplicationsForUser(
  queries: StoreQueries,
  userId: number,
): Promise<readonly ApplicationForUser[]> {
  const rows = await queries.kysely
    .selectFrom("applications")
    .selectAll()
    .where("owner_id", "=", userId)
    .orderBy("appid")
    .execute();
  const applications: ApplicationForUser[] = [];
  for (const row of rows) applications.push(fromRow(row, await listRedirectUris(queries, row.id)));
  return applications;
}
