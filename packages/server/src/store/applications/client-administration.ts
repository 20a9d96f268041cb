import { clientHosts, hostAndAbove, type ClientPlaces } from "../../model/client-hosts.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import type { AdministrationSearch } from "../people/administration-lists.ts";
import { applicationLock, consentLock } from "../statements/locks.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";
import { setApplicationFrozen } from "./application-administration.ts";

/** A client that describes itself, or has registered itself, in the list of all. */
export interface ListedClient {
  readonly id: number;
  readonly appid: string;
  readonly name: string;
  readonly origin: "document" | "registered";
  readonly hosts: readonly string[];
  readonly disabled: 0 | 1;
  readonly createdAt: number;
}

/** The clients that somebody has consented to. */
export async function listClients(
  queries: StoreQueries,
  { search, after, limit }: AdministrationSearch,
): Promise<readonly ListedClient[]> {
  const rows = await selectClients(queries)
    .select(["a.name", "a.created_at as createdAt"])
    .where("a.id", ">", after)
    .$if(search !== "", (query) =>
      query.where((eb) =>
        eb.or([
          contains(search, ["a.name", "a.appid"]),
          eb.and([eb("a.origin", "=", "document"), contains(search, ["a.client_id"])]),
          eb(
            "a.id",
            "in",
            eb
              .selectFrom("redirect_uris")
              .select("application_id")
              .where(contains(search, ["uri"])),
          ),
        ]),
      ),
    )
    .orderBy("a.id")
    .limit(limit)
    .execute();
  const clients: ListedClient[] = [];
  for (const row of rows) {
    const { id, appid, name, disabled, createdAt, ...places } = await withPlaces(queries, row);
    clients.push({ id, appid, name, disabled, createdAt, origin: places.origin, hosts: clientHosts(places) });
  }
  return clients;
}

function selectClients({ kysely }: StoreQueries) {
  return kysely
    .selectFrom("applications as a")
    .select(["a.id", "a.appid", "a.disabled", "a.origin", "a.client_id as clientId"])
    .where("a.origin", "!=", "console");
}

interface ClientRow {
  readonly id: number;
  readonly origin: "console" | ClientPlaces["origin"];
  readonly clientId: string | null;
}

async function withPlaces<Row extends ClientRow>(
  { kysely }: StoreQueries,
  row: Row,
): Promise<Omit<Row, keyof ClientPlaces> & ClientPlaces> {
  const uris = await kysely
    .selectFrom("redirect_uris")
    .select("uri")
    .where("application_id", "=", row.id)
    .execute();
  const origin = row.origin === "document" ? "document" : "registered";
  return { ...row, origin, clientId: row.clientId ?? "", redirectUris: uris.map(({ uri }) => uri) };
}

/** A host whose clients are refused, with those of every host below it. */
export interface DisabledHost {
  readonly host: string;
  readonly disabledAt: number;
}

/** The hosts that are disabled. */
export function listDisabledHosts({ kysely }: StoreQueries): Promise<readonly DisabledHost[]> {
  return kysely
    .selectFrom("disabled_client_hosts")
    .select(["host", "disabled_at as disabledAt"])
    .orderBy("host")
    .execute();
}

/** Clients of a host, or of one below it, that are served now. */
export async function findClientsOfHost(
  queries: StoreQueries,
  host: string,
): Promise<readonly { readonly appid: string }[]> {
  const rows = await selectClients(queries).where("a.disabled", "=", 0).execute();
  const clients = [];
  for (const row of rows) clients.push(await withPlaces(queries, row));
  return clients.filter((client) => clientHosts(client).some((own) => hostAndAbove(own).includes(host)));
}

/** A host that the operator decides about. */
export interface ClientHostChange {
  readonly host: string;
  readonly disabled: boolean;
  readonly actor: Actor;
}

/**
 * Disables a host with all below it: its clients are frozen, their consents and tokens end, and no other client of it is let in. One
 * that is enabled again lets new ones in; those that were frozen stay so. @returns false when nothing was changed
 */
export async function setClientHostDisabled(
  transaction: StoreQueries,
  { host, disabled, actor }: ClientHostChange,
): Promise<boolean> {
  const isChanged = disabled ? await insertHost(transaction, host) : await deleteHost(transaction, host);
  if (!isChanged) return false;
  const frozen = disabled ? await findClientsOfHost(transaction, host) : [];
  for (const { appid } of frozen) await setApplicationFrozen(transaction, { appid, frozen: true, actor });
  await recordAudit(transaction, {
    actor,
    action: disabled ? "client_host.disabled" : "client_host.enabled",
    target: { kind: "host", name: host },
    ...(disabled && { after: { clients: frozen.length } }),
  });
  return true;
}
// No consent makes an application in the meantime.
setClientHostDisabled.locks =
  ({ host, disabled }: ClientHostChange) =>
  async (reader: StoreQueries): Promise<readonly string[]> => {
    const clients = disabled ? await findClientsOfHost(reader, host) : [];
    return [consentLock, ...clients.map(({ appid }) => applicationLock(appid))];
  };

async function insertHost({ kysely }: StoreQueries, host: string): Promise<boolean> {
  const row = await kysely
    .insertInto("disabled_client_hosts")
    .values({ host, disabled_at: nowMs })
    .onConflict((conflict) => conflict.column("host").doNothing())
    .returning("host")
    .executeTakeFirst();
  return row !== undefined;
}

async function deleteHost({ kysely }: StoreQueries, host: string): Promise<boolean> {
  const row = await kysely
    .deleteFrom("disabled_client_hosts")
    .where("host", "=", host)
    .returning("host")
    .executeTakeFirst();
  return row !== undefined;
}
