import type { ClientAddress } from "@survey-open-platform/service";
import { hostOf } from "../../model/client-hosts.ts";
import { isOnOwnMachine } from "../../model/redirect-uri.ts";
import type { RegisteredApplication } from "../../store/applications/application-table.ts";
import type { DescribedClient } from "../../store/applications/client-application-table.ts";
import type { Store } from "../../store/store.ts";
import { longestClientId } from "./client-proof.ts";
import { clientProblemPage } from "./client-problem.ts";
import { isDescribed, type DescribedClients } from "./described-clients.ts";

/** A program that asks for tokens, however it is known: what the authorization page and the token call have to know of it. */
export interface OAuthClient extends Omit<RegisteredApplication, "id" | "ownerId" | "clientId" | "appid"> {
  /** Undefined for one that describes itself and that no one has consented to: it has no row yet. */
  readonly applicationId: number | undefined;
  /** Undefined as long as there is no row. */
  readonly appid: string | undefined;
  /** What it calls itself in requests. */
  readonly clientId: string;
  /** The host of its metadata document; undefined for one that has none. */
  readonly documentHost: string | undefined;
  /** Whether no one here has registered it: its name is what it says of itself, and has not been checked. */
  readonly isSelfDescribed: boolean;
  /** Whether all its redirect addresses are on the user's own machine: any program there could have asked in its name. */
  readonly isOnOwnMachine: boolean;
}

/** Where clients are looked up. */
export interface ClientSources {
  readonly store: Store;
  readonly described: DescribedClients;
}

/**
 * Finds a client by its client_id, disabled ones too.
 *
 * @param caller whose requests are counted when a metadata document has to be fetched
 * @throws `PageError` that says what is wrong with one that describes itself
 */
export async function findOAuthClient(
  { store, described }: ClientSources,
  clientId: string,
  caller: ClientAddress,
): Promise<OAuthClient | undefined> {
  if (clientId.length > longestClientId) return undefined;
  if (isDescribed(clientId)) return findDescribed({ store, described }, clientId, caller);
  const application = await store.findApplicationOfClient(clientId);
  return application && clientOf(application);
}

async function findDescribed(
  { store, described }: ClientSources,
  clientId: string,
  caller: ClientAddress,
): Promise<OAuthClient> {
  const client = await described.find(clientId, caller);
  if ("problem" in client) throw clientProblemPage(client);
  const application = await store.findApplicationOfClient(clientId);
  return application === undefined ? newClient(client) : { ...clientOf(application), ...saidBy(client) };
}

/** A client as its row says: what one that describes itself says now is not looked up. */
export function clientOf(application: RegisteredApplication): OAuthClient {
  const { id: applicationId, appid, clientId, origin, redirectUris, isPublic } = application;
  return {
    ...application,
    applicationId,
    clientId: clientId ?? appid,
    documentHost: origin === "document" ? hostOf(clientId ?? "") : undefined,
    isSelfDescribed: origin !== "console",
    isOnOwnMachine: isPublic && redirectUris.every(isOnOwnMachine),
  };
}

/** What counts of a client is what it says now, not what it said at its first consent. */
function saidBy({ origin, clientId, name, redirectUris }: DescribedClient) {
  return {
    origin,
    clientId,
    name,
    redirectUris,
    documentHost: origin === "document" ? hostOf(clientId) : undefined,
    isSelfDescribed: true,
    isOnOwnMachine: redirectUris.every(isOnOwnMachine),
  };
}

function newClient(client: DescribedClient): OAuthClient {
  return {
    ...saidBy(client),
    applicationId: undefined,
    appid: undefined,
    kind: "web",
    description: "",
    homePage: "",
    logo: "",
    developer: "",
    terms: "",
    privacy: "",
    verified: false,
    disabled: false,
    requiresPkce: true,
    mayWrite: true,
    isPublic: true,
  };
}
