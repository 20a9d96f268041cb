import type { Model, Operation } from "./operation.ts";

/** The result of an exchange: whether it gave tokens. */
export interface ExchangeOutput {
  readonly exchanged: boolean;
}

/** One attempt to exchange a certain code. */
export type ExchangeOperation = Operation<"exchange", ExchangeOutput>;

/** A code gives tokens once; it is refused after that and not before. */
export const codeOnce: Model<"exchange", ExchangeOutput> = {
  initial: "unused",
  apply(state, _input, output) {
    if (output === undefined) return "used";
    return output.exchanged === (state === "unused") ? "used" : undefined;
  },
  isReading: (_input, { exchanged }) => !exchanged,
};
