import { attemptRenewal } from "../../../../src/team/renewal-attempt.ts";
import type { Clock } from "../../../../src/clock.ts";
import { HubError } from "../../../../src/errors.ts";
import { createSealer } from "@survey-open-platform/service";
import type { MintResult } from "../../../../src/team/token-platform.ts";
import { createTokenRecords, type TokenRecords } from "../../../../src/team/token-records.ts";
import { settle } from "../../../support/test-clock.ts";
import { makeStage, team, testKey, type TestStage } from "../../../support/test-hub.ts";
import { names, type ModelState, type Move } from "./model.ts";

const { appid } = team;
const leaseMilliseconds = 10_000;
const requestDeadline = 1_000;
/** What an attempt waits after a failure of the store. */
const storePauseMilliseconds = 100;

/** A message of the real code that the trace has not let through yet, or whose answer it holds back. */
interface Held {
  readonly apply: () => Promise<void>;
  /** Makes up the answer instead of asking. */
  readonly pretend: (answer: unknown, isError?: boolean) => void;
  readonly deliver: () => void;
}

/** What model and reality have in common. */
export interface Facts {
  readonly version: number;
  readonly epoch: number;
  readonly inDoubt: number | null;
  readonly token: number;
  readonly isLeased: boolean;
  readonly newest: number;
}

/** The same of the model. */
export function factsOf({ store, newest }: ModelState): Facts {
  const { version, epoch, inDoubt, token, lease } = store;
  return { version, epoch, inDoubt, token, isLeased: lease !== "over", newest };
}

/** Goes through traces of the model with the real attempt, store and encryption, message by message. */
export class Replay {
  readonly #stage: TestStage;
  readonly #clock: { now: number };
  readonly #records: TokenRecords;
  readonly #hubs: (Held | undefined)[] = [];
  readonly #orphans: Held[] = [];
  /** Every token that the platform made, the oldest first. */
  readonly #tokens: string[] = [];
  #leaseUntil = 0;

  private constructor(stage: TestStage, clock: { now: number }) {
    this.#stage = stage;
    this.#clock = clock;
    const budget = { perHour: 1_000_000, burst: 1_000_000 };
    const sealer = createSealer([testKey]);
    this.#records = createTokenRecords({ appid, store: stage.store, sealer, leaseMilliseconds, budget });
  }

  /** As the model begins: one good token, of version 1 and epoch 1. */
  static async begin(): Promise<Replay> {
    const clock = { now: 1_000_000 };
    const replay = new Replay(await makeStage({ clock: () => clock.now }), clock);
    const records = replay.#records;
    await records.read();
    await records.acquire(0);
    await records.mark(1);
    await records.store(1, { accessToken: replay.#mint(), expiresInSeconds: 7_200 });
    return replay;
  }

  /** Makes a move. @returns where the real store and platform are then */
  async make({ label, next }: Move): Promise<Facts> {
    await this.#act(label, next);
    await settle();
    const record = await this.#records.read();
    const { version, epoch, inDoubt, leaseLeftMilliseconds } = record;
    const token = this.#tokens.indexOf(this.#records.open(record)) + 1;
    return {
      version,
      epoch,
      inDoubt,
      token,
      isLeased: leaseLeftMilliseconds > 0,
      newest: this.#tokens.length,
    };
  }

  async #act(label: string, next: ModelState): Promise<void> {
    for (const [pattern, act] of this.#acts(next)) {
      const match = pattern.exec(label);
      if (match === null) continue;
      await act(names.indexOf(match[1] ?? ""));
      return;
    }
    throw new Error(`The replay does not know what to do for: ${label}`);
  }

  #acts(next: ModelState): readonly (readonly [RegExp, (hub: number) => void | Promise<void>])[] {
    return [
      [/^([ABC]) begins$/, (hub) => this.#start(hub, next.hubs[hub]?.wants ?? 0)],
      [/^([ABC]) dies$/, (hub) => this.#kill(hub, next)],
      [/^([ABC]) hears /, (hub) => this.#at(hub).deliver()],
      [/^([ABC]) (?:gives up|times out)$/, (hub) => this.#answerNow(hub, lost)],
      [/^([ABC]) has waited out$/, (hub) => this.#at(hub).deliver()],
      [/^store does ([ABC])'s \w+$/, (hub) => this.#at(hub).apply()],
      [/^store loses ([ABC])'s \w+$/, (hub) => this.#at(hub).pretend(new Error("away"), true)],
      [/^store does ([ABC])'s \w+ and its answer is lost$/, (hub) => this.#applyAndLose(hub)],
      [/^store does an orphan /, () => this.#orphans.shift()?.apply()],
      [/^an orphan .* is lost$/, () => void this.#orphans.shift()],
      [/^platform mints for ([ABC])$/, (hub) => this.#mintFor(hub, next)],
      [/^platform mints for ([ABC]) and its answer is lost$/, (hub) => this.#mintAndLose(hub)],
      [/^platform mints for an orphan/, () => void this.#mint()],
      [/^platform never gets /, () => undefined],
      [/^platform refuses ([ABC])$/, (hub) => this.#at(hub).pretend(declined)],
      [/^lease runs short$/, () => this.#setClock(this.#leaseUntil - requestDeadline / 2)],
      [/^lease runs out$/, () => this.#setClock(this.#leaseUntil)],
    ];
  }

  /** Never ends when its hub crashes; then it is not awaited either. */
  #start(hub: number, newerThan: number): void {
    const clock: Clock = {
      now: () => this.#clock.now,
      sleep: (milliseconds) => this.#sleep(hub, milliseconds),
    };
    const platform = {
      mint: () => this.#hold<MintResult>(hub, () => Promise.reject(new Error("the trace decides"))),
      probe: () => Promise.reject(new Error("an attempt does not probe")),
    };
    const limits = { requestDeadline, leaseMilliseconds };
    const parts = { records: this.#held(hub), platform, clock, limits, beforeMint: async () => undefined };
    void attemptRenewal(parts, newerThan);
  }

  /** The store's verbs, each held until the trace lets it through. */
  #held(hub: number): TokenRecords {
    const real = this.#records;
    return {
      read: () => this.#hold(hub, () => real.read()),
      acquire: (epoch) =>
        this.#hold(hub, async () => {
          const answer = await real.acquire(epoch);
          if (answer.outcome === "acquired") this.#leaseUntil = this.#clock.now + leaseMilliseconds;
          return answer;
        }),
      mark: (epoch) => this.#hold(hub, () => real.mark(epoch)),
      store: (epoch, token) => this.#hold(hub, () => real.store(epoch, token)),
      releaseLease: (epoch, keepMarker) => this.#hold(hub, () => real.releaseLease(epoch, keepMarker)),
      open: (record) => real.open(record),
    };
  }

  #hold<Answer>(hub: number, ask: () => Promise<Answer>): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    let deliver: () => void = nothingYet;
    this.#hubs[hub] = {
      async apply() {
        const answer = await ask();
        deliver = () => resolve(answer);
      },
      pretend(answer, isError = false) {
        // The trace makes up what the message's own answer could be.
        deliver = () => (isError ? reject(answer) : resolve(answer as Answer));
      },
      deliver: () => deliver(),
    };
    return promise;
  }

  /** Waiting out is held; the short pause after a failure of the store is not part of the model. */
  #sleep(hub: number, milliseconds: number): Promise<void> {
    if (milliseconds === storePauseMilliseconds) return Promise.resolve();
    const held = this.#hold<void>(hub, async () => undefined);
    this.#at(hub).pretend(undefined);
    return held;
  }

  #kill(hub: number, next: ModelState): void {
    const held = this.#at(hub);
    // Only what was still on its way to the store is left of it.
    if (next.orphans.length > this.#orphans.length) this.#orphans.push(held);
    this.#hubs[hub] = undefined;
  }

  #mintFor(hub: number, next: ModelState): void {
    const accessToken = this.#mint();
    // The request of a hub that has given up already takes effect without anybody listening.
    if (next.hubs[hub]?.attempt?.waiting.for === "answer")
      this.#at(hub).pretend({ outcome: "minted", accessToken, expiresInSeconds: 7_200 });
  }

  #mintAndLose(hub: number): void {
    this.#mint();
    this.#at(hub).pretend(lost);
  }

  async #applyAndLose(hub: number): Promise<void> {
    await this.#at(hub).apply();
    this.#at(hub).pretend(new Error("away"), true);
  }

  #answerNow(hub: number, answer: MintResult): void {
    this.#at(hub).pretend(answer);
    this.#at(hub).deliver();
  }

  #mint(): string {
    const token = this.#stage.platform.mintElsewhere();
    this.#tokens.push(token);
    return token;
  }

  #setClock(now: number): void {
    this.#clock.now = Math.max(this.#clock.now, now);
  }

  #at(hub: number): Held {
    const held = this.#hubs[hub];
    if (held === undefined) throw new Error("The hub waits for nothing");
    return held;
  }
}

function nothingYet(): never {
  throw new Error("There is no answer to deliver yet");
}

const lost: MintResult = { outcome: "lost", error: new HubError("upstream_unavailable") };
const declined: MintResult = { outcome: "declined", error: new HubError("request_rate_limited") };
