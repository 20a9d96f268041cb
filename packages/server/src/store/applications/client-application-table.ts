import { makeAppid } from "../../model/application.ts";
import { clientHosts, type ClientPlaces } from "../../model/client-hosts.ts";
import { hashToken } from "../../model/token.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { undescribed } from "./application-table.ts";
import { isHostDisabled } from "./disabled-client-host-table.ts";
import { replaceRedirectUris } from "./redirect-uri-table.ts";

/** A client that describes itself, or has registered itself. */
export interface DescribedClient extends ClientPlaces {
  readonly name: string;
}

/** The application of such a client. */
export interface ClientApplicationRow {
  readonly id: number;
  readonly appid: string;
  readonly disabled: boolean;
}

/** Finds the application of a client that describes itself; there is one once somebody has consented. */
export async function findClientApplication(
  { kysely }: StoreQueries,
  clientId: string,
): Promise<ClientApplicationRow | undefined> {
  const row = await kysely
    .selectFrom("applications")
    .select(["id", "appid", "disabled"])
    .where("client_id_hash", "=", hashToken(clientId))
    .executeTakeFirst();
  return row && { ...row, disabled: row.disabled === 1 };
}

/**
 * Makes the application of a client that describes itself, with the first consent to it, in the transaction of the consent. The
 * lock of consents has to be held: consents are serial.
 *
 * @returns the application that there is or was made; undefined when it or its host is disabled
 */
export async function ensureClientApplication(
  transaction: StoreQueries,
  client: DescribedClient,
  actor: Actor,
): Promise<ClientApplicationRow | undefined> {
  const existing = await findClientApplication(transaction, client.clientId);
  if (existing !== undefined) return existing.disabled ? undefined : existing;
  if (await isHostDisabled(transaction, clientHosts(client))) return undefined;
  const made = await insertApplication(transaction, client);
  await recordAudit(transaction, {
    actor,
    action: "application.described",
    target: { kind: "application", name: made.appid },
    after: {
      name: client.name,
      origin: client.origin,
      hosts: clientHosts(client),
      redirectUris: client.redirectUris,
    },
  });
  return made;
}

async function insertApplication(
  transaction: StoreQueries,
  { clientId, origin, name, redirectUris }: DescribedClient,
): Promise<ClientApplicationRow> {
  const { kysely } = transaction;
  const account = await kysely
    .insertInto("accounts")
    .values({ kind: "client" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const appid = makeAppid();
  const { id } = await kysely
    .insertInto("applications")
    .values({
      appid,
      kind: "web",
      owner_id: account.id,
      name,
      ...undescribed,
      // Whether it may change something is for each of its users to say.
      may_write: 1,
      requires_pkce: 1,
      is_public: 1,
      origin,
      client_id: clientId,
      client_id_hash: hashToken(clientId),
      created_at: nowMs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await replaceRedirectUris(transaction, id, redirectUris);
  return { id, appid, disabled: false };
}
