import { describe, expect, test } from "vitest";
import { DrainGate } from "../../src/proxy/drain-gate.ts";

/** Whether a promise is settled within this turn of the event loop. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  promise.then(note, note);
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe("a drain gate", () => {
  test("lets calls in while it is open", async () => {
    const gate = new DrainGate();
    const leave = await gate.enter();
    expect(gate.inside).toBe(1);
    leave();
    expect(gate.inside).toBe(0);
  });

  test("counts a call that leaves twice once", async () => {
    const gate = new DrainGate();
    const leave = await gate.enter();
    await gate.enter();
    leave();
    leave();
    expect(gate.inside).toBe(1);
  });

  test("keeps new calls waiting from the moment that it is shut until it opens", async () => {
    const gate = new DrainGate();
    await gate.shut({ drain: true });
    const entering = gate.enter();
    expect(await isSettled(entering)).toBe(false);
    expect(gate.inside).toBe(0);
    gate.open();
    await entering;
    expect(gate.inside).toBe(1);
  });

  test("is shut for good only when the last call inside has left", async () => {
    const gate = new DrainGate();
    const [one, other] = [await gate.enter(), await gate.enter()];
    const shut = gate.shut({ drain: true });
    one();
    expect(await isSettled(shut)).toBe(false);
    other();
    expect(await isSettled(shut)).toBe(true);
  });

  test("does not wait for calls whose token is dead anyway", async () => {
    const gate = new DrainGate();
    await gate.enter();
    await gate.shut({ drain: false });
    expect(gate.isShut).toBe(true);
  });

  test("waits for a call that does not end no longer than its time limit", async () => {
    const gate = new DrainGate({ drainMilliseconds: 20 });
    await gate.enter();
    await gate.shut({ drain: true });
    expect(gate.inside).toBe(1);
  });

  test("lets a caller who no longer wants to wait go with the reason that they gave", async () => {
    const gate = new DrainGate();
    await gate.shut({ drain: true });
    const over = new AbortController();
    const entering = gate.enter(over.signal);
    over.abort(new Error("went home"));
    await expect(entering).rejects.toThrow("went home");
    gate.open();
    expect(gate.inside).toBe(0);
  });

  test("lets no call through when it is closed again in the turn in which it opened", async () => {
    const gate = new DrainGate();
    await gate.shut({ drain: true });
    const entering = gate.enter();
    gate.open();
    await gate.shut({ drain: true });
    expect(await isSettled(entering)).toBe(false);
    gate.open();
    await entering;
  });
});
