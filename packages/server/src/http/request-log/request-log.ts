import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@survey-open-platform/database";
import type { Logger } from "@survey-open-platform/service";
import { errorKinds } from "../../errors.ts";
import type { CallRecorder } from "../call-recorder.ts";
import { CallBuffer, type BufferedCalls, type BufferedLine } from "./call-buffer.ts";
import {
  databaseNow,
  deleteOldLines,
  insertLines,
  listLines,
  type LineSearch,
  type LoggedApplication,
  type LoggedCall,
  type NewLine,
} from "./request-lines.ts";
import type { RequestLogDatabase } from "./request-log-database.ts";
import type { RequestLogSchema } from "./request-log-schema.ts";
import { addUsage, deleteOldUsage, readUsage, type NewUsage, type Usage } from "./request-usage.ts";

const writeEveryMilliseconds = 1000;
const sweepEveryMilliseconds = 60_000;
/** What the last write may take when the platform stops. */
const lastWriteMilliseconds = 1000;
/** Lines of one transaction: to write them takes about a millisecond, and requests are served in between. */
const linesTogether = 128;
/** On PostgreSQL, where several nodes have one log. */
const sweepLock = "request log sweep";

/** What a request log is made with. */
export interface RequestLogOptions {
  readonly database: RequestLogDatabase;
  /** Finds the ids of applications by their appids; what is not in the result has no application. */
  readonly findApplicationIds: (appids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Lines that are kept of all applications together; 0 to keep none and count nothing. */
  readonly mostLines: number;
  readonly log: Logger;
}

/** How many lines this process has written and dropped. */
export interface RequestLogCounts {
  readonly written: number;
  readonly dropped: number;
}

/** The state of the request log in this process. */
export interface RequestLogState extends RequestLogCounts {
  readonly isOn: boolean;
  /** Whether the last write failed. */
  readonly isFailing: boolean;
}

type ApplicationIds = ReadonlyMap<string, number>;

/**
 * The request log of every application. Calls are noted in memory and written once a second, so that no request
 * waits for the log or fails with it. What there is no room for is dropped and counted.
 */
export class RequestLog {
  readonly #options: RequestLogOptions;
  readonly #buffer = new CallBuffer();
  #written = 0;
  #isFailing = false;
  #timers: readonly NodeJS.Timeout[] = [];
  /** Writes and deletions run one after the other. */
  #running: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  /** Whether calls are logged at all. */
  get isOn(): boolean {
    return this.#options.mostLines > 0;
  }

  readonly record: CallRecorder = (call, outcome) => {
    if (this.isOn) this.#buffer.add(call, outcome);
  };

  get counts(): RequestLogCounts {
    return { written: this.#written, dropped: this.#buffer.droppedLines };
  }

  get state(): RequestLogState {
    return { isOn: this.isOn, isFailing: this.#isFailing, ...this.counts };
  }

  /** Writes and deletes regularly from now on. */
  start(): void {
    if (!this.isOn) return;
    this.#timers = [
      setInterval(() => void this.flush(), writeEveryMilliseconds).unref(),
      setInterval(() => void this.sweep(), sweepEveryMilliseconds).unref(),
    ];
  }

  /** Writes what is noted. Never rejects: what cannot be written is tried again the next time. */
  flush(): Promise<void> {
    return this.#inTurn(() => this.#write(this.#buffer.take()));
  }

  /** Deletes lines and counts that are too old or too many, in short transactions. Never rejects. */
  sweep(): Promise<void> {
    return this.#inTurn(() => this.#deleteOld());
  }

  /** @throws when the log cannot be read right now */
  list(search: LineSearch): Promise<readonly LoggedCall[]> {
    return this.#use(({ reader }) => listLines(reader, search));
  }

  /** @throws when the log cannot be read right now */
  usage(application: LoggedApplication): Promise<Usage> {
    return this.#use(({ reader }) => readUsage(reader, application));
  }

  /** Writes what is noted, and closes. Never rejects, and does not take long. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#isClosing = true;
    const closed = this.flush().then(() => this.#options.database.close());
    await Promise.race([
      closed.catch(() => undefined),
      sleep(lastWriteMilliseconds, undefined, { ref: false }),
    ]);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(work);
    return this.#running;
  }

  async #use<Result>(work: (database: Database<RequestLogSchema>) => Promise<Result>): Promise<Result> {
    const { database } = this.#options;
    try {
      return await work(await database.get());
    } catch (error) {
      await database.noteFailure(error);
      throw error;
    }
  }

  async #write(calls: BufferedCalls): Promise<void> {
    let { tallies, lines } = calls;
    if (tallies.length === 0) return;
    try {
      const ids = await this.#options.findApplicationIds(tallies.map(({ appid }) => appid));
      await this.#writeUsage(calls, ids);
      for (tallies = []; lines.length > 0; lines = lines.slice(linesTogether))
        await this.#writeLines(lines.slice(0, linesTogether), ids);
      this.#noteSuccess();
    } catch (error) {
      this.#buffer.putBack({ tallies, lines });
      this.#noteFailure(error);
    }
  }

  async #writeUsage({ tallies }: BufferedCalls, ids: ApplicationIds): Promise<void> {
    const usages = tallies.flatMap(({ appid, ...counts }): readonly NewUsage[] => {
      const applicationId = ids.get(appid);
      return applicationId === undefined ? [] : [{ applicationId, ...counts }];
    });
    if (usages.length > 0) await this.#use((database) => database.write((t) => addUsage(t, usages)));
  }

  async #writeLines(lines: readonly BufferedLine[], ids: ApplicationIds): Promise<void> {
    const known = lines.filter(({ appid }) => ids.has(appid));
    if (known.length === 0) return;
    await this.#use((database) =>
      database.write(async (t) => {
        const now = await databaseNow(t.kysely);
        await insertLines(
          t,
          known.map((line) => newLine(line, ids.get(line.appid) ?? 0, now)),
        );
      }),
    );
    this.#written += known.length;
  }

  async #deleteOld(): Promise<void> {
    const { mostLines } = this.#options;
    try {
      const locks = { locks: [sweepLock] };
      const step = () =>
        this.#use((database) =>
          database.write(
            async (t) => (await deleteOldLines(t, mostLines)) + (await deleteOldUsage(t)),
            locks,
          ),
        );
      while (!this.#isClosing && (await step()) > 0) await new Promise(setImmediate);
    } catch (error) {
      this.#noteFailure(error);
    }
  }

  /** Said once, and not every second. */
  #noteFailure(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#options.log.warn(
      { err: error },
      "the request log cannot be written; requests are served without it",
    );
  }

  #noteSuccess(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#options.log.info(this.counts, "the request log is written again");
  }
}

function newLine(line: BufferedLine, applicationId: number, now: number): NewLine {
  const { route, error, milliseconds, endedAt, address, requestId } = line;
  return {
    applicationId,
    // Time since the call by the clock of this process, which is never set; the moment by that of the database.
    at: Math.round(now - (performance.now() - endedAt)),
    route,
    errorType: error?.type ?? "",
    message: error === undefined || error.message === errorKinds[error.type].says ? "" : error.message,
    milliseconds: Math.round(milliseconds * 100) / 100,
    address,
    requestId,
  };
}
