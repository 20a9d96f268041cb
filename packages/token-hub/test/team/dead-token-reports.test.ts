import { describe, expect, test } from "vitest";
import { DeadTokenReports } from "../../src/team/dead-token-reports.ts";
import { HubError } from "../../src/errors.ts";
import type { ServedToken } from "../../src/team/served-token.ts";
import { openDirectory, thrownBy } from "../callers/caller-stage.ts";

const tokenOf = (version: number): ServedToken => ({
  accessToken: `t${version}`,
  version,
  expiresInSeconds: 100,
});

/** A hub that counts what it is asked to look at, and answers when the test says so. */
function slowHub(newest = 7) {
  const looks: { readonly version: number; readonly actor: string }[] = [];
  let answer = Promise.withResolvers<ServedToken>();
  return {
    looks,
    hub: {
      tokenAtOnce: () => tokenOf(newest),
      report: async (_: string, { version, actor }: { version: number; actor: string }) => {
        looks.push({ version, actor });
        return await answer.promise;
      },
    },
    answer: (version: number) => {
      answer.resolve(tokenOf(version));
      answer = Promise.withResolvers<ServedToken>();
    },
    fail: (reason: HubError) => {
      const failed = answer;
      answer = Promise.withResolvers();
      failed.reject(reason);
    },
  };
}

async function open(newest?: number) {
  const stage = await openDirectory();
  const slow = slowHub(newest);
  const reports = new DeadTokenReports(slow.hub, stage.authenticator);
  const { id, secret } = await stage.add([], 60);
  return { ...stage, ...slow, reports, caller: stage.authenticator.admit(id, secret) };
}

describe("a report of a dead token", () => {
  test("by 10,000 at once is one look, and takes one from the budget", async () => {
    const { reports, caller, looks, answer } = await open();
    const all = Array.from({ length: 10_000 }, () => reports.report(caller, { appid: "team_a", version: 7 }));
    answer(8);
    expect(new Set((await Promise.all(all)).map(({ version }) => version))).toEqual(new Set([8]));
    expect(looks).toEqual([{ version: 7, actor: caller.id }]);
  });

  test("that is not the newest any more is answered at once and costs nothing, however often", async () => {
    const { reports, caller, looks } = await open();
    for (let report = 0; report < 1_000; report += 1)
      expect((await reports.report(caller, { appid: "team_a", version: 6 })).version).toBe(7);
    expect(looks).toEqual([]);
  });

  test("joins nothing that is about another application or version", async () => {
    const { reports, caller, looks, answer } = await open();
    const all = [
      reports.report(caller, { appid: "team_a", version: 7 }),
      reports.report(caller, { appid: "team_b", version: 7 }),
      reports.report(caller, { appid: "team_a", version: 8 }),
    ];
    answer(9);
    await Promise.all(all);
    expect(looks).toHaveLength(3);
  });

  test("that comes while an earlier one is looked at is not content with the token that this found alive", async () => {
    const { reports, caller, looks, answer } = await open();
    const early = reports.report(caller, { appid: "team_a", version: 7 });
    // The platform has been asked by now, and then the token dies.
    const late = Array.from({ length: 100 }, () => reports.report(caller, { appid: "team_a", version: 7 }));
    answer(7);
    expect((await early).version).toBe(7);
    await expect.poll(() => looks.length).toBe(2);
    answer(8);
    expect(new Set((await Promise.all(late)).map(({ version }) => version))).toEqual(new Set([8]));
    expect(looks).toHaveLength(2);
  });

  test("takes from no budget when the hub saw the refusal itself", async () => {
    const { reports, caller, looks, answer } = await open();
    for (let report = 0; report < 100; report += 1) {
      const reported = reports.report(caller, { appid: "team_a", version: 7, isSeen: true });
      answer(7);
      await reported;
    }
    expect(looks).toHaveLength(100);
  });

  test("that failed is looked at anew the next time", async () => {
    const { reports, caller, looks, answer, fail } = await open();
    const first = reports.report(caller, { appid: "team_a", version: 7 });
    fail(new HubError("upstream_unavailable"));
    await expect(first).rejects.toMatchObject({ type: "upstream_unavailable" });
    const second = reports.report(caller, { appid: "team_a", version: 7 });
    answer(8);
    expect((await second).version).toBe(8);
    expect(looks).toHaveLength(2);
  });

  test("by a caller who reports good tokens 100 times a second is looked at once a second after the first ten", async () => {
    const { reports, caller, looks, answer, clock } = await open();
    const refusals: unknown[] = [];
    for (let report = 0; report < 1_000; report += 1) {
      const reported = reports
        .report(caller, { appid: "team_a", version: 7 })
        .catch((error: unknown) => void refusals.push(error));
      answer(7);
      await reported;
      clock.now += 0.01;
    }
    expect(looks.length).toBeLessThanOrEqual(10 + 10);
    expect(refusals).toHaveLength(1_000 - looks.length);
    const limited = expect.objectContaining({ type: "request_rate_limited", retryAfterSeconds: 1 });
    expect(refusals).toEqual(refusals.map(() => limited));
  });

  test("by one caller leaves the budgets of others alone", async () => {
    const { authenticator, caller, add } = await open();
    const { id, secret } = await add();
    for (let report = 0; report < 10; report += 1) authenticator.takeReport(caller);
    expect(thrownBy(() => authenticator.takeReport(caller))).toMatchObject({ type: "request_rate_limited" });
    authenticator.takeReport(authenticator.admit(id, secret));
  });
});
