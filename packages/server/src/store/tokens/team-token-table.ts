import { rowsOf, send } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { TeamPlan } from "../../model/team.ts";
import { nowMs, prepare, type StoreSteps } from "../statements/queries.ts";

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

/** Tokens of a team whose requests are remembered. */
export const rememberedTokens = 100;

/**
 * Records who requested the newest token. One statement that takes the place of the oldest entry, found by primary key:
 * however many tokens a team requests, it has no more rows than it remembers, and nothing has to be deleted.
 */
const recordRequest = prepare<Pick<NewTeamToken, "applicationId" | "address" | "secretNumber">>()(
  (db, param) =>
    db
      .insertInto("team_token_issues")
      .columns(["application_id", "slot", "number", "issued_at", "expires_at", "address", "secret_number"])
      .expression(
        db
          .selectFrom("team_access_tokens")
          .select(["application_id", sql<number>`number % ${sql.lit(rememberedTokens)}`.as("slot"), "number"])
          .select(["issued_at", "expires_at", sql<string>`cast(${param("address")} as text)`.as("address")])
          .select(sql<number>`cast(${param("secretNumber")} as integer)`.as("secret_number"))
          .where("application_id", "=", param("applicationId")),
      )
      .onConflict((conflict) =>
        conflict.columns(["application_id", "slot"]).doUpdateSet((eb) => ({
          number: eb.ref("excluded.number"),
          issued_at: eb.ref("excluded.issued_at"),
          expires_at: eb.ref("excluded.expires_at"),
          address: eb.ref("excluded.address"),
          secret_number: eb.ref("excluded.secret_number"),
          revoked_at: null,
        })),
      ),
);

/** Stores a team token in place of the one before, which is invalid from then on, and records who requested it. */
export function* replaceTeamToken({ address, secretNumber, ...token }: NewTeamToken): StoreSteps<void> {
  yield* send(replaceToken, token);
  yield* send(recordRequest, { applicationId: token.applicationId, address, secretNumber });
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

/** Which team a team access token, sent with an appid, acts for right now. */
export function* findTeamPrincipal(token: {
  readonly hash: string;
  readonly appid: string;
}): StoreSteps<TeamPrincipal | undefined> {
  const [principal] = yield* rowsOf(findPrincipal, token);
  return principal;
}
