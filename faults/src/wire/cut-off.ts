/** A fault came between a call and its answer: it may have been done or not. */
export class CutOffError extends Error {
  override readonly name = "CutOffError";
}

/** Whether a call failed for want of an answer; an answer that says no would be a mistake of the platform. */
export function isCutOff(reason: unknown): boolean {
  return reason instanceof CutOffError || (reason instanceof TypeError && reason.message === "fetch failed");
}
