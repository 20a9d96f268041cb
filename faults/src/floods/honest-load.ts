import { latencyOf, type Latency } from "../../../packages/server/bench/figures.ts";
import { LoadProcess } from "../../../packages/server/bench/load-process.ts";
import { callApi, pathWithQuery } from "../wire/api-call.ts";
import { teamCredentials } from "../seed/declaration.ts";

/** Measurements of legitimate clients. Latencies in milliseconds, counted from when a request was due. */
export interface HonestFigures {
  readonly answered: number;
  /** Responses other than success. */
  readonly refused: number;
  readonly latency: Latency;
}

/** The number of legitimate clients and their load. */
export interface HonestPlan {
  readonly port: number;
  /** As they go over the wire, see {@link honestRequests}. */
  readonly requests: readonly string[];
  readonly seconds: number;
}

/** Requests a second of all legitimate clients together, far below a node's capacity. */
const rate = 400;
const connections = 16;
const target = "node";
/** Before anything is counted. */
const warmupMilliseconds = 200;
/** For its start and end on a busy machine. */
const spareMilliseconds = 60_000;

/** The requests of legitimate clients: nine token-checked reads, and one new team token of another team. */
export async function honestRequests(url: string): Promise<readonly string[]> {
  const [reader, issuer] = [teamCredentials(0), teamCredentials(1)];
  const issue = (team: typeof reader) =>
    pathWithQuery("/api/oauth2/access_token", { ...team, grant_type: "client_credential" });
  const issued = await callApi(url, issue(reader));
  const access_token = issued.status === "none" ? "" : String(issued.body.data["access_token"]);
  const read = pathWithQuery("/api/surveys", { appid: reader.appid, access_token });
  const paths = [...Array.from({ length: 9 }, () => read), issue(issuer)];
  return paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
}

/** Runs legitimate clients for a while, with the load of the benchmark. @throws Error when one of them is disconnected */
export async function honestLoad({ port, requests, seconds }: HonestPlan): Promise<HonestFigures> {
  await using load = new LoadProcess({ withinMilliseconds: seconds * 1000 + spareMilliseconds });
  await load.give({ order: "open", target, port, connections });
  await load.give({ order: "supply", target, requests, expected: '{"code":"OK"' });
  const paced = { order: "pace", target, requestsPerSecond: rate } as const;
  await load.give({ ...paced, milliseconds: warmupMilliseconds });
  const { answered, failed, latencies } = await load.give({ ...paced, milliseconds: seconds * 1000 });
  return { answered, refused: failed, latency: latencyOf(latencies) };
}
