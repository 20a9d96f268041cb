import { join } from "node:path";
import { outputOf } from "../../scripts/processes/run-program.ts";
import { RunningProgram } from "../../scripts/processes/running-program.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");

/** A program of `examples/` that goes on running. */
export type ExampleProcess = AsyncDisposable & { readonly url: string };

/**
 * Starts an example that is a server, and waits until it has printed its address.
 *
 * @param file path below `examples/`
 */
export async function startExample(
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<ExampleProcess> {
  await using stack = new AsyncDisposableStack();
  const env = { ...process.env, ...environment };
  const program = stack.use(new RunningProgram(process.execPath, [join(EXAMPLES, file)], { env }));
  const url = await program.printed("its address", ({ stdout }) => /^(http\S+)\n/m.exec(stdout)?.[1]);
  const running = stack.move();
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Runs an example that ends by itself. @returns what it printed */
export async function runExample(
  file: string,
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<string> {
  const env = { ...process.env, ...environment };
  return await outputOf(process.execPath, [join(EXAMPLES, file), ...words], { env });
}
