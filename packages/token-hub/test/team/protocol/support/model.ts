import {
  beginRenewal,
  nextStep,
  type Command,
  type ProtocolEvent,
  type ProtocolState,
} from "../../../../src/team/renewal-protocol.ts";
import {
  applyToStore,
  type Lease,
  type ModelStore,
  type StoreCommand,
  type StoreWorld,
  type Token,
} from "./model-store.ts";

/** What a hub waits for. */
type Waiting =
  /** Its command has not reached the store yet. */
  | { readonly for: "store"; readonly command: StoreCommand }
  /** An answer is on its way to it. */
  | { readonly for: "answer"; readonly event: ProtocolEvent<Token> }
  /** Its request is on its way to the platform. */
  | { readonly for: "platform" }
  | { readonly for: "deadline" };

interface ModelHub {
  /** What it still wants a newer token than; null when it wants nothing. */
  readonly wants: number | null;
  readonly attempt: { readonly state: ProtocolState<Token>; readonly waiting: Waiting } | null;
}

/** A request that has not taken effect yet. */
interface Pending {
  /** Whose; -1 when that hub has died or given up. */
  readonly hub: number;
  readonly epoch: number;
  readonly sentDuring: Lease;
}

/** How often what may still go wrong. */
export interface Faults {
  /** Answers of the platform that get lost after their request took effect. */
  readonly lostAnswers: number;
  readonly crashes: number;
  /** Leases that begin to run out while their holder still uses them. */
  readonly expiries: number;
  /** Requests that their sender gives up on while they are still on their way. */
  readonly timeouts: number;
  /** Refusals of the platform's. */
  readonly refusals: number;
  /** Answers of the store that get lost, whether or not it did what it was asked. */
  readonly storeFailures: number;
}

/** Everything at one moment. */
export interface ModelState {
  readonly store: ModelStore;
  /** The platform's newest token: the only one that works. */
  readonly newest: Token;
  readonly requests: readonly Pending[];
  /** Commands to the store whose sender has died. */
  readonly orphans: readonly StoreCommand[];
  readonly hubs: readonly ModelHub[];
  readonly faults: Faults;
}

/**
 * What surrounds the protocol. The protocol itself is always the real one; each weaker variant is a world that
 * quietly leaves out one of its precautions.
 */
export interface World extends StoreWorld {
  /** Whether hubs know how much is left of their lease; otherwise they take it for endless. */
  readonly hasWindow: boolean;
  /** Whether the platform keeps to the deadline of a request; otherwise it may take effect at any time. */
  readonly keepsDeadlines: boolean;
}

/** A move of the model: what happens, and what is the case afterwards. */
export interface Move {
  readonly label: string;
  readonly next: ModelState;
}

export const noFaults: Faults = {
  lostAnswers: 0,
  crashes: 0,
  expiries: 0,
  timeouts: 0,
  refusals: 0,
  storeFailures: 0,
};

/**
 * A stored token that is good.
 *
 * @param hubs one for each: `wants` a newer token at the start, or is `idle`
 */
export function initialState(hubs: readonly ("wants" | "idle")[], faults: Partial<Faults>): ModelState {
  return {
    store: { version: 1, epoch: 1, token: 1, inDoubt: null, lease: "over" },
    newest: 1,
    requests: [],
    orphans: [],
    hubs: hubs.map((hub) => ({ wants: hub === "wants" ? 1 : null, attempt: null })),
    faults: { ...noFaults, ...faults },
  };
}

/** Nothing is in progress and no renewal is wanted. */
export function isQuiet({ hubs, requests, orphans, store }: ModelState): boolean {
  return (
    requests.length === 0 &&
    orphans.length === 0 &&
    store.inDoubt === null &&
    hubs.every(({ wants, attempt }) => wants === null && attempt === null)
  );
}

/** The property. */
export function holdsNewest({ store, newest }: ModelState): boolean {
  return store.token === newest;
}

/** A business server finds the stored token dead and tells a hub. */
export function withReport(state: ModelState, hub: number): ModelState {
  return withHub(state, hub, { wants: state.store.version, attempt: null });
}

/** Everything that can happen next. */
export function movesOf(state: ModelState, world: World): readonly Move[] {
  return [
    ...state.hubs.flatMap((_, hub) => hubMoves(state, world, hub)),
    ...state.orphans.flatMap((command, index) => orphanMoves(state, world, command, index)),
    ...state.requests.flatMap((_, index) => requestMoves(state, world, index)),
    ...leaseMoves(state, world),
  ];
}

/** Hubs by their number. */
export const names: readonly string[] = ["A", "B", "C"];

function hubMoves(state: ModelState, world: World, hub: number): readonly Move[] {
  const name = names[hub];
  const { wants, attempt } = hubAt(state, hub);
  if (attempt === null) {
    const isNoticing = wants === null && state.store.inDoubt !== null && state.store.lease === "over";
    const newerThan = wants ?? (isNoticing ? -1 : undefined);
    if (newerThan === undefined) return [];
    const { state: begun, command } = beginRenewal<Token>(newerThan);
    if (command === undefined) throw new Error("An attempt begins with a command");
    const next = withHub(state, hub, {
      wants: newerThan,
      attempt: { state: begun, waiting: waitingFor(command) },
    });
    return [{ label: `${name} begins`, next }];
  }
  return [
    ...progressMoves(state, world, hub),
    ...(state.faults.crashes > 0 ? [{ label: `${name} dies`, next: crash(state, hub) }] : []),
  ];
}

function progressMoves(state: ModelState, world: World, hub: number): readonly Move[] {
  const waiting = hubAt(state, hub).attempt?.waiting;
  if (waiting === undefined) return [];
  if (waiting.for === "store") return storeMoves(state, world, hub, waiting.command);
  if (waiting.for === "platform") return givingUpMoves(state, world, hub);
  if (waiting.for === "deadline") return [waitedOut(state, world, hub)];
  const { event } = waiting;
  return [{ label: `${names[hub]} hears ${event.type}`, next: hear(state, world, hub, event) }];
}

function storeMoves(state: ModelState, world: World, hub: number, command: StoreCommand): readonly Move[] {
  const { store, event } = applyToStore(state.store, command, world);
  const done = waitFor(state, hub, { for: "answer", event });
  const move = { label: `store does ${names[hub]}'s ${command.do}`, next: { ...done, store } };
  return state.faults.storeFailures === 0 ? [move] : [move, ...storeFailures(state, world, hub, command)];
}

/** Without a request under way nothing will ever be answered. */
function givingUpMoves(state: ModelState, world: World, hub: number): readonly Move[] {
  if (state.requests.some((request) => request.hub === hub)) return [];
  return [{ label: `${names[hub]} gives up`, next: hear(state, world, hub, { type: "lost" }) }];
}

function waitedOut(state: ModelState, world: World, hub: number): Move {
  const others = state.requests.filter((request) => request.hub !== hub);
  const requests = world.keepsDeadlines ? others : orphaned(state.requests, hub);
  const next = hear({ ...state, requests }, world, hub, { type: "waited_out" });
  return { label: `${names[hub]} has waited out`, next };
}

/** The store's answer is lost, before or after it did what it was asked. */
function storeFailures(state: ModelState, world: World, hub: number, command: StoreCommand): readonly Move[] {
  const name = names[hub];
  const failed = spend(state, "storeFailures");
  const event = { type: "store_failed", leaseLeft: 0 } as const;
  const undone = waitFor(failed, hub, { for: "answer", event });
  const { store } = applyToStore(state.store, command, world);
  return [
    { label: `store loses ${name}'s ${command.do}`, next: undone },
    { label: `store does ${name}'s ${command.do} and its answer is lost`, next: { ...undone, store } },
  ];
}

function orphanMoves(state: ModelState, world: World, command: StoreCommand, index: number): readonly Move[] {
  const { store } = applyToStore(state.store, command, world);
  const orphans = state.orphans.toSpliced(index, 1);
  return [
    { label: `store does an orphan ${command.do}`, next: { ...state, store, orphans } },
    { label: `an orphan ${command.do} is lost`, next: { ...state, orphans } },
  ];
}

function requestMoves(state: ModelState, world: World, index: number): readonly Move[] {
  const request = state.requests[index];
  if (request === undefined) return [];
  const requests = state.requests.toSpliced(index, 1);
  const gone = { ...state, requests };
  const minted = { ...gone, newest: state.newest + 1 };
  const { hub } = request;
  if (hub !== -1 && hubAt(state, hub).attempt?.waiting.for === "platform")
    return answerMoves({ state, gone, minted }, world, hub);
  const whose = hub === -1 ? `an orphan of epoch ${request.epoch}` : names[hub];
  return [
    { label: `platform mints for ${whose}`, next: minted },
    { label: `platform never gets the request of ${whose}`, next: gone },
  ];
}

/** What can become of a request: the state before, without it, and with its effect. */
interface RequestFates {
  readonly state: ModelState;
  readonly gone: ModelState;
  readonly minted: ModelState;
}

function answerMoves({ state, gone, minted }: RequestFates, world: World, hub: number): readonly Move[] {
  const name = names[hub];
  const answered = (from: ModelState, event: ProtocolEvent<Token>) =>
    waitFor(from, hub, { for: "answer", event });
  const moves: Move[] = [
    { label: `platform mints for ${name}`, next: answered(minted, { type: "minted", token: minted.newest }) },
  ];
  if (state.faults.lostAnswers > 0) {
    const next = answered(spend(minted, "lostAnswers"), { type: "lost" });
    moves.push({ label: `platform mints for ${name} and its answer is lost`, next });
  }
  if (state.faults.timeouts > 0) {
    const next = hear(spend(state, "timeouts"), world, hub, { type: "lost" });
    moves.push({ label: `${name} times out`, next });
  }
  if (state.faults.refusals > 0) {
    const next = answered(spend(gone, "refusals"), { type: "declined" });
    moves.push({ label: `platform refuses ${name}`, next });
  }
  return moves;
}

function leaseMoves(state: ModelState, world: World): readonly Move[] {
  const { store, faults } = state;
  if (store.lease === "over") return [];
  const isUsed = state.hubs.some(({ attempt }) => attempt !== null && holds(attempt.state, store.epoch));
  if (store.lease === "long") {
    if (isUsed && faults.expiries === 0) return [];
    const next = isUsed ? spend(state, "expiries") : state;
    return [{ label: "lease runs short", next: { ...next, store: { ...store, lease: "short" } } }];
  }
  // What was sent in the window is past its deadline by now.
  const requests = world.keepsDeadlines
    ? state.requests.filter(({ epoch, sentDuring }) => epoch !== store.epoch || sentDuring !== "long")
    : state.requests;
  return [{ label: "lease runs out", next: { ...state, requests, store: { ...store, lease: "over" } } }];
}

function holds(state: ProtocolState<Token>, epoch: number): boolean {
  if (state.phase === "acquiring") return true;
  return "epoch" in state ? state.epoch === epoch : state.phase === "giving_back";
}

/** The rest of the lease is known only when the response arrives. */
function hear(state: ModelState, world: World, hub: number, heard: ProtocolEvent<Token>): ModelState {
  const { wants, attempt } = hubAt(state, hub);
  if (attempt === null) throw new Error("A hub that does nothing hears nothing");
  const event =
    "leaseLeft" in heard ? { ...heard, leaseLeft: leaseLeftFor(state, world, attempt.state) } : heard;
  const { state: after, command } = nextStep(attempt.state, event, { requestDeadline: 1 });
  if (command === undefined) {
    if (after.phase !== "over") throw new Error("Only what is over has no command");
    const isDone = after.outcome === "newer" || after.outcome === "minted";
    return withHub(state, hub, { wants: isDone ? null : wants, attempt: null });
  }
  const next = withHub(state, hub, { wants, attempt: { state: after, waiting: waitingFor(command) } });
  if (command.do !== "send" || !("epoch" in after)) return next;
  const sentDuring = next.store.epoch === after.epoch ? next.store.lease : "over";
  return { ...next, requests: [...next.requests, { hub, epoch: after.epoch, sentDuring }] };
}

/** A request's deadline is 1. */
function leaseLeftFor({ store }: ModelState, { hasWindow }: World, attempt: ProtocolState<Token>): number {
  if (!hasWindow && attempt.phase === "marking") return Infinity;
  if (!("epoch" in attempt) || attempt.epoch !== store.epoch) return 0;
  return { long: 2, short: 0.5, over: 0 }[store.lease];
}

function waitingFor(command: Command<Token>): Waiting {
  if (command.do === "send") return { for: "platform" };
  if (command.do === "wait_out") return { for: "deadline" };
  return { for: "store", command };
}

function crash(state: ModelState, hub: number): ModelState {
  const { attempt } = hubAt(state, hub);
  const left = attempt?.waiting.for === "store" ? [attempt.waiting.command] : [];
  const dead = withHub(spend(state, "crashes"), hub, { wants: null, attempt: null });
  const requests = orphaned(state.requests, hub);
  return {
    ...dead,
    requests,
    orphans: [...state.orphans, ...left.filter(({ do: what }) => what !== "read")],
  };
}

function orphaned(requests: readonly Pending[], hub: number): readonly Pending[] {
  return requests.map((request) => (request.hub === hub ? { ...request, hub: -1 } : request));
}

function spend(state: ModelState, fault: keyof Faults): ModelState {
  return { ...state, faults: { ...state.faults, [fault]: state.faults[fault] - 1 } };
}

function waitFor(state: ModelState, hub: number, waiting: Waiting): ModelState {
  const { wants, attempt } = hubAt(state, hub);
  if (attempt === null) throw new Error("A hub that does nothing waits for nothing");
  return withHub(state, hub, { wants, attempt: { ...attempt, waiting } });
}

function hubAt({ hubs }: ModelState, index: number): ModelHub {
  const hub = hubs[index];
  if (hub === undefined) throw new RangeError(`There is no hub ${index}`);
  return hub;
}

function withHub(state: ModelState, index: number, hub: ModelHub): ModelState {
  return { ...state, hubs: state.hubs.with(index, hub) };
}
