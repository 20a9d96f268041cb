import type { RegisteredApplication } from "../../store/applications/application-table.ts";
import type { Store } from "../../store/store.ts";

/** A program that asks for tokens, however it is known: what the authorization page and the token call have to know of it. */
export interface OAuthClient extends Omit<RegisteredApplication, "id" | "ownerId" | "clientId" | "appid"> {
  /** Undefined for one that describes itself and that no one has consented to: it has no row yet. */
  readonly applicationId: number | undefined;
  /** Undefined as long as there is no row. */
  readonly appid: string | undefined;
  /** What it calls itself in requests. */
  readonly clientId: string;
}

/** Where clients are looked up. */
export interface ClientSources {
  readonly store: Pick<Store, "findApplicationOfClient">;
}

/** Longest client_id that is looked up, in characters. */
export const longestClientId = 8192;

/** Finds a client by its client_id, disabled ones too. */
export async function findOAuthClient(
  { store }: ClientSources,
  clientId: string,
): Promise<OAuthClient | undefined> {
  if (clientId.length > longestClientId) return undefined;
  const application = await store.findApplicationOfClient(clientId);
  return application && clientOf(application);
}

function clientOf(application: RegisteredApplication): OAuthClient {
  const { id: applicationId, appid, clientId } = application;
  return { ...application, applicationId, clientId: clientId ?? appid };
}
