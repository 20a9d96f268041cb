import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until something is so.
 *
 * @throws Error that says what was waited for in vain
 */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  withinMilliseconds = 60_000,
): Promise<void> {
  const deadline = performance.now() + withinMilliseconds;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await sleep(20);
  }
}
