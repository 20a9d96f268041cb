import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { endSecrets, insertSecret, listSecrets, type NewSecret } from "./application-secret-table.ts";
import {
  findRow,
  type ControlledApplication,
  type ManagedApplication,
} from "./application-for-user-table.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { revokeIssued } from "../tokens/revoke-issued.ts";
import { applicationLock } from "../statements/locks.ts";

/** Most secrets of an application that are valid at a time. */
export const secretsPerApplication = 10;

/** A secret about to be made, with what it replaces. */
export interface SecretRotation extends ControlledApplication {
  readonly secret: NewSecret & { readonly requestHash: string };
  /** The secrets that end, by number. */
  readonly replaces: readonly number[] | "all";
  /** When they end, from now on. */
  readonly endAfterMilliseconds: number;
  /** Whether every consent and token of the application ends too. */
  readonly revokesTokens: boolean;
  readonly actor: Actor;
}

/** The outcome. */
export type RotationOutcome = "made" | "repeated" | "too_many" | "public" | "not_found";

/** Makes a secret, and gives those that it replaces an end. The application's lock has to be held. */
export async function rotateSecret(
  transaction: StoreQueries,
  { secret, replaces, endAfterMilliseconds, revokesTokens, actor, ...owned }: SecretRotation,
): Promise<RotationOutcome> {
  const row = await findRow(transaction, owned);
  if (row === undefined) return "not_found";
  if (row.is_public === 1) return "public";
  if (await isRepeated(transaction, secret.requestHash)) return "repeated";
  const live = (await listSecrets(transaction, row.id)).map(({ number }) => number);
  if (live.length >= secretsPerApplication) return "too_many";
  const numbers = replaces === "all" ? live : replaces;
  const ended = { applicationId: row.id, numbers, afterMilliseconds: endAfterMilliseconds };
  await endAndRecord(transaction, ended, { appid: row.appid, actor });
  const number = await insertSecret(transaction, row.id, secret);
  const target = { kind: "application", name: row.appid } as const;
  const after = { number, name: secret.name };
  await recordAudit(transaction, { actor, action: "secret.made", target, after });
  if (revokesTokens) await revokeTokens(transaction, row, actor);
  return "made";
}
rotateSecret.locks = ({ appid }: SecretRotation) => [applicationLock(appid)];

async function isRepeated({ kysely }: StoreQueries, requestHash: string): Promise<boolean> {
  const row = await kysely
    .selectFrom("application_secrets")
    .select("number")
    .where("request_hash", "=", requestHash)
    .executeTakeFirst();
  return row !== undefined;
}

async function endAndRecord(
  transaction: StoreQueries,
  end: Parameters<typeof endSecrets>[1],
  { appid, actor }: { readonly appid: string; readonly actor: Actor },
): Promise<readonly number[]> {
  const ended = await endSecrets(transaction, end);
  const target = { kind: "application", name: appid } as const;
  for (const number of ended) {
    const after = { number, endsInMinutes: end.afterMilliseconds / 60_000 };
    await recordAudit(transaction, { actor, action: "secret.ended", target, after });
  }
  return ended;
}

async function revokeTokens(
  transaction: StoreQueries,
  { id, appid }: { readonly id: number; readonly appid: string },
  actor: Actor,
): Promise<void> {
  const { grants } = await revokeIssued(transaction, { of: "application", id });
  const target = { kind: "application", name: appid } as const;
  await recordAudit(transaction, {
    actor,
    action: "application.tokens_revoked",
    target,
    after: { users: grants },
  });
}

/** A secret about to be ended. */
export interface SecretRevocation extends ManagedApplication {
  readonly number: number;
  readonly revokesTokens: boolean;
  readonly actor: Actor;
}

/** Ends a secret now. The application's lock has to be held. @returns false when there is none */
export async function revokeSecret(
  transaction: StoreQueries,
  { number, revokesTokens, actor, ...owned }: SecretRevocation,
): Promise<boolean> {
  const row = await findRow(transaction, owned);
  if (row === undefined) return false;
  const end = { applicationId: row.id, numbers: [number], afterMilliseconds: 0 };
  const ended = await endAndRecord(transaction, end, { appid: row.appid, actor });
  if (ended.length > 0 && revokesTokens) await revokeTokens(transaction, row, actor);
  return ended.length > 0;
}
revokeSecret.locks = ({ appid }: SecretRevocation) => [applicationLock(appid)];
