import { describe, expect, it } from "vitest";
import { ReadinessProbes } from "../../src/http/readiness-probes.ts";

const everySecond = [0, 1000, 2000];
const stop = 2500;

/** Those that came before a stop. */
function stoppedAfter(times: readonly number[]): ReadinessProbes {
  const probes = new ReadinessProbes();
  for (const time of times) probes.note(time);
  probes.stop(stop);
  return probes;
}

describe("a server that stops", () => {
  it("waits for the next probe of its proxy, and half a second for what is under way", () => {
    const probes = stoppedAfter(everySecond);
    expect(probes.isNoticed(3400)).toBe(false);
    probes.note(3400);
    expect(probes.isNoticed(3900)).toBe(false);
    expect(probes.isNoticed(3901)).toBe(true);
  });

  it("does not wait longer because of further probes", () => {
    const probes = stoppedAfter(everySecond);
    for (const time of [3000, 3300, 3490]) probes.note(time);
    expect(probes.isNoticed(3501)).toBe(true);
  });

  it("waits no longer than five seconds", () => {
    const probes = stoppedAfter(everySecond);
    expect(probes.isNoticed(stop + 5000)).toBe(false);
    expect(probes.isNoticed(stop + 5001)).toBe(true);
  });

  it.each([
    ["has sent no probe", []],
    ["has sent one probe", [2000]],
    ["sends probes more rarely than every five seconds", [-3001, 2000]],
    ["has left out four", [-2501, -1501]],
  ])("does not wait for a proxy that %s", (_, times) => {
    expect(stoppedAfter(times).isNoticed(stop)).toBe(true);
  });
});
