import { rowsOf } from "@survey-open-platform/database";
import { sql, type Kysely, type RawBuilder } from "kysely";
import {
  appidPattern,
  type Application,
  type ApplicationKind,
  type ApplicationOrigin,
} from "../../model/application.ts";
import { hashToken } from "../../model/token.ts";
import { isStorable } from "@survey-open-platform/surveys";
import type { TeamPlan } from "../../model/team.ts";
import { isSecretUseNoted } from "./application-secret-table.ts";
import type { RowOf } from "../declaration/declaration-state.ts";
import { listRedirectUris } from "./redirect-uri-table.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";

/** What the rules of a token request depend on. */
export interface ClientApplication {
  readonly id: number;
  readonly kind: ApplicationKind;
  readonly ownerId: number;
  readonly teamPlan: TeamPlan | null;
  readonly refreshRequiresSecret: 0 | 1;
  readonly requiresPkce: 0 | 1;
  /** 1 for one without a secret. */
  readonly isPublic: 0 | 1;
  readonly mayWrite: 0 | 1;
  /** See the column; "" when its token calls may come from anywhere. */
  readonly allowedNetworks: string;
}

/** What {@link findClient} finds, with the state of the failure buckets, so that one statement reads both. */
export interface FoundClient extends ClientApplication {
  /** Undefined when it was found without a secret. */
  readonly isUseNoted?: 0 | 1;
  /** The number of the secret that was sent. */
  readonly secretNumber?: number;
  /** Until the bucket is empty; null when it is. */
  readonly networkMilliseconds: number | null;
  readonly siteMilliseconds: number | null;
}

/** Which application, and the keys of the buckets of its failures at the caller's address. */
export interface ClientSearch {
  readonly appid: string;
  readonly networkKey: string;
  /** The same as that of the network for an address that has no site. */
  readonly siteKey: string;
}

function selectEnabled(db: Kysely<Schema>, param: (name: keyof ClientSearch) => RawBuilder<string>) {
  return db
    .selectFrom("applications as a")
    .leftJoin("teams as t", "t.id", "a.owner_id")
    .leftJoin("rate_limits as network", (join) => join.on("network.key_hash", "=", param("networkKey")))
    .leftJoin("rate_limits as site", (join) => join.on("site.key_hash", "=", param("siteKey")))
    .select(["a.id", "a.kind", "a.owner_id as ownerId", "t.plan as teamPlan"])
    .select(["a.refresh_requires_secret as refreshRequiresSecret", "a.requires_pkce as requiresPkce"])
    .select(["a.allowed_networks as allowedNetworks", "a.is_public as isPublic", "a.may_write as mayWrite"])
    .select(sql<number | null>`network.empty_at - ${nowMs}`.as("networkMilliseconds"))
    .select(sql<number | null>`site.empty_at - ${nowMs}`.as("siteMilliseconds"))
    .where("a.appid", "=", param("appid"))
    .where("a.disabled", "=", 0);
}

const findEnabled = prepare<ClientSearch>()((db, param) => selectEnabled(db, param));

const findBySecret = prepare<ClientSearch & { readonly secretHash: string }>()((db, param) =>
  selectEnabled(db, param)
    .innerJoin("application_secrets as s", "s.application_id", "a.id")
    .where("s.hash", "=", param("secretHash"))
    .where((eb) => eb.or([eb("s.expires_at", "is", null), eb("s.expires_at", ">", nowMs)]))
    .select([isSecretUseNoted.as("isUseNoted"), "s.number as secretNumber"]),
);

/** Finds an enabled application; with a secret only if the secret is one of its own. */
export function* findClient(
  search: ClientSearch,
  secretHash: string | undefined,
): StoreSteps<FoundClient | undefined> {
  const [client] =
    secretHash === undefined
      ? yield* rowsOf(findEnabled, search)
      : yield* rowsOf(findBySecret, { ...search, secretHash });
  return client;
}

/** Appids of one query; a database server takes a limited number of parameters. */
const appidsTogether = 500;

const idOfAppid = prepare<{ readonly appid: string }>()((db, param) =>
  db.selectFrom("applications").select("id").where("appid", "=", param("appid")),
);

/** The id of an application. */
export function* findApplicationId(appid: string): StoreSteps<number | undefined> {
  return (yield* rowsOf(idOfAppid, { appid }))[0]?.id;
}

/** The ids of applications, by their appids; those that there are. */
export async function findApplicationIds(
  { kysely }: StoreQueries,
  appids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (let start = 0; start < appids.length; start += appidsTogether) {
    const rows = await kysely
      .selectFrom("applications")
      .select(["id", "appid"])
      .where("appid", "in", appids.slice(start, start + appidsTogether))
      .execute();
    for (const { id, appid } of rows) ids.set(appid, id);
  }
  return ids;
}

/** An application as a user sees it, with what the authorization page has to check. */
export interface RegisteredApplication extends Application {
  readonly redirectUris: readonly string[];
  readonly requiresPkce: boolean;
  /** Whether it asks users for writing too. */
  readonly mayWrite: boolean;
  /** Whether it has no secret (RFC 6749, section 2.1). */
  readonly isPublic: boolean;
  readonly origin: ApplicationOrigin;
  /** What it calls itself when that is not its appid. */
  readonly clientId: string | null;
}

/** Finds an application by its appid, disabled ones too. */
export async function findApplication(
  queries: StoreQueries,
  appid: string,
): Promise<RegisteredApplication | undefined> {
  return isStorable(appid) ? findBy(queries, "a.appid", appid) : undefined;
}

/** Finds an application by what it calls itself: its appid, or the client_id of one that describes itself. */
export async function findApplicationOfClient(
  queries: StoreQueries,
  clientId: string,
): Promise<RegisteredApplication | undefined> {
  return appidPattern.test(clientId)
    ? findBy(queries, "a.appid", clientId)
    : findBy(queries, "a.client_id_hash", hashToken(clientId));
}

/** The appid of a client; undefined when there is none. That of one that names itself by its appid is not looked up. */
export async function findAppidOfClient(
  { kysely }: StoreQueries,
  clientId: string,
): Promise<string | undefined> {
  if (appidPattern.test(clientId)) return clientId;
  const row = await kysely
    .selectFrom("applications")
    .select("appid")
    .where("client_id_hash", "=", hashToken(clientId))
    .executeTakeFirst();
  return row?.appid;
}

async function findBy(
  queries: StoreQueries,
  column: "a.appid" | "a.client_id_hash",
  value: string,
): Promise<RegisteredApplication | undefined> {
  const row = await queries.kysely
    .selectFrom("applications as a")
    .leftJoin("users as u", "u.id", "a.owner_id")
    .leftJoin("teams as t", "t.id", "a.owner_id")
    .selectAll("a")
    .select((eb) => eb.fn.coalesce("u.nickname", "t.name").as("developer"))
    .where(column, "=", value)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...fieldsOf(row),
    developer: row.developer ?? "",
    ownerId: row.owner_id,
    redirectUris: await listRedirectUris(queries, row.id),
  };
}

/** The fields of an application that every reader of it uses. */
export function fieldsOf(row: RowOf<"applications">) {
  return {
    id: row.id,
    appid: row.appid,
    kind: row.kind,
    name: row.name,
    description: row.description,
    homePage: row.home_page,
    logo: row.logo,
    terms: row.terms,
    privacy: row.privacy,
    verified: row.verified === 1,
    disabled: row.disabled === 1,
    requiresPkce: row.requires_pkce === 1,
    mayWrite: row.may_write === 1,
    isPublic: row.is_public === 1,
    origin: row.origin,
    clientId: row.client_id,
  };
}

/** The columns of an application without a description, which is neither verified nor disabled. */
export const undescribed = {
  description: "",
  home_page: "",
  logo: "",
  terms: "",
  privacy: "",
  verified: 0,
  disabled: 0,
  refresh_requires_secret: 0,
} as const;
