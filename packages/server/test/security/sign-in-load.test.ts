import crypto from "node:crypto";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Browser, formsOf, type Page } from "../support/browser.ts";
import { expectLegitimateFlow } from "../support/expect-safe.ts";
import { obtainTeamToken } from "../support/flows.ts";
import { replaceBuiltin } from "../support/replace-builtin.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/** Password derivations that have begun and wait for the test to let them go on. */
const held = { isOpen: true, begun: 0, most: 0, release: [] as (() => void)[] };

replaceBuiltin(crypto, "argon2", (argon2) => (algorithm, parameters, callback) => {
  // The platform hands it over as a buffer.
  const isFlood = (parameters.message as Buffer).equals(Buffer.from("wrong"));
  // The result for a wrong password does not matter, only that there is one.
  const derive = () => (isFlood ? callback(null, Buffer.alloc(32)) : argon2(algorithm, parameters, callback));
  held.begun += 1;
  if (held.isOpen) return derive();
  held.release.push(derive);
  held.most = Math.max(held.most, held.release.length);
});

beforeEach(() => {
  Object.assign(held, { isOpen: true, begun: 0, most: 0, release: [] });
});

/** Derivations that may be under way at a time, and those that may wait for their turn. */
const atOnce = availableParallelism() > 2 ? 2 : 1;
const waiting = 64;

/** Somebody who signs in from each of many addresses at the same moment. */
async function flood(platform: TestPlatform, size: number) {
  const browser = new Browser(platform);
  const form = formsOf((await browser.get("/login")).html).find(({ action }) => action === "/login");
  const answered: Page[] = [];
  const attempts = Array.from({ length: size }, async (_, count) => {
    const headers = { "x-forwarded-for": `2001:${count.toString(16)}::1` };
    const fields = { ...form?.hidden, username: `name-${count}`, password: "wrong" };
    answered.push(await browser.post("/login", fields, headers));
  });
  const end = Promise.all(attempts);
  // The queue belongs to the process, and so to the test files that come after: it is empty whatever happens.
  onTestFinished(async () => {
    letGo();
    await end;
  });
  return { answered, end };
}

/** Lets everything happen that can happen without a further derivation, until so many are turned away. */
async function settle(answered: readonly Page[], turnedAway: number): Promise<void> {
  await vi.waitFor(() => expect(answered.length).toBeGreaterThanOrEqual(turnedAway), 20_000);
  for (let turn = 0; turn < 200; turn += 1) await setImmediate();
}

describe("a flood of people signing in", () => {
  it("never has more than a few passwords under way, and turns away who would have to wait too long", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    held.isOpen = false;
    const { answered } = await flood(platform, 300);
    await settle(answered, 300 - atOnce - waiting);
    expect(held.most).toBe(atOnce);
    expect(answered).toHaveLength(300 - atOnce - waiting);
    for (const { status, headers, html } of answered) {
      expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
      expect(html).toContain("Too many people are signing in right now");
    }
  });

  it("does not keep applications from their tokens, nor people from their pages", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    held.isOpen = false;
    const { answered } = await flood(platform, 300);
    await settle(answered, 300 - atOnce - waiting);
    expect(await obtainTeamToken(platform)).toMatch(/^sopt_/);
    await expectLegitimateFlow(platform);
    expect(held.release).toHaveLength(atOnce);
  });

  it("is over once it is over: everybody who waited is answered, and the next one is let in", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    held.isOpen = false;
    const { answered, end } = await flood(platform, 100);
    await settle(answered, 100 - atOnce - waiting);
    letGo();
    await end;
    const looked = answered.filter(({ status }) => status === 401);
    expect(looked).toHaveLength(atOnce + waiting);
    expect(held.begun).toBe(atOnce + waiting);
    const browser = new Browser(platform);
    const page = await browser.signIn("ada", sampleSecrets.ada);
    expect(page.html).toContain("Sign out");
  }, 40_000);
});

/** Lets every derivation happen, those that are still to begin too. */
function letGo(): void {
  held.isOpen = true;
  for (const derive of held.release.splice(0)) derive();
}
