import type { ErrorType } from "../../errors.ts";
import { appidPattern } from "../../model/application.ts";
import type { CallOutcome, RecordableCall } from "../call-recorder.ts";

/** Calls of one appid since the last write. */
export interface CallTally {
  readonly appid: string;
  served: number;
  refused: number;
  /** Those of them whose line was dropped. */
  withoutLine: number;
  /** Lines in the buffer. */
  lines: number;
}

/** One call, as it will be written. */
export interface BufferedLine extends CallOutcome {
  readonly appid: string;
  readonly route: string;
  readonly requestId: string;
  /** The caller's network address. */
  readonly address: string;
}

/** What was taken from a buffer in order to be written. */
export interface BufferedCalls {
  readonly tallies: readonly CallTally[];
  readonly lines: readonly BufferedLine[];
}

/** Lines that are kept until the next write, which follows within a second. */
const mostLines = 1000;
/** Refused calls are what people search for: calls that were served leave room for them. */
const mostServedLines = 750;
/** One busy application leaves room for the others. */
const mostLinesOfAppid = 500;
/** Appids that are counted until the next write; strangers may make them up. */
const mostAppids = 10_000;

/**
 * Anyone can send any appid, so calls that were refused before anything was proven get few lines: strangers could
 * otherwise fill the log, and push out the lines of others.
 */
export const unprovenLinesPerMinute = { ofAppid: 60, together: 240 };
const minuteMilliseconds = 60_000;

/** Refusals of calls whose access token was valid. */
const provenRefusals: ReadonlySet<ErrorType> = new Set<ErrorType>([
  "claim_error",
  "not_found",
  "invalid_org_subscription",
]);

/**
 * Counts calls by appid and keeps a bounded number of lines until they are written. Lines are dropped when there is no
 * room for them; calls are counted all the same.
 */
export class CallBuffer {
  #tallies = new Map<string, CallTally>();
  #lines: BufferedLine[] = [];
  #unproven = new Map<string, number>();
  #unprovenTogether = 0;
  #minuteEndsAt = 0;
  /** Lines that were dropped since the start. */
  droppedLines = 0;

  /** On the way of every request: it keeps references and numbers, and reads the rest only of a call whose line it keeps. */
  add(call: RecordableCall, outcome: CallOutcome): void {
    const { appid } = call;
    const tally = appid === undefined ? undefined : this.#tallyOf(appid);
    if (tally === undefined) return;
    if (outcome.error === undefined) tally.served += 1;
    else tally.refused += 1;
    if (!this.#hasRoom(tally, outcome)) {
      tally.withoutLine += 1;
      this.droppedLines += 1;
      return;
    }
    tally.lines += 1;
    const { route, requestId, address } = call;
    this.#lines.push({ ...outcome, appid: tally.appid, route, requestId, address: address.text });
  }

  /** Takes everything out. */
  take(): BufferedCalls {
    const taken = { tallies: [...this.#tallies.values()], lines: this.#lines };
    this.#tallies = new Map();
    this.#lines = [];
    return taken;
  }

  /** Puts back what could not be written, in front of what came since, as far as there is room. */
  putBack({ tallies, lines }: BufferedCalls): void {
    const kept = lines.slice(0, Math.max(0, mostLines - this.#lines.length));
    this.droppedLines += lines.length - kept.length;
    this.#lines = [...kept, ...this.#lines];
    for (const { appid, served, refused, withoutLine } of tallies) {
      const tally = this.#tallyOf(appid);
      if (tally === undefined) continue;
      tally.served += served;
      tally.refused += refused;
      tally.withoutLine += withoutLine;
    }
    for (const { appid } of lines.slice(kept.length)) this.#noteWithoutLine(appid);
    for (const { appid } of kept) this.#noteLine(appid);
  }

  #noteWithoutLine(appid: string): void {
    const tally = this.#tallies.get(appid);
    if (tally !== undefined) tally.withoutLine += 1;
  }

  #noteLine(appid: string): void {
    const tally = this.#tallies.get(appid);
    if (tally !== undefined) tally.lines += 1;
  }

  /** @returns undefined for an appid that no application has, and when there are too many */
  #tallyOf(appid: string): CallTally | undefined {
    const known = this.#tallies.get(appid);
    if (known !== undefined) return known;
    if (this.#tallies.size >= mostAppids || !appidPattern.test(appid)) return undefined;
    const tally = { appid: ownCopy(appid), served: 0, refused: 0, withoutLine: 0, lines: 0 };
    this.#tallies.set(tally.appid, tally);
    return tally;
  }

  #hasRoom({ appid, lines }: CallTally, { error, endedAt }: CallOutcome): boolean {
    const most = error === undefined ? mostServedLines : mostLines;
    if (this.#lines.length >= most || lines >= mostLinesOfAppid) return false;
    const isProven = error === undefined || provenRefusals.has(error.type);
    return isProven || this.#takeUnproven(appid, endedAt);
  }

  #takeUnproven(appid: string, now: number): boolean {
    if (now >= this.#minuteEndsAt) {
      this.#minuteEndsAt = now + minuteMilliseconds;
      this.#unproven.clear();
      this.#unprovenTogether = 0;
    }
    const taken = this.#unproven.get(appid) ?? 0;
    if (this.#unprovenTogether >= unprovenLinesPerMinute.together || taken >= unprovenLinesPerMinute.ofAppid)
      return false;
    this.#unproven.set(appid, taken + 1);
    this.#unprovenTogether += 1;
    return true;
  }
}

/** A part of a string keeps the whole of it in memory, and the query that an appid is part of holds a token. */
function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}
