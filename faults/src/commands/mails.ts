import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@survey-open-platform/database";
import {
  joinVerdicts,
  type Engine,
  type FaultCommand,
  type FaultOptions,
  type Outcome,
  type Verdict,
} from "../command.ts";
import { type FaultyMailServer, misbehaviourOf, receiverOf } from "../mails/faulty-mail-server.ts";
import { type OutboxSchema, startMailing } from "../mails/start-mailing.ts";
import type { Nodes } from "../nodes/start-nodes.ts";
import { until } from "../until.ts";

const nodeCount = 2;
/** Kills while mails are handed over, of the nodes in turn. */
const kills = 6;
/** Mails that a node hands over at the same time: so many are in doubt when it is killed. */
const inHand = 5;
/** What is left after the last kill: a mail that was in the hands of a killed node waits for two minutes. */
const deliveredWithinMilliseconds = 600_000;

/** `mails`: two nodes hand mails to a server that misbehaves, and are killed meanwhile: none is lost, and none is there twice. */
export const mails: FaultCommand = {
  name: "mails",
  says: "Kills nodes that hand mails to a server which refuses, hangs, forgets to reply and replies twice: each mail arrives, and again only under the same Message-ID",
  unit: "mails per engine",
  rounds: { full: 10_000, smoke: 400 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const engine of engines) outcomes.push(await sendOn(engine, rounds, progress));
  return { rows: outcomes.flatMap(({ rows }) => rows), ...joinVerdicts(outcomes) };
}

async function sendOn(engine: Engine, count: number, progress: FaultOptions["progress"]): Promise<Outcome> {
  await using mailing = await startMailing(engine, count, { nodeCount });
  const { nodes, server, database } = mailing;
  const killed = await killWhileSending(nodes, server, count, (line) => progress(`${engine}, ${line}`));
  const isEmpty = async () => (await countWaiting(database)) === 0;
  await until("mails are handed over", isEmpty, deliveredWithinMilliseconds).catch(() => undefined);
  return judge({ engine, count, killed, server, waiting: await countWaiting(database) });
}

/** Kills a node whenever a further part of the mails has arrived. @returns how many kills there were */
async function killWhileSending(
  nodes: Nodes,
  server: FaultyMailServer,
  count: number,
  progress: (line: string) => void,
): Promise<number> {
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = Math.floor((count * kill) / (kills + 2));
    await until(`${enough} mails`, () => server.taken.size >= enough, 300_000);
    const node = nodes.all[kill % nodes.all.length];
    await node?.kill();
    progress(`kill ${kill} after ${server.taken.size} mails`);
    await sleep(Math.random() * 200);
    // Otherwise the other node has sent everything before the next kill.
    if (node !== undefined) await server.holdWhile(node.start());
  }
  return kills;
}

async function countWaiting({ reader }: Database<OutboxSchema>): Promise<number> {
  const rows = await reader.kysely
    .selectFrom("mails")
    .select("message_id")
    .where("state", "!=", "accepted")
    .execute();
  return rows.length;
}

interface Sent {
  readonly engine: Engine;
  readonly count: number;
  readonly killed: number;
  readonly server: FaultyMailServer;
  readonly waiting: number;
}

/** A mailbox keeps one mail of a Message-ID; what came again is explained by what was forgotten and by what the killed nodes had in their hands. */
function judge({ engine, count, killed, server, waiting }: Sent): Outcome {
  const places = Array.from({ length: count }, (_, place) => place);
  const copies = places.map((place) => server.taken.get(receiverOf(place)) ?? new Map<string, number>());
  const lost = copies.filter(({ size }) => size === 0).length;
  const doubled = copies.filter(({ size }) => size > 1).length;
  const again = copies.reduce(
    (sum, counts) => sum + [...counts.values()].reduce((one, n) => one + n - 1, 0),
    0,
  );
  const forgotten = places.filter((place) => misbehaviourOf(place) === "forgets").length;
  const most = forgotten + killed * inHand;
  const verdict: Verdict = {
    notes: [],
    violations: [
      ...(lost > 0 ? [`${lost} mails were lost`] : []),
      ...(doubled > 0 ? [`${doubled} receivers have two mails`] : []),
      ...(waiting > 0 ? [`${waiting} mails were not accepted in time`] : []),
      ...(again > most ? [`${again} mails came again, which is more than ${most}`] : []),
    ],
  };
  const row = {
    engine,
    mails: count,
    kills: killed,
    lost,
    doubled,
    "again, same Message-ID": again,
    forgotten,
  };
  return { rows: [row], ...joinVerdicts([verdict], engine) };
}
