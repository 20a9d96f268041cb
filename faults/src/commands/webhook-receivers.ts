import type { Engine, FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { startBadReceiver } from "../webhooks/bad-receiver.ts";
import { type EventReceiver, startEventReceiver } from "../webhooks/event-receiver.ts";
import { percentile, WebhookLoad } from "../webhooks/webhook-load.ts";
import { openWebhookStage } from "../webhooks/webhook-stage.ts";

const quickWebhooks = 16;
const hangingWebhooks = 6;
const slowWebhooks = 6;
/** Of a slow receiver; below the 15 seconds in which it has to respond. */
const slowMilliseconds = 5000;
const perSecond = 50;
const eventsPerTurn = 200;
/** With so many pairs of turns the figures are compared; with fewer, chance decides. */
const comparedFrom = 5;
const mostRise = 1.1;
/** An event that waited for a receiver that hangs would be later than the others by its 15 seconds. */
const mostDelayMilliseconds = 10_000;
const receivedWithinMilliseconds = 120_000;

/** `webhook-receivers`: receivers that hang or are slow hold up no others. */
export const webhookReceivers: FaultCommand = {
  name: "webhook-receivers",
  says: "Lets receivers hang and respond late: each event of the others is received, and their 99th percentile is at most a tenth longer",
  unit: "pairs of turns, without and with them, per engine",
  rounds: { full: 20, smoke: 1 },
  run,
};

interface Tally {
  readonly engine: Engine;
  readonly without: number[];
  readonly beside: number[];
}

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: Tally[] = [];
  for (const engine of engines) tallies.push(await compareTurns(engine, rounds, progress));
  return {
    table: {
      columns: [
        "engine",
        "events",
        "p50 without (ms)",
        "p50 beside",
        "p99 without (ms)",
        "p99 beside",
        "times",
      ],
      rows: tallies.map(rowOf),
    },
    violations: tallies.flatMap((tally) => violationsOf(tally, rounds)),
  };
}

function figuresOf({ without, beside }: Tally) {
  const p99 = [percentile(without, 99), percentile(beside, 99)] as const;
  return { p50: [percentile(without, 50), percentile(beside, 50)], p99, times: p99[1] / p99[0] };
}

function rowOf(tally: Tally): readonly (string | number)[] {
  const { p50, p99, times } = figuresOf(tally);
  const events = tally.without.length + tally.beside.length;
  return [tally.engine, events, ...[...p50, ...p99].map(Math.round), times.toFixed(2)];
}

function violationsOf(tally: Tally, rounds: number): readonly string[] {
  const { times } = figuresOf(tally);
  const [usual, longest] = [Math.max(...tally.without), Math.max(...tally.beside)];
  return [
    ...(longest > usual + mostDelayMilliseconds
      ? [`${tally.engine}: an event came ${Math.round(longest)} ms late, while others hung`]
      : []),
    ...(rounds >= comparedFrom && times > mostRise
      ? [`${tally.engine}: the 99th percentile is ${times.toFixed(2)} times that without them`]
      : []),
  ];
}

async function compareTurns(
  engine: Engine,
  rounds: number,
  progress: FaultOptions["progress"],
): Promise<Tally> {
  await using receiver = await startEventReceiver();
  await using hanging = await startBadReceiver();
  await using slow = await startBadReceiver(slowMilliseconds);
  await using stage = await openWebhookStage(engine, { allow: "127.0.0.0/8" });
  const { database } = stage;
  const [quick, held, late] = [
    new WebhookLoad(database),
    new WebhookLoad(database),
    new WebhookLoad(database),
  ];
  const tally: Tally = { engine, without: [], beside: [] };
  await quick.addSurveys(quickWebhooks, receiver);
  await held.addSurveys(hangingWebhooks, hanging);
  await late.addSurveys(slowWebhooks, slow);
  for (let round = 1; round <= rounds; round += 1) {
    progress(`${engine}, turn ${round}`);
    tally.without.push(...(await turn(quick, receiver)));
    await held.submit({ count: hangingWebhooks, perSecond: 1000 });
    await late.submit({ count: 3 * slowWebhooks, perSecond: 1000 });
    await Promise.all([hanging.held(hangingWebhooks), slow.held(slowWebhooks)]);
    tally.beside.push(...(await turn(quick, receiver)));
    hanging.release();
    slow.release();
  }
  return tally;
}

async function turn(load: WebhookLoad, receiver: EventReceiver): Promise<readonly number[]> {
  const events = await load.submit({ count: eventsPerTurn, perSecond });
  return load.delays(events, receiver, receivedWithinMilliseconds);
}
