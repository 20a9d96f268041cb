import type { Model, Operation } from "../../src/linearizability/operation.ts";

/**
 * Whether any order of the operations explains a history, by trying all of them. Slow and plain: what the search is
 * held against.
 */
export function isExplained<Input, Output>(
  history: readonly Operation<Input, Output>[],
  model: Model<Input, Output>,
  state: string = model.initial,
): boolean {
  if (history.every(({ output }) => output === undefined)) return true;
  return history.some((next) => {
    const others = history.filter((other) => other !== next);
    // Something that had returned before this one was called comes before it.
    if (others.some(({ returnedAt }) => returnedAt < next.calledAt)) return false;
    const after = model.apply(state, next.input, next.output);
    return after !== undefined && isExplained(others, model, after);
  });
}
