import { setTimeout as sleep } from "node:timers/promises";
import type { Engine, FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { absences, type Absence, type Victim } from "../hub/absence.ts";
import { askForToken, askUntilServed, report, reportUntilServed } from "../hub/ask-hub.ts";
import { openHubStage, quickTimes, type HubStage } from "../hub/open-hub-stage.ts";
import { until } from "../until.ts";
import { BreakableLink } from "../isolation/breakable-link.ts";

const hubCounts = { sqlite: 1, postgres: 2 } as const satisfies Record<Engine, number>;
const absenceMilliseconds = 3 * quickTimes.lease_seconds * 1000;
/** The response to a token request is slow, so that the hub is away before it arrives. */
const slowAnswerMilliseconds = 300;
const requestWithinMilliseconds = 30_000;
/** The other hubs read the store a few times a second; a busy machine makes that seconds. */
const healedWithinMilliseconds = 20_000;

/** `hub-pauses`: a hub that was away for three leases causes no failure when it is back. */
export const hubPauses: FaultCommand = {
  name: "hub-pauses",
  says: "Stops a hub, or disconnects it from store or platform, for three leases: after at most one report the store has the newest token",
  unit: "absences per engine",
  rounds: { full: 5, smoke: 1 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const rows: Row[] = [];
  for (const engine of engines) rows.push(...(await disturbAll(engine, rounds, progress)));
  return {
    table: {
      columns: [
        "engine",
        "hubs",
        "the first hub",
        "times",
        "newest at once",
        "after one report",
        "not even then",
      ],
      rows: rows.map(({ engine, absence, results }) => [
        engine,
        hubCounts[engine],
        absence.name,
        results.length,
        ...healings.map((healing) => results.filter((result) => result === healing).length),
      ]),
    },
    violations: rows.flatMap(({ engine, absence, results }) =>
      results.includes("never") ? [`${engine}, ${absence.name}: a report did not help`] : [],
    ),
  };
}

/** When the hubs returned the platform's newest token, after the first hub was back. */
const healings = ["at once", "reported", "never"] as const;
type Healing = (typeof healings)[number];

/** The results of one kind of outage. */
interface Row {
  readonly engine: Engine;
  readonly absence: Absence;
  readonly results: Healing[];
}

async function disturbAll(
  engine: Engine,
  rounds: number,
  progress: FaultOptions["progress"],
): Promise<readonly Row[]> {
  const rows = absences
    .filter(({ engines }) => engines.includes(engine))
    .map((absence): Row => ({ engine, absence, results: [] }));
  await using stage = await openLinkedStage(engine);
  for (let round = 0; round < rounds; round += 1) {
    const row = rows[round % rows.length];
    if (row === undefined) break;
    progress(`${engine}: a hub ${row.absence.name}`);
    row.results.push(await disturb(stage, row.absence));
  }
  return rows.filter(({ results }) => results.length > 0);
}

/** A stage in which the links of the first hub can fall silent. */
interface LinkedStage extends HubStage {
  readonly victim: Victim;
}

async function openLinkedStage(engine: Engine): Promise<LinkedStage> {
  await using stack = new AsyncDisposableStack();
  let links: Pick<Victim, "toStore" | "toPlatform"> | undefined;
  const stage = await openHubStage({
    engine,
    hubs: hubCounts[engine],
    settings: quickTimes,
    async waysOf(hub, { database, platformUrl }) {
      if (hub > 0) return {};
      const toPlatform = stack.use(await BreakableLink.to(portOf(platformUrl)));
      if (engine === "sqlite") links = { toPlatform, toStore: undefined };
      if (engine === "sqlite") return { platformUrl: through(platformUrl, toPlatform) };
      const toStore = stack.use(await BreakableLink.to(portOf(database)));
      links = { toPlatform, toStore };
      return { platformUrl: through(platformUrl, toPlatform), database: through(database, toStore) };
    },
  });
  // Hubs are stopped before the links.
  stack.use(stage);
  const [node] = stage.hubs;
  if (node === undefined || links === undefined) throw new Error("a stage has a hub");
  const open = stack.move();
  return { ...stage, victim: { node, ...links }, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}

function through(address: string, link: BreakableLink): string {
  const url = new URL(address);
  url.port = String(link.port);
  return url.href.replace(/\/$/, "");
}

async function disturb(stage: LinkedStage, absence: Absence): Promise<Healing> {
  const { victim, platform, urls, caller } = stage;
  await platform.inject({ kind: "slow_response", on: "token", delayMilliseconds: slowAnswerMilliseconds });
  const { version } = await askUntilServed(urls[0] ?? "", caller);
  if (!absence.isWhileMinting) absence.begin(victim);
  const request = platform.nextTokenRequest();
  await platform.expire();
  // While minting, the first hub gets the report of the dead token, else another one.
  const told = absence.isWhileMinting ? urls[0] : urls[1];
  const reports = [reportQuietly(told ?? "", stage, version)];
  const place = await Promise.race([request, sleep(requestWithinMilliseconds, undefined, { ref: false })]);
  if (place === undefined) throw new Error("no hub requested a new token");
  if (absence.isWhileMinting) {
    absence.begin(victim);
    reports.push(...urls.slice(1).map((url) => reportQuietly(url, stage, version)));
  }
  await sleep(absenceMilliseconds);
  absence.end(victim);
  const healing = await healingOf(stage);
  await Promise.all(reports);
  return healing;
}

/** Some of these get no response, as intended. */
async function reportQuietly(url: string, { caller }: HubStage, version: number): Promise<void> {
  await report(url, caller, version).catch(() => undefined);
}

/** Asks every hub, reports a dead token, and checks whether all of them then return the platform's newest token. */
async function healingOf({ platform, urls, caller }: HubStage): Promise<Healing> {
  const answers = await Promise.all(urls.map((url) => askForToken(url, caller)));
  const { liveToken } = await platform.look();
  const wrong = answers.flatMap(({ accessToken, version }, place) =>
    accessToken === liveToken ? [] : [{ url: urls[place] ?? "", version }],
  );
  const [first] = wrong;
  if (first === undefined) return "at once";
  await reportUntilServed(first.url, caller, first.version);
  const haveNewest = async () => {
    const tokens = await Promise.all(urls.map((url) => askForToken(url, caller)));
    const { liveToken: newest } = await platform.look();
    return tokens.every(({ accessToken }) => accessToken === newest);
  };
  const isHealed = await until("all hubs had the newest token", haveNewest, healedWithinMilliseconds).then(
    () => true,
    () => false,
  );
  return isHealed ? "reported" : "never";
}
