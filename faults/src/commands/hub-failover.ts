import type { FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { failOver } from "../failover/fail-over.ts";
import { LinkedPair } from "../failover/linked-pair.ts";
import { loseInTurn, type LossTally } from "../failover/loss-tally.ts";
import { failoverOf, primaryLosses, restore, type PrimaryLoss } from "../failover/primary-losses.ts";
import { askForToken, askUntilServed, report, reportUntilServed } from "../hub/ask-hub.ts";
import { startBusinessServers } from "../hub/business-servers.ts";
import { openHubStage, type HubCredentials, type HubStage } from "../hub/hub-stage.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { until } from "../until.ts";

const calls = "calls of business servers";
const counts = { [calls]: 0, failed: 0, "lost versions": 0, "revived callers": 0 } as const;

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
  await using stage = await openHubStage(2, pair.address);
  const { startMilliseconds } = stage;
  const lose = (tally: LossTally<PrimaryLoss>) => loseOnce(pair, stage, tally);
  return await loseInTurn({ losses: primaryLosses, counts, startMilliseconds, rounds, progress, lose });
}

async function loseOnce(pair: LinkedPair, stage: HubStage, tally: LossTally<PrimaryLoss>): Promise<void> {
  await using servers = await startBusinessServers(stage);
  const revoked = await stage.addCaller("revoked");
  await stage.revokeCaller(revoked);
  await until("every hub refuses a revoked caller", () => isRefusedEverywhere(stage, revoked));
  const version = await mint(stage);
  // A report is stored before the hub asks the platform about it.
  const writes = async ({ url }: NodeProcess) => (await report(url, stage.caller, version)).status === 200;
  const { loss } = tally;
  tally.add(await failOver({ nodes: stage.hubs, writes, ...failoverOf(pair, loss) }, loss));
  const served = await servers.stop();
  tally.count(calls, served.calls);
  tally.count("failed", served.failed);
  if (served.failed > 0)
    tally.problems.push(
      `${served.failed} of ${served.calls} calls failed: ${[...served.problems].join(", ")}`,
    );
  const next = await mint(stage);
  if (next !== version + 1) tally.problems.push(`after version ${version} came version ${next}`);
  tally.count("lost versions", Number(next !== version + 1));
  const isRevived = !(await isRefusedEverywhere(stage, revoked));
  if (isRevived) tally.problems.push("a revoked caller was not refused");
  tally.count("revived callers", Number(isRevived));
  await restore(pair, stage.hubs);
}

/** Ends the token and reports it, until every hub returns the next one. @returns its version */
async function mint({ platform, urls, caller }: HubStage): Promise<number> {
  const [first = ""] = urls;
  const { version: dead } = await askUntilServed(first, caller);
  platform.expireAccessTokens();
  await reportUntilServed(first, caller, dead);
  let newest = 0;
  await until("every hub returns the newest token", async () => {
    const tokens = await Promise.all(urls.map((url) => askForToken(url, caller)));
    newest = Math.max(...tokens.map(({ version }) => version));
    return tokens.every(({ accessToken }) => accessToken === platform.liveTeamToken());
  });
  return newest;
}

async function isRefusedEverywhere({ urls }: HubStage, caller: HubCredentials): Promise<boolean> {
  const answers = await Promise.all(urls.map((url) => askForToken(url, caller)));
  return answers.every(({ status }) => status === 401);
}
