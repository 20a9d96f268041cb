import { setTimeout as sleep } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { messageOf } from "./error-message.ts";
import { noPrimary, Primary } from "./postgres-primary.ts";
import { nameOfServer, type ServerState } from "./postgres-state.ts";
import { ServerProbe, type Answer } from "./server-probe.ts";

/** Time limit of one server's response: after it, the server counts as unreachable. */
const responseMilliseconds = 2000;
/** A search ends after this time, with the responses so far. */
const searchMilliseconds = 1000;
/** How often the other servers are asked whether one of them was promoted. */
const watchMilliseconds = 500;
/**
 * Results count without another question for so long after the last question that a server responded to. The interval and the time
 * limit together stay below it, so that a server that falls silent holds up nothing.
 */
const trustMilliseconds = watchMilliseconds + responseMilliseconds + 250;
/** A promoted server is not used for this time: longer than any process trusts the one before. */
const graceMilliseconds = trustMilliseconds + 250;
/** A result whose confirmation takes longer does not count. */
const confirmMilliseconds = 500;
/** After a search without success the next one waits this long. */
const pauseMilliseconds = 250;

type WritableAnswer = Extract<Answer, { readonly state: ServerState }>;

/**
 * Knows which of several servers accepts writes, and finds it again after a failover.
 *
 * A server that was replaced may live on and accept connections: it does not know which tokens were revoked since.
 * Each promotion increases the timeline of a cluster, so a server with a lower one is never used again.
 *
 * No process uses a new primary while another one uses the old primary. A result counts only when every other
 * server has answered a question that was asked at most {@link trustMilliseconds} before it arrived, and none of them
 * was promoted; and a promoted server is not used for the longer time {@link graceMilliseconds}. That holds also for
 * a process that is stopped at any moment: what it finds when it goes on is too old. Of a server that does not
 * respond in time nothing is known, so it does not count.
 *
 * These times are the same for all processes of a database, whatever their other time limits.
 */
export class PrimaryFinder {
  readonly #probes: readonly ServerProbe[];
  /** When the last question was asked that a server responded to, or when it did not respond in time. */
  readonly #heardAt = new Map<ServerProbe, number>();
  #current: Primary | undefined;
  #isInDoubt = false;
  /** The highest timeline seen. */
  #timeline = 0;
  #search: Promise<Primary> | undefined;
  #failure: { readonly reason: unknown; readonly at: number } | undefined;
  #round: Promise<void> | undefined;
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(servers: readonly [ClientConfig, ...ClientConfig[]]) {
    this.#probes =
      servers.length === 1 ? [] : servers.map((server) => new ServerProbe(server, responseMilliseconds));
    // The state of a single server is checked on each new connection.
    if (servers.length === 1) this.#current = this.#primary(servers[0], 0, 0);
  }

  /** @throws `DatabaseUnavailableError` when no server accepts writes */
  async find(): Promise<Primary> {
    if (this.#current !== undefined && !this.#isInDoubt) return this.#current;
    const { at = -Infinity, reason } = this.#failure ?? {};
    if (performance.now() - at < pauseMilliseconds) throw reason;
    this.#search ??= this.#searchOnce();
    return await this.#search;
  }

  /** A connection to a primary could not be made or failed: before the next one, all servers are asked. */
  doubt(primary: Primary): void {
    if (this.#probes.length > 0 && primary === this.#current) this.#isInDoubt = true;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    for (const probe of this.#probes) probe.close();
  }

  async #searchOnce(): Promise<Primary> {
    try {
      const primary = this.#choose(await this.#askAll());
      this.#failure = undefined;
      return primary;
    } catch (reason) {
      this.#failure = { reason, at: performance.now() };
      throw reason;
    } finally {
      this.#search = undefined;
    }
  }

  /** Waits for all answers, or for one that no other could outdo. */
  #askAll(): Promise<readonly Answer[]> {
    return new Promise((resolve) => {
      const answers: Answer[] = [];
      const late = setTimeout(() => resolve([...answers]), searchMilliseconds);
      const askOne = async (probe: ServerProbe) => {
        const answer = await this.#ask(probe);
        answers.push(answer);
        if (answers.length < this.#probes.length && !this.#isKnownOrNewer(answer)) return;
        clearTimeout(late);
        resolve(answers);
      };
      for (const probe of this.#probes) void askOne(probe);
    });
  }

  /** Judges a response as it arrives: after a promotion is known, no result of the old primary counts. Never rejects. */
  async #ask(probe: ServerProbe): Promise<Answer> {
    const answer = await probe.ask();
    if (isWritable(answer) && this.#timeline > 0 && answer.state.timeline > this.#timeline)
      this.#adopt(answer, graceMilliseconds);
    this.#heardAt.set(probe, "state" in answer ? answer.askedAt : answer.arrivedAt);
    this.#renewTrust();
    return answer;
  }

  #isKnownOrNewer(answer: Answer): boolean {
    return isWritable(answer) && this.#timeline > 0 && answer.state.timeline >= this.#timeline;
  }

  #choose(answers: readonly Answer[]): Primary {
    const writable = answers.filter(isWritable).filter(({ state }) => state.timeline >= this.#timeline);
    const newest = Math.max(...writable.map(({ state }) => state.timeline));
    const candidates = writable.filter(({ state }) => state.timeline === newest);
    const isCurrent = ({ probe }: Answer) => probe.server === this.#current?.server;
    const chosen = candidates.find(isCurrent) ?? candidates[0];
    if (chosen === undefined) throw noPrimary(this.#describeAll(answers));
    // At the start: when all others are standbys, no process can still be using one of them.
    const isAlone = answers.filter(isStandby).length === this.#probes.length - 1;
    return this.#adopt(chosen, this.#timeline > 0 || isAlone ? 0 : graceMilliseconds);
  }

  #adopt({ probe, state, arrivedAt }: WritableAnswer, grace: number): Primary {
    this.#isInDoubt = false;
    const known = this.#current;
    if (known?.server === probe.server && known.timeline === state.timeline) return known;
    this.#timeline = state.timeline;
    this.#current = this.#primary(probe.server, state.timeline, arrivedAt + grace);
    known?.replace();
    this.#renewTrust();
    if (!this.#isClosed) this.#watch ??= setInterval(() => void this.#askOthers(), watchMilliseconds).unref();
    return this.#current;
  }

  #primary(server: ClientConfig, timeline: number, usableFrom: number): Primary {
    const isFirst = this.#current === undefined;
    const confirm = (primary: Primary) => this.#confirm(primary);
    return new Primary({ server, timeline, usableFrom, isFirst, confirm });
  }

  get #others(): readonly ServerProbe[] {
    return this.#probes.filter(({ server }) => server !== this.#current?.server);
  }

  #renewTrust(): void {
    const heard = this.#others.map((probe) => this.#heardAt.get(probe) ?? -Infinity);
    this.#current?.trustUntil(Math.min(...heard) + trustMilliseconds);
  }

  async #askOthers(): Promise<void> {
    await Promise.all(this.#others.map((probe) => this.#ask(probe)));
  }

  /** Asks until a question counts that was asked late enough. The one that is on its way may be from before a stop. */
  async #confirm(primary: Primary): Promise<void> {
    const arrivedAt = performance.now();
    while (!primary.isReplaced && !primary.isTrustedAt(arrivedAt)) {
      this.#round ??= this.#askOthers().finally(() => (this.#round = undefined));
      const left = arrivedAt + confirmMilliseconds - performance.now();
      if (!(await endsWithin(left, this.#round))) throw noPrimary("another server may have been promoted");
    }
  }

  #describeAll(answers: readonly Answer[]): string {
    return this.#probes
      .map((probe) => {
        const answer = answers.find((given) => given.probe === probe);
        return `${nameOfServer(probe.server)} ${this.#describe(answer)}`;
      })
      .join("; ");
  }

  #describe(answer: Answer | undefined): string {
    if (answer === undefined) return `has not answered within ${searchMilliseconds} ms`;
    if (!("state" in answer)) return `failed: ${messageOf(answer.reason)}`;
    if (!answer.state.isWritable) return "is a standby or read-only";
    return `was replaced: it has timeline ${answer.state.timeline}, and ${this.#timeline} exists`;
  }
}

function isWritable(answer: Answer): answer is WritableAnswer {
  return "state" in answer && answer.state.isWritable;
}

/** Unlike one that is only read-only, a standby was restarted as such and has no connections from before. */
function isStandby(answer: Answer): boolean {
  return "state" in answer && answer.state.timeline === 0;
}

async function endsWithin(milliseconds: number, work: Promise<void>): Promise<boolean> {
  const ended = new AbortController();
  try {
    const late = sleep(milliseconds, false, { signal: ended.signal });
    return await Promise.race([work.then(() => true), late]);
  } finally {
    ended.abort();
  }
}
