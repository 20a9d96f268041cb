import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, expect, test, vi } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createSealer } from "@survey-open-platform/service";
import { run } from "../../src/main.ts";
import { openHubDatabase } from "../../src/service.ts";
import { createHubStore } from "../../src/store/store.ts";

interface Finding {
  readonly level: string;
  readonly check: string;
  readonly says: string;
}

/** Something that answers where the platform should be. */
async function listenSomewhere(): Promise<string> {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  // A listening TCP server has an address of this shape.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A folder with settings, and the doctor to look at them. */
async function makePatient(changes: Readonly<Record<string, unknown>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "token-hub-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "hub.json");
  const key = randomBytes(32).toString("base64");
  const write = (more: Readonly<Record<string, unknown>>, keyText = key) => {
    writeFileSync(join(folder, "key"), keyText, { mode: 0o600 });
    const applications = [{ appid: "team_a", secret: "secret-of-a-test", base_url: platformUrl }];
    const settings = { database: "sqlite:./hub.db", key_file: "./key", applications, ...more };
    writeFileSync(path, JSON.stringify(settings), { mode: 0o600 });
  };
  const platformUrl = await listenSomewhere();
  write(changes);
  const examine = async (): Promise<readonly Finding[]> => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    await run(["doctor", "--config", path, "--json"]);
    // What the doctor prints has this shape.
    const { findings } = JSON.parse(String(log.mock.lastCall?.[0])) as { readonly findings: Finding[] };
    log.mockRestore();
    onTestFinished(() => void (process.exitCode = undefined));
    return findings;
  };
  const open = async () => {
    const config = readConfig({ path, environment: {} });
    const database = await openHubDatabase(config);
    return { store: createHubStore(database), sealer: createSealer(config.keys), database };
  };
  return { examine, open, write, path };
}

function levels(findings: readonly Finding[], level: string): readonly string[] {
  return findings.filter((finding) => finding.level === level).map(({ check }) => check);
}

test("the doctor finds nothing wrong with sound settings, and makes no database", async () => {
  const { examine } = await makePatient();
  const findings = await examine();
  expect(levels(findings, "error")).toEqual([]);
  expect(findings.find(({ check }) => check === "database")?.says).toContain("There is no database");
  expect(await examine()).toEqual(findings);
  expect(process.exitCode).toBeUndefined();
});

test("the doctor names every wrong setting, and ends with 1", async () => {
  const { examine } = await makePatient({ lease_seconds: "long", nonsense: true });
  const findings = await examine();
  expect(levels(findings, "error")).toEqual(["settings", "settings"]);
  expect(process.exitCode).toBe(1);
});

test("the doctor reports that the platform does not respond", async () => {
  const applications = [{ appid: "team_a", secret: "secret-of-a-test", base_url: "http://127.0.0.1:1" }];
  const { examine } = await makePatient({ applications });
  expect(levels(await examine(), "error")).toEqual(["platform"]);
});

test("the doctor sees files with secrets that others may read, and tokens that cross a network unencrypted", async () => {
  const { examine, path } = await makePatient({ listen: "0.0.0.0:8790" });
  chmodSync(path, 0o644);
  expect(levels(await examine(), "warning")).toEqual(["listen", "configuration"]);
});

test("the doctor warns of a connection to a database on another machine that is not protected", async () => {
  const { examine } = await makePatient({ database: "postgres://hub@0.0.0.0:1/hub?sslmode=require" });
  const findings = await examine();
  expect(levels(findings, "warning")).toContain("database-tls");
  expect(findings.map(({ check }) => check)).toContain("cluster-ports");
});

test("the doctor looks at the rights of every file with a secret in it", async () => {
  const { examine, open, write, path } = await makePatient();
  const folder = dirname(path);
  const files = ["key", "team-secret", "password"].map((name) => join(folder, name));
  writeFileSync(join(folder, "team-secret"), "secret-of-a-test");
  writeFileSync(join(folder, "password"), "correct horse battery");
  const platformUrl = await listenSomewhere();
  const applications = [{ appid: "team_a", secret_file: "./team-secret", base_url: platformUrl }];
  write({ applications, status_password_file: "./password" });
  await (await open()).database.close();
  const all = [...files, path, join(folder, "hub.db")];
  for (const file of all) chmodSync(file, 0o600);
  const sound = await examine();
  expect(sound.filter(({ level }) => level === "warning")).toEqual([]);
  for (const file of all) {
    chmodSync(file, 0o640);
    const found = (await examine()).filter(({ level }) => level === "warning");
    expect(found.map(({ says }) => says)).toEqual([expect.stringContaining(file)]);
    chmodSync(file, 0o600);
  }
});

test("the doctor sees a token whose key is gone, a foreign refresher and callers without an application", async () => {
  const { examine, open, write } = await makePatient();
  const { store, sealer, database } = await open();
  await store.ensureRecord("team_a");
  const budget = { perHour: 10, burst: 10 };
  await store.acquireLease({ appid: "team_a", epoch: 0, leaseMilliseconds: 1_000, budget });
  await store.markInDoubt({ appid: "team_a", epoch: 1 });
  await store.storeToken({
    appid: "team_a",
    epoch: 1,
    fingerprint: "f",
    ciphertext: sealer.seal("a-token", "team_token:team_a"),
    expiresInSeconds: 7_200,
  });
  const entry = { appid: "team_a", actor: "hub", version: 1, detail: {} };
  await store.addAuditEntry({ ...entry, kind: "foreign_refresher" });
  await store.addAuditEntry({ ...entry, kind: "mint_failed" });
  const rights = { appid: "team_b", token: true, report: true, users: false, proxyPaths: [] };
  const caller = { id: "hubc_AAAAAAAAAAAA", name: "shop", secretCiphertext: "", reportsPerMinute: 1 };
  await store.addCaller({ ...caller, rights: [rights] });
  await database.close();
  const before = await examine();
  expect(before.find(({ check }) => check === "token")).toMatchObject({ level: "ok" });
  expect(levels(before, "warning")).toEqual(["callers", "foreign-refresher"]);
  expect(levels(before, "note")).toContain("failed-renewals");
  write({}, randomBytes(32).toString("base64"));
  expect(levels(await examine(), "error")).toEqual(["token"]);
});

test("the doctor knows the database of another program", async () => {
  const { examine, open } = await makePatient();
  const { database } = await open();
  await database.write(({ kysely }) => kysely.schema.dropTable("caller_rights").execute());
  await database.close();
  const findings = await examine();
  expect(findings.find(({ check }) => check === "database")?.says).toContain("another program");
});
