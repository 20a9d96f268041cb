import { sql } from "kysely";
import { everyScope, writingScopes, type Audience, type ScopeSet } from "../../model/scopes.ts";

/** What a bearer token says beyond whom it acts for. */
export interface BearerFacts {
  readonly applicationId: number;
  readonly appid: string;
  /** 1 for an application without a secret: it has the same client_id at every user. */
  readonly isPublic: 0 | 1;
  readonly audience: Audience;
  /** What the token, its grant and its application all allow at this moment. */
  readonly scopes: ScopeSet;
}

/** Every scope of the application `a`: that of one that may not write has none of the writing ones. */
export const scopesOfApplication = sql<ScopeSet>`(${sql.lit(everyScope)} - (1 - a.may_write) * ${sql.lit(writingScopes)})`;

/** What the token `t`, its grant `g` and its application `a` all allow at this moment. */
export const allowedScopes = sql<ScopeSet>`t.scopes & g.scopes & ${scopesOfApplication}`;
