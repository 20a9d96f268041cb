import { createInterface } from "node:readline/promises";
import { CommandError } from "@survey-open-platform/service";

/** What a command is about to do, and how it is agreed to. */
export interface Confirmation {
  /** As in "This would …": what is done, in words. */
  readonly would: string;
  /** As in "To …, add --yes." */
  readonly todo: string;
  /** What is printed instead of a question where programs read the result; undefined where people do. */
  readonly json: object | undefined;
}

/** Asks at a terminal. @throws `CommandError` when the answer is not yes, or when there is no one to ask */
export async function confirm({ would, todo, json }: Confirmation): Promise<void> {
  if (json !== undefined) {
    console.log(JSON.stringify(json, null, 2));
    throw new CommandError(`Nothing was changed. To ${todo}, add --yes.`);
  }
  if (!process.stdin.isTTY)
    throw new CommandError(`Nothing was changed. This would ${would}. To do it, add --yes.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await terminal.question(`This would ${would}, for good. Type yes to do it: `);
  terminal.close();
  if (reply.trim() !== "yes") throw new CommandError("Nothing was changed.");
}
