import { rowsOf, send } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { ScopeSet } from "../../model/scopes.ts";
import { nowMs, prepare, type StoreSteps } from "../statements/queries.ts";
import { scopesOfApplication, type BearerFacts } from "./bearer-facts.ts";
import type { TeamPrincipal } from "./team-token-table.ts";

/** A bearer token of a team about to be issued. */
export interface NewTeamBearerToken {
  readonly hash: string;
  readonly applicationId: number;
  readonly audience: 1 | 2;
  readonly scopes: ScopeSet;
  readonly lifetimeMilliseconds: number;
}

const insertToken = prepare<NewTeamBearerToken>()((db, param) =>
  db.insertInto("team_bearer_tokens").values({
    hash: param("hash"),
    application_id: param("applicationId"),
    audience: param("audience"),
    scopes: param("scopes"),
    issued_at: nowMs,
    expires_at: sql<number>`${nowMs} + ${param("lifetimeMilliseconds")}`,
  }),
);

/** Bearer tokens that a team application may have alive at a time; the oldest goes first. */
export const liveTeamBearerTokens = 50;

/** The hash has the time in front, so that it orders tokens of one millisecond too. */
const deleteOld = prepare<{ readonly applicationId: number }>()((db, param) =>
  db
    .deleteFrom("team_bearer_tokens")
    .where("application_id", "=", param("applicationId"))
    .where("hash", "not in", (eb) =>
      eb
        .selectFrom("team_bearer_tokens as n")
        .select("n.hash")
        .where("n.application_id", "=", param("applicationId"))
        .orderBy("n.issued_at", "desc")
        .orderBy("n.hash", "desc")
        .limit(liveTeamBearerTokens),
    ),
);

/** Issues a token beside those that there are, and deletes the oldest when there are too many. */
export function* issueTeamBearerToken(token: NewTeamBearerToken): StoreSteps<void> {
  yield* send(insertToken, token);
  yield* send(deleteOld, { applicationId: token.applicationId });
}

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
