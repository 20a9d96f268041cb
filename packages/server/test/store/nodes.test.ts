import { describe, expect, it } from "vitest";
import { reportNode, listNodes, type NodeReport } from "../../src/store/installation/node-table.ts";
import { makeAdministrators } from "../support/administrators.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const minute = 60_000;

function reportOf(platform: TestPlatform, id: string, changed: Partial<NodeReport> = {}): NodeReport {
  const clock = platform.clock.now + 2500;
  return {
    id,
    host: `host-${id}`,
    pid: 4711,
    release: "9.8.7",
    runtime: "v26",
    clock,
    linesDropped: 0,
    ...changed,
  };
}

describe("the processes that serve", () => {
  it("are listed with their release and clock, and are gone an hour after their last report", async () => {
    const platform = await startTestPlatform();
    const { store, clock } = platform;
    await store.write(reportNode, reportOf(platform, "a"));
    clock.now += 1;
    await store.write(reportNode, reportOf(platform, "b"));
    const began = clock.now;
    for (let minutes = 0; minutes < 4; minutes += 1) {
      clock.now += minute;
      await store.write(reportNode, reportOf(platform, "b", { linesDropped: minutes }));
    }
    expect(await listNodes(store.reader)).toMatchObject([
      { id: "b", isServing: true, startedAt: began, seenAt: clock.now, clockAhead: 2500, linesDropped: 3 },
      { id: "a", isServing: false, startedAt: began - 1, seenAt: began - 1, release: "9.8.7" },
    ]);
    clock.now = began - 1 + 60 * minute;
    expect((await listNodes(store.reader)).map(({ id }) => id)).toEqual(["b"]);
    await store.sweepExpired();
    const { kysely } = platform.database.reader;
    expect(await kysely.selectFrom("nodes").select("id").execute()).toEqual([{ id: "b" }]);
  });

  it("are on the page of the health, with database, request log and checks, in both languages", async () => {
    const platform = await startTestPlatform();
    await platform.store.write(reportNode, reportOf(platform, "a"));
    await platform.store.write(reportNode, reportOf(platform, "b", { release: "9.8.8", linesDropped: 12 }));
    await makeAdministrators(platform, "bob");
    const root = await signedInBrowser(platform, "bob");
    const english = (await root.get("/admin/health?lang=en")).html;
    for (const shown of ["host-a", "9.8.7", "2.5 s", "The processes run different releases.", "12"])
      expect(english).toContain(shown);
    expect(english).toMatch(/SQLite 3\.|PostgreSQL \d+/);
    expect(english).toContain("Lines of the request log were dropped.");
    expect((await root.get("/admin/health?lang=zh-CN")).html).toContain("各进程运行的版本不同。");
  });
});
