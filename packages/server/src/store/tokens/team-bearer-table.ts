import { rowsOf } from "@survey-open-platform/database";
import { sql } from "kysely";
import { nowMs, prepare, type StoreSteps } from "../statements/queries.ts";
import { scopesOfApplication, type BearerFacts } from "./bearer-facts.ts";
import type { TeamPrincipal } from "./team-token-table.ts";

/** Whom a valid bearer token of a team acts for. */
export type BearerTeamPrincipal = TeamPrincipal & BearerFacts;

const findPrincipal = prepare<{ readonly hash: string }>()((db, param) =>
  db
    .selectFrom("team_bearer_tokens as t")
    .innerJoin("applications as a", "a.id", "t.application_id")
    .innerJoin("teams", "teams.id", "a.owner_id")
    .select([sql<"team">`'team'`.as("mode"), "teams.id as teamId", "teams.plan"])
    .select(["a.may_write as mayWrite", "a.id as applicationId", "a.appid", "a.is_public as isPublic"])
    .select(["t.audience", sql<number>`t.scopes & ${scopesOfApplication}`.as("scopes")])
    .where("t.hash", "=", param("hash"))
    .where("t.expires_at", ">", nowMs)
    .where("a.disabled", "=", 0),
);

/** Whom a bearer token of a team acts for right now, whatever its audience: that is for the caller to compare. */
export function* findBearerTeam(token: {
  readonly hash: string;
}): StoreSteps<BearerTeamPrincipal | undefined> {
  return (yield* rowsOf(findPrincipal, token))[0];
}
