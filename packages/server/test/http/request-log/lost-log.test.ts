import { existsSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { requestLogFileOf } from "../../../src/http/request-log/request-log-database.ts";
import { obtainTeamToken, teamTokenParameters } from "../../support/flows.ts";
import { loggedApplication } from "../../support/test-request-log.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

function fileOf({ address }: TestPlatform): string {
  return requestLogFileOf(address) ?? "";
}

async function linesOf(platform: TestPlatform) {
  const application = await loggedApplication(platform, "acme_team");
  return platform.requestLog.list({ application, limit: 100 });
}

/** A platform whose log has one line. */
async function startWithLine(): Promise<TestPlatform> {
  const platform = await startTestPlatform();
  platform.clock.now += 60_000;
  await obtainTeamToken(platform);
  await platform.writeRequestLog();
  return platform;
}

/** Calls are served, and nothing is thrown, while the log is in its present state. */
async function expectServed(platform: TestPlatform): Promise<void> {
  const { code } = await platform.call("/api/oauth2/access_token", teamTokenParameters);
  expect(code).toBe("OK");
  await platform.writeRequestLog();
}

describe("a call is served, and the log begins again,", () => {
  it("when the file of the log is deleted while it is open", async () => {
    const platform = await startWithLine();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${fileOf(platform)}${suffix}`);
    await expectServed(platform);
    expect(await linesOf(platform)).toHaveLength(1);
    expect(existsSync(fileOf(platform))).toBe(true);
  });

  it("when the file of the log is damaged while it is open", async () => {
    const platform = await startWithLine();
    // Its pages are still in the memory of the connection, but not in that of a new one.
    await platform.requestLog.close();
    writeFileSync(fileOf(platform), "this is no database".repeat(1000));
    await expectServed(platform);
    await platform.writeRequestLog();
    expect(await linesOf(platform)).toHaveLength(1);
    expect(existsSync(`${fileOf(platform)}.damaged`)).toBe(true);
    expect(platform.requestLog.counts.dropped).toBe(0);
  });

  it("when the file of the log begins like a database, and its pages are damaged", async () => {
    const platform = await startWithLine();
    await platform.requestLog.close();
    const damaged = readFileSync(fileOf(platform)).fill(0xa5, 4096);
    writeFileSync(fileOf(platform), damaged);
    await expectServed(platform);
    await platform.writeRequestLog();
    expect(await linesOf(platform)).toHaveLength(1);
    expect(readFileSync(`${fileOf(platform)}.damaged`)).toEqual(damaged);
  });

  it.runIf(existsSync("/dev/full"))("when the disk is full", async () => {
    const platform = await startWithLine();
    await platform.requestLog.close();
    // The kernel refuses each write to this device for lack of room.
    symlinkSync("/dev/full", `${fileOf(platform)}-wal`);
    await expectServed(platform);
    expect(platform.requestLog.counts.written).toBe(1);
    unlinkSync(`${fileOf(platform)}-wal`);
    await platform.writeRequestLog();
    expect(await linesOf(platform)).toHaveLength(2);
    expect(platform.requestLog.counts).toEqual({ written: 2, dropped: 0 });
  });
});

describe("a call does not wait", () => {
  it("while another process holds the lock of the log", async () => {
    const platform = await startWithLine();
    using other = new DatabaseSync(fileOf(platform));
    other.exec("begin immediate");
    await obtainTeamToken(platform);
    const written = platform.writeRequestLog();
    const { code } = await platform.call("/api/oauth2/access_token", teamTokenParameters);
    expect(code).toBe("OK");
    expect(platform.requestLog.counts.written).toBe(1);
    other.exec("commit");
    await written;
    await platform.writeRequestLog();
    expect(await linesOf(platform)).toHaveLength(3);
  });
});
