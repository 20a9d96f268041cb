/** A fault cut a call off before its response: it may have taken effect or not. */
export class CutOffError extends Error {
  override readonly name = "CutOffError";
}

/** Whether a call failed without a response; a refusal would be a bug of the platform. */
export function isCutOff(reason: unknown): boolean {
  return reason instanceof CutOffError || (reason instanceof TypeError && reason.message === "fetch failed");
}
