import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

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
  const child = spawn(process.execPath, [join(EXAMPLES, file)], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const printed = await Promise.race([once(child.stdout, "data"), ended.then(() => [])]);
  const url = String(printed[0] ?? "").trim();
  if (!url.startsWith("http")) throw new Error(`The example ${file} ended before it listened`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

/** Runs an example that ends by itself. @returns what it printed */
export async function runExample(
  file: string,
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<string> {
  const child = spawn(process.execPath, [join(EXAMPLES, file), ...words], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const ending: readonly unknown[] = await once(child, "close");
  if (ending[0] !== 0) throw new Error(`The example ${file} ended with ${String(ending[0])}`);
  return printed;
}
