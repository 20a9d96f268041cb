import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runProgram } from "../../../scripts/processes/run-program.ts";
import { GatheredLines } from "../src/gathered-lines.ts";

function startGathering(mostBytes: number) {
  const pieces: string[] = [];
  const flushed: number[] = [];
  const writer = {
    write: (lines: string) => pieces.push(lines),
    flushSync: () => flushed.push(pieces.length),
  };
  return { pieces, flushed, lines: new GatheredLines(writer, mostBytes) };
}

describe("lines of a log", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("are handed on together and in order, 20 ms after the first of them", () => {
    const { pieces, lines } = startGathering(1000);
    lines.write("a\n");
    vi.advanceTimersByTime(19);
    lines.write("b\n");
    expect(pieces).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(pieces).toEqual(["a\nb\n"]);
    lines.write("c\n");
    vi.advanceTimersByTime(20);
    expect(pieces).toEqual(["a\nb\n", "c\n"]);
  });

  it("are handed on in pieces of so many bytes, and never cut", () => {
    const { pieces, lines } = startGathering(8);
    for (const line of ["one\n", "two\n", "drei\n", "四四\n", "longer than all\n", "x\n"]) lines.write(line);
    vi.advanceTimersByTime(20);
    expect(pieces).toEqual(["one\ntwo\n", "drei\n", "四四\n", "longer than all\n", "x\n"]);
  });

  it("are handed on at once when they have to be", () => {
    const { pieces, flushed, lines } = startGathering(1000);
    lines.write("a\n");
    lines.flushSync();
    expect({ pieces, flushed }).toEqual({ pieces: ["a\n"], flushed: [1] });
    vi.advanceTimersByTime(100);
    expect(pieces).toEqual(["a\n"]);
  });
});

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
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, at) => at));
    },
  );
});
