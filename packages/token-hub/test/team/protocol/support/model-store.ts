import type { Command, ProtocolEvent } from "../../../../src/team/renewal-protocol.ts";

/** A token is a number here: the how-manieth of the platform's it is. */
export type Token = number;

/**
 * A lease is `long` while it has more time left than a request's deadline, then `short`, then `over`. So a request
 * that was sent during `long` can no longer take effect once the lease is `over`.
 */
export type Lease = "long" | "short" | "over";

/** The record and its lease. */
export interface ModelStore {
  readonly version: number;
  readonly epoch: number;
  readonly token: Token;
  readonly inDoubt: number | null;
  readonly lease: Lease;
}

/** What a hub can ask of the store. */
export type StoreCommand = Exclude<Command<Token>, { readonly do: "send" | "wait_out" }>;

/** Which of its precautions the store takes. */
export interface StoreWorld {
  /** Whether the store compares epoch and marker before it stores a token; otherwise the last writer wins. */
  readonly isFenced: boolean;
  /** Whether the store keeps the in-doubt marker. */
  readonly hasMarker: boolean;
}

interface Applied {
  readonly store: ModelStore;
  readonly event: ProtocolEvent<Token>;
}

type Asked<What extends StoreCommand["do"]> = Extract<StoreCommand, { readonly do: What }>;

const verbs: {
  readonly [What in StoreCommand["do"]]: (
    store: ModelStore,
    command: Asked<What>,
    world: StoreWorld,
  ) => Applied;
} = {
  read: (store) => ({
    store,
    event: { type: "read", record: facts(store), isLeased: store.lease !== "over" },
  }),
  acquire(store, { epoch }) {
    if (store.epoch !== epoch || store.lease !== "over") return { store, event: { type: "refused" } };
    const leased = { ...store, epoch: store.epoch + 1, lease: "long" } as const;
    return { store: leased, event: { type: "acquired", record: facts(leased) } };
  },
  mark(store, { epoch }, { hasMarker }) {
    if (store.epoch !== epoch) return { store, event: { type: "fenced" } };
    const marked = hasMarker ? { ...store, inDoubt: epoch } : store;
    // The rest of the lease is determined when the response arrives.
    return { store: marked, event: { type: "marked", leaseLeft: 0 } };
  },
  store(store, { epoch, token }, { isFenced, hasMarker }) {
    const isOurs = store.epoch === epoch && (!hasMarker || store.inDoubt === epoch);
    if (isFenced && !isOurs) return { store, event: { type: "fenced" } };
    const lease = isOurs ? "over" : store.lease;
    const version = store.version + 1;
    return { store: { ...store, version, token, inDoubt: null, lease }, event: { type: "stored" } };
  },
  give_back(store, { epoch, keepMarker }) {
    if (store.epoch !== epoch) return { store, event: { type: "given_back" } };
    const inDoubt = keepMarker ? store.inDoubt : null;
    return { store: { ...store, lease: "over", inDoubt }, event: { type: "given_back" } };
  },
};

/** What a command does to the store, and what the store answers. */
export function applyToStore(store: ModelStore, command: StoreCommand, world: StoreWorld): Applied {
  // Each verb is given the command of its own name.
  const verb = verbs[command.do] as (store: ModelStore, command: StoreCommand, world: StoreWorld) => Applied;
  return verb(store, command, world);
}

function facts({ version, epoch, inDoubt }: ModelStore) {
  return { version, epoch, inDoubt };
}
