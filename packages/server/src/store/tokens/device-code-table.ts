import { rowsOf, send } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { ScopeSet } from "../../model/scopes.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";

/** How long a person has to enter the code that a device shows (RFC 8628, section 3.2). */
export const deviceCodeSeconds = 600;

/** How long a device has to wait between two questions, and by how much longer when it does not (RFC 8628, section 3.5). */
export const devicePollSeconds = 5;

/** A device that asks for a person's consent. */
export interface NewDeviceCode {
  readonly hash: string;
  readonly userCodeHash: string;
  /** Null for a client that has no row before somebody consents to it. */
  readonly applicationId: number | null;
  readonly clientId: string;
  readonly audience: 1 | 2;
  readonly scopes: ScopeSet;
}

/** @returns false when another device has this user code */
export async function createDeviceCode({ kysely }: StoreQueries, code: NewDeviceCode): Promise<boolean> {
  const made = await kysely
    .insertInto("device_codes")
    .values({
      hash: code.hash,
      user_code_hash: code.userCodeHash,
      application_id: code.applicationId,
      client_id: code.clientId,
      audience: code.audience,
      scopes: code.scopes,
      interval_seconds: devicePollSeconds,
      asked_at: null,
      decision: null,
      code_hash: null,
      created_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${deviceCodeSeconds * 1000}`,
    })
    .onConflict((conflict) => conflict.column("user_code_hash").doNothing())
    .returning("hash")
    .executeTakeFirst();
  return made !== undefined;
}

/** What a device asks for. */
export type WaitingDevice = Pick<NewDeviceCode, "hash" | "clientId" | "audience" | "scopes">;

/** The device that shows a code, as long as it is not decided about. */
export function findWaitingDevice(
  { kysely }: StoreQueries,
  userCodeHash: string,
): Promise<WaitingDevice | undefined> {
  return kysely
    .selectFrom("device_codes")
    .select(["hash", "client_id as clientId", "audience", "scopes"])
    .where("user_code_hash", "=", userCodeHash)
    .where("decision", "is", null)
    .where("expires_at", ">", nowMs)
    .executeTakeFirst();
}

/** The same, when a page for it is open in this session already: it is shown again. */
export function findDeviceOfOpenPage(
  { kysely }: StoreQueries,
  page: { readonly requestHash: string; readonly sessionHash: string; readonly userCodeHash: string },
): Promise<WaitingDevice | undefined> {
  return kysely
    .selectFrom("device_codes as d")
    .innerJoin("authorization_requests as r", "r.device_code_hash", "d.hash")
    .select(["d.hash", "d.client_id as clientId", "d.audience", "d.scopes"])
    .where("r.hash", "=", page.requestHash)
    .where("r.session_hash", "=", page.sessionHash)
    .where("d.user_code_hash", "=", page.userCodeHash)
    .where("d.decision", "is", null)
    .where("d.expires_at", ">", nowMs)
    .executeTakeFirst();
}

/** Records what was decided about a device, once. @returns false when it has expired or was decided about before */
export async function decideDevice(
  { kysely }: StoreQueries,
  {
    hash,
    ...decided
  }: {
    readonly hash: string;
    readonly decision: "allow" | "deny";
    readonly applicationId: number | null;
    /** Null when it was denied. */
    readonly codeHash: string | null;
  },
): Promise<boolean> {
  const { decision, applicationId, codeHash } = decided;
  const recorded = await kysely
    .updateTable("device_codes")
    .set({ decision, application_id: applicationId, code_hash: codeHash })
    .where("hash", "=", hash)
    .where("decision", "is", null)
    .where("expires_at", ">", nowMs)
    .returning("hash")
    .executeTakeFirst();
  return recorded !== undefined;
}

const deviceByHash = prepare<{ readonly hash: string }>()((db, param) =>
  db
    .selectFrom("device_codes")
    .select(["application_id as applicationId", "client_id as clientId", "decision", "code_hash as codeHash"])
    .select(sql<0 | 1>`case when expires_at > ${nowMs} then 0 else 1 end`.as("isExpired"))
    .where("hash", "=", param("hash")),
);

/** A device that asks whether somebody has decided. */
export interface AskingDevice {
  readonly applicationId: number | null;
  readonly clientId: string;
  readonly decision: "allow" | "deny" | null;
  readonly codeHash: string | null;
  readonly isExpired: 0 | 1;
}

/** Finds a device by its code, an expired one too as long as it is kept. */
export function* findDevice(hash: string): StoreSteps<AskingDevice | undefined> {
  const [device] = yield* rowsOf(deviceByHash, { hash });
  return device;
}

const question = prepare<{ readonly hash: string }>()((db, param) =>
  db
    .updateTable("device_codes")
    .set({
      asked_at: nowMs,
      interval_seconds: sql<number>`interval_seconds + case when asked_at > ${nowMs} - interval_seconds * 1000 then ${sql.lit(devicePollSeconds)} else 0 end`,
    })
    .where("hash", "=", param("hash")),
);

const questionBefore = prepare<{ readonly hash: string }>()((db, param) =>
  db
    .selectFrom("device_codes")
    .select(
      sql<0 | 1>`case when asked_at > ${nowMs} - interval_seconds * 1000 then 1 else 0 end`.as("isEarly"),
    )
    .where("hash", "=", param("hash")),
);

/** Whether a device asks earlier than it may. */
export function* isEarlyQuestion(hash: string): StoreSteps<boolean> {
  const [before] = yield* rowsOf(questionBefore, { hash });
  return before?.isEarly === 1;
}

/** Notes that a device has asked. One that asks too early has to wait longer from then on. */
export function* noteQuestion(hash: string): StoreSteps<void> {
  yield* send(question, { hash });
}

const deletion = prepare<{ readonly hash: string }>()((db, param) =>
  db.deleteFrom("device_codes").where("hash", "=", param("hash")),
);

/** Forgets a device that has its tokens, or that was denied. */
export function* forgetDevice(hash: string): StoreSteps<void> {
  yield* send(deletion, { hash });
}
