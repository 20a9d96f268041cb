import { expect, test } from "vitest";
import { AgentLimits } from "../../src/mcp/agent-limits.ts";
import { endWithBody } from "../../src/mcp/end-with-body.ts";

const minute = 60_000;

/** Begins a call that ends at once. @returns whether it could begin */
function isServed(limits: AgentLimits, caller: string, now: number): boolean {
  const begun = limits.begin(caller, false, now);
  if ("retryAfterSeconds" in begun) return false;
  begun.end();
  return true;
}

test("a caller makes 120 calls within a minute, then waits, and takes nothing from another", () => {
  const limits = new AgentLimits();
  const served = Array.from({ length: 130 }, () => isServed(limits, "grant 1", 0)).filter(Boolean);
  expect(served).toHaveLength(120);
  expect(limits.begin("grant 1", false, 0)).toEqual({ retryAfterSeconds: 1 });
  expect(isServed(limits, "grant 2", 0)).toBe(true);
  expect(isServed(limits, "grant 1", 500)).toBe(true);
  expect(isServed(limits, "grant 1", 500)).toBe(false);
  expect(isServed(limits, "grant 1", minute)).toBe(true);
});

test("a caller has four calls at once, of which one reads many answers", () => {
  const limits = new AgentLimits();
  const begin = (scans = false) => limits.begin("grant 1", scans, 0);
  const scan = begin(true);
  expect(begin(true)).toEqual({ retryAfterSeconds: 1 });
  const others = [begin(), begin(), begin()];
  expect(others.every((begun) => "end" in begun)).toBe(true);
  expect(begin()).toEqual({ retryAfterSeconds: 1 });
  expect("end" in limits.begin("grant 2", true, 0)).toBe(true);
  if ("end" in scan) scan.end();
  expect("end" in begin(true)).toBe(true);
});

test("a call that only finds out later that it reads many answers does so while no other call does", () => {
  const limits = new AgentLimits();
  const [first, second] = [limits.begin("grant 1", false, 0), limits.begin("grant 1", false, 0)];
  if (!("end" in first) || !("end" in second)) throw new Error("they may begin");
  expect([first.beginScan(), first.beginScan(), second.beginScan()]).toEqual([true, true, false]);
  expect(limits.begin("grant 1", true, 0)).toEqual({ retryAfterSeconds: 1 });
  first.end();
  expect(second.beginScan()).toBe(true);
  second.end();
  expect("end" in limits.begin("grant 1", true, 0)).toBe(true);
});

test("a call counts as running until its response was read, or is not wanted any more", async () => {
  const ended: string[] = [];
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const open = () => new Response(new ReadableStream({ start: (controller) => void (send = controller) }));
  const read = endWithBody(open(), () => ended.push("read"));
  const text = read.text();
  expect(ended).toEqual([]);
  send?.enqueue(Buffer.from("data"));
  send?.close();
  expect(await text).toBe("data");
  expect(ended).toEqual(["read"]);
  await endWithBody(open(), () => ended.push("cancelled")).body?.cancel();
  expect(ended).toEqual(["read", "cancelled"]);
  endWithBody(new Response(null, { status: 202 }), () => ended.push("empty"));
  expect(ended).toEqual(["read", "cancelled", "empty"]);
});
