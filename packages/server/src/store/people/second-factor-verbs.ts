import type { Database } from "@survey-open-platform/database";
import type { Actor } from "../audit/audit-log-table.ts";
import { userLock } from "../statements/locks.ts";
import type { Schema } from "../schema/schema.ts";
import {
  beginPendingSignIn,
  beginTotp,
  confirmTotp,
  findPending,
  findSecondFactor,
  finishSignIn,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  type FactorOwner,
  type NewRecoveryCodes,
  type PendingSignIn,
  type SecondStep,
  type TotpConfirmation,
} from "./second-factor-table.ts";

/** What users prove beside their password. */
export function secondFactorVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    findSecondFactor: (userId: number) => findSecondFactor(reader, userId),
    beginTotp: (totp: { readonly userId: number; readonly secret: string }) =>
      database.write((t) => beginTotp(t, totp)),
    confirmTotp: (confirmation: TotpConfirmation, actor: Actor) =>
      database.write((t) => confirmTotp(t, confirmation, actor), { locks: [userLock(actor.username)] }),
    renewRecoveryCodes: (codes: NewRecoveryCodes, actor: Actor) =>
      database.write((t) => renewRecoveryCodes(t, codes, actor), { locks: [userLock(actor.username)] }),
    /** Turns the actor's second factor off. Passkeys stay. */
    removeSecondFactor: (user: FactorOwner, actor: Actor) =>
      database.write((t) => removeSecondFactor(t, user, actor), { locks: [userLock(user.username)] }),
    /** Removes the second factor and the passkeys of a user who asked an administrator. */
    resetSecondFactor: (user: FactorOwner, actor: Actor) =>
      database.write((t) => resetSecondFactor(t, user, actor), { locks: [userLock(user.username)] }),
    beginPendingSignIn: (pending: PendingSignIn) => database.write((t) => beginPendingSignIn(t, pending)),
    findPendingSignIn: (hash: string) => findPending(reader, hash),
    finishSignIn: async (step: SecondStep, username: string) =>
      database.write((t) => finishSignIn(t, step), { locks: [userLock(username)] }),
  };
}
