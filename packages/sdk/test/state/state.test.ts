import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createState, stateTag, verifyState, type StateCheck } from "../../src/state/state.ts";
import { createMemoryUsedStates } from "../../src/state/used-states.ts";

const secret = "a signing secret for tests, 32 bytes or more";

function check(binding: string | undefined, changes: Partial<StateCheck> = {}): StateCheck {
  return { secret, binding, used: createMemoryUsedStates(), ...changes };
}

const refusal = (problem: string) => ({ name: "StateError", problem });

/** Paths of a site, short and long. */
const anyPath = fc
  .stringMatching(/^[a-zA-Z0-9_.~?=&%/-]{0,120}$/)
  .map((text) => `/x${text}`)
  .filter((path) => new URL(path, "https://a.example").pathname.startsWith("/") && !path.includes("/."));

describe("a state", () => {
  test("comes back as it was made, is letters and digits alone and at most 128 of them, whatever the path", async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, async (returnPath) => {
        const { state, binding } = await createState({ secret, returnPath });
        expect(state).toMatch(/^[a-zA-Z0-9]{73,128}$/);
        expect(binding).toMatch(/^[\w.-]+$/);
        const verified = await verifyState(state, check(binding));
        expect(verified).toEqual({ returnPath, isBoundToBrowser: true });
      }),
    );
  });

  test("differs each time, and so does its binding", async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => createState({ secret })));
    expect(new Set(made.map(({ state }) => state)).size).toBe(50);
    expect(new Set(made.map(({ binding }) => binding)).size).toBe(50);
    expect(new Set(made.map(({ state }) => stateTag(state))).size).toBe(50);
  });

  test("is refused when any one character was changed to any other kind, left out or added", async () => {
    const { state, binding } = await createState({ secret, returnPath: "/surveys/42" });
    for (let index = 0; index < state.length; index += 1) {
      const others = ["0", "z", "A", "-", "", `${state[index]}0`].filter((other) => other !== state[index]);
      for (const other of others) {
        const changed = state.slice(0, index) + other + state.slice(index + 1);
        await expect(verifyState(changed, check(binding))).rejects.toMatchObject(refusal("forged"));
      }
    }
    await expect(verifyState(state, check(binding))).resolves.toMatchObject({ returnPath: "/surveys/42" });
  });

  test("is refused whatever else is sent in its place", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.stringMatching(/^1[0-9A-Za-z]{72,127}$/)),
        async (garbage) => {
          await expect(verifyState(garbage, check(undefined))).rejects.toMatchObject(refusal("forged"));
        },
      ),
    );
  });

  test("is refused under another secret", async () => {
    const { state, binding } = await createState({ secret });
    const other = { secret: `${secret}!` };
    await expect(verifyState(state, check(binding, other))).rejects.toMatchObject(refusal("forged"));
  });

  test("is good up to its last millisecond and not after", async () => {
    const clock = { now: Date.UTC(2026, 10, 21, 8, 0, 0) };
    const now = () => clock.now;
    const used = { claim: async () => true };
    const { state, binding } = await createState({ secret, lifetimeSeconds: 60, now });
    clock.now += 59_999;
    await expect(verifyState(state, check(binding, { now, used }))).resolves.toBeDefined();
    clock.now += 1;
    await expect(verifyState(state, check(binding, { now, used }))).rejects.toMatchObject(refusal("expired"));
  });

  test("is good once, of many at the same moment too", async () => {
    const { state, binding } = await createState({ secret, returnPath: "/after" });
    const used = createMemoryUsedStates();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => verifyState(state, check(binding, { used }))),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const again = verifyState(state, check(binding, { used }));
    await expect(again).rejects.toMatchObject({ ...refusal("used"), returnPath: "/after" });
  });

  test("is not used up by anybody who has not the cookie", async () => {
    const { state, binding } = await createState({ secret });
    const used = createMemoryUsedStates();
    for (const wrong of [undefined, "", "x", `${binding}0`, binding.slice(1)]) {
      await expect(verifyState(state, check(wrong, { used }))).rejects.toMatchObject(
        refusal("other_browser"),
      );
    }
    await expect(verifyState(state, check(binding, { used }))).resolves.toMatchObject({
      isBoundToBrowser: true,
    });
  });

  test("is refused with another sign-in's cookie, even where lost cookies are accepted", async () => {
    const [one, other] = [await createState({ secret }), await createState({ secret })];
    const accepting = check(other.binding, { whenCookieIsLost: "accept" });
    await expect(verifyState(one.state, accepting)).rejects.toMatchObject(refusal("other_browser"));
  });

  test("works once without its cookie where that is accepted, and says that no browser is known", async () => {
    const { state } = await createState({ secret, returnPath: "/surveys" });
    const accepting = check(undefined, { whenCookieIsLost: "accept" });
    expect(await verifyState(state, accepting)).toEqual({ returnPath: "/surveys", isBoundToBrowser: false });
    const again = verifyState(state, accepting);
    await expect(again).rejects.toMatchObject({ ...refusal("used"), returnPath: undefined });
  });

  test("leads to the start page when a path too long for it was in a cookie that is lost", async () => {
    const { state, binding } = await createState({ secret, returnPath: `/${"a".repeat(500)}` });
    expect(binding).toContain(".");
    const verified = await verifyState(state, check(undefined, { whenCookieIsLost: "accept" }));
    expect(verified.returnPath).toBe("/");
  });

  test("does not lead to a path that somebody wrote into the cookie", async () => {
    const { state, binding } = await createState({ secret, returnPath: `/${"a".repeat(500)}` });
    const [random] = binding.split(".");
    const evil = `${random}.${Buffer.from("/elsewhere").toString("base64url")}`;
    await expect(verifyState(state, check(evil))).rejects.toMatchObject(refusal("other_browser"));
  });

  test("is not made with a secret that is too short, nor for a path of another site", async () => {
    await expect(createState({ secret: "short" })).rejects.toThrow(TypeError);
    await expect(createState({ secret, returnPath: "//evil.example" })).rejects.toThrow(TypeError);
  });
});

describe("used states in memory", () => {
  test("are forgotten some time after they have expired, and not before", async () => {
    const clock = { now: 0 };
    const used = createMemoryUsedStates(() => clock.now);
    expect(await used.claim("a", 90_000)).toBe(true);
    clock.now = 89_999;
    expect(await used.claim("a", 90_000)).toBe(false);
    clock.now = 200_000;
    expect(await used.claim("a", 300_000)).toBe(true);
  });
});
