import { describe, expect, test } from "vitest";
import type { MockPlatformOptions } from "@survey-open-platform/sdk/testing";
import type { HubConfig } from "../../src/config.ts";
import { makeStage, startHub, team, type TestHub, type TestStage } from "../support/test-hub.ts";
import { BusinessServer, tallyOf } from "./business-server.ts";

/** Hubs look often, and nothing is given up because the machine is busy. */
const quickly = { leaseSeconds: 30, requestTimeoutSeconds: 9, pollSeconds: 0.1, drainSeconds: 0.2 };

interface Scene extends TestStage {
  readonly hubs: readonly TestHub[];
  readonly servers: readonly BusinessServer[];
  /** Lets the servers call until the work is done, and then makes sure that nothing is under way any more. */
  readonly during: (work: () => Promise<void>) => Promise<void>;
  /**
   * Waits until every hub has the platform's token, and every server has made five calls since. A call is made twice and
   * not three times, so it must not meet two renewals.
   */
  readonly settled: () => Promise<void>;
}

/** Three hubs, each with connections of its own, and servers that ask them in turn. */
async function scene(options: {
  readonly servers: number;
  readonly platform?: MockPlatformOptions;
  readonly config?: Partial<HubConfig>;
}): Promise<Scene> {
  const stage = await makeStage({ platform: options.platform ?? {} });
  const hubs: TestHub[] = [];
  for (let index = 0; index < 3; index += 1)
    hubs.push(
      await startHub(stage, { store: await stage.openStore(), config: { ...quickly, ...options.config } }),
    );
  const all = hubs.map(({ hub }) => hub);
  const servers = Array.from(
    { length: options.servers },
    (_, turn) => new BusinessServer(all, stage.platform, turn),
  );
  const isKnown = async () => {
    const tokens = await Promise.all(all.map((hub) => hub.token(team.appid)));
    return tokens.every(({ accessToken }) => accessToken === stage.platform.liveTeamToken());
  };
  return {
    ...stage,
    hubs,
    servers,
    async during(work) {
      const running = servers.map((server) => server.run(5));
      await work();
      for (const server of servers) server.stop();
      await Promise.all(running);
    },
    async settled() {
      await expect.poll(isKnown).toBe(true);
      const before = servers.map(({ calls }) => calls);
      const made = () => Math.min(...servers.map(({ calls }, index) => calls - (before[index] ?? 0)));
      await expect.poll(made).toBeGreaterThanOrEqual(5);
    },
  };
}

describe("three hubs on one store", () => {
  test("that all start at once mint once", async () => {
    const { hubs, platform } = await scene({ servers: 0 });
    const tokens = await Promise.all(hubs.map(({ hub }) => hub.token(team.appid)));
    expect(new Set(tokens.map(({ accessToken }) => accessToken))).toEqual(
      new Set([platform.liveTeamToken()]),
    );
    expect(platform.mints).toHaveLength(1);
  });

  test("fail no call of 20 servers over three rotations, and mint as often as they rotate", async () => {
    const { hubs, servers, platform, during, settled } = await scene({ servers: 20 });
    await during(async () => {
      for (const { hub } of hubs) {
        await settled();
        await hub.rotate(team.appid, "operator");
      }
      await settled();
    });
    const { reasons, served } = tallyOf(servers);
    expect({ reasons, mints: platform.mints.length }).toEqual({ reasons: [], mints: 4 });
    expect(served).toBeGreaterThan(200);
  });

  test("that all get a report of a dead token at once mint once", async () => {
    const { hubs, platform } = await scene({ servers: 0 });
    const { version } = await (hubs[0]?.hub.token(team.appid) ?? Promise.reject(new Error("no hub")));
    platform.mintElsewhere();
    const reports = Array.from({ length: 100 }).flatMap(() =>
      hubs.map(({ hub }) => hub.report(team.appid, { version, actor: "hubc_test" })),
    );
    const answers = await Promise.all(reports);
    expect(new Set(answers.map(({ accessToken }) => accessToken))).toEqual(
      new Set([platform.liveTeamToken()]),
    );
    expect(platform.mints.filter(({ by }) => by === "caller")).toHaveLength(2);
    expect(hubs.reduce((sum, { count }) => sum + count("foreign_refresher"), 0)).toBeGreaterThan(0);
  });

  test("fail no call while answers are lost, and mint at most once more for each", async () => {
    const { hubs, servers, platform, during, settled, store } = await scene({
      servers: 10,
      // After a lost answer the lease has to run out; on a busy machine a renewal has to fit into it.
      config: { leaseSeconds: 5, requestTimeoutSeconds: 2 },
    });
    platform.inject({ kind: "lost_response", on: "token", times: 2 });
    await during(async () => {
      for (const { hub } of hubs) {
        await hub.rotate(team.appid, "operator");
        await settled();
      }
    });
    expect(tallyOf(servers).reasons).toEqual([]);
    expect(platform.mints.length).toBeLessThanOrEqual(1 + 3 + 2);
    expect(await store.findRecord(team.appid)).toMatchObject({ inDoubt: null });
  });

  test("fail no call while somebody else renews again and again", async () => {
    const { hubs, servers, platform, during, settled } = await scene({ servers: 10 });
    await during(async () => {
      for (let round = 0; round < 5; round += 1) {
        platform.mintElsewhere();
        await settled();
      }
    });
    expect(tallyOf(servers).reasons).toEqual([]);
    expect(hubs.reduce((sum, { count }) => sum + count("foreign_refresher"), 0)).toBeGreaterThanOrEqual(5);
    expect(platform.mints.filter(({ by }) => by === "caller").length).toBeLessThanOrEqual(6);
  });
});
