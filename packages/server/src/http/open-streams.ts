import { PlatformError } from "../errors.ts";

/** So many streamed responses may a caller have open at once. */
const mostOpen = 4;
const retryAfterSeconds = 5;

/** Counts the streamed responses of each caller, since each keeps a part of a core busy for as long as it takes. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /** @returns what ends the count of the one that begins. @throws `PlatformError` `request_rate_limited` when there are too many */
  begin(caller: string): () => void {
    const open = this.#open.get(caller) ?? 0;
    if (open >= mostOpen)
      throw new PlatformError("request_rate_limited", {
        message: `There are ${mostOpen} responses of this kind under way already.`,
        retryAfterSeconds,
      });
    this.#open.set(caller, open + 1);
    return () => this.#end(caller);
  }

  #end(caller: string): void {
    const open = (this.#open.get(caller) ?? 1) - 1;
    if (open === 0) this.#open.delete(caller);
    else this.#open.set(caller, open);
  }
}
