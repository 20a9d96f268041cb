import type { Logger } from "@survey-open-platform/service";
import type { ImapMailbox } from "../config/mail-readers.ts";
import { OutboxLoop } from "../outgoing/outbox-loop.ts";
import {
  isReadingDue,
  noteReturnedMail,
  readingLeaseMilliseconds,
  takeReading,
} from "../store/mail/mail-bounces.ts";
import type { Store } from "../store/store.ts";
import { BounceAddresses } from "./bounce-address.ts";
import { type OpenMailbox, type UnreadMessage, withMailbox } from "./bounce-mailbox.ts";
import { type DeliveryReport, readDeliveryReport } from "./delivery-report.ts";

/** How often is looked whether the mailbox is to be read. */
const pollMilliseconds = 10_000;

/** Within this time it is read; shorter than the lease, so that one process reads at a time. */
const readMilliseconds = readingLeaseMilliseconds - 30_000;

/** The most messages of one reading. */
const mostMessages = 500;

/** What reading needs. */
export interface BounceReaderOptions {
  readonly store: Store;
  readonly log: Logger;
  /** The address of the settings that mails come back to. */
  readonly address: string;
  readonly mailbox: ImapMailbox;
}

/** Reads the mails that came back, and marks whom they were for; every process of a platform has one. */
export class BounceReader {
  readonly #options: BounceReaderOptions;
  readonly #addresses: BounceAddresses;
  readonly #loop: OutboxLoop;
  #isFailing = false;

  constructor(options: BounceReaderOptions) {
    this.#options = options;
    this.#addresses = new BounceAddresses(options.store, options.address);
    this.#loop = new OutboxLoop({
      take: () => this.#readIfDue(),
      sending: () => [],
      onFailure: (error) =>
        options.log.debug({ err: error }, "the state of the mailbox could not be read; it is tried again"),
      pollMilliseconds,
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Reads the mailbox if no process has read it just now. */
  readDue(): Promise<void> {
    return this.#loop.sendDue();
  }

  /** @returns 0: what is in the mailbox was read, or comes next time */
  async #readIfDue(): Promise<number> {
    const { store, mailbox } = this.#options;
    if (!(await isReadingDue(store.reader)) || !(await store.write(takeReading))) return 0;
    const signal = AbortSignal.any([AbortSignal.timeout(readMilliseconds), this.#loop.ending]);
    await withMailbox(mailbox, signal, (opened) => this.#readAll(opened)).then(
      () => (this.#isFailing = false),
      (error: unknown) => this.#logFailure(error),
    );
    return 0;
  }

  async #readAll(opened: OpenMailbox): Promise<void> {
    for (const uid of (await opened.unread()).slice(0, mostMessages)) {
      const message = await opened.fetch(uid);
      if (message !== undefined) await this.#note(message);
      // Only now: a process that is killed before leaves it to the next, and noting a mail twice changes nothing.
      await opened.markRead(uid);
    }
  }

  async #note(message: UnreadMessage): Promise<void> {
    const report = await this.#reportIn(message);
    const id = report && (await this.#addresses.read(report.sentTo));
    if (report === undefined || id === undefined) return;
    await this.#options.store.write(noteReturnedMail, { id, status: report.status });
  }

  /** A message that cannot be read stays in the mailbox, and is not tried again. */
  async #reportIn({ uid, source }: UnreadMessage): Promise<DeliveryReport | undefined> {
    try {
      return await readDeliveryReport(source);
    } catch (error) {
      this.#options.log.warn({ err: error, uid }, "a message in the mailbox of bounces could not be read");
      return undefined;
    }
  }

  #logFailure(error: unknown): void {
    if (this.#loop.ending.aborted) return;
    const level = this.#isFailing ? "debug" : "warn";
    this.#isFailing = true;
    this.#options.log[level]({ err: error }, "the mailbox of bounces could not be read; it is tried again");
  }
}
