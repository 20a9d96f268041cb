import type { TokenRecord } from "../store/token-record.ts";

/** What the protocol looks at in a record. */
export type RecordFacts = Pick<TokenRecord, "version" | "epoch" | "inDoubt">;

/**
 * How one attempt at a newer token ended.
 *
 * - `newer`: there is one already, and nothing casts doubt on it
 * - `minted`: this attempt made and stored it
 * - `busy`: another hub has the lease
 * - `late`: too little was left of the lease to send anything
 * - `declined`: the platform refused, or the request never left
 * - `lost`: it is unknown whether the platform minted; the marker stays
 * - `fenced`: another hub took over in the meantime
 * - `store_failed`: the store could not be reached
 */
export type Outcome = "newer" | "minted" | "busy" | "late" | "declined" | "lost" | "fenced" | "store_failed";

/** What has to be done next; each is one message to the store or the platform. */
export type Command<Token> =
  | { readonly do: "read" }
  /** Compare-and-swap: takes the lease and adds one to the epoch, if that is still `epoch` and there is no lease. */
  | { readonly do: "acquire"; readonly epoch: number }
  /** Sets the in-doubt marker to `epoch`, if that is still the record's. */
  | { readonly do: "mark"; readonly epoch: number }
  | { readonly do: "send" }
  /** Waits until the request that was sent can no longer take effect. */
  | { readonly do: "wait_out" }
  /**
   * Stores the token under the next version, clears the marker and gives the lease back, if epoch and marker are
   * still `epoch`.
   */
  | { readonly do: "store"; readonly epoch: number; readonly token: Token }
  /** Gives the lease back, if the epoch is still ours, and clears its marker unless it has to stay. */
  | { readonly do: "give_back"; readonly epoch: number; readonly keepMarker: boolean };

/** The result of a command. Times are milliseconds on the clock of the process that runs the protocol. */
export type ProtocolEvent<Token> =
  | { readonly type: "read"; readonly record: RecordFacts; readonly isLeased: boolean }
  | { readonly type: "acquired"; readonly record: RecordFacts }
  | { readonly type: "refused" }
  | { readonly type: "marked"; readonly leaseLeft: number }
  | { readonly type: "fenced" }
  | { readonly type: "minted"; readonly token: Token }
  | { readonly type: "declined" }
  | { readonly type: "lost" }
  | { readonly type: "waited_out" }
  | { readonly type: "stored" }
  | { readonly type: "given_back" }
  /** No response of the store's: what was asked of it may have been done or not. */
  | { readonly type: "store_failed"; readonly leaseLeft: number };

/** The state of an attempt. Plain data: it can be written down, compared and taken up again. */
export type ProtocolState<Token> =
  | { readonly phase: "reading"; readonly newerThan: number }
  | { readonly phase: "acquiring"; readonly newerThan: number }
  | {
      readonly phase: "marking";
      readonly newerThan: number;
      readonly epoch: number;
      readonly wasInDoubt: boolean;
    }
  | { readonly phase: "sending"; readonly epoch: number; readonly wasInDoubt: boolean }
  | { readonly phase: "waiting_out"; readonly epoch: number }
  | { readonly phase: "storing"; readonly epoch: number; readonly token: Token }
  | { readonly phase: "giving_back"; readonly outcome: Outcome }
  | { readonly phase: "over"; readonly outcome: Outcome };

/** A state, and the command whose outcome it waits for; none when it is over. */
export interface Step<Token> {
  readonly state: ProtocolState<Token>;
  readonly command?: Command<Token> | undefined;
}

/** What an attempt is bound by. */
export interface ProtocolLimits {
  /** Milliseconds after which a token request can no longer take effect. */
  readonly requestDeadline: number;
}

/** Begins an attempt at a token that is newer than a version; -1 is content with whatever nothing casts doubt on. */
export function beginRenewal<Token>(newerThan: number): Step<Token> {
  return { state: { phase: "reading", newerThan }, command: { do: "read" } };
}

/**
 * The next state and command after an event. When a process keeps feeding the events, the store finally holds the
 * platform's newest token, with any number of such processes, expiring leases, lost responses and crashes; see ADR
 * 0020.
 *
 * @throws Error for an event that does not belong to the state
 */
export function nextStep<Token>(
  state: ProtocolState<Token>,
  event: ProtocolEvent<Token>,
  limits: ProtocolLimits,
): Step<Token> {
  switch (state.phase) {
    case "reading":
      return afterReading(state, event);
    case "acquiring":
      return afterAcquiring(state, event);
    case "marking":
      return afterMarking(state, event, limits);
    case "sending":
      return afterSending(state, event);
    case "waiting_out":
      return afterWaitingOut(state, event);
    case "storing":
      return afterStoring(state, event);
    case "giving_back":
      // Should it not have worked, the lease runs out by itself.
      return over(state.outcome);
    case "over":
      break;
  }
  return unexpected(state, event);
}

type In<Token, Phase extends ProtocolState<Token>["phase"]> = Extract<
  ProtocolState<Token>,
  { readonly phase: Phase }
>;

function afterReading<Token>(state: In<Token, "reading">, event: ProtocolEvent<Token>): Step<Token> {
  const { newerThan } = state;
  if (event.type === "store_failed") return over("store_failed");
  if (event.type !== "read") return unexpected(state, event);
  if (isSatisfied(event.record, newerThan)) return over("newer");
  if (event.isLeased) return over("busy");
  return {
    state: { phase: "acquiring", newerThan },
    command: { do: "acquire", epoch: event.record.epoch },
  };
}

function afterAcquiring<Token>(state: In<Token, "acquiring">, event: ProtocolEvent<Token>): Step<Token> {
  const { newerThan } = state;
  if (event.type === "store_failed") return over("store_failed");
  if (event.type === "refused") return over("busy");
  if (event.type !== "acquired") return unexpected(state, event);
  const { epoch, inDoubt } = event.record;
  // The holder before may have stored its token between our reading and our taking the lease.
  if (isSatisfied(event.record, newerThan)) return releaseLease(epoch, false, "newer");
  return {
    state: { phase: "marking", newerThan, epoch, wasInDoubt: inDoubt !== null },
    command: { do: "mark", epoch },
  };
}

function afterMarking<Token>(
  state: In<Token, "marking">,
  event: ProtocolEvent<Token>,
  { requestDeadline }: ProtocolLimits,
): Step<Token> {
  const { epoch, wasInDoubt } = state;
  if (event.type === "fenced") return over("fenced");
  // Whether the marker was set is not known. Nothing was sent; if it was set, it costs one superfluous mint at worst.
  if (event.type === "store_failed") return releaseLease(epoch, wasInDoubt, "store_failed");
  if (event.type !== "marked") return unexpected(state, event);
  // The send window: what could take effect after the lease has ended must not be sent.
  if (event.leaseLeft <= requestDeadline) return releaseLease(epoch, wasInDoubt, "late");
  return { state: { phase: "sending", epoch, wasInDoubt }, command: { do: "send" } };
}

function afterSending<Token>(state: In<Token, "sending">, event: ProtocolEvent<Token>): Step<Token> {
  const { epoch, wasInDoubt } = state;
  if (event.type === "minted") return storing(epoch, event.token);
  if (event.type === "declined") return releaseLease(epoch, wasInDoubt, "declined");
  if (event.type === "lost") return { state: { phase: "waiting_out", epoch }, command: { do: "wait_out" } };
  return unexpected(state, event);
}

function afterWaitingOut<Token>(state: In<Token, "waiting_out">, event: ProtocolEvent<Token>): Step<Token> {
  return event.type === "waited_out" ? releaseLease(state.epoch, true, "lost") : unexpected(state, event);
}

function afterStoring<Token>(state: In<Token, "storing">, event: ProtocolEvent<Token>): Step<Token> {
  if (event.type === "stored") return over("minted");
  // Also after a first try whose response was lost although it worked: the next attempt finds the token stored.
  if (event.type === "fenced") return over("fenced");
  if (event.type !== "store_failed") return unexpected(state, event);
  return event.leaseLeft > 0 ? storing(state.epoch, state.token) : over("store_failed");
}

/** Whether the record satisfies a request for a token newer than this. */
function isSatisfied({ version, inDoubt }: RecordFacts, newerThan: number): boolean {
  return version > newerThan && inDoubt === null && version > 0;
}

function storing<Token>(epoch: number, token: Token): Step<Token> {
  return { state: { phase: "storing", epoch, token }, command: { do: "store", epoch, token } };
}

function releaseLease<Token>(epoch: number, keepMarker: boolean, outcome: Outcome): Step<Token> {
  return { state: { phase: "giving_back", outcome }, command: { do: "give_back", epoch, keepMarker } };
}

function over<Token>(outcome: Outcome): Step<Token> {
  return { state: { phase: "over", outcome } };
}

/** Tells nothing but the names: a state may hold a token. */
function unexpected({ phase }: { readonly phase: string }, { type }: { readonly type: string }): never {
  throw new Error(`The renewal protocol does not expect ${type} while ${phase}`);
}
