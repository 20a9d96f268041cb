import { format } from "node:util";

/** In a test, a complaint on the console is a failure: nobody reads it in a run that ends well. */
for (const method of ["error", "warn"] as const) {
  console[method] = (...parts: readonly unknown[]) => {
    throw new Error(`console.${method} was called: ${format(...parts)}`);
  };
}
