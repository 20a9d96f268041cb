import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until a condition holds.
 *
 * @throws Error with the condition, after the time limit
 */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  withinMilliseconds = 60_000,
): Promise<void> {
  const deadline = performance.now() + withinMilliseconds;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited too long until ${what}`);
    await sleep(20);
  }
}
