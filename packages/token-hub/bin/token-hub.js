#!/usr/bin/env -S node --max-semi-space-size=8
// The young generation is kept small: it holds what one request needs, and left alone it takes 50 MB more.
// Written for any Node there is: an old one must get as far as saying what is needed.
var needed = [24, 7];
var found = process.versions.node.split(".").map(Number);
if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  console.error(
    "token-hub needs Node " + needed.join(".") + " or newer; this is Node " + process.versions.node + ".",
  );
  console.error(
    "Install a newer one from https://nodejs.org, or add the npm package `node` beside this one.",
  );
  process.exitCode = 1;
} else {
  import("../dist/main.js").then(
    function (main) {
      return main.run(process.argv.slice(2));
    },
    function (error) {
      console.error(
        error && error.code === "ERR_MODULE_NOT_FOUND"
          ? "token-hub is not built yet: run npm run build"
          : error,
      );
      process.exitCode = 1;
    },
  );
}
