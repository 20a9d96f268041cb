import type { Database } from "@survey-open-platform/database";
import type { Actor } from "../audit/audit-log-table.ts";
import {
  findUserByIdentity,
  linkIdentity,
  listLinkedIdentities,
  signInWithIdentity,
  unlinkIdentity,
  type IdentitySignIn,
  type NewLink,
} from "./linked-identity-table.ts";
import { userLock } from "../statements/locks.ts";
import {
  beginProviderSignIn,
  findUnlinkedIdentity,
  keepUnlinkedIdentity,
  takeProviderSignIn,
  type Identity,
  type ProviderResponse,
  type ProviderSignIn,
  type UnlinkedIdentity,
} from "./provider-sign-in-table.ts";
import type { Schema } from "../schema/schema.ts";

/** Signing in with accounts at OpenID providers, and linking those. */
export function providerVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    beginProviderSignIn: (signIn: ProviderSignIn) => database.write((t) => beginProviderSignIn(t, signIn)),
    takeProviderSignIn: (response: ProviderResponse) =>
      database.write((t) => takeProviderSignIn(t, response)),
    keepUnlinkedIdentity: (identity: UnlinkedIdentity) =>
      database.write((t) => keepUnlinkedIdentity(t, identity)),
    findUnlinkedIdentity: (browserHash: string) => findUnlinkedIdentity(reader, browserHash),
    findUserByIdentity: (identity: Pick<Identity, "issuer" | "subject">) =>
      findUserByIdentity(reader, identity),
    signInWithIdentity: (signIn: IdentitySignIn) =>
      database.write((t) => signInWithIdentity(t, signIn), { locks: [userLock(signIn.user.username)] }),
    listLinkedIdentities: (userId: number) => listLinkedIdentities(reader, userId),
    linkIdentity: (link: NewLink, actor: Actor) =>
      database.write((t) => linkIdentity(t, link, actor), { locks: [userLock(actor.username)] }),
    unlinkIdentity: (link: { readonly userId: number; readonly id: number }, actor: Actor) =>
      database.write((t) => unlinkIdentity(t, link, actor), { locks: [userLock(actor.username)] }),
  };
}
