import type { HubStore } from "../store/store.ts";
import type { Clock } from "../clock.ts";
import type { DatedRecord } from "./renewal-attempt.ts";

/** What reads all records regularly. */
export interface RecordPollerDependencies {
  readonly store: Pick<HubStore, "listRecords">;
  readonly clock: Clock;
  readonly intervalMilliseconds: number;
  readonly onRecord: (appid: string, dated: DatedRecord) => void;
  /** Called when the store goes away (with the reason) and when it is back (undefined). */
  readonly onStore: (problem: unknown) => void;
}

/**
 * Reads every record again and again, so that each hub notices what the others minted, whose time has come, and
 * which responses were lost. An optimisation but for the last two: reports read for themselves.
 */
export class RecordPoller {
  readonly #parts: RecordPollerDependencies;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #isAway = false;

  constructor(parts: RecordPollerDependencies) {
    this.#parts = parts;
  }

  /** Reads once. @throws `DatabaseUnavailableError` */
  async poll(): Promise<void> {
    const { store, clock, onRecord } = this.#parts;
    const readAt = clock.now();
    for (const { appid, ...record } of await store.listRecords()) onRecord(appid, { record, readAt });
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, intervalMilliseconds } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await clock.sleep(intervalMilliseconds, signal);
      if (!signal.aborted) await this.#pollSafely();
    }
  }

  async #pollSafely(): Promise<void> {
    try {
      await this.poll();
      if (this.#isAway) this.#parts.onStore(undefined);
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) this.#parts.onStore(error);
      this.#isAway = true;
    }
  }
}
