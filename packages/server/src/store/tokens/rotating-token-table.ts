import { rowsOf, send } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { Audience, ScopeSet } from "../../model/scopes.ts";
import { innocentReplaySeconds } from "../installation/policy.ts";
import { nowMs, prepare, type StoreSteps } from "../statements/queries.ts";
import { allowedScopes } from "./bearer-facts.ts";

/** A rotating refresh token, with all that its use depends on (RFC 9700, section 4.14.2). */
export interface RotatingToken {
  readonly grantId: number;
  /** Names its family: everything that goes back to the exchange of one code. */
  readonly codeHash: string;
  readonly mayWrite: 0 | 1;
  readonly audience: Audience;
  /** What its family may have at most. */
  readonly scopes: ScopeSet;
  /** What of that grant and application allow at this moment. */
  readonly allowed: ScopeSet;
  readonly expiresAt: number;
  /** Sent again a short while after its use by a client that did not get the response, or later by somebody else. */
  readonly use: "first" | "repeated" | "replayed";
  readonly nextSealed: string | null;
  readonly openid: string;
}

const innocent = sql.lit(innocentReplaySeconds * 1000);

const findUsable = prepare<{ readonly hash: string; readonly applicationId: number }>()((db, param) =>
  db
    .selectFrom("refresh_tokens as t")
    .innerJoin("grants as g", "g.id", "t.grant_id")
    .innerJoin("applications as a", "a.id", "g.application_id")
    .innerJoin("users as u", "u.id", "g.user_id")
    .select(["t.grant_id as grantId", "t.code_hash as codeHash", "t.may_write as mayWrite"])
    .select([
      "t.audience",
      "t.scopes",
      "t.expires_at as expiresAt",
      "t.next_sealed as nextSealed",
      "g.openid",
    ])
    .select(allowedScopes.as("allowed"))
    .select(
      sql<
        RotatingToken["use"]
      >`case when t.used_at is null then 'first' when t.used_at >= ${nowMs} - ${innocent} then 'repeated' else 'replayed' end`.as(
        "use",
      ),
    )
    .where("t.hash", "=", param("hash"))
    .where("t.expires_at", ">", nowMs)
    .where("g.application_id", "=", param("applicationId"))
    .where("g.revoked_at", "is", null)
    .where("u.disabled", "=", 0),
);

/** Finds a refresh token that has not expired, of a grant in force (RFC 6749, section 6: issued to this client). */
export function* findRotatingToken(search: {
  readonly hash: string;
  readonly applicationId: number;
}): StoreSteps<RotatingToken | undefined> {
  return (yield* rowsOf(findUsable, search))[0];
}

const markUsed = prepare<{ readonly hash: string; readonly nextSealed: string }>()((db, param) =>
  db
    .updateTable("refresh_tokens")
    .set({ used_at: nowMs, next_sealed: param("nextSealed") })
    .where("hash", "=", param("hash"))
    .where("used_at", "is", null)
    .returning("hash"),
);

/** The successor of a refresh token. */
export interface Successor extends Pick<
  RotatingToken,
  "grantId" | "codeHash" | "mayWrite" | "audience" | "scopes" | "expiresAt"
> {
  readonly hash: string;
}

const insertSuccessor = prepare<Successor>()((db, param) =>
  db.insertInto("refresh_tokens").values({
    hash: param("hash"),
    grant_id: param("grantId"),
    code_hash: param("codeHash"),
    may_write: param("mayWrite"),
    audience: param("audience"),
    scopes: param("scopes"),
    issued_at: nowMs,
    // Counted from the consent, however often it rotates.
    expires_at: param("expiresAt"),
  }),
);

/**
 * Uses a refresh token by one conditional update, and makes its successor valid.
 *
 * @param used.nextSealed the successor's text, sealed so that only the text of the used one opens it
 * @returns false when it was used meanwhile, and nothing has changed
 */
export function* rotateToken(
  used: { readonly hash: string; readonly nextSealed: string },
  successor: Successor,
): StoreSteps<boolean> {
  if ((yield* rowsOf(markUsed, used)).length === 0) return false;
  yield* send(insertSuccessor, successor);
  return true;
}
