import { hash } from "node:crypto";
import { PlatformError } from "../errors.ts";
import { RememberedBudgets } from "./remembered-budgets.ts";

/** A program that looks for something new every second is never refused. */
export const emptyPageBudget = { perMinute: 60, burst: 60 } as const;

/**
 * Limits how often a caller gets the same page of a list while it is empty. A program that does not end where the list ends would
 * ask for ever, as fast as it can. Pages with entries are not counted, so reading a list costs no more than before.
 */
export class EmptyPages {
  readonly #budgets = new RememberedBudgets(emptyPageBudget);

  /** Counts an empty page. @param page names caller and page @returns why it is not sent; undefined when it is */
  refusalFor(page: string): PlatformError | undefined {
    // Parameters may be long, and 10,000 are remembered.
    const milliseconds = this.#budgets.take(hash("sha256", page, "base64"));
    if (milliseconds === 0) return undefined;
    return new PlatformError("request_rate_limited", {
      message: "The same empty page was asked for again and again: a list ends with its first empty page.",
      retryAfterSeconds: Math.ceil(milliseconds / 1000),
    });
  }
}
