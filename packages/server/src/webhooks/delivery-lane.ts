import type { Logger } from "@survey-open-platform/service";
import { askedWait, retryDelay } from "../model/retry-schedule.ts";
import type { Store } from "../store/store.ts";
import {
  type DueDelivery,
  type LeasedWebhook,
  type SettledAttempt,
  dueDeliveries,
  maySendTo,
  releaseWebhook,
  settleAttempts,
} from "../store/webhooks/webhook-delivery.ts";
import type { GuardedAgents } from "../outgoing/guarded-agents.ts";
import { type AttemptOutcome, sendEvent } from "./send-event.ts";
import { switchOff } from "../store/webhooks/webhook-table.ts";

/** What delivering needs. */
export interface LaneOptions {
  readonly store: Pick<Store, "reader" | "write" | "writeSteps">;
  readonly agents: GuardedAgents;
  readonly log: Logger;
  /** Names this process. */
  readonly lease: string;
  /** Aborts when no further event is to be sent. */
  readonly ending: AbortSignal;
  /** Aborts when the process waits for no receiver any more. */
  readonly stopping: AbortSignal;
  /** ms UTC: the time of attempts as receivers see it. */
  readonly now: () => number;
}

/** Events read at a time. */
const readTogether = 50;
/** Attempts that are not noted yet; a process that dies repeats them. */
const mostUnsettled = 32;
/** After this long, others that wait for their turn come first. */
const turnMilliseconds = 2000;

/**
 * Delivers what is due for one webhook, one event after the other, so that a receiver gets the events of a survey in their order.
 * The outcome of attempts is noted while the next events are sent.
 */
export class DeliveryLane {
  readonly #webhook: LeasedWebhook;
  readonly #options: LaneOptions;
  #unsettled: SettledAttempt[] = [];
  #settling: Promise<void> | undefined;
  #isOver = false;
  #failure: Error | undefined;

  constructor(webhook: LeasedWebhook, options: LaneOptions) {
    this.#webhook = webhook;
    this.#options = options;
  }

  /** Resolves when nothing more is due, or it is the turn of others. */
  async run(): Promise<void> {
    const { store, lease, log } = this.#options;
    const endsAt = performance.now() + turnMilliseconds;
    try {
      while (!this.#isEnding() && performance.now() < endsAt) {
        const due = await dueDeliveries(store.reader, { webhookId: this.#webhook.id, limit: readTogether });
        if (due.length === 0) break;
        await this.#deliverAll(due, endsAt);
        await this.#settled();
      }
      await this.#settled();
    } catch (error) {
      log.warn({ err: error, webhook: this.#webhook.id }, "delivering events failed; it is tried again");
    }
    await store
      .write(releaseWebhook, { webhookId: this.#webhook.id, lease })
      // The lease ends by itself.
      .catch(() => undefined);
  }

  #isEnding(): boolean {
    return this.#isOver || this.#options.ending.aborted;
  }

  async #deliverAll(due: readonly DueDelivery[], endsAt: number): Promise<void> {
    for (const delivery of due) {
      if (this.#isEnding() || performance.now() >= endsAt || !(await this.#maySend(delivery))) return;
      await this.#deliver(delivery);
      if (this.#unsettled.length >= mostUnsettled) await this.#settled();
    }
  }

  async #maySend({ id: deliveryId }: DueDelivery): Promise<boolean> {
    const { store, lease } = this.#options;
    this.#isOver ||= !(await maySendTo(store.reader, { webhookId: this.#webhook.id, lease, deliveryId }));
    return !this.#isOver;
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const { url, secrets } = this.#webhook;
    const { agents, stopping, now } = this.#options;
    const { eventId, sequence, body } = delivery;
    const timestamp = Math.floor(now() / 1000);
    const outcome = await sendEvent(
      { url, eventId, sequence, body, secrets, timestamp },
      { agents, signal: stopping },
    ).catch((reason: unknown) => {
      if (stopping.aborted) return undefined;
      throw reason;
    });
    // It was broken off because the process stops: another one sends it, and no attempt is counted.
    if (outcome === undefined) return;
    this.#unsettled.push(settledAttempt(delivery, outcome, now()));
    this.#settling ??= this.#settle();
    // A failure is noted before anything else is sent: it may say that nothing else is to be sent.
    if (outcome.isDelivered) return;
    await this.#settled();
    if (outcome.status === gone) await this.#switchOff("gone");
    else if (pauseOf(outcome, now()) > 0 || outcome.failure === "timeout") this.#isOver = true;
  }

  /** @throws what kept an attempt from being noted */
  async #settled(): Promise<void> {
    while (this.#settling !== undefined) await this.#settling;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #settle(): Promise<void> {
    const { store, lease } = this.#options;
    try {
      while (this.#unsettled.length > 0) {
        const attempts = this.#unsettled;
        const webhookId = this.#webhook.id;
        this.#unsettled = [];
        const { isHeld, isHopeless } = await store.writeSteps(
          () => settleAttempts({ webhookId, lease, attempts }),
          `deliveries of webhook ${webhookId}`,
        );
        if (!isHeld) this.#isOver = true;
        if (isHopeless) await this.#switchOff("failing");
      }
    } catch (error) {
      // No one waits for it at the moment; without a note of it, it would be an unhandled rejection.
      this.#isOver = true;
      this.#failure =
        error instanceof Error ? error : new Error("an attempt was not noted", { cause: error });
    } finally {
      this.#settling = undefined;
    }
  }

  async #switchOff(reason: "gone" | "failing"): Promise<void> {
    const { store, log } = this.#options;
    this.#isOver = true;
    await store.write(switchOff, { webhookId: this.#webhook.id, reason });
    log.info({ webhook: this.#webhook.id, reason }, "webhook switched off");
  }
}

/** The receiver says that it wants no more events (RFC 9110, section 15.5.11). */
const gone = 410;

/** With these two, `Retry-After` is about the receiver and not about one event (RFC 6585, section 4, and RFC 9110, section 15.6.4). */
const pausing: ReadonlySet<number> = new Set([429, 503]);

function pauseOf({ status, retryAfter }: AttemptOutcome, now: number): number {
  return pausing.has(status) ? askedWait(retryAfter, now) : 0;
}

function settledAttempt(
  { id, attempts, action }: DueDelivery,
  outcome: AttemptOutcome,
  now: number,
): SettledAttempt {
  const { isDelivered, status, failure, milliseconds, response, retryAfter } = outcome;
  const isRepeated = !isDelivered && status !== gone && action !== "webhook.test";
  const wait = askedWait(retryAfter, now);
  return {
    deliveryId: id,
    attempts,
    isDelivered,
    status,
    failure,
    milliseconds,
    response,
    retryIn: isRepeated ? retryDelay({ attempts, wait, random: Math.random() }) : undefined,
    pause: pauseOf(outcome, now),
  };
}
