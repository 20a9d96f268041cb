import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { RunningProgram } from "../../../../scripts/processes/running-program.ts";
import { createFileUserTokenStore } from "../../src/node/file-user-token-store.ts";
import { tokensCalled } from "./store-contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const worker = join(import.meta.dirname, "file-store-worker.ts");

function startWorker(...parameters: readonly string[]) {
  return new RunningProgram(process.execPath, [worker, ...parameters]);
}

describe("the store in files", () => {
  test("keeps each record where only its owner can read, under a name that tells nothing", async () => {
    const folder = temporaryFolder();
    await createFileUserTokenStore(folder).put("o1-secret-name", tokensCalled("a"));
    const names = readdirSync(folder);
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/^[0-9a-f]{64}\.json$/);
    expect(statSync(join(folder, names[0] ?? "")).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("shares its records with every other store of the same folder", async () => {
    const folder = temporaryFolder();
    const [one, other] = [createFileUserTokenStore(folder), createFileUserTokenStore(folder)];
    await one.put("o1", tokensCalled("a"));
    const seen = await other.get("o1");
    expect(await one.replace("o1", tokensCalled("b"), seen?.version ?? "")).toBe(true);
    expect((await other.get("o1"))?.value).toEqual(tokensCalled("b"));
  });

  test("says nothing of a file's contents when it cannot read it", async () => {
    const folder = temporaryFolder();
    const store = createFileUserTokenStore(folder);
    await store.put("o1", tokensCalled("a"));
    const file = join(folder, readdirSync(folder)[0] ?? "");
    writeFileSync(file, "sopr_half-written");
    await expect(store.get("o1")).rejects.toThrow(/token file .* is not one of ours/);
    await expect(store.get("o1")).rejects.not.toThrow("sopr_");
  });

  test("takes over a lock that was not touched for long, and removes what a crash left behind", async () => {
    const folder = temporaryFolder();
    const store = createFileUserTokenStore(folder);
    await store.put("o1", tokensCalled("a"));
    const file = join(folder, readdirSync(folder)[0] ?? "");
    const longAgo = new Date(Date.now() - 60_000);
    for (const abandoned of [`${file}.writing`, `${file}.lock`, `${file}.draft`]) {
      writeFileSync(abandoned, "a process that is gone");
      utimesSync(abandoned, longAgo, longAgo);
    }
    await store.withLock("o1", () => store.put("o1", tokensCalled("b")));
    expect((await store.get("o1"))?.value).toEqual(tokensCalled("b"));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test("waits for a lock that is held by a process that is alive", async () => {
    const folder = temporaryFolder();
    const [one, other] = [createFileUserTokenStore(folder), createFileUserTokenStore(folder)];
    const order: string[] = [];
    const held = Promise.withResolvers<void>();
    const first = one.withLock("o1", async () => {
      held.resolve();
      await sleep(100);
      order.push("first");
    });
    await held.promise;
    await other.withLock("o1", async () => void order.push("second"));
    await first;
    expect(order).toEqual(["first", "second"]);
  });

  test("loses no increment of four processes that replace the same record", async () => {
    const folder = temporaryFolder();
    const store = createFileUserTokenStore(folder);
    await store.put("o1", { ...tokensCalled("counter"), accessTokenExpiresAt: 0 });
    const workers = Array.from({ length: 4 }, () => startWorker("increment", folder, "10"));
    const endings = await Promise.all(workers.map((program) => program.end(100_000)));
    expect(endings.map(({ status, stderr }) => [status, stderr])).toEqual(workers.map(() => [0, ""]));
    expect((await store.get("o1"))?.value.accessTokenExpiresAt).toBe(40);
  });

  test("has the old record or the new one, whole, whenever its process is killed", async () => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    const confirmed = { count: 0 };
    for (let round = 0; round < 8; round += 1) {
      const program = startWorker("write", folder, String(confirmed.count));
      await program.printed("a number", ({ stdout }) => /\d+\n/.exec(stdout)?.[0]);
      await sleep(Math.random() * 40);
      program.signal("SIGKILL");
      const { stdout } = await program.end();
      const last = Number(stdout.trimEnd().split("\n").at(-1));
      const file = readdirSync(folder).find((name) => name.endsWith(".json")) ?? "";
      const record: unknown = JSON.parse(readFileSync(join(folder, file), "utf8"));
      const stored = (await createFileUserTokenStore(folder).get("o1"))?.value.accessTokenExpiresAt ?? -1;
      expect(record).toMatchObject({ value: { accessTokenExpiresAt: stored } });
      // What was confirmed is there; one more may have been written without being confirmed.
      expect([last, last + 1]).toContain(stored);
      confirmed.count = stored;
      clearLocks(folder);
    }
  });
});

/** Makes the killed process's locks look as old as they would be after five seconds. */
function clearLocks(folder: string): void {
  const longAgo = new Date(Date.now() - 60_000);
  for (const name of readdirSync(folder)) {
    if (/\.(writing|lock)$/.test(name)) utimesSync(join(folder, name), longAgo, longAgo);
  }
}
