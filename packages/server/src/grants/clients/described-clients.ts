import type { ClientAddress } from "@survey-open-platform/service";
import type { ClientRegistration } from "../../config/settings.ts";
import { clientHosts } from "../../model/client-hosts.ts";
import type { OpenedReceivers } from "../../model/opened-receivers.ts";
import {
  findClientApplication,
  type DescribedClient,
} from "../../store/applications/client-application-table.ts";
import { isHostDisabled } from "../../store/applications/disabled-client-host-table.ts";
import { readTime } from "../../store/statements/queries.ts";
import type { Store } from "../../store/store.ts";
import { ClientDocuments, type ClientDocumentsOptions } from "./client-documents.ts";
import type { ClientProblem } from "./client-problem.ts";
import { isLikeAddress, readDocumentAddress } from "./document-address.ts";
import { isLikeRegistration, RegisteredClients, registrationMilliseconds } from "./registered-client.ts";

/** What knowing such clients needs. */
export interface DescribedClientsOptions extends ClientDocumentsOptions {
  readonly store: Store;
  readonly opened: OpenedReceivers;
  readonly registration: ClientRegistration;
}

/** Whether a client_id is that of a client that describes itself, rather than an appid. */
export function isDescribed(clientId: string): boolean {
  return isLikeAddress(clientId) || isLikeRegistration(clientId);
}

/** Clients that no one has registered here: they describe themselves by a metadata document, or in their client_id. */
export class DescribedClients {
  readonly registered: RegisteredClients;
  /** Which of them are served. */
  readonly registration: ClientRegistration;
  readonly #options: DescribedClientsOptions;
  readonly #documents: ClientDocuments;

  constructor(options: DescribedClientsOptions) {
    this.#options = options;
    this.registration = options.registration;
    this.#documents = new ClientDocuments(options);
    this.registered = new RegisteredClients(options.store);
  }

  /**
   * Finds who a client_id is that {@link isDescribed}.
   *
   * @param caller the browser or program that named the client: fetches are counted by its address
   */
  async find(clientId: string, caller: ClientAddress): Promise<DescribedClient | ClientProblem> {
    const { store } = this.#options;
    const client = isLikeAddress(clientId)
      ? await this.#byDocument(clientId, caller)
      : await this.#byRegistration(clientId);
    if ("problem" in client) return client;
    const isRefused =
      (await isHostDisabled(store.reader, clientHosts(client))) ||
      (await findClientApplication(store.reader, clientId))?.disabled === true;
    return isRefused ? { problem: "application_disabled" } : client;
  }

  async #byDocument(clientId: string, caller: ClientAddress): Promise<DescribedClient | ClientProblem> {
    const { opened, registration } = this.#options;
    if (registration === "off") return { problem: "client_unregistered" };
    const address = readDocumentAddress(clientId, opened);
    if (address === undefined) return { problem: "client_address", detail: "client_id" };
    // Nothing is asked of a host that the operator has disabled.
    if (await isHostDisabled(this.#options.store.reader, [address.hostname]))
      return { problem: "application_disabled" };
    const metadata = await this.#documents.find(address, caller);
    return "problem" in metadata ? metadata : { ...metadata, clientId, origin: "document" };
  }

  async #byRegistration(clientId: string): Promise<DescribedClient | ClientProblem> {
    const { store, registration } = this.#options;
    if (registration !== "all") return { problem: "client_unregistered" };
    const opened = await this.registered.open(clientId);
    if (opened === undefined) return { problem: "client_registration_invalid", detail: "client_id" };
    const { name, redirectUris, registeredAt } = opened;
    const isOld = registeredAt + registrationMilliseconds <= (await readTime(store.reader));
    if (isOld && (await findClientApplication(store.reader, clientId)) === undefined)
      return { problem: "client_registration_old", detail: "client_id" };
    return { clientId, origin: "registered", name, redirectUris };
  }
}
