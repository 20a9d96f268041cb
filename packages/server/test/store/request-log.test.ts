import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { LineSearch } from "../../src/http/request-log/request-lines.ts";
import { obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { allowedTokens } from "../support/quick-consent.ts";
import { loggedApplication, openRequestLog } from "../support/test-request-log.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** A platform on which no application was made in the moment of the first call. */
async function start(settings?: Parameters<typeof startTestPlatform>[0]): Promise<TestPlatform> {
  const platform = await startTestPlatform(settings);
  platform.clock.now += hour;
  return platform;
}

/** What the log of an application has, once all nodes have written. */
async function linesOf(platform: TestPlatform, appid: string, search: Partial<LineSearch> = {}) {
  await platform.writeRequestLog();
  return platform.requestLog.list({
    application: await loggedApplication(platform, appid),
    limit: 1000,
    ...search,
  });
}

async function usageOf(platform: TestPlatform, appid: string) {
  await platform.writeRequestLog();
  const { quarters } = await platform.requestLog.usage(await loggedApplication(platform, appid));
  return quarters;
}

/** A call that is refused before anything was proven. */
function unproven(platform: TestPlatform, appid = "acme_team") {
  return platform.call("/api/surveys", { appid, access_token: `sopt_${"x".repeat(32)}` });
}

describe("the request log", () => {
  it("has a line of each call, with time, route, error type, milliseconds, address and request_id", async () => {
    const platform = await start();
    const token = await platform.call("/api/oauth2/access_token", teamTokenParameters);
    const missing = await platform.call("/api/surveys/999999", {
      appid: "acme_team",
      access_token: String(token.data["access_token"]),
    });
    const lines = await linesOf(platform, "acme_team");
    expect(lines.toReversed()).toMatchObject([
      { route: "/api/oauth2/access_token", errorType: "", requestId: token.request_id, address: "local" },
      { route: "/api/surveys/{survey_id}", errorType: "not_found", requestId: missing.request_id },
    ]);
    for (const line of lines) {
      expect(line.milliseconds).toBeGreaterThan(0);
      // The clock of the database, less the time since the call.
      expect(platform.clock.now - line.at).toBeGreaterThanOrEqual(0);
      expect(platform.clock.now - line.at).toBeLessThan(60_000);
    }
  });

  it("says why a call was refused, and keeps the usual reason of a type only once", async () => {
    const platform = await start();
    await platform.call("/api/oauth2/access_token", { ...teamTokenParameters, secret: "wrong" });
    await platform.call("/api/oauth2/access_token", { appid: "acme_team", secret: "wrong" });
    const lines = await linesOf(platform, "acme_team");
    expect(lines.toReversed()).toMatchObject([
      { errorType: "invalid_client", message: "" },
      { errorType: "invalid_argument", message: "The parameter grant_type is missing." },
    ]);
  });

  it("has the lines of an application in no other application's log", async () => {
    const platform = await start();
    const { request_id: requestId } = await platform.call("/api/oauth2/access_token", teamTokenParameters);
    await allowedTokens(platform);
    expect(await linesOf(platform, "acme_team")).toHaveLength(1);
    expect((await linesOf(platform, "demo_app")).map(({ route }) => route)).toEqual([
      "/api/oauth2/access_token",
    ]);
    expect(await linesOf(platform, "demo_app", { requestId })).toEqual([]);
    expect(await linesOf(platform, "acme_team", { requestId })).toHaveLength(1);
  });

  it("has no line that is older than the application, whose id another one may have had before", async () => {
    const platform = await start();
    await obtainTeamToken(platform);
    const application = await loggedApplication(platform, "acme_team");
    await platform.writeRequestLog();
    const later = { ...application, createdAt: platform.clock.now + hour };
    expect(await platform.requestLog.list({ application, limit: 10 })).toHaveLength(1);
    expect(await platform.requestLog.list({ application: later, limit: 10 })).toEqual([]);
    expect((await platform.requestLog.usage(application)).quarters).toHaveLength(1);
    expect((await platform.requestLog.usage(later)).quarters).toEqual([]);
  });

  it("finds a line by its request_id for as long as it is kept, and lines by their error type", async () => {
    const platform = await start();
    const { request_id: requestId } = await unproven(platform);
    await obtainTeamToken(platform);
    expect(await linesOf(platform, "acme_team", { errorType: "invalid_token" })).toMatchObject([
      { requestId, errorType: "invalid_token" },
    ]);
    expect(await linesOf(platform, "acme_team", { errorType: "invalid_client" })).toEqual([]);
    platform.clock.now += 7 * day - 60_000;
    expect(await linesOf(platform, "acme_team", { requestId })).toMatchObject([{ requestId }]);
    platform.clock.now += 60_000;
    expect(await linesOf(platform, "acme_team", { requestId })).toEqual([]);
    expect(await linesOf(platform, "acme_team")).toEqual([]);
  });

  it("is read page by page, the newest line first", async () => {
    const platform = await start();
    for (let call = 0; call < 5; call += 1) await obtainTeamToken(platform);
    const all = await linesOf(platform, "acme_team");
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
    const first = await linesOf(platform, "acme_team", { limit: 2 });
    const second = await linesOf(platform, "acme_team", { limit: 3, after: first.at(-1)?.id });
    expect([...first, ...second]).toEqual(all);
  });

  it("keeps calls of an appid that no application has out", async () => {
    const platform = await start();
    for (const appid of ["made_up_app", "not an appid", "", "x\0y".repeat(3)])
      await unproven(platform, appid);
    await platform.writeRequestLog();
    expect(platform.requestLog.counts).toEqual({ written: 0, dropped: 0 });
  });

  it("counts what was served and refused by quarters of an hour, whichever node served it", async () => {
    const platform = await start();
    for (let call = 0; call < 3; call += 1) await obtainTeamToken(platform);
    await platform.writeRequestLog();
    await unproven(platform);
    expect(await usageOf(platform, "acme_team")).toEqual([
      { startedAt: platform.clock.now, served: 3, refused: 1, withoutLine: 0 },
    ]);
    platform.clock.now += hour + 1000;
    await obtainTeamToken(platform);
    const quarters = await usageOf(platform, "acme_team");
    expect(quarters.map(({ served }) => served)).toEqual([3, 1]);
    expect((quarters[1]?.startedAt ?? 0) - (quarters[0]?.startedAt ?? 0)).toBe(hour);
  });

  it("deletes lines and counts that are older than a week", async () => {
    const platform = await start();
    await obtainTeamToken(platform);
    await platform.writeRequestLog();
    platform.clock.now += 6 * day;
    await obtainTeamToken(platform);
    await platform.writeRequestLog();
    platform.clock.now += day;
    await platform.requestLog.sweep();
    // Seen as it was before: what is kept but too old is not shown.
    platform.clock.now -= day;
    expect(await linesOf(platform, "acme_team")).toHaveLength(1);
    expect(await usageOf(platform, "acme_team")).toHaveLength(1);
  });

  it("deletes the oldest lines when there are too many, and counts nothing less", async () => {
    const platform = await start({ requestLogLines: "10" });
    for (let call = 0; call < 15; call += 1) await obtainTeamToken(platform);
    const before = await linesOf(platform, "acme_team");
    await platform.requestLog.sweep();
    expect(await linesOf(platform, "acme_team")).toEqual(before.slice(0, 10));
    expect(await usageOf(platform, "acme_team")).toMatchObject([{ served: 15 }]);
  });

  it("has what was noted before a graceful stop", async () => {
    const platform = await start();
    // One call for each node.
    for (let call = 0; call < 3; call += 1) await obtainTeamToken(platform);
    await platform.requestLog.close();
    expect(platform.requestLog.counts.written).toBeGreaterThan(0);
    const application = await loggedApplication(platform, "acme_team");
    expect((await platform.requestLog.list({ application, limit: 10 })).length).toBeGreaterThan(0);
  });

  it("fails no call while its tables are missing, and has the calls once they are back", async () => {
    const platform = await start();
    await obtainTeamToken(platform);
    await platform.writeRequestLog();
    const tables = openRequestLog(platform);
    await tables.write(({ kysely }) => sql`alter table request_usage rename to elsewhere`.execute(kysely));
    const { code } = await platform.call("/api/oauth2/access_token", teamTokenParameters);
    expect(code).toBe("OK");
    await platform.writeRequestLog();
    await tables.write(({ kysely }) => sql`alter table elsewhere rename to request_usage`.execute(kysely));
    expect(await linesOf(platform, "acme_team")).toHaveLength(2);
    expect(await usageOf(platform, "acme_team")).toMatchObject([{ served: 2, withoutLine: 0 }]);
    expect(platform.requestLog.counts.dropped).toBe(0);
  });

  it("is off when no line is to be kept", async () => {
    const platform = await start({ requestLogLines: "0" });
    await obtainTeamToken(platform);
    expect(await linesOf(platform, "acme_team")).toEqual([]);
    expect(await usageOf(platform, "acme_team")).toEqual([]);
  });
});
