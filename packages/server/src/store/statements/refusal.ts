import type { Quota } from "../../model/quota.ts";
import { PlatformError, type ErrorType } from "../../errors.ts";

/** Why an operation refused a request. What it counted stays. */
export interface Refusal {
  readonly refused: ErrorType;
  readonly retryAfterSeconds?: number;
  /** Of the application's token requests, when they were the problem. */
  readonly quota?: Quota;
}

export function isRefusal(outcome: object): outcome is Refusal {
  return "refused" in outcome;
}

/** @returns the outcome of an operation. @throws `PlatformError` when it refused */
export function accepted<Outcome extends object>(outcome: Outcome | Refusal): Outcome {
  if (!isRefusal(outcome)) return outcome;
  const { refused, ...hints } = outcome;
  throw new PlatformError(refused, hints);
}
