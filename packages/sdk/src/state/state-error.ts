/**
 * Why a state was refused: not of our making (`forged`, also when it was changed), too old, used before, or of
 * another browser's sign-in (`other_browser`, also when the cookie is missing).
 */
export type StateProblem = "forged" | "expired" | "used" | "other_browser";

/** A state that came back to the callback and was refused. Carries nothing of the state itself. */
export class StateError extends Error {
  override readonly name = "StateError";
  readonly problem: StateProblem;
  /** Where the sign-in was to lead; only known when it was used before and is of this browser. */
  readonly returnPath: string | undefined;

  constructor(problem: StateProblem, returnPath?: string) {
    super(`The state of the sign-in was refused (${problem})`);
    this.problem = problem;
    this.returnPath = returnPath;
  }
}
