import { setTimeout as sleep } from "node:timers/promises";
import { createClient, fromHub, SurveyPlatformError, type Client } from "@survey-open-platform/sdk";
import type { Size } from "../command.ts";
import { team, type HubStage } from "./open-hub-stage.ts";

/** The results of calls of business servers. */
export interface ServerTally {
  calls: number;
  failed: number;
  /** The errors, each kind once. */
  readonly problems: Set<string>;
}

/** The load of business servers. */
export interface ServerPlan {
  readonly servers: number;
  /** Between two calls of a caller, on average. */
  readonly pauseMilliseconds: number;
  /** In a small run callers pause longer. Default: a full one. */
  readonly size?: Size;
}

/** How many times as long callers pause: in a small run they leave the processor to the hubs that start. */
const longerPauses = { full: 1, smoke: 3 } as const satisfies Record<Size, number>;

/** A business server: a client with its own copy of the token, which asks one of the hubs first. */
export function connectServer(stage: HubStage, index: number): Client {
  const { urls, caller, platform } = stage;
  const hub = { hubUrl: [...urls.slice(index % urls.length), ...urls.slice(0, index % urls.length)] };
  const source = fromHub(hub, { ...caller, appid: team.appid });
  return createClient({ platform: { baseUrl: platform.url() }, source });
}

/** Servers that read surveys all the time, until they are stopped. */
export class BusinessServers implements AsyncDisposable {
  readonly tally: ServerTally = {
    calls: 0,
    failed: 0,
    problems: new Set(),
  };
  readonly #clients: readonly Client[];
  readonly #plan: ServerPlan;
  readonly #underWay = new Set<Promise<void>>();
  #ended: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  private constructor(clients: readonly Client[], plan: ServerPlan) {
    this.#clients = clients;
    this.#plan = plan;
  }

  /** Starts servers and waits until each has made a call. @throws what the first of these calls throws */
  static async start(stage: HubStage, plan: ServerPlan): Promise<BusinessServers> {
    const clients = Array.from({ length: plan.servers }, (_, index) => connectServer(stage, index));
    await Promise.all(clients.map((client) => client.surveys.list({ perPage: 1 })));
    const servers = new BusinessServers(clients, plan);
    servers.#run();
    return servers;
  }

  /** Resolves when every open call has its response, so that no call sees two tokens die. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Resolves when the last call has its response. */
  async stop(): Promise<ServerTally> {
    this.#isStopped = true;
    await this.#ended;
    return this.tally;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #run(): void {
    this.#ended = Promise.all(this.#clients.map((client) => this.#callAgain(client)));
  }

  async #callAgain(client: Client): Promise<void> {
    const { pauseMilliseconds, size = "full" } = this.#plan;
    const longest = 2 * pauseMilliseconds * longerPauses[size];
    while (!this.#isStopped) {
      await sleep(longest * Math.random());
      const call = this.#callOnce(client);
      this.#underWay.add(call);
      await call;
      this.#underWay.delete(call);
    }
  }

  async #callOnce(client: Client): Promise<void> {
    this.tally.calls += 1;
    await client.surveys.list({ perPage: 1 }).catch((error: unknown) => this.#note(error));
  }

  #note(error: unknown): void {
    const type = error instanceof SurveyPlatformError ? error.type : String(error);
    this.tally.failed += 1;
    this.tally.problems.add(type);
  }
}

/** A sentence about failed calls; undefined when there are none. */
export function failedCalls(what: string, { failed, calls, problems }: ServerTally): readonly string[] {
  return failed === 0 ? [] : [`${what}: ${failed} of ${calls} calls failed: ${[...problems].join(", ")}`];
}
