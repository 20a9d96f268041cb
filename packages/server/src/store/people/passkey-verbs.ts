import type { Database } from "@survey-open-platform/database";
import type { Actor } from "../audit/audit-log-table.ts";
import { userLock } from "../statements/locks.ts";
import {
  beginPasskeyChallenge,
  findPasskeyChallenge,
  takePasskeyChallenge,
  type ChallengeKey,
} from "./passkey-challenge-table.ts";
import {
  addPasskey,
  confirmWithPasskey,
  findPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  type NewPasskey,
  type OwnPasskey,
  type PasskeySignIn,
  type PasskeyStepUp,
} from "./passkey-table.ts";
import type { Schema } from "../schema/schema.ts";

/** Passkeys: registering, using and removing them. */
export function passkeyVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    beginPasskeyChallenge: (challenge: ChallengeKey & { readonly challenge: string }) =>
      database.write((t) => beginPasskeyChallenge(t, challenge)),
    findPasskeyChallenge: (key: ChallengeKey) => findPasskeyChallenge(reader, key),
    takePasskeyChallenge: (key: ChallengeKey) => database.write((t) => takePasskeyChallenge(t, key)),
    listPasskeys: (userId: number) => listPasskeys(reader, userId),
    findPasskey: (credentialId: string) => findPasskey(reader, credentialId),
    addPasskey: (passkey: NewPasskey, actor: Actor) =>
      database.write((t) => addPasskey(t, passkey, actor), { locks: [userLock(actor.username)] }),
    removePasskey: (passkey: OwnPasskey, actor: Actor) =>
      database.write((t) => removePasskey(t, passkey, actor), { locks: [userLock(actor.username)] }),
    signInWithPasskey: (signIn: PasskeySignIn) =>
      database.write((t) => signInWithPasskey(t, signIn), { locks: [userLock(signIn.use.username)] }),
    confirmWithPasskey: (stepUp: PasskeyStepUp) =>
      database.write((t) => confirmWithPasskey(t, stepUp), { locks: [userLock(stepUp.use.username)] }),
  };
}
