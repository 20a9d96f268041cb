import { retryWhileUnavailable } from "@survey-open-platform/database";
import type { Logger } from "@survey-open-platform/service";
import { exportRenewalMilliseconds } from "@survey-open-platform/surveys";
import { announceExport } from "../../store/mail/survey-end-notices.ts";
import type { WatchKey } from "../../store/mail/survey-watch-table.ts";
import type { Store } from "../../store/store.ts";

/** An export that is written in the background. */
export interface ExportJob {
  /** Of `survey_exports`. */
  readonly id: string;
  readonly write: () => AsyncGenerator<Uint8Array>;
  /** Who asked for it, and of which survey; without it no mail is written. */
  readonly askedBy?: WatchKey;
}

/** Bytes of a part: small enough that its commit delays no other one for long. */
const partBytes = 256 * 1024;

/** Writes exports into the database, one after the other, so that they never take more than a part of one core. */
export class ExportJobs {
  readonly #store: Store;
  readonly #log: Pick<Logger, "warn">;
  /** Ids of those in work and those that wait for their turn. */
  readonly #unfinished = new Set<string>();
  #last: Promise<void> = Promise.resolve();
  #renewal: NodeJS.Timeout | undefined;

  constructor(store: Store, log: Pick<Logger, "warn">) {
    this.#store = store;
    this.#log = log;
  }

  /** Puts a job at the end. It never fails: what goes wrong is the state of the export. */
  add(job: ExportJob): void {
    this.#unfinished.add(job.id);
    this.#renewal ??= setInterval(() => void this.renew(), exportRenewalMilliseconds).unref();
    this.#last = this.#last.then(() => this.#run(job)).finally(() => this.#finish(job));
  }

  /** Says of every unfinished export that this process is still there. */
  async renew(): Promise<void> {
    // A database that is away is asked again in some seconds.
    await this.#store.surveys.renewExports([...this.#unfinished]).catch(() => undefined);
  }

  /** The export is there, whether or not its mail can be written. */
  async #announce(askedBy: WatchKey): Promise<void> {
    await this.#store
      .write(announceExport, askedBy)
      .catch((error: unknown) => this.#log.warn({ err: error }, "the mail about an export was not written"));
  }

  #finish({ id }: ExportJob): void {
    this.#unfinished.delete(id);
    if (this.#unfinished.size > 0) return;
    clearInterval(this.#renewal);
    this.#renewal = undefined;
  }

  /** Resolves when every job so far has ended. */
  idle(): Promise<void> {
    return this.#last;
  }

  /** What it writes can be repeated: a part is added once, however often it is sent. */
  async #run({ id, write, askedBy }: ExportJob): Promise<void> {
    const { surveys } = this.#store;
    try {
      let part = 0;
      for await (const content of inParts(write())) {
        part += 1;
        const next = { id, part, content };
        // The survey, or the export, was deleted.
        if (!(await retryWhileUnavailable(() => surveys.addExportPart(next)))) return;
      }
      await retryWhileUnavailable(() => surveys.endExport({ id, state: "ready" }));
      if (askedBy !== undefined) await this.#announce(askedBy);
    } catch (error) {
      this.#log.warn({ err: error, export_id: id }, "writing an export failed");
      // Without a database it stays in work, and counts as failed some seconds later.
      await surveys.endExport({ id, state: "failed" }).catch(() => undefined);
    }
  }
}

/** Puts chunks together, so that each part is a row worth writing. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < partBytes) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
