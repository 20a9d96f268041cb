import { rowsOf } from "@survey-open-platform/database";
import { sql } from "kysely";
import { PlatformError } from "../../errors.ts";
import { teamRoles } from "../../model/team.ts";
import type { Actor } from "../audit/audit-log-table.ts";
import { prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import { createTeam } from "./team-table.ts";
import { ownAccountsAmong } from "../people/third-party-account-table.ts";

/** A team that an application may act for, as the calls about teams show it. Times are ms UTC. */
export interface Org {
  readonly id: number;
  readonly name: string;
  readonly createdAt: number;
  /** Of its first creator; 0 when all of them are disabled. */
  readonly creatorId: number | null;
  readonly creatorName: string | null;
  readonly creatorAvatar: string | null;
}

/** A team, and the application that wants to act for it: one of that team, or the one that created it. */
export interface OrgReach {
  readonly teamId: number;
  /** The team of the token. */
  readonly ownTeamId: number;
  readonly applicationId: number;
}

const orgWithinReach = prepare<OrgReach>()((db, param) =>
  db
    .selectFrom("teams as t")
    .leftJoin("users as u", (join) =>
      join.on(
        "u.id",
        "=",
        sql<number>`(select min(m.user_id) from team_members m where m.team_id = t.id and m.role = ${sql.lit(teamRoles.creator)})`,
      ),
    )
    .select(["t.id", "t.name", "t.created_at as createdAt"])
    .select(["u.id as creatorId", "u.nickname as creatorName", "u.avatar as creatorAvatar"])
    .where("t.id", "=", param("teamId"))
    .where((eb) =>
      eb.or([eb("t.id", "=", param("ownTeamId")), eb("t.application_id", "=", param("applicationId"))]),
    ),
);

/** Finds a team that an application may act for. One that it may not is the same as none. */
export function* findOrg(reach: OrgReach): StoreSteps<Org | undefined> {
  return (yield* rowsOf(orgWithinReach, reach))[0];
}

/** A team about to be created by an application, for one of its accounts. */
export interface NewOrg {
  readonly name: string;
  /** Of the account that becomes its creator. */
  readonly userId: number;
  readonly applicationId: number;
  readonly actor: Actor;
}

/**
 * Creates a team. The application may act for it as for the team that it belongs to. The locks of the name and of the creator
 * have to be held.
 *
 * @returns its id, or why there is none
 */
export async function createOrg(
  transaction: StoreQueries,
  { name, userId, applicationId, actor }: NewOrg,
): Promise<number | PlatformError> {
  const own = await ownAccountsAmong(transaction, { applicationId, userIds: [userId] });
  if (!own.has(userId))
    return new PlatformError("claim_error", {
      message: "The user_id must be that of an account that the application registered.",
    });
  const creation = await createTeam(transaction, { name, actor: { ...actor, userId } });
  if (creation.outcome === "too_many") return new PlatformError("org_resource_exhausted");
  if (creation.outcome !== "created") return new PlatformError("org_create_error");
  await transaction.kysely
    .updateTable("teams")
    .set({ application_id: applicationId })
    .where("id", "=", creation.id)
    .execute();
  return creation.id;
}
