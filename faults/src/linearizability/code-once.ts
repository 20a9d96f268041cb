import type { Model, Operation } from "./operation.ts";

/** Whether an exchange of a code gave tokens. */
export interface ExchangeOutput {
  readonly exchanged: boolean;
}

/** One attempt to exchange a certain code. */
export type ExchangeOperation = Operation<"exchange", ExchangeOutput>;

/** A code that gives tokens once, and is refused from then on and not before. */
export const codeOnce: Model<"exchange", ExchangeOutput> = {
  initial: "unused",
  apply(state, _input, output) {
    if (output === undefined) return "used";
    return output.exchanged === (state === "unused") ? "used" : undefined;
  },
  isReading: (_input, { exchanged }) => !exchanged,
};
