import { randomUUID } from "node:crypto";
import type { Logger } from "@survey-open-platform/service";
import type { OpenedReceivers } from "../model/opened-receivers.ts";
import type { Store } from "../store/store.ts";
import {
  type DueWebhook,
  type LeasedWebhook,
  dueWebhooks,
  leaseWebhooks,
} from "../store/webhooks/webhook-delivery.ts";
import { OutboxLoop } from "../outgoing/outbox-loop.ts";
import { DeliveryLane } from "./delivery-lane.ts";
import {
  type GuardedAgents,
  guardedAgents,
  type ResolveAll,
  resolveAll,
} from "../outgoing/guarded-agents.ts";

/** Webhooks that a process delivers to at the same time, in all. */
const mostLanes = 64;
/** Of them, those of one receiver: one that is slow leaves room for the others. */
const mostPerReceiver = 8;
/** Of them, those whose last attempt failed: receivers that are down leave room for the others. */
const mostFailing = 16;
/** How often the outbox is read while nothing is due. */
const pollMilliseconds = 250;

/** What delivers events needs. */
export interface DelivererOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly opened: OpenedReceivers;
  /** Default: as the system resolves names. */
  readonly resolve?: ResolveAll;
  /** ms UTC. Default: the clock of the machine. */
  readonly now?: () => number;
}

/** Delivers the events of the outbox; every process of a platform has one. */
export class WebhookDeliverer {
  readonly #options: DelivererOptions;
  readonly #agents: GuardedAgents;
  readonly #lease = randomUUID();
  readonly #lanes = new Map<number, { readonly webhook: LeasedWebhook; readonly ended: Promise<void> }>();
  readonly #loop: OutboxLoop;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#agents = guardedAgents({ opened: options.opened, resolve: options.resolve ?? resolveAll });
    this.#loop = new OutboxLoop({
      take: () => this.#startLanes(),
      sending: () => [...this.#lanes.values()].map(({ ended }) => ended),
      onFailure: (error) =>
        options.log.debug({ err: error }, "the outbox could not be read; it is tried again"),
      pollMilliseconds,
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    this.#agents.close();
  }

  /** Delivers all that is due now, and resolves when nothing is. */
  deliverDue(): Promise<void> {
    return this.#loop.sendDue();
  }

  /** @returns how many were started */
  async #startLanes(): Promise<number> {
    if (this.#loop.ending.aborted) return 0;
    const { store } = this.#options;
    const limit = mostLanes - this.#lanes.size;
    if (limit === 0) return 0;
    const ids = this.#withinBounds(await dueWebhooks(store.reader, { limit, perReceiver: mostPerReceiver }));
    // Most of the time nothing is due: then nothing is written.
    const leased =
      ids.length === 0
        ? []
        : await store.write(leaseWebhooks, { lease: this.#lease, ids, engine: store.engine });
    for (const webhook of leased) this.#startLane(webhook);
    return leased.length;
  }

  #startLane(webhook: LeasedWebhook): void {
    const { store, log, now = Date.now } = this.#options;
    const [ending, stopping] = [this.#loop.ending, this.#loop.stopping];
    const lane = new DeliveryLane(webhook, {
      store,
      log,
      now,
      agents: this.#agents,
      lease: this.#lease,
      ending,
      stopping,
    });
    const ended = lane.run().finally(() => {
      this.#lanes.delete(webhook.id);
      this.#loop.wake();
    });
    this.#lanes.set(webhook.id, { webhook, ended });
  }

  /** Of the webhooks for which events are due, those that the bounds leave room for. */
  #withinBounds(due: readonly DueWebhook[]): readonly number[] {
    const taken = [...this.#lanes.values()].map(({ webhook }): DueWebhook => webhook);
    const ids: number[] = [];
    for (const webhook of due) {
      const { receiver, isFailing } = webhook;
      if (taken.filter((one) => one.receiver === receiver).length >= mostPerReceiver) continue;
      if (isFailing && taken.filter((one) => one.isFailing).length >= mostFailing) continue;
      taken.push(webhook);
      ids.push(webhook.id);
    }
    return ids;
  }
}
