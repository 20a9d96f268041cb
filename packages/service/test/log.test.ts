import { describe, expect, it } from "vitest";
import { runProgram } from "../../../scripts/processes/run-program.ts";

describe("a program that logs and exits in the same moment", () => {
  it.each(["process.exit(3)", "throw new Error('broken')", "undefined"])(
    "has all its lines written: %s",
    async (end) => {
      const log = new URL("../src/log.ts", import.meta.url).href;
      const code = `import { createLog } from ${JSON.stringify(log)}; const log = createLog("info"); for (let at = 0; at < 100; at += 1) log.info({ at }, "line"); ${end};`;
      const { stdout } = await runProgram(process.execPath, ["--input-type=module", "--eval", code]);
      const numbers = stdout
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { at: number }).at);
      // One that is being written may be overtaken.
      expect(numbers.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: 100 }, (_, at) => at),
      );
    },
  );
});

/** Logs a thousand lines in a burst, and says on standard error of how many bytes each write was. */
const burst = `
import fs from "node:fs";
import { createLog } from ${JSON.stringify(new URL("../src/log.ts", import.meta.url).href)};
const sizes = [];
for (const name of ["write", "writeSync"]) {
  const real = fs[name];
  fs[name] = (fd, text, ...others) => {
    sizes.push(Buffer.byteLength(text));
    return real(fd, text, ...others);
  };
}
const log = createLog("info");
for (let at = 0; at < 1000; at += 1) log.info({ at }, "line");
process.on("exit", () => process.stderr.write(JSON.stringify(sizes)));
`;

describe("a log", () => {
  it("is written in pieces that no line of another process gets into", async () => {
    const { stdout, stderr } = await runProgram(process.execPath, ["--input-type=module", "--eval", burst]);
    const sizes = JSON.parse(stderr) as readonly number[];
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(Buffer.byteLength(stdout));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4096);
  });
});
