import type { SourcedToken } from "./token-source.ts";

/** Who is notified of every new token of a source. */
export class TokenListeners {
  readonly #listeners = new Set<(token: SourcedToken) => void>();

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** @returns how to stop; one listener may be added several times */
  add(listener: (token: SourcedToken) => void): () => void {
    const added = (token: SourcedToken): void => listener(token);
    this.#listeners.add(added);
    return () => void this.#listeners.delete(added);
  }

  notify(token: SourcedToken): void {
    for (const listener of this.#listeners) listener(token);
  }
}
