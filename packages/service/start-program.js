// Written for any Node that knows modules: an old one must get as far as saying what is needed.
import { setFlagsFromString } from "node:v8";

/**
 * Runs a program, or says why this Node cannot.
 *
 * @param {string} name the program's name at the command line
 * @param {() => Promise<{ run(words: readonly string[]): Promise<void> }>} load loads the built program
 */
export function startProgram(name, load) {
  var needed = [24, 7];
  var found = process.versions.node.split(".").map(Number);
  if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
    console.error(
      name + " needs Node " + needed.join(".") + " or newer; this is Node " + process.versions.node + ".",
    );
    console.error(
      "Install a newer one from https://nodejs.org, or add the npm package `node` beside this one.",
    );
    process.exitCode = 1;
    return;
  }
  // Otherwise some processes put objects of each request into the old generation: see docs/performance.md.
  setFlagsFromString("--no-allocation-site-pretenuring");
  load().then(
    function (main) {
      return main.run(process.argv.slice(2));
    },
    function (error) {
      var isUnbuilt = error && error.code === "ERR_MODULE_NOT_FOUND";
      console.error(isUnbuilt ? name + " is not built yet: run npm run build" : error);
      process.exitCode = 1;
    },
  );
}
