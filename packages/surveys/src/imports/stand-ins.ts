import { endOfSurvey } from "./neutral-survey.ts";

/** Where a jump to a question leads that is left out: to the next one that is there, as if it was passed. */
export class StandIns {
  readonly #waiting = new Set<string>();
  readonly #found = new Map<string, string>();

  /** Notes the next question of a file, and whether it is there. */
  pass(name: string, isThere: boolean): void {
    if (!isThere) {
      this.#waiting.add(name);
      return;
    }
    for (const leftOut of this.#waiting) this.#found.set(leftOut, name);
    this.#waiting.clear();
  }

  /** What a name stands for, once all questions were passed. */
  of(name: string): string {
    return this.#waiting.has(name) ? endOfSurvey : (this.#found.get(name) ?? name);
  }
}
