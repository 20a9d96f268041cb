import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type Database } from "@survey-open-platform/database";
import {
  type Engine,
  type FaultCommand,
  type FaultOptions,
  type Outcome,
  type Row,
  sizeOf,
} from "../command.ts";
import { openStage } from "../database/open-stage.ts";
import { FaultyMailServer, misbehaviourOf, receiverOf } from "../mails/faulty-mail-server.ts";
import { measureAnswers } from "../mails/measure-answers.ts";
import { startNodes, type Nodes } from "../nodes/start-nodes.ts";
import { until } from "../until.ts";

const nodeCount = 2;
/** Kills while mails are handed over, of the nodes in turn. */
const kills = 6;
/** Mails that a node hands over at the same time: so many are in doubt when it is killed. */
const inHand = 5;
/** What is left after the last kill: a mail that was in the hands of a killed node waits for two minutes. */
const deliveredWithinMilliseconds = 600_000;
const rowsAtATime = 500;

/** `mails`: two nodes hand mails to a server that misbehaves, and are killed meanwhile: none is lost, and none is there twice. */
export const mails: FaultCommand = {
  name: "mails",
  says: "Kills nodes that hand mails to a server which refuses, hangs, forgets to reply and replies twice: each mail arrives, and again only under the same Message-ID",
  unit: "mails per engine",
  rounds: { full: 10_000, smoke: 400 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const rows: Row[] = [];
  const violations: string[] = [];
  const isFull = sizeOf(mails, rounds) === "full";
  for (const engine of engines) {
    const { row, problems } = await sendOn(engine, rounds, progress);
    rows.push({ ...row, ...(isFull && (await answerMeanwhile(engine, rounds))) });
    violations.push(...problems.map((problem) => `${engine}: ${problem}`));
  }
  return { rows, violations, notes: [] };
}

/** How long answers take, at one node and without kills, while it hands mails over, and while it does not. */
async function answerMeanwhile(engine: Engine, count: number): Promise<Row> {
  await using stack = new AsyncDisposableStack();
  const stage = stack.use(await openStage(engine));
  const server = stack.use(new FaultyMailServer({ isFaulty: false }));
  const environment = { ...settingsOf(await server.listen()), SOP_TRUST_PROXY: "1" };
  const nodes = stack.use(await startNodes(1, { ...stage, environment }));
  const database = openDatabase<OutboxSchema>({ address: stage.database, patience: 10 });
  stack.defer(() => database.close());
  await queue(database, count);
  const { id, hash } = await database.reader.kysely
    .selectFrom("surveys")
    .select(["id", "hash"])
    .executeTakeFirstOrThrow();
  const survey = { url: nodes.first.url, path: `/s2/${id}/${hash}/` };
  const { quiet, mailing } = await measureAnswers(survey, server, () => server.taken.size >= count);
  return {
    answers: quiet.length + mailing.length,
    "p99 quiet, ms": p99Of(quiet),
    "p99 mailing, ms": p99Of(mailing),
  };
}

function p99Of(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  return (sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0).toFixed(1);
}

function settingsOf(server: string) {
  return {
    SOP_MAIL: server,
    SOP_MAIL_FROM: "surveys@survey.example",
    SOP_MAIL_PER_MINUTE: "100000",
    SOP_AUTH_URL: "http://survey.example",
  };
}

/** The columns of the outbox that a mail begins with, and what the address of a survey is made of. */
interface OutboxSchema {
  readonly surveys: { readonly id: number; readonly hash: string };
  readonly mails: Readonly<
    Record<"message_id" | "kind" | "recipient" | "language" | "facts" | "state", string>
  > &
    Readonly<Record<"created_at" | "useless_at" | "expires_at", number>> & { readonly due_at: number | null };
}

async function sendOn(engine: Engine, count: number, progress: FaultOptions["progress"]) {
  await using stack = new AsyncDisposableStack();
  const stage = stack.use(await openStage(engine));
  const server = stack.use(new FaultyMailServer());
  const environment = settingsOf(await server.listen());
  const nodes = stack.use(await startNodes(nodeCount, { ...stage, environment }));
  const database = openDatabase<OutboxSchema>({ address: stage.database, patience: 10 });
  stack.defer(() => database.close());
  await queue(database, count);
  const killed = await killWhileSending(nodes, server, count, (line) => progress(`${engine}, ${line}`));
  await until("mails are handed over", () => isEmpty(database), deliveredWithinMilliseconds).catch(
    () => undefined,
  );
  return judge({ engine, count, killed, server, waiting: await countWaiting(database) });
}

async function queue(database: Database<OutboxSchema>, count: number): Promise<void> {
  const now = Date.now();
  for (let first = 0; first < count; first += rowsAtATime) {
    const places = Array.from({ length: Math.min(rowsAtATime, count - first) }, (_, at) => first + at);
    await database.write(({ kysely }) =>
      kysely
        .insertInto("mails")
        .values(places.map((place) => ({ ...mailTo(place), ...lifeFrom(now) })))
        .execute(),
    );
  }
}

function mailTo(place: number) {
  const facts = JSON.stringify({ username: `person${place}` });
  const recipient = receiverOf(place);
  return { message_id: randomUUID(), kind: "password_changed", recipient, language: "en", facts };
}

function lifeFrom(now: number) {
  const day = 86_400_000;
  return { state: "waiting", due_at: now, created_at: now, useless_at: now + day, expires_at: now + day };
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
    await until(`${enough} mails`, () => Promise.resolve(server.taken.size >= enough), 300_000);
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

async function isEmpty(database: Database<OutboxSchema>): Promise<boolean> {
  return (await countWaiting(database)) === 0;
}

interface Sent {
  readonly engine: Engine;
  readonly count: number;
  readonly killed: number;
  readonly server: FaultyMailServer;
  readonly waiting: number;
}

/** A mailbox keeps one mail of a Message-ID; what came again is explained by what was forgotten and by what the killed nodes had in their hands. */
function judge({ engine, count, killed, server, waiting }: Sent): {
  readonly row: Row;
  readonly problems: readonly string[];
} {
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
  return {
    row: { engine, mails: count, kills: killed, lost, doubled, "again, same Message-ID": again, forgotten },
    problems: [
      ...(lost > 0 ? [`${lost} mails were lost`] : []),
      ...(doubled > 0 ? [`${doubled} receivers have two mails`] : []),
      ...(waiting > 0 ? [`${waiting} mails were not accepted in time`] : []),
      ...(again > most ? [`${again} mails came again, which is more than ${most}`] : []),
    ],
  };
}
