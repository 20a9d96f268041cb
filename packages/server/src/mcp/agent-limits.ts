import { CallLimits } from "../http/call-limits.ts";

/** Calls of one caller within a minute. */
export const callsPerMinute = 120;
/** Calls of one caller that run at a time; one of them may read many answers. */
export const callsAtOnce = 4;

/** The calls of one caller that run now. */
interface Running {
  calls: number;
  scans: number;
}

/** A call that began: it has to be ended. */
export interface BegunCall {
  /** Whether it may read many answers: not while another call of the caller does. Asked again, it still may. */
  beginScan(): boolean;
  end(): void;
}

/** A call that cannot begin now. */
export interface DelayedCall {
  readonly retryAfterSeconds: number;
}

/** Limits the calls of each caller of this process: agents repeat themselves quickly, and some calls read many answers. */
export class AgentLimits {
  readonly #limits = new CallLimits(callsPerMinute);
  readonly #running = new Map<string, Running>();

  /**
   * @param caller see `callerKey`
   * @param scans whether it reads many answers: a caller has one of these at a time
   * @param now milliseconds of a clock that never goes back
   */
  begin(caller: string, scans: boolean, now: number): BegunCall | DelayedCall {
    const refusal = this.#limits.refusalFor(caller, now);
    if (refusal !== undefined) return { retryAfterSeconds: refusal.retryAfterSeconds ?? 1 };
    const running = this.#running.get(caller) ?? { calls: 0, scans: 0 };
    if (running.calls >= callsAtOnce || (scans && running.scans > 0)) return { retryAfterSeconds: 1 };
    this.#limits.count(caller, now);
    this.#running.set(caller, running);
    running.calls += 1;
    let isScanning = false;
    const beginScan = () => {
      if (isScanning || running.scans > 0) return isScanning;
      running.scans += 1;
      isScanning = true;
      return true;
    };
    if (scans) beginScan();
    return {
      beginScan,
      end: () => {
        running.calls -= 1;
        if (isScanning) running.scans -= 1;
        if (running.calls === 0) this.#running.delete(caller);
      },
    };
  }
}
