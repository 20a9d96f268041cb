import { PlatformError, type ErrorType } from "../errors.ts";

/** Why an operation refused a request. What it counted stays. */
export interface Refusal {
  readonly refused: ErrorType;
  readonly retryAfterSeconds?: number;
}

export function isRefusal(outcome: object): outcome is Refusal {
  return "refused" in outcome;
}

/** @returns the outcome of an operation. @throws `PlatformError` when it refused */
export function accepted<Outcome extends object>(outcome: Outcome | Refusal): Outcome {
  if (!isRefusal(outcome)) return outcome;
  const { refused, retryAfterSeconds } = outcome;
  throw new PlatformError(refused, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}
