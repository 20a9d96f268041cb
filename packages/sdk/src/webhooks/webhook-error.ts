/**
 * Why a request is not an event of the platform: a header is missing or malformed, the body is no event or too long, the time is
 * more than five minutes away, no signature fits, or it came before.
 */
export type WebhookProblem = "headers" | "body" | "too_large" | "timestamp" | "signature" | "replayed";

/** A request that is not, or not any more, an event of the platform. Respond with 400 and do nothing else. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem) {
    super(`The request is not an event of the platform (${problem})`);
    this.problem = problem;
  }
}
