import type { ClientAddress } from "@survey-open-platform/service";
import type { OpenedReceivers } from "../../model/opened-receivers.ts";
import { verifiedRedirectUri } from "../../model/redirect-uri.ts";
import { fetchDocument, type FetchedDocument } from "../../outgoing/fetch-document.ts";
import {
  guardedAgents,
  type GuardedAgents,
  type ResolveAll,
  resolveAll,
} from "../../outgoing/guarded-agents.ts";
import {
  findClientDocument,
  saveClientDocument,
  saveDocumentRefusal,
  type KeptClientDocument,
} from "../../store/applications/client-document-table.ts";
import { bucketsOfAddress } from "../../store/installation/rate-limit-table.ts";
import type { Store } from "../../store/store.ts";
import { cacheMilliseconds } from "./cache-time.ts";
import { problemLine, readMetadataDocument, type ClientMetadata } from "./client-metadata.ts";
import type { ClientProblem } from "./client-problem.ts";

/** Hosts that one process asks at a time. */
export const hostsAskedAtOnce = 4;
/** Fetches that the browsers of one address may cause. */
export const fetchesPerAddress = { perMinute: 10, burst: 10 } as const;

/** What finding documents needs. */
export interface ClientDocumentsOptions {
  readonly store: Store;
  readonly opened: OpenedReceivers;
  readonly resolve?: ResolveAll | undefined;
  /** Makes the time limit of a fetch. Default: that of {@link fetchDocument}. */
  readonly deadline?: (() => AbortSignal) | undefined;
}

/** Finds the metadata documents of clients: kept ones, or as they are fetched. */
export class ClientDocuments {
  readonly #options: ClientDocumentsOptions;
  readonly #agents: GuardedAgents;
  readonly #underWay = new Map<string, Promise<ClientMetadata | ClientProblem>>();
  readonly #asked = new Map<string, number>();

  constructor(options: ClientDocumentsOptions) {
    const { opened, resolve = resolveAll } = options;
    this.#options = options;
    this.#agents = guardedAgents({ opened, resolve });
  }

  /** @param caller the browser that named the client */
  async find(address: URL, caller: ClientAddress): Promise<ClientMetadata | ClientProblem> {
    const { store } = this.#options;
    const kept = await findClientDocument(store.reader, address.href);
    if (kept?.isFresh === true) return inEffect(kept);
    const busy = this.#busy(address) ?? (await this.#count(caller));
    if (busy !== undefined) return kept?.metadata ? inEffect(kept) : busy;
    return this.#fetchOnce(address);
  }

  async #count(caller: ClientAddress): Promise<ClientProblem | undefined> {
    const buckets = bucketsOfAddress(caller, fetchesPerAddress, "client-document");
    const refusal = await this.#options.store.consumeTokens(buckets);
    return refusal && { problem: "too_many_requests", retryAfterSeconds: refusal.retryAfterSeconds };
  }

  #busy({ href, host }: URL): ClientProblem | undefined {
    const isFree = this.#underWay.has(href) || this.#asked.has(host) || this.#asked.size < hostsAskedAtOnce;
    return isFree ? undefined : { problem: "client_document_busy", retryAfterSeconds: 5 };
  }

  /** Who asks while a fetch is under way gets what that one brings. */
  #fetchOnce(address: URL): Promise<ClientMetadata | ClientProblem> {
    const { href } = address;
    const underWay = this.#underWay.get(href);
    if (underWay !== undefined) return underWay;
    const busy = this.#busy(address);
    if (busy !== undefined) return Promise.resolve(busy);
    const fetching = this.#fetch(address).finally(() => this.#underWay.delete(href));
    this.#underWay.set(href, fetching);
    return fetching;
  }

  async #fetch(address: URL): Promise<ClientMetadata | ClientProblem> {
    // Another fetch may have ended since it was looked up.
    const newest = await findClientDocument(this.#options.store.reader, address.href);
    if (newest?.isFresh === true) return inEffect(newest);
    const deadline = this.#options.deadline?.();
    const fetched = await this.#asking(address, () =>
      fetchDocument(address, { agents: this.#agents, ...(deadline && { deadline }) }),
    );
    const read = readFetched(fetched, address.href);
    await this.#save(address.href, read);
    if (!("problem" in read)) return read.metadata;
    const kept = await findClientDocument(this.#options.store.reader, address.href);
    return kept?.metadata ? inEffect(kept) : read;
  }

  async #asking<Result>({ host }: URL, ask: () => Promise<Result>): Promise<Result> {
    this.#asked.set(host, (this.#asked.get(host) ?? 0) + 1);
    try {
      return await ask();
    } finally {
      const left = (this.#asked.get(host) ?? 1) - 1;
      if (left === 0) this.#asked.delete(host);
      else this.#asked.set(host, left);
    }
  }

  async #save(clientId: string, read: ReadDocument): Promise<void> {
    const { store } = this.#options;
    if ("problem" in read) {
      await store.write(saveDocumentRefusal, { clientId, problem: JSON.stringify(read) });
      return;
    }
    const { metadata, freshMilliseconds } = read;
    await store.write(saveClientDocument, {
      clientId,
      ...metadata,
      metadata: JSON.stringify(metadata),
      freshMilliseconds,
      allows: (uri) =>
        verifiedRedirectUri(metadata.redirectUris, uri, { anyLoopbackPort: true }) !== undefined,
    });
  }
}

type ReadDocument = { readonly metadata: ClientMetadata; readonly freshMilliseconds: number } | ClientProblem;

function readFetched(fetched: FetchedDocument, clientId: string): ReadDocument {
  if ("failure" in fetched) {
    const { failure } = fetched;
    const isUnreachable = failure === "address" || failure === "connection" || failure === "timeout";
    const problem = isUnreachable ? "client_document_unreachable" : "client_document_refused";
    return { problem, detail: failure };
  }
  const metadata = readMetadataDocument(fetched.text, clientId);
  if ("says" in metadata) return { problem: "client_document_content", detail: problemLine(metadata) };
  return { metadata, freshMilliseconds: cacheMilliseconds(fetched.headers) };
}

/** A copy counts, also when the last fetch was refused. */
function inEffect({ metadata, problem }: KeptClientDocument): ClientMetadata | ClientProblem {
  // Both are written above.
  if (metadata !== null) return JSON.parse(metadata) as ClientMetadata;
  // The same.
  return JSON.parse(problem ?? "{}") as ClientProblem;
}
