import { expect, test } from "vitest";
import { outputOf } from "../../../scripts/processes/run-program.ts";
import { LogLines } from "../src/log-lines.ts";

function linesInto(pieces: string[], longestPiece = 1000): LogLines {
  const output = {
    write: (piece: string) => void pieces.push(piece),
    flushSync: () => void pieces.push("flushed"),
  };
  return new LogLines(output, longestPiece);
}

test("lines of one callback are handed over in one piece, in their order, as soon as it has ended", async () => {
  const pieces: string[] = [];
  const lines = linesInto(pieces);
  lines.write("one\n");
  lines.write("two\n");
  expect(pieces).toEqual([]);
  await Promise.resolve();
  expect(pieces).toEqual(["one\ntwo\n"]);
  lines.write("three\n");
  await Promise.resolve();
  expect(pieces).toEqual(["one\ntwo\n", "three\n"]);
});

test("no piece is longer than the operating system writes at once, and no line is cut", async () => {
  const pieces: string[] = [];
  const lines = linesInto(pieces, 100);
  const written = Array.from(
    { length: 50 },
    (_, number) => `line ${number} ${"\u6c49".repeat(number % 9)}\n`,
  );
  for (const line of written) lines.write(line);
  await Promise.resolve();
  expect(pieces.join("")).toBe(written.join(""));
  expect(pieces.filter((piece) => Buffer.byteLength(piece) > 100 || !piece.endsWith("\n"))).toEqual([]);
});

test("flushing hands over what was gathered first", () => {
  const pieces: string[] = [];
  const lines = linesInto(pieces);
  lines.write("last\n");
  lines.flushSync();
  expect(pieces).toEqual(["last\n", "flushed"]);
});

test("a process that ends in the same callback has written its last lines", { timeout: 90_000 }, async () => {
  const log = new URL("../src/log.ts", import.meta.url);
  const code = `const { createLog } = await import(${JSON.stringify(log.href)});
    const log = createLog("info");
    for (let number = 0; number < 3; number += 1) log.info({ number }, "last");
    process.exit();`;
  const output = await outputOf(process.execPath, ["--input-type=module", "--eval", code]);
  const numbers = output
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { number: number }).number);
  expect(numbers).toEqual([0, 1, 2]);
});
