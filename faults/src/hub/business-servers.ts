import { setTimeout as sleep } from "node:timers/promises";
import { createClient, fromHub, SurveyPlatformError, type Client } from "@survey-open-platform/sdk";
import { team, type HubStage } from "./hub-stage.ts";

const servers = 4;
/** Between two calls of a server, on average. */
const pauseMilliseconds = 250;

/** The results of calls of business servers. */
export interface ServerTally {
  calls: number;
  failed: number;
  /** The errors, each kind once. */
  readonly problems: Set<string>;
}

/** Servers that call until they are stopped. */
export interface BusinessServers extends AsyncDisposable {
  /** Resolves when the last call has its response. */
  stop(): Promise<ServerTally>;
}

/**
 * Starts business servers, which read surveys all the time; each has its own copy of the token, and asks another hub first.
 *
 * @throws what the first call of one of them throws
 */
export async function startBusinessServers(stage: HubStage): Promise<BusinessServers> {
  const tally: ServerTally = { calls: 0, failed: 0, problems: new Set() };
  const clients = Array.from({ length: servers }, (_, index) => connectServer(stage, index));
  await Promise.all(clients.map((client) => client.surveys.list({ perPage: 1 })));
  const stopped = new AbortController();
  const callAgain = async (client: Client) => {
    while (!stopped.signal.aborted) {
      await sleep(2 * pauseMilliseconds * Math.random());
      tally.calls += 1;
      await client.surveys.list({ perPage: 1 }).catch((error: unknown) => {
        tally.failed += 1;
        tally.problems.add(error instanceof SurveyPlatformError ? error.type : String(error));
      });
    }
  };
  const ended = Promise.all(clients.map(callAgain));
  const stop = async () => {
    stopped.abort();
    await ended;
    return tally;
  };
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

function connectServer({ urls, caller, platformUrl }: HubStage, index: number): Client {
  const hub = { hubUrl: [...urls.slice(index % urls.length), ...urls.slice(0, index % urls.length)] };
  const source = fromHub(hub, { ...caller, appid: team.appid });
  return createClient({ platform: { baseUrl: platformUrl }, source });
}
