import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type Database } from "@survey-open-platform/database";
import type { SurveySchema } from "@survey-open-platform/surveys";
import { joinVerdicts, type Engine, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { openStage, type Stage } from "../database/open-stage.ts";
import { startNodes, type Nodes } from "../nodes/start-nodes.ts";
import { checkEvents, checkSurvey, type WatchedSurvey } from "../submissions/check-survey.ts";
import { makeFaultySurvey } from "../submissions/faulty-survey.ts";
import { Submitter } from "../submissions/submitter.ts";
import { until } from "../until.ts";

/** Processes that submit, and nodes that deliver. */
const processCounts = { sqlite: 1, postgres: 2 } as const satisfies Record<Engine, number>;
/** Confirmations of each process before the kill, so that even on a slow machine something can be lost. */
const leastConfirmed = 20;
/** What is left after the last kill; a process that was killed holds a webhook for half a minute. */
const deliveredWithinMilliseconds = 180_000;

/** `submissions`: confirmed answers are there and counted once after kills, and each has one event, which is delivered. */
export const submissions: FaultCommand = {
  name: "submissions",
  says: "Kills processes that store answers and that deliver events, and PostgreSQL too: each confirmed answer is stored and counted once, and its one event is delivered",
  unit: "kills per engine",
  rounds: { full: 200, smoke: 3 },
  run,
};

interface Tally {
  readonly engine: Engine;
  readonly counts: Record<"kills" | "confirmed" | "stored" | "events" | "deliveries", number>;
  readonly violations: string[];
}

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: Tally[] = [];
  for (const engine of engines) {
    const counts = { kills: 0, confirmed: 0, stored: 0, events: 0, deliveries: 0 };
    const tally = { engine, counts, violations: [] };
    tallies.push(tally);
    await killOn(tally, rounds, progress);
  }
  return {
    rows: tallies.map(({ engine, counts }) => ({ engine, processes: processCounts[engine], ...counts })),
    ...joinVerdicts(
      tallies.map(({ engine, violations }) => joinVerdicts([{ violations, notes: [] }], engine)),
    ),
  };
}

interface Scene {
  readonly stage: Stage;
  readonly database: Database<SurveySchema>;
  readonly nodes: Nodes;
  readonly receiver: URL;
}

async function killOn(tally: Tally, rounds: number, progress: FaultOptions["progress"]): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const stage = stack.use(await openStage(tally.engine));
  const received = new Map<string, number>();
  const receiver = await receiveInto(received, stack);
  const parameters = ["--webhook-allow=127.0.0.0/8"];
  const nodes = stack.use(await startNodes(processCounts[tally.engine], { ...stage, parameters }));
  const database = openDatabase<SurveySchema>({ address: stage.database, patience: 10 });
  stack.defer(() => database.close());
  const surveys: WatchedSurvey[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`${tally.engine}, kill ${round}`);
    surveys.push(await submitAndKill({ stage, database, nodes, receiver }, tally, round));
  }
  // An event that is not delivered in time is found below.
  await until("events are delivered", () => areDelivered(database), deliveredWithinMilliseconds).catch(
    () => undefined,
  );
  for (const survey of surveys) {
    const { events, violations } = await checkEvents(database.reader, survey, received);
    tally.counts.events += events;
    tally.violations.push(...violations);
  }
  for (const count of received.values()) tally.counts.deliveries += count;
  if (received.size !== tally.counts.events)
    tally.violations.push(`${received.size} events were received, and ${tally.counts.events} happened`);
}

/** Accepts every event, and counts it by its id. @returns where events are sent to */
async function receiveInto(received: Map<string, number>, stack: AsyncDisposableStack): Promise<URL> {
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      const id = String(request.headers["webhook-id"]);
      received.set(id, (received.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  stack.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  // It listens on a port.
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

/** Kills the submitting processes and a delivering one at different moments, and every third time PostgreSQL. */
async function submitAndKill(scene: Scene, tally: Tally, round: number): Promise<WatchedSurvey> {
  const { stage, database, nodes, receiver } = scene;
  const surveyId = await makeFaultySurvey(database, receiver);
  const submitters = Array.from(
    { length: processCounts[tally.engine] },
    () => new Submitter(stage.database, surveyId),
  );
  await Promise.all(submitters.map((submitter) => submitter.confirmed(leastConfirmed)));
  const node = nodes.all[round % nodes.all.length];
  await sleep(Math.random() * 200);
  await node?.kill();
  await sleep(Math.random() * 100);
  const killed = round % 3 === 0 ? stage.postgres : undefined;
  await killed?.kill();
  const submitted = await Promise.all(submitters.map((submitter) => submitter.kill()));
  await killed?.start();
  await node?.start();
  const confirmations = submitted.flatMap((process) => process.confirmations);
  const { answers, violations } = await checkSurvey(database, { surveyId, confirmations });
  tally.counts.kills += 1;
  tally.counts.confirmed += confirmations.length;
  tally.counts.stored += answers;
  tally.violations.push(...violations, ...submitted.flatMap(({ problems }) => problems));
  return { surveyId, confirmations };
}

async function areDelivered({ reader }: Database<SurveySchema>): Promise<boolean> {
  const waiting = await reader.kysely
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("due_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return waiting === undefined;
}
