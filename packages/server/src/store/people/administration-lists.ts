import { sql } from "kysely";
import type { ApplicationKind } from "../../model/application.ts";
import type { TeamPlan } from "../../model/team.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";

/** One page of a list of everything on the platform, in the order of the ids. */
export interface AdministrationSearch {
  /** Part of a name; "" for all. Upper and lower case are the same. */
  readonly search: string;
  /** The id that the page begins after; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
}

/** A user in the list of all. */
export interface ListedUser {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly administrator: 0 | 1;
  readonly disabled: 0 | 1;
  readonly createdAt: number;
  /** What an application calls its own user; null for everyone else. */
  readonly openid: string | null;
  /** Of that application. */
  readonly appid: string | null;
}

/** The users of the platform. */
export function listUsers(
  { kysely }: StoreQueries,
  { search, after, limit }: AdministrationSearch,
): Promise<readonly ListedUser[]> {
  return kysely
    .selectFrom("users as u")
    .leftJoin("third_party_accounts as p", "p.user_id", "u.id")
    .leftJoin("applications as a", "a.id", "p.application_id")
    .select(["u.id", "u.username", "u.nickname", "u.administrator", "u.disabled"])
    .select(["u.created_at as createdAt", "p.openid", "a.appid"])
    .where("u.id", ">", after)
    .$if(search !== "", (query) => query.where(contains(search, ["u.username", "u.nickname", "p.openid"])))
    .orderBy("u.id")
    .limit(limit)
    .execute();
}

/** An application in the list of all. */
export interface ListedAnyApplication {
  readonly id: number;
  readonly appid: string;
  readonly name: string;
  readonly kind: ApplicationKind;
  /** The username, or the name of the team. */
  readonly owner: string;
  readonly isPublic: 0 | 1;
  readonly verified: 0 | 1;
  readonly disabled: 0 | 1;
  readonly createdAt: number;
}

/** The applications of the platform. */
export async function listApplications(
  { kysely }: StoreQueries,
  { search, after, limit }: AdministrationSearch,
): Promise<readonly ListedAnyApplication[]> {
  return await kysely
    .selectFrom("applications as a")
    .leftJoin("users as u", "u.id", "a.owner_id")
    .leftJoin("teams as t", "t.id", "a.owner_id")
    .select(["a.id", "a.appid", "a.name", "a.kind", "a.verified", "a.disabled", "a.created_at as createdAt"])
    .select("a.is_public as isPublic")
    .select(sql<string>`coalesce(u.username, t.name, '')`.as("owner"))
    .where("a.id", ">", after)
    .$if(search !== "", (query) =>
      query.where(contains(search, ["a.appid", "a.name", "u.username", "t.name"])),
    )
    .orderBy("a.id")
    .limit(limit)
    .execute();
}

/** A team in the list of all. */
export interface ListedTeam {
  readonly id: number;
  readonly name: string;
  readonly plan: TeamPlan;
  readonly members: number;
  readonly createdAt: number;
}

/** The teams of the platform. */
export async function listTeams(
  { kysely }: StoreQueries,
  { search, after, limit }: AdministrationSearch,
): Promise<readonly ListedTeam[]> {
  const rows = await kysely
    .selectFrom("teams as t")
    .select(["t.id", "t.name", "t.plan", "t.created_at as createdAt"])
    .select(sql<number | string>`(select count(*) from team_members m where m.team_id = t.id)`.as("members"))
    .where("t.id", ">", after)
    .$if(search !== "", (query) => query.where(contains(search, ["t.name"])))
    .orderBy("t.id")
    .limit(limit)
    .execute();
  // Engines differ in the type that they count in.
  return rows.map((row) => ({ ...row, members: Number(row.members) }));
}
