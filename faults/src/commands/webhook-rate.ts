import type { Engine, FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { startEventReceiver } from "../webhooks/event-receiver.ts";
import { percentile, WebhookLoad } from "../webhooks/webhook-load.ts";
import { openWebhookStage } from "../webhooks/webhook-stage.ts";

const webhookCount = 20;
const perSecond = 1000;
const eventsPerRound = 1000;
/** A rate over fewer is that of its beginning and end. */
const judgedFrom = 20;
/** Of the rate at which answers were submitted. */
const leastShare = 0.95;
const receivedWithinMilliseconds = 200_000;

/** `webhook-rate`: 1,000 answers a second are stored, with their events, and delivered as fast. */
export const webhookRate: FaultCommand = {
  name: "webhook-rate",
  says: "Stores 1,000 answers a second, with their events, and delivers them meanwhile: each is received once, and as many a second",
  unit: "thousands of events per engine",
  rounds: { full: 30, smoke: 1 },
  run,
};

interface Figures {
  readonly engine: Engine;
  readonly events: number;
  readonly deliveries: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const figures: Figures[] = [];
  for (const engine of engines) {
    progress(`${engine}, ${rounds * eventsPerRound} events`);
    figures.push(await measure(engine, rounds * eventsPerRound));
  }
  return {
    table: {
      columns: ["engine", "events", "deliveries received", "events a second", "p50 (ms)", "p99 (ms)"],
      rows: figures.map((one) => [
        one.engine,
        one.events,
        one.deliveries,
        Math.round(one.perSecond),
        Math.round(one.p50),
        Math.round(one.p99),
      ]),
    },
    violations: figures.flatMap((one) => violationsOf(one, rounds)),
  };
}

function violationsOf(figures: Figures, rounds: number): readonly string[] {
  const { engine, events, deliveries } = figures;
  const isSlow = rounds >= judgedFrom && figures.perSecond < leastShare * perSecond;
  return [
    ...(deliveries === events ? [] : [`${engine}: ${deliveries} deliveries of ${events} events`]),
    ...(isSlow ? [`${engine}: ${Math.round(figures.perSecond)} events a second`] : []),
  ];
}

async function measure(engine: Engine, count: number): Promise<Figures> {
  await using receiver = await startEventReceiver();
  await using stage = await openWebhookStage(engine, { allow: "127.0.0.0/8" });
  const load = new WebhookLoad(stage.database);
  await load.addSurveys(webhookCount, receiver);
  const startedAt = performance.now();
  const events = await load.submit({ count, perSecond });
  const delays = await load.delays(events, receiver, receivedWithinMilliseconds);
  const seconds = (Math.max(...receiver.firstAt.values()) - startedAt) / 1000;
  let deliveries = 0;
  for (const times of receiver.received.values()) deliveries += times;
  const [p50, p99] = [percentile(delays, 50), percentile(delays, 99)];
  return { engine, events: events.length, deliveries, perSecond: count / seconds, p50, p99 };
}
