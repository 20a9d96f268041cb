import { rowsOf, send } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { TeamPlan } from "../model/team.ts";
import { recordTokenIssue } from "./team-token-issue-table.ts";
import { nowMs, prepare, type StoreSteps } from "./queries.ts";

/** A team token about to be issued, and who requested it. */
export interface NewTeamToken {
  readonly applicationId: number;
  readonly hash: string;
  readonly lifetimeMilliseconds: number;
  readonly address: string;
  readonly secretNumber: number;
}

const replaceToken = prepare<Omit<NewTeamToken, "address" | "secretNumber">>()((db, param) =>
  db
    .insertInto("team_access_tokens")
    .values({
      application_id: param("applicationId"),
      hash: param("hash"),
      number: 1,
      issued_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${param("lifetimeMilliseconds")}`,
    })
    .onConflict((conflict) =>
      conflict.column("application_id").doUpdateSet((eb) => ({
        hash: eb.ref("excluded.hash"),
        number: sql<number>`team_access_tokens.number + 1`,
        issued_at: eb.ref("excluded.issued_at"),
        expires_at: eb.ref("excluded.expires_at"),
      })),
    ),
);

/** Stores a team token in place of the one before, which is invalid from then on, and records who requested it. */
export function* replaceTeamToken({ address, secretNumber, ...token }: NewTeamToken): StoreSteps<void> {
  yield* send(replaceToken, token);
  yield* recordTokenIssue({ applicationId: token.applicationId, address, secretNumber });
}

/** What a valid team access token stands for. */
export interface TeamPrincipal {
  readonly mode: "team";
  readonly teamId: number;
  readonly plan: TeamPlan;
  /** 1 when the owner of the application lets it write. */
  readonly mayWrite: 0 | 1;
}

const findPrincipal = prepare<{ readonly hash: string; readonly appid: string }>()((db, param) =>
  db
    .selectFrom("team_access_tokens as t")
    .innerJoin("applications as a", "a.id", "t.application_id")
    .innerJoin("teams", "teams.id", "a.owner_id")
    .select([sql<"team">`'team'`.as("mode"), "teams.id as teamId", "teams.plan"])
    .select("a.may_write as mayWrite")
    .where("t.hash", "=", param("hash"))
    .where("t.expires_at", ">", nowMs)
    .where("a.appid", "=", param("appid"))
    .where("a.disabled", "=", 0),
);

/** Which team a team access token, sent with an appid, speaks for right now. */
export function* findTeamPrincipal(token: {
  readonly hash: string;
  readonly appid: string;
}): StoreSteps<TeamPrincipal | undefined> {
  const [principal] = yield* rowsOf(findPrincipal, token);
  return principal;
}
