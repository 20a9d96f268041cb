import { syncBuiltinESMExports } from "node:module";
import { afterAll } from "vitest";

/**
 * Replaces a function of one of node's own modules in every module that imports it, until the tests of this file are
 * done. The modules of the platform are shared with other test files, so they are not replaced themselves.
 *
 * @param module the module's default export
 * @param name the function in it
 * @param make makes the replacement from the function itself
 */
export function replaceBuiltin<Module extends object, Name extends keyof Module>(
  module: Module,
  name: Name,
  make: (original: Module[Name]) => Module[Name],
): void {
  const original = module[name];
  const put = (value: Module[Name]): void => {
    Object.assign(module, { [name]: value });
    syncBuiltinESMExports();
  };
  put(make(original));
  afterAll(() => put(original));
}
