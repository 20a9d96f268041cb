import { PlatformError, type ErrorType } from "../errors.ts";

/** A verb's answer when it did nothing for the caller; what it counted meanwhile is kept. */
export interface Refusal {
  readonly refused: ErrorType;
  readonly retryAfterSeconds?: number;
}

/** Whether a verb refused. */
export function isRefusal(outcome: object): outcome is Refusal {
  return "refused" in outcome;
}

/** Hands on what a verb gave. @throws `PlatformError` when it refused. */
export function accepted<Outcome extends object>(outcome: Outcome | Refusal): Outcome {
  if (!isRefusal(outcome)) return outcome;
  const { refused, retryAfterSeconds } = outcome;
  throw new PlatformError(refused, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}
