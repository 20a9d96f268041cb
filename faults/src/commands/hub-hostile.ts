import { hubEvents } from "../hub/hub-node.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { sizeOf, type Engine, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { askForToken, report } from "../hub/ask-hub.ts";
import { BusinessServers, failedCalls, type ServerTally } from "../hub/business-servers.ts";
import { openHubStage, type HubCredentials, type HubStage } from "../hub/open-hub-stage.ts";
import { until } from "../until.ts";

const plan = { servers: 20, callersEach: 1, pauseMilliseconds: 200 } as const;
const reportsPerSecond = 100;

/** `hub-hostile`: reports of a valid token have no effect on other callers. */
export const hubHostile: FaultCommand = {
  name: "hub-hostile",
  says: "Reports a valid token 100 times a second: no extra mint, and a token that really dies is still replaced",
  unit: "seconds per engine",
  rounds: { full: 10, smoke: 3 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const results: Attack[] = [];
  for (const engine of engines) {
    progress(`${engine}: ${rounds} s of wrong reports`);
    results.push(await attack(engine, rounds));
  }
  return {
    table: {
      columns: [
        "engine",
        "hubs",
        "wrong reports",
        "refused",
        "looks at the token",
        "extra mints",
        "calls",
        "failed",
      ],
      rows: results.map(rowOf),
    },
    violations: results.flatMap(violationsOf),
  };
}

/** The results of an attack on one engine. */
interface Attack {
  readonly engine: Engine;
  readonly hubs: number;
  readonly reports: number;
  /** Reports that the caller's budget did not allow. */
  readonly refused: number;
  /** Reports that a hub probed and found wrong. */
  readonly looks: number;
  readonly extraMints: number;
  readonly strange: ReadonlySet<number>;
  readonly tally: ServerTally;
}

async function attack(engine: Engine, seconds: number): Promise<Attack> {
  await using stage = await openHubStage({ engine });
  const hostile = new Hostile(stage, await stage.addCaller("hostile"));
  await using servers = await BusinessServers.start(stage, { ...plan, size: sizeOf(hubHostile, seconds) });
  const reporting = hostile.reportFor(seconds);
  await sleep((seconds * 1000) / 2);
  await stage.platform.expire();
  await reporting;
  const tally = await servers.stop();
  const { mints } = await stage.platform.look();
  const events = stage.hubs.flatMap(hubEvents);
  return {
    engine,
    hubs: stage.hubs.length,
    reports: hostile.reports,
    refused: hostile.refused,
    looks: events.filter(({ kind }) => kind === "unfounded_report").length,
    // One is needed at first, and one when the token dies.
    extraMints: mints - 2,
    strange: hostile.strange,
    tally,
  };
}

/** A caller that keeps reporting the newest token, to all hubs in turn. */
class Hostile {
  reports = 0;
  refused = 0;
  /** Statuses that are neither a success nor a refusal by the budget. */
  readonly strange = new Set<number>();
  readonly #stage: HubStage;
  readonly #credentials: HubCredentials;
  #version = 0;

  constructor(stage: HubStage, credentials: HubCredentials) {
    this.#stage = stage;
    this.#credentials = credentials;
  }

  async reportFor(seconds: number): Promise<void> {
    const { urls } = this.#stage;
    // Running hubs read new callers at intervals.
    for (const url of urls) await until("the hub knew the caller", () => this.#isKnown(url));
    const startedAt = performance.now();
    const under: Promise<void>[] = [];
    for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - startedAt) / 1000) {
      // Reports that a slow machine has missed are sent late.
      while (this.reports < elapsed * reportsPerSecond)
        under.push(this.#report(urls[this.reports % urls.length]));
      await sleep(1000 / reportsPerSecond);
    }
    await Promise.all(under);
  }

  async #isKnown(url: string): Promise<boolean> {
    const { version } = await askForToken(url, this.#credentials);
    this.#version = version;
    return version > 0;
  }

  async #report(url = ""): Promise<void> {
    this.reports += 1;
    const { status, version } = await report(url, this.#credentials, this.#version);
    if (status === 429) this.refused += 1;
    else if (status !== 200) this.strange.add(status);
    this.#version = Math.max(this.#version, version);
  }
}

function rowOf({ engine, hubs, reports, refused, looks, extraMints, tally }: Attack) {
  return [engine, hubs, reports, refused, looks, extraMints, tally.calls, tally.failed];
}

function violationsOf({ engine, looks, extraMints, strange, tally }: Attack): readonly string[] {
  return [
    ...failedCalls(engine, tally),
    ...(extraMints === 0 ? [] : [`${engine}: ${extraMints} mints too many`]),
    ...(looks > 0 ? [] : [`${engine}: no hub probed a report`]),
    ...[...strange].map((status) => `${engine}: a report was answered ${status}`),
  ];
}
