import {
  sizeOf,
  type Engine,
  type FaultCommand,
  type FaultOptions,
  type Outcome,
  type Size,
} from "../command.ts";
import { openStage } from "../database/open-stage.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { raceExchanges } from "../races/race-exchanges.ts";
import { raceRevocation, type RevocationStage } from "../races/race-revocation.ts";
import { isCutOff } from "../wire/cut-off.ts";
import { RaceTally, type RaceRound } from "../races/race-tally.ts";
import { signIn } from "../seed/consent.ts";
import { credentials } from "../seed/declaration.ts";

/** How many of the nodes requests are sent to. */
const nodeCounts = [1, 3] as const;
/**
 * Concurrent races: while the requests of some wait for their last byte, those of others are served. The few of the small
 * size happen one by one, so that a busy machine serves them in time.
 */
const laneCounts = { full: 3, smoke: 1 } as const satisfies Record<Size, number>;
/** Exchanges for each revocation. */
const revocationShare = 4;

/** `races`: conflicting requests arrive in the same instant, at one node and at several. */
export const races: FaultCommand = {
  name: "races",
  says: "Sends 20 to 50 copies of an exchange, or a revocation among refreshes, at the same instant to 1 and to 3 nodes",
  unit: "raced exchanges per engine, and a quarter as many revocations",
  rounds: { full: 2000, smoke: 16 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: RaceTally[] = [];
  const lanes = laneCounts[sizeOf(races, rounds)];
  for (const engine of engines) {
    await using stage = await openStage(engine, { people: lanes });
    await using running = await startNodes(Math.max(...nodeCounts), stage);
    for (const nodes of nodeCounts) {
      const share = Math.ceil(rounds / nodeCounts.length);
      progress(`${engine}, nodes: ${nodes}, rounds: ${share}`);
      tallies.push(...(await raceOn(engine, running.urls.slice(0, nodes), { lanes, rounds: share })));
    }
  }
  const violations = tallies.flatMap((tally) => tally.violations);
  return { rows: tallies.map(({ row }) => row), violations, notes: [] };
}

/** How many races there are. */
interface RacePlan {
  readonly lanes: number;
  readonly rounds: number;
}

async function raceOn(
  engine: Engine,
  urls: readonly string[],
  { lanes, rounds }: RacePlan,
): Promise<readonly RaceTally[]> {
  const exchanges = new RaceTally("one exchange, 20 to 50 copies", engine, urls.length);
  const revocations = new RaceTally("a revocation among 20 requests", engine, urls.length);
  const people = await signInEverybody(urls, lanes);
  await inLanes(people, rounds, exchanges, ({ person }) => raceExchanges(person, urls));
  await inLanes(people, Math.ceil(rounds / revocationShare), revocations, (participant) =>
    raceRevocation(participant, urls),
  );
  return [exchanges, revocations];
}

function signInEverybody(urls: readonly string[], lanes: number): Promise<readonly RevocationStage[]> {
  const { password } = credentials.ada;
  return Promise.all(
    Array.from({ length: lanes }, async (_, index) => {
      const home = urls[index % urls.length] ?? "";
      return { home, person: await signIn(home, { username: `person-${index}`, password }) };
    }),
  );
}

/** A round whose preparation got no response, or 503. */
function inconclusiveWhenCutOff(reason: unknown): RaceRound {
  if (!isCutOff(reason)) throw reason;
  return { requests: 0, problems: [], isInconclusive: true };
}

/** An inconclusive round is repeated, a limited number of times. */
async function inLanes(
  people: readonly RevocationStage[],
  rounds: number,
  tally: RaceTally,
  race: (participant: RevocationStage) => Promise<RaceRound>,
): Promise<void> {
  let left = rounds;
  let repeats = rounds;
  const lane = async (participant: RevocationStage) => {
    while (left > 0) {
      left -= 1;
      const round = await race(participant).catch(inconclusiveWhenCutOff);
      tally.add(round);
      if (!round.isInconclusive || repeats === 0) continue;
      repeats -= 1;
      left += 1;
    }
  };
  await Promise.all(people.map(lane));
}
