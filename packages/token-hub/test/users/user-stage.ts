import type { Fetch } from "@survey-open-platform/sdk";
import type { MockPlatformOptions } from "@survey-open-platform/sdk/testing";
import { createSealer } from "@survey-open-platform/service";
import { createUserGrantStore } from "../../src/store/user-grant-store.ts";
import type { UserEvent } from "../../src/users/user-event.ts";
import { createUserMode } from "../../src/users/user-mode.ts";
import { settle, TestClock } from "../support/test-clock.ts";
import { makeStage, testKey, usualApplication, usualConfig } from "../support/test-hub.ts";

/** The application that users allow on the mock platform. */
export const appid = "mock_app";
export const actor = "hubc_test";
export const day = 86_400_000;

const application = {
  ...usualApplication,
  appid,
  secret: "mock-app-secret-for-tests-only-1",
  mode: "user",
} as const;

export const userConfig = { ...usualConfig, applications: [usualApplication, application] };

/** A database, a platform and any number of hubs on one clock that the test moves. */
export async function makeUserStage(platform: MockPlatformOptions = {}) {
  const clock = new TestClock();
  const stage = await makeStage({
    platform: { clock: () => clock.now(), ...platform },
    clock: () => clock.now(),
  });
  const events: UserEvent[] = [];
  const store = createUserGrantStore(stage.database);
  const open = ({ keys = [testKey], fetch = stage.platform.fetch }: HubDifferences = {}) =>
    createUserMode({
      config: userConfig,
      store,
      sealer: createSealer(keys),
      clock,
      observe: (_, event) => events.push(event),
      fetch,
    });
  const refreshes = () =>
    stage.platform.calls.filter(({ path, outcome }) => path.endsWith("/refresh_token") && outcome === "OK");
  const kinds = () => events.map(({ kind }) => kind);
  const users = open();
  /** Somebody consents. */
  const consent = async (userId = 1001) =>
    await users.exchange(appid, {
      code: stage.platform.obtainCode(appid, userId),
      codeVerifier: undefined,
      actor,
    });
  return { ...stage, store, clock, events, kinds, open, users, consent, refreshes };
}

interface HubDifferences {
  readonly keys?: readonly Uint8Array[];
  readonly fetch?: Fetch;
}

/** A report that costs no budget. */
export function reportOf(openid: string, version: number) {
  return { openid, version, actor, beforeProbe: () => undefined };
}

/**
 * Lets time pass step by step until a promise is settled. While nothing waits for the clock it stands still, so that
 * a busy machine does not make a database slower than a lease.
 */
export async function whilePassing<Result>(
  clock: TestClock,
  promise: Promise<Result>,
): Promise<PromiseSettledResult<Result>> {
  const progress = { isOver: false };
  const settled = Promise.allSettled([promise]).then(([result]) => {
    progress.isOver = true;
    return result;
  });
  while (!progress.isOver) await (clock.isAwaited ? clock.advance(50) : settle());
  return await settled;
}
