import { setImmediate as otherWork } from "node:timers/promises";

/** Work on something that a caller sent, in pieces of bounded size: each `yield` ends one. */
export type InTurns<Result> = Generator<undefined, Result, undefined>;

/** Does all of it in one turn of the event loop, for what is known to be small. */
export function atOnce<Result>(work: InTurns<Result>): Result {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}

/** Does it piece by piece, with the other work of the process between them: no caller holds up all others. */
export async function inTurns<Result>(work: InTurns<Result>): Promise<Result> {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
    await otherWork();
  }
}
