import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@survey-open-platform/database";
import type { SurveySchema } from "@survey-open-platform/surveys";
import type { Engine, FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { makeFaultySurvey } from "../submissions/faulty-survey.ts";
import { openSurveys } from "../submissions/open-surveys.ts";
import { addWebhook } from "../webhooks/add-webhook.ts";
import { countConnections } from "../webhooks/count-connections.ts";
import { submissionTo } from "../webhooks/webhook-load.ts";
import { openWebhookStage } from "../webhooks/webhook-stage.ts";

/** Any user of the seed. */
const anyUser = 1;
/** The only address that is open to webhooks here. */
const outsideHost = "127.0.0.2";
const attemptedWithinMilliseconds = 180_000;

const hostileNames = join(import.meta.dirname, "../webhooks/hostile-names-process.ts");

/** Hosts that lead inside, some of them only the second time; see `hostile-names-process.ts`. */
const insideHosts = [
  "127.0.0.1",
  "2130706433",
  "0x7f.1",
  "0.0.0.0",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "localhost",
  "127-0-0-1.hostile.example",
  "0-0-0-0.hostile.example",
  "xx1.hostile.example",
  "xxffffx127-0-0-1.hostile.example",
  "127-0-0-2_127-0-0-1.hostile.example",
  "127-0-0-2_xx1.hostile.example",
] as const;

/** Says a host that is open one time and one inside the next time. */
const rebindingHost = "127-0-0-2_then_127-0-0-1.hostile.example";

/** `webhook-addresses`: a delivering process connects to nothing inside, whatever names resolve to and receivers respond. */
export const webhookAddresses: FaultCommand = {
  name: "webhook-addresses",
  says: "Gives delivering processes a hostile name server, addresses in every notation, and redirects: nothing inside is connected to",
  unit: "events per webhook and engine",
  rounds: { full: 50, smoke: 2 },
  run,
};

interface Tally {
  readonly engine: Engine;
  attempts: number;
  outside: number;
  inside: number;
}

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: Tally[] = [];
  for (const engine of engines) {
    progress(`${engine}, ${rounds} events to each of ${insideHosts.length + 3} webhooks`);
    tallies.push(await tryAll(engine, rounds));
  }
  return {
    table: {
      columns: ["engine", "attempts", "events received outside", "connections inside"],
      rows: tallies.map(({ engine, attempts, outside, inside }) => [engine, attempts, outside, inside]),
    },
    violations: tallies.flatMap(({ engine, outside, inside }) => [
      ...(inside > 0 ? [`${engine}: ${inside} connections were made inside`] : []),
      // Without them, nothing would have been tried.
      ...(outside < 2 * rounds ? [`${engine}: only ${outside} events were received outside`] : []),
    ]),
  };
}

async function tryAll(engine: Engine, rounds: number): Promise<Tally> {
  await using outside = await startOutside();
  const { port } = outside;
  await using inside4 = await countConnections("127.0.0.1", port);
  await using inside6 = await countConnections("::1", port);
  const environment = { NODE_OPTIONS: `--import=${hostileNames}` };
  await using stage = await openWebhookStage(engine, { allow: `${outsideHost}/32`, environment });
  const { database } = stage;
  const urls = [...insideHosts.map((host) => `http://${host}:${port}/`), ...outside.urls];
  await sendToEach(database, urls, rounds);
  const attempts = await waitForAttempts(database, urls.length * rounds);
  return { engine, attempts, outside: outside.count(), inside: inside4.count() + inside6.count() };
}

/** What is open: a receiver that accepts, and one that redirects inside. */
async function startOutside() {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    // A connection for each attempt, so that each one resolves the name.
    const common = { Connection: "close" };
    const inside = `http://127.0.0.1:${port}/`;
    if (request.url === "/redirect") response.writeHead(307, { ...common, Location: inside }).end();
    else response.writeHead(204, common).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, outsideHost, resolve);
  });
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    count: () => count,
    urls: [
      `http://${rebindingHost}:${port}/`,
      `http://${outsideHost}:${port}/redirect`,
      `http://${outsideHost}:${port}/`,
    ],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** A survey with a webhook for each address, and answers to it. */
async function sendToEach(
  database: Database<SurveySchema>,
  urls: readonly string[],
  rounds: number,
): Promise<void> {
  const surveys = openSurveys(database);
  for (const [at, url] of urls.entries()) {
    const surveyId = await makeFaultySurvey(surveys, anyUser);
    await addWebhook(database, { surveyId, url, receiver: `receiver-${at}` });
    await Promise.all(
      Array.from({ length: rounds }, (_, which) => surveys.submitAnswer(submissionTo(surveyId, which))),
    );
  }
}

/** @returns how many attempts were made, once each event had its first one */
async function waitForAttempts({ reader }: Database<SurveySchema>, events: number): Promise<number> {
  const deadline = performance.now() + attemptedWithinMilliseconds;
  while (performance.now() < deadline) {
    const tried = await reader.kysely
      .selectFrom("webhook_deliveries")
      .select((eb) => [eb.fn.countAll<number>().as("events"), eb.fn.sum<number>("attempts").as("attempts")])
      .where("attempts", ">", 0)
      .executeTakeFirstOrThrow();
    if (tried.events >= events) return tried.attempts;
    await sleep(200);
  }
  throw new Error(`not all of ${events} events were tried`);
}
