import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { CallerDirectory } from "../../src/callers/caller-directory.ts";
import { registerCaller } from "../../src/callers/register-caller.ts";
import { createSealer } from "@survey-open-platform/service";
import { makeStage, startHub, team, type TestStage } from "../support/test-hub.ts";

const oldKey = new Uint8Array(32).fill(1);
const newKey = new Uint8Array(32).fill(2);
const pollSeconds = 0.02;
const rights = [{ appid: team.appid, token: true, report: true, users: false, proxyPaths: [] }];

/** A hub with its callers, as `token-hub serve` runs it. */
async function startWith(keys: readonly Uint8Array[], stage: TestStage) {
  const store = await stage.openStore();
  const started = await startHub(stage, { store, keys, config: { pollSeconds } });
  const callers = new CallerDirectory({ store, sealer: createSealer(keys), log: { error: () => undefined } });
  await callers.refresh();
  // One that runs when the test is over finds its database closed.
  const refresh = () => void callers.refresh().catch(() => undefined);
  const timer = setInterval(refresh, pollSeconds * 1_000);
  const stop = async () => {
    clearInterval(timer);
    await started.hub.stop();
  };
  onTestFinished(() => clearInterval(timer));
  return { ...started, callers, stop };
}

type RunningHub = Awaited<ReturnType<typeof startWith>>;

/** Waits until the secrets of all callers are sealed with a key, and the token. */
async function sealedWith(key: Uint8Array, { store }: TestStage): Promise<void> {
  await callersSealedWith(key, { store });
  await expect.poll(async () => isSealed(key, (await store.findRecord(team.appid))?.ciphertext)).toBe(true);
}

async function callersSealedWith(key: Uint8Array, stage: Pick<TestStage, "store">): Promise<void> {
  await expect.poll(() => areCallersSealedWith(key, stage)).toBe(true);
}

async function areCallersSealedWith(key: Uint8Array, { store }: Pick<TestStage, "store">): Promise<boolean> {
  return (await store.listCallers()).every(({ secretCiphertext }) => isSealed(key, secretCiphertext));
}

function isSealed(key: Uint8Array, text = ""): boolean {
  return createSealer([key]).isCurrent(text);
}

/** Waits until hubs have read about a caller. */
async function known(
  { id, secret }: { id: string; secret: string },
  hubs: readonly RunningHub[],
): Promise<void> {
  for (const { callers } of hubs) await expect.poll(() => callers.admit(id, secret).name).toBe("shop");
}

/** Reads the token at every hub that runs, again and again. */
class Load {
  readonly failures: unknown[] = [];
  served = 0;
  #isOver = false;

  async run(hubs: readonly (RunningHub | undefined)[], ask: (hub: RunningHub) => Promise<unknown>) {
    while (!this.#isOver) {
      for (const hub of hubs) {
        if (hub === undefined) continue;
        await ask(hub).then(
          () => (this.served += 1),
          (error: unknown) => this.failures.push(error),
        );
      }
      await pause(2);
    }
  }

  end() {
    this.#isOver = true;
  }
}

/** Waits for further reads. */
async function goesOn(load: Load): Promise<void> {
  const count = () => load.served + load.failures.length;
  const before = count();
  await expect.poll(count).toBeGreaterThan(before + 10);
}

test("the key is exchanged hub by hub, in the manual's three steps, without a refused caller", async () => {
  const stage = await makeStage();
  const hubs: (RunningHub | undefined)[] = [];
  for (let index = 0; index < 3; index += 1) hubs.push(await startWith([oldKey], stage));
  const sealer = createSealer([oldKey]);
  const { id, secret } = await registerCaller({ store: stage.store, sealer }, { name: "shop", rights });
  await known(
    { id, secret },
    hubs.filter((hub) => hub !== undefined),
  );
  const load = new Load();
  const running = load.run(hubs, async ({ callers, hub }) => {
    callers.admit(id, secret);
    const { accessToken } = await hub.token(team.appid);
    expect(accessToken).toBe(stage.platform.liveTeamToken());
  });
  for (const keys of [[oldKey, newKey], [newKey, oldKey], [newKey]]) {
    for (const index of hubs.keys()) {
      const leaving = hubs[index];
      hubs[index] = undefined;
      await leaving?.stop();
      hubs[index] = await startWith(keys, stage);
      await sealedWith(keys[0] ?? newKey, stage);
      await goesOn(load);
    }
  }
  load.end();
  await running;
  expect(load.failures).toEqual([]);
  expect(load.served).toBeGreaterThan(50);
  expect(stage.platform.mints).toHaveLength(1);
});

test("a hub that does not seal with the newest key leaves alone what another one has sealed with it", async () => {
  const stage = await makeStage();
  const before = await startWith([oldKey, newKey], stage);
  const sealer = createSealer([oldKey]);
  const { id, secret } = await registerCaller({ store: stage.store, sealer }, { name: "shop", rights });
  const after = await startWith([newKey, oldKey], stage);
  await callersSealedWith(newKey, stage);
  await known({ id, secret }, [before, after]);
  expect(stage.platform.mints).toHaveLength(1);
  // Otherwise it would seal again what the other one must not have touched.
  await after.stop();
  await before.callers.refresh();
  expect(await areCallersSealedWith(newKey, stage)).toBe(true);
});
