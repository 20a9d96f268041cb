import { format } from "node:util";

/** In a test, a warning on the console is a failure: it would be overlooked in a run that passes. */
for (const method of ["error", "warn"] as const) {
  console[method] = (...parts: readonly unknown[]) => {
    throw new Error(`console.${method} was called: ${format(...parts)}`);
  };
}
