import type { FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { failOver, restore } from "../failover/fail-over.ts";
import { LinkedPair } from "../failover/linked-pair.ts";
import { LossTally, outcomeOfLosses, writesLeniency } from "../failover/loss-tally.ts";
import { inTurn, primaryLosses, type PrimaryLoss } from "../failover/primary-loss.ts";
import { askForToken, askUntilServed, report, reportUntilServed } from "../hub/ask-hub.ts";
import { BusinessServers } from "../hub/business-servers.ts";
import { openHubStage, quickTimes, type HubCredentials, type HubStage } from "../hub/open-hub-stage.ts";
import { until } from "../until.ts";
import type { NodeProcess } from "../nodes/node-process.ts";

const hubs = 2;
const plan = { servers: 4, pauseMilliseconds: 250 } as const;

/** `hub-failover`: hubs on a primary and a standby keep the newest token and their revoked callers through a failover. */
export const hubFailover: FaultCommand = {
  name: "hub-failover",
  says: "Takes the primary from 2 hubs and promotes its standby, also while the old one lives on: the newest token stays, revoked callers stay revoked",
  unit: "failovers, with the ways to lose a primary in turn",
  rounds: { full: 40, smoke: 1 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  if (!engines.includes("postgres")) return { rows: [], violations: [], notes: ["SQLite has no standby"] };
  await using pair = await LinkedPair.start();
  await using stage = await openHubStage({
    hubs,
    settings: quickTimes,
    database: pair.address,
  });
  const leniency = writesLeniency(rounds, stage.startMilliseconds);
  const rows = primaryLosses.map((loss) => new HubTally(loss, leniency));
  const losses = inTurn(rows, rounds);
  for (const [index, tally] of losses.entries()) {
    progress(`failover ${index + 1} of ${losses.length}: the primary ${tally.loss.name}`);
    await failOverOnce(pair, stage, tally);
  }
  return outcomeOfLosses(rows, ({ calls, failed, lost, revived }) => {
    return { "calls of business servers": calls, failed, "lost versions": lost, "revived callers": revived };
  });
}

class HubTally extends LossTally<PrimaryLoss> {
  calls = 0;
  failed = 0;
  lost = 0;
  revived = 0;
}

async function failOverOnce(pair: LinkedPair, stage: HubStage, tally: HubTally): Promise<void> {
  const servers = await BusinessServers.start(stage, plan);
  const revoked = await stage.addCaller("revoked");
  await stage.revokeCaller(revoked);
  await until("every hub refuses a revoked caller", () => isRefusedEverywhere(stage, revoked));
  const version = await mint(stage);
  // A report is stored before the hub asks the platform about it.
  const writes = async ({ url }: NodeProcess) => (await report(url, stage.caller, version)).status === 200;
  tally.add(await failOver({ stage: pair, nodes: stage.hubs, writes }, tally.loss));
  const { calls, failed, problems } = await servers.stop();
  tally.calls += calls;
  tally.failed += failed;
  if (failed > 0) tally.problems.push(`${failed} of ${calls} calls failed: ${[...problems].join(", ")}`);
  const next = await mint(stage);
  if (next !== version + 1) tally.problems.push(`after version ${version} came version ${next}`);
  tally.lost += Number(next !== version + 1);
  if (!(await isRefusedEverywhere(stage, revoked))) {
    tally.revived += 1;
    tally.problems.push("a revoked caller was not refused");
  }
  await restore(pair, stage.hubs);
}

/** Ends the token and reports it, until every hub returns the next one. @returns its version */
async function mint({ platform, urls, caller }: HubStage): Promise<number> {
  const [first = ""] = urls;
  const { version: dead } = await askUntilServed(first, caller);
  platform.expire();
  await reportUntilServed(first, caller, dead);
  let newest = 0;
  await until("every hub returns the newest token", async () => {
    const tokens = await Promise.all(urls.map((url) => askForToken(url, caller)));
    newest = Math.max(...tokens.map(({ version }) => version));
    return tokens.every(({ accessToken }) => accessToken === platform.liveToken);
  });
  return newest;
}

async function isRefusedEverywhere({ urls }: HubStage, caller: HubCredentials): Promise<boolean> {
  const answers = await Promise.all(urls.map((url) => askForToken(url, caller)));
  return answers.every(({ status }) => status === 401);
}
