import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type Database } from "@survey-open-platform/database";
import type { SurveySchema } from "@survey-open-platform/surveys";
import type { Engine, FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { openStage, type Stage } from "../database/open-stage.ts";
import { startNodes, type Nodes } from "../nodes/start-nodes.ts";
import { makeFaultySurvey } from "../submissions/faulty-survey.ts";
import { openSurveys } from "../submissions/open-surveys.ts";
import { Submitter } from "../submissions/submitter.ts";
import { checkEvents, type WatchedSurvey } from "../webhooks/check-events.ts";
import { type EventReceiver, startEventReceiver } from "../webhooks/event-receiver.ts";

const nodeCounts = { sqlite: 1, postgres: 2 } as const satisfies Record<Engine, number>;
/** Confirmations before each kill, so that even on a slow machine something can be lost. */
const leastConfirmed = 20;
/** Any user of the seed. */
const anyUser = 1;
/** What is left after the last kill; a process that was killed holds a webhook for half a minute. */
const deliveredWithinMilliseconds = 180_000;

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** `webhooks`: events of confirmed answers are there once, and delivered, after kills of respondents' and delivering processes. */
export const webhooks: FaultCommand = {
  name: "webhooks",
  says: "Kills processes that store answers and that deliver events: each confirmed answer has one event id and is delivered, none is invented",
  unit: "kills per engine",
  rounds: { full: 200, smoke: 2 },
  run,
};

interface Tally {
  readonly engine: Engine;
  kills: number;
  confirmed: number;
  events: number;
  deliveries: number;
  readonly violations: string[];
}

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: Tally[] = [];
  for (const engine of engines) {
    const tally = { engine, kills: 0, confirmed: 0, events: 0, deliveries: 0, violations: [] };
    tallies.push(tally);
    await killOn(tally, rounds, progress);
  }
  return {
    rows: tallies.map(({ engine, kills, confirmed, events, deliveries }) => ({
      engine,
      kills,
      "answers confirmed": confirmed,
      events,
      "deliveries received": deliveries,
    })),
    violations: tallies.flatMap(({ engine, violations }) => violations.map((one) => `${engine}: ${one}`)),
    notes: [],
  };
}

interface Scene {
  readonly stage: Stage;
  readonly database: Database<SurveySchema>;
  readonly nodes: Nodes;
  readonly receiver: EventReceiver;
}

async function killOn(tally: Tally, rounds: number, progress: FaultOptions["progress"]): Promise<void> {
  await using stage = await openStage(tally.engine);
  await using receiver = await startEventReceiver();
  const parameters = ["--webhook-allow=127.0.0.0/8"];
  const { database: address, folder } = stage;
  await using nodes = await startNodes(nodeCounts[tally.engine], { database: address, folder, parameters });
  const database = openDatabase<SurveySchema>({ address, patience: 10 });
  try {
    const scene = { stage, database, nodes, receiver };
    const watched: WatchedSurvey[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      progress(`${tally.engine}, kill ${round}`);
      watched.push(await submitAndKill(scene, tally, round));
    }
    await waitForDelivery(database);
    for (const survey of watched) {
      const { events, violations } = await checkEvents(database.reader, survey, receiver.received);
      tally.events += events;
      tally.violations.push(...violations);
    }
    for (const count of receiver.received.values()) tally.deliveries += count;
    if (receiver.received.size !== tally.events)
      tally.violations.push(`${receiver.received.size} events were received, and ${tally.events} happened`);
  } finally {
    await database.close();
  }
}

/** Kills the submitting process and a delivering one, at different moments. */
async function submitAndKill(scene: Scene, tally: Tally, round: number): Promise<WatchedSurvey> {
  const { stage, database, nodes, receiver } = scene;
  const surveyId = await makeFaultySurvey(openSurveys(database), anyUser);
  await addWebhook(database, surveyId, receiver);
  const submitter = new Submitter(stage.database, surveyId);
  await submitter.confirmed(leastConfirmed);
  const node = nodes.all[round % nodes.all.length];
  await sleep(Math.random() * 200);
  await node?.kill();
  await sleep(Math.random() * 100);
  const { confirmations, problems } = await submitter.kill();
  tally.violations.push(...problems);
  await node?.start();
  tally.kills += 1;
  tally.confirmed += confirmations.length;
  return { surveyId, confirmations };
}

async function waitForDelivery({ reader }: Database<SurveySchema>): Promise<void> {
  const deadline = performance.now() + deliveredWithinMilliseconds;
  while (performance.now() < deadline) {
    const waiting = await reader.kysely
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("due_at", "is not", null)
      .limit(1)
      .executeTakeFirst();
    if (waiting === undefined) return;
    await sleep(200);
  }
}

/** Creates an active webhook as the platform does, without its pages, which check the address. */
async function addWebhook(
  database: Database<SurveySchema>,
  surveyId: number,
  { urlOf, host }: EventReceiver,
): Promise<void> {
  const created = { created_at: Date.now(), updated_at: Date.now() };
  await database.write(async ({ kysely }) => {
    await kysely
      .insertInto("webhooks")
      .values({
        survey_id: surveyId,
        account_id: null,
        user_id: 0,
        url: urlOf(surveyId),
        receiver: host,
        secret,
        is_active: 1,
        ...created,
      })
      .execute();
    await kysely.updateTable("surveys").set({ answer_webhooks: 1 }).where("id", "=", surveyId).execute();
  });
}
