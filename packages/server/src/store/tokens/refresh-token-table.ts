import { rowsOf } from "@survey-open-platform/database";
import type { Audience, ScopeSet } from "../../model/scopes.ts";
import { nowMs, prepare, type StoreSteps } from "../statements/queries.ts";

/** A refresh token that an application wants to use. */
export interface RefreshTokenSearch {
  readonly hash: string;
  readonly applicationId: number;
}

/** The grant that a refresh token belongs to, and the code whose exchange gave it. */
export interface FoundRefreshToken {
  readonly grantId: number;
  readonly codeHash: string;
  readonly mayWrite: 0 | 1;
  readonly audience: Audience;
  readonly scopes: ScopeSet;
}

const findUsable = prepare<RefreshTokenSearch>()((db, param) =>
  db
    .selectFrom("refresh_tokens as t")
    .innerJoin("grants as g", "g.id", "t.grant_id")
    .innerJoin("users as u", "u.id", "g.user_id")
    .select(["t.grant_id as grantId", "t.code_hash as codeHash", "t.may_write as mayWrite"])
    .select(["t.audience", "t.scopes"])
    .where("t.hash", "=", param("hash"))
    .where("t.expires_at", ">", nowMs)
    .where("g.application_id", "=", param("applicationId"))
    .where("g.revoked_at", "is", null)
    .where("u.disabled", "=", 0),
);

/** Finds a refresh token that has not expired, of a grant in force (RFC 6749, section 6: issued to this client). */
export function* findRefreshToken(search: RefreshTokenSearch): StoreSteps<FoundRefreshToken | undefined> {
  const [token] = yield* rowsOf(findUsable, search);
  return token;
}
