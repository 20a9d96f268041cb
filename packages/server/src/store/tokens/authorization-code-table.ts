import { rowsOf, send } from "@survey-open-platform/database";
import { type Expression, sql } from "kysely";
import type { Audience, ScopeSet } from "../../model/scopes.ts";
import { innocentReplaySeconds } from "../installation/policy.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import { revokeTokensOfCode } from "./user-token-table.ts";

/** A text that a client sent, as it is stored: PostgreSQL takes no NUL character. */
export function storedText<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : encodeURIComponent(text);
}

/** The text of {@link storedText}. */
export function givenText(stored: string | null): string | null {
  return stored === null ? null : decodeURIComponent(stored);
}

/** A code about to become valid. */
export interface NewCode {
  readonly hash: string;
  readonly grantId: number;
  readonly codeChallenge: string | null;
  readonly mayWrite: 0 | 1;
  readonly lifetimeSeconds: number;
  readonly audience: Audience;
  readonly scopes: ScopeSet;
  /** The hash of the redirect address, which the exchange has to repeat; null in the interface's own way. */
  readonly redirectUriHash: string | null;
  /** As it is stored. */
  readonly nonce: string | null;
  readonly authTime: number | null;
}

/** Makes a code valid. */
export async function issueCode({ kysely }: StoreQueries, code: NewCode): Promise<void> {
  const expiresAt = sql<number>`${nowMs} + ${code.lifetimeSeconds * 1000}`;
  await kysely
    .insertInto("authorization_codes")
    .values({
      hash: code.hash,
      grant_id: code.grantId,
      code_challenge: code.codeChallenge,
      may_write: code.mayWrite,
      audience: code.audience,
      scopes: code.scopes,
      redirect_uri_hash: code.redirectUriHash,
      nonce: code.nonce,
      auth_time: code.authTime,
      created_at: nowMs,
      expires_at: expiresAt,
      used_at: null,
      kept_until: expiresAt,
    })
    .execute();
}

/** A code that an application wants to use. */
export interface CodeClaim {
  readonly codeHash: string;
  readonly applicationId: number;
  /** The S256 challenge made from the code_verifier that was sent, if one was. */
  readonly codeChallenge: string | null;
  /** The hash of the redirect address that was sent; null in the interface's own way, and {@link anyAddress} where none was. */
  readonly redirectUriHash: string | null;
  readonly keptForMilliseconds: number;
}

/** In place of the hash of a redirect address: a verifier says as well to whom the code was sent (OAuth 2.1, section 10.2). */
export const anyAddress = "any";

type Repeated = Pick<CodeClaim, "codeChallenge" | "redirectUriHash">;

/** Whether what came with a code is what it was asked for with. A code of one way of asking is none of the other. */
function isRepeated(param: (name: keyof Repeated) => Expression<string | null>) {
  const address = param("redirectUriHash");
  return sql<boolean>`coalesce(code_challenge, '') = coalesce(${param("codeChallenge")}, '')
    and coalesce(redirect_uri_hash, '') = case when ${address} = ${sql.lit(anyAddress)} then redirect_uri_hash else coalesce(${address}, '') end`;
}

const markUsed = prepare<CodeClaim>()((db, param) =>
  db
    .updateTable("authorization_codes")
    .set({ used_at: nowMs, kept_until: sql<number>`${nowMs} + ${param("keptForMilliseconds")}` })
    .where("hash", "=", param("codeHash"))
    .where("used_at", "is", null)
    .where("expires_at", ">", nowMs)
    .where(isRepeated(param))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("grants as g")
          .innerJoin("users as u", "u.id", "g.user_id")
          .select("g.id")
          .whereRef("g.id", "=", "authorization_codes.grant_id")
          .where("g.application_id", "=", param("applicationId"))
          .where("g.revoked_at", "is", null)
          .where("u.disabled", "=", 0),
      ),
    )
    .returning(["grant_id as grantId", "may_write as mayWrite", "audience", "scopes"])
    .returning(["nonce", "auth_time as authTime"]),
);

/** What the user agreed to on the consent page that a code stands for. */
export interface ClaimedCode {
  readonly grantId: number;
  readonly mayWrite: 0 | 1;
  readonly audience: Audience;
  readonly scopes: ScopeSet;
  readonly nonce: string | null;
  /** When the user signed in last. */
  readonly authTime: number | null;
}

/**
 * Claims a code by one conditional update: of any number of callers at once a single one gets the row (RFC 6749,
 * sections 4.1.2 and 10.5: used once, by the client that it was issued to, before it expires; RFC 7636, section 4.6:
 * with its verifier).
 *
 * @returns the consent; undefined when the code cannot be used
 */
export function* claimCode(claim: CodeClaim): StoreSteps<ClaimedCode | undefined> {
  const [claimed] = yield* rowsOf(markUsed, claim);
  return claimed && { ...claimed, nonce: givenText(claimed.nonce) };
}

const markUnused = prepare<{ readonly codeHash: string }>()((db, param) =>
  db
    .updateTable("authorization_codes")
    .set((eb) => ({ used_at: null, kept_until: eb.ref("expires_at") }))
    .where("hash", "=", param("codeHash")),
);

/** Undoes a claim of the same transaction: no other one has seen it. */
export function* releaseCode(codeHash: string): StoreSteps<void> {
  yield* send(markUnused, { codeHash });
}

type Replay = Omit<CodeClaim, "keptForMilliseconds">;

const findLateReplay = prepare<Replay>()((db, param) =>
  db
    .selectFrom("authorization_codes as c")
    .innerJoin("grants as g", "g.id", "c.grant_id")
    .select(["c.hash as codeHash", "c.grant_id as grantId"])
    .where("c.hash", "=", param("codeHash"))
    .where("g.application_id", "=", param("applicationId"))
    .where("c.used_at", "<", sql<number>`${nowMs} - ${sql.lit(innocentReplaySeconds * 1000)}`)
    .where(isRepeated(param)),
);

/**
 * A late replay by the same application means that the code leaked: revokes its tokens (RFC 6749, section 4.1.2). Without the right
 * verifier it ends nothing: anyone who saw the code could end what its client got (OAuth 2.1, section 4.1.3).
 */
export function* revokeAfterLateReplay(replay: Replay): StoreSteps<void> {
  const [late] = yield* rowsOf(findLateReplay, replay);
  if (late !== undefined) yield* revokeTokensOfCode(late);
}

const authTimeOfCode = prepare<{ readonly codeHash: string }>()((db, param) =>
  db.selectFrom("authorization_codes").select("auth_time as authTime").where("hash", "=", param("codeHash")),
);

/** When the user had signed in whose consent a code stands for; it is kept as long as a refresh token goes back to it. */
export function* findAuthTime(codeHash: string): StoreSteps<number | null> {
  const [code] = yield* rowsOf(authTimeOfCode, { codeHash });
  return code?.authTime ?? null;
}
