import {
  burst,
  checkLifetimes,
  checkLimit,
  checkOrder,
  lifetimeSeconds,
  type ClockFinding,
} from "../clock/check-clocks.ts";
import { skewedClock } from "../clock/skewed-clock.ts";
import type { FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { openStage } from "../database/open-stage.ts";
import { until } from "../until.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { startNodes } from "../nodes/start-nodes.ts";

const hour = 3_600_000;
/** Clock offsets of the nodes. */
const skews = [0, hour, -hour] as const;
/** Teams needed in each round: one for each node's own tokens, one for the order, one for the limit. */
const teamsPerRound = skews.length + 2;

/** `clock`: nodes whose clocks are an hour off. The database's clock decides, so this must have no effect. */
export const clock: FaultCommand = {
  name: "clock",
  says: "Runs nodes whose clocks are right, an hour ahead and an hour behind: lifetimes, order and limits stay the same",
  unit: "rounds over three nodes on PostgreSQL",
  rounds: { full: 5, smoke: 1 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const notes = ["only PostgreSQL is used by nodes with clocks of their own; nothing was done"];
  if (!engines.includes("postgres")) return { rows: [], violations: [], notes };
  const { says, environment } = skewedClock();
  const settings = {
    SOP_TEAM_ACCESS_TOKEN_TTL: String(lifetimeSeconds),
    SOP_USER_ACCESS_TOKEN_TTL: String(lifetimeSeconds),
    SOP_AUTHORIZATION_CODE_TTL: String(lifetimeSeconds),
    SOP_TOKEN_REQUESTS_PER_MINUTE: "60",
    SOP_TOKEN_REQUEST_BURST: String(burst),
    // The first line of the log shows which clock a node uses.
    SOP_LOG_LEVEL: "info",
  };
  await using stage = await openStage("postgres", { teams: rounds * teamsPerRound });
  await using nodes = await startNodes(skews.length, stage, (index) => ({
    environment: { ...settings, ...environment(skews[index] ?? 0) },
  }));
  for (const [index, node] of nodes.all.entries()) await expectSkew(node, skews[index] ?? 0);
  const found = new Map<string, readonly ClockFinding[]>();
  for (let round = 0; round < rounds; round += 1) {
    progress(`round ${round + 1}`);
    const firstTeam = round * teamsPerRound;
    const add = (what: string, findings: readonly ClockFinding[]) =>
      found.set(what, [...(found.get(what) ?? []), ...findings]);
    add("lifetimes of codes and tokens", await checkLifetimes(nodes.urls, firstTeam));
    add("order of team tokens", await checkOrder(nodes.urls, firstTeam + skews.length));
    add("limit of token requests", await checkLimit(nodes.urls, firstTeam + skews.length + 1));
  }
  return outcomeOf(found, says);
}

function outcomeOf(found: ReadonlyMap<string, readonly ClockFinding[]>, note: string): Outcome {
  const rows = [...found].map(([what, findings]) => {
    const good = findings.filter(({ isGood }) => isGood).length;
    return {
      what,
      checked: findings.length,
      "as with right clocks": good,
      different: findings.length - good,
    };
  });
  const wrong = [...found.values()].flat().filter(({ isGood }) => !isGood);
  return { rows, violations: wrong.map(({ says }) => says), notes: [note] };
}

/** A clock that was not moved would prove nothing. @throws Error when a node's log has another time of day */
async function expectSkew(node: NodeProcess, skew: number): Promise<void> {
  // A node is ready shortly before it says so in its log.
  await until("a node had written a log line", () => timeIn(node.log) !== undefined);
  const seen = Date.parse(timeIn(node.log) ?? "") - Date.now();
  if (!(Math.abs(seen - skew) < hour / 2))
    throw new Error(`A node's clock is off by ${seen} ms, not ${skew}`);
}

/** When the first line of a log was written, by the clock of the node. */
function timeIn(log: string): string | undefined {
  return /"time":"([^"]+)"/.exec(log)?.[1];
}
