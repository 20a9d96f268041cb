import { describe, expect, test } from "vitest";
import type { MockPlatformOptions } from "@survey-open-platform/sdk/testing";
import { makeStage, startHub, team, type TestHub, type TestStage } from "../support/test-hub.ts";
import { BusinessServer, tallyOf } from "./business-server.ts";

/** Short enough for a test, long enough for a busy machine. */
const quickly = { leaseSeconds: 2, requestTimeoutSeconds: 0.6, pollSeconds: 0.1, drainSeconds: 0.2 };

interface Scene extends TestStage {
  readonly hubs: readonly TestHub[];
  readonly servers: readonly BusinessServer[];
  /** Lets the servers call until the work is done, and then makes sure that nothing is under way any more. */
  readonly during: (work: () => Promise<void>) => Promise<void>;
}

/** Three hubs, each with connections of its own, and servers that ask them in turn. */
async function scene(options: {
  readonly servers: number;
  readonly platform?: MockPlatformOptions;
}): Promise<Scene> {
  const stage = await makeStage({ platform: options.platform ?? {} });
  const hubs: TestHub[] = [];
  for (let index = 0; index < 3; index += 1)
    hubs.push(await startHub(stage, { store: await stage.openStore(), config: quickly }));
  const all = hubs.map(({ hub }) => hub);
  const servers = Array.from(
    { length: options.servers },
    (_, turn) => new BusinessServer(all, stage.platform, turn),
  );
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
  };
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe("three hubs on one store", { timeout: 60_000 }, () => {
  test("that all start at once mint once", async () => {
    const { hubs, platform } = await scene({ servers: 0 });
    const tokens = await Promise.all(hubs.map(({ hub }) => hub.token(team.appid)));
    expect(new Set(tokens.map(({ accessToken }) => accessToken))).toEqual(
      new Set([platform.liveTeamToken()]),
    );
    expect(platform.mints).toHaveLength(1);
  });

  test("fail no call of 20 servers over three rotations, and mint as often as they rotate", async () => {
    const { hubs, servers, platform, during } = await scene({ servers: 20 });
    await during(async () => {
      for (const { hub } of hubs) {
        await pause(700);
        await hub.rotate(team.appid, "operator");
      }
      await pause(700);
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
    const { hubs, servers, platform, during, store } = await scene({ servers: 10 });
    platform.inject({ kind: "lost_response", on: "token", times: 2 });
    await during(async () => {
      for (const { hub } of hubs) {
        await hub.rotate(team.appid, "operator");
        // A call is made twice and not three times, so it must not meet two rotations.
        await pause(700);
      }
    });
    expect(tallyOf(servers).reasons).toEqual([]);
    expect(platform.mints.length).toBeLessThanOrEqual(1 + 3 + 2);
    expect(await store.findRecord(team.appid)).toMatchObject({ inDoubt: null });
    // A hub that did not mint itself looks again in a tenth of a second.
    await pause(500);
    expect((await hubs[0]?.hub.token(team.appid))?.accessToken).toBe(platform.liveTeamToken());
  });

  test("fail no call while somebody else renews every second", async () => {
    const { hubs, servers, platform, during } = await scene({ servers: 10 });
    await during(async () => {
      for (let round = 0; round < 5; round += 1) {
        platform.mintElsewhere();
        await pause(1_000);
      }
    });
    expect(tallyOf(servers).reasons).toEqual([]);
    expect(hubs.reduce((sum, { count }) => sum + count("foreign_refresher"), 0)).toBeGreaterThanOrEqual(5);
    expect(platform.mints.filter(({ by }) => by === "caller").length).toBeLessThanOrEqual(6);
  });
});
