import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** How long a session lasts. */
export const sessionSeconds = 12 * 3600;
const mostSessions = 1_000;

/**
 * Who is signed in to the status page of this process. Names of sessions are kept as hashes, so that a dump of the
 * memory opens nothing, and are gone with the process.
 */
export class StatusSessions {
  readonly #now: () => number;
  readonly #endsAt = new Map<string, number>();

  /** @param now milliseconds on a clock that only moves forward */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns the new session's name, for the cookie */
  begin(): string {
    // The oldest one first: a map keeps its order.
    for (const [hash, endsAt] of this.#endsAt)
      if (endsAt <= this.#now() || this.#endsAt.size >= mostSessions) this.#endsAt.delete(hash);
    const name = randomBytes(24).toString("base64url");
    this.#endsAt.set(hashOf(name), this.#now() + sessionSeconds * 1000);
    return name;
  }

  isAlive(name: string | undefined): name is string {
    return name !== undefined && (this.#endsAt.get(hashOf(name)) ?? 0) > this.#now();
  }

  end(name: string): void {
    this.#endsAt.delete(hashOf(name));
  }
}

/** Whether two texts are the same, in a time that tells nothing about either. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(
    createHash("sha256").update(one).digest(),
    createHash("sha256").update(other).digest(),
  );
}

function hashOf(name: string): string {
  return createHash("sha256").update(name).digest("base64url");
}
