import { registerHooks } from "node:module";

/** Generators of clients use the interface of TypeScript 5, which the compiler of this repository no longer has. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === "typescript" ? { ...context, parentURL: import.meta.url } : context),
});
