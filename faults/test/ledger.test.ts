import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Ledger } from "../src/ledger/ledger.ts";

function ledgerPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "sop-ledger-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "ledger.jsonl");
}

test("a ledger reads what it and the ones before it on the same file wrote, in order", () => {
  const path = ledgerPath();
  {
    using before = new Ledger<number>(path);
    before.write(1);
  }
  using ledger = new Ledger<number>(path);
  ledger.write(2);
  expect(ledger.read()).toEqual([1, 2]);
});

test("a line that was cut off in the middle of being written is left out", () => {
  const path = ledgerPath();
  using ledger = new Ledger<{ readonly token: string }>(path);
  ledger.write({ token: "whole" });
  appendFileSync(path, '{"token":"ha');
  expect(ledger.read()).toEqual([{ token: "whole" }]);
});
