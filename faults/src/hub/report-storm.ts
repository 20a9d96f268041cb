import { once } from "node:events";
import { connect } from "node:net";
import { reportBytes } from "./ask-hub.ts";
import type { HubCredentials } from "./open-hub-stage.ts";

/** Reports that are sent in the same instant. */
export interface StormPlan {
  /** The hubs; reports are spread evenly over them. */
  readonly urls: readonly string[];
  readonly caller: HubCredentials;
  readonly version: number;
  readonly reports: number;
}

/** The responses to many simultaneous reports. */
export interface StormResult {
  /** The number of each response: `version 2`, or the type of an error. */
  readonly answers: ReadonlyMap<string, number>;
  /** Whether every report had been sent before the first response came. */
  readonly wasSimultaneous: boolean;
  /** Milliseconds from the first byte to the last response. */
  readonly milliseconds: number;
}

/** Requests per connection, pipelined. */
const perConnection = 20;
const patienceMilliseconds = 60_000;

/** Sends reports in one turn over open connections. */
export async function stormReports({ urls, caller, version, reports }: StormPlan): Promise<StormResult> {
  const counts = Array.from({ length: Math.ceil(reports / perConnection) }, (_, index) =>
    Math.min(perConnection, reports - index * perConnection),
  );
  const volleys: Volley[] = [];
  for (const [index, count] of counts.entries())
    volleys.push(await load(urls[index % urls.length] ?? "", { caller, version, count }));
  const startedAt = performance.now();
  const firstAnswer = Promise.race(volleys.map(({ firstAnswerAt }) => firstAnswerAt));
  const sent = volleys.map((volley) => volley.fire());
  const all = await Promise.all(volleys.map(({ answers }) => answers));
  const milliseconds = performance.now() - startedAt;
  const lastSentAt = Math.max(...(await Promise.all(sent)));
  const wasSimultaneous = lastSentAt <= (await firstAnswer);
  return { answers: countEach(all.flat()), wasSimultaneous, milliseconds };
}

/** Reports that wait on a connection. */
interface Volley {
  /** Sends them. @returns the time on the monotonic clock at which the last byte was written */
  readonly fire: () => Promise<number>;
  readonly firstAnswerAt: Promise<number>;
  readonly answers: Promise<readonly string[]>;
}

interface Load {
  readonly caller: HubCredentials;
  readonly version: number;
  readonly count: number;
}

async function load(url: string, { caller, version, count }: Load): Promise<Volley> {
  const requests = Array.from({ length: count }, () => reportBytes(url, caller, version));
  const bytes = (await Promise.all(requests)).join("");
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, "connect");
  const first = Promise.withResolvers<number>();
  const all = Promise.withResolvers<readonly string[]>();
  let received = "";
  const finish = (ending?: string) => {
    const found = readAnswers(received);
    if (found.length < count && ending === undefined) return;
    clearTimeout(timer);
    socket.destroy();
    first.resolve(performance.now());
    all.resolve([...found, ...Array.from({ length: count - found.length }, () => ending ?? "")]);
  };
  const timer = setTimeout(() => finish("no answer in time"), patienceMilliseconds);
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    first.resolve(performance.now());
    received += chunk;
    finish();
  });
  socket.once("error", ({ message }) => finish(message));
  socket.once("close", () => finish("closed without an answer"));
  const fire = () =>
    new Promise<number>((resolve) => void socket.write(bytes, "latin1", () => resolve(performance.now())));
  return { fire, firstAnswerAt: first.promise, answers: all.promise };
}

/** Every complete response in the data of a connection. */
function readAnswers(received: string): readonly string[] {
  const bodies = received.matchAll(
    /\{"access_token":"[^"]*","version":(\d+)[^}]*\}|"error":\{"type":"(\w+)"/g,
  );
  return [...bodies].map(([, version, error = ""]) => (version === undefined ? error : `version ${version}`));
}

function countEach(answers: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return counts;
}
