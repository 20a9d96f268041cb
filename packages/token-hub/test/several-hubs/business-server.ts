import type { MockPlatform } from "@survey-open-platform/sdk/testing";
import type { TeamTokens } from "../../src/team/team-tokens.ts";
import { team } from "../support/test-hub.ts";

/** What a business server saw. */
export interface Tally {
  served: number;
  failed: number;
  /** Calls that were refused at first, and made again. */
  refused: number;
  /** Why calls failed. */
  reasons: unknown[];
}

/**
 * A business server that calls the platform all the time with the token from whichever hub answers, and makes a
 * refused call once more after a report.
 */
export class BusinessServer {
  readonly tally: Tally = { served: 0, failed: 0, refused: 0, reasons: [] };
  readonly #hubs: readonly TeamTokens[];
  readonly #platform: MockPlatform;
  #turn: number;
  #isStopped = false;

  constructor(hubs: readonly TeamTokens[], platform: MockPlatform, turn = 0) {
    this.#hubs = hubs;
    this.#platform = platform;
    this.#turn = turn;
  }

  /** Calls until it is stopped. */
  async run(pauseMilliseconds: number): Promise<void> {
    while (!this.#isStopped) {
      await this.call();
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
  }

  /** How many calls have ended. */
  get calls(): number {
    return this.tally.served + this.tally.failed;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async call(): Promise<void> {
    try {
      const token = await this.#hub().token(team.appid);
      if (await this.#isTaken(token.accessToken)) this.tally.served += 1;
      else await this.#callAgain(token.version);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #callAgain(version: number): Promise<void> {
    this.tally.refused += 1;
    const newer = await this.#hub().report(team.appid, { version, actor: "hubc_test" });
    if (await this.#isTaken(newer.accessToken)) this.tally.served += 1;
    else this.#fail(`version ${newer.version} was answered for a report of ${version}, and refused`);
  }

  #fail(reason: unknown): void {
    this.tally.failed += 1;
    this.tally.reasons.push(reason);
  }

  #hub(): TeamTokens {
    const hub = this.#hubs[this.#turn++ % this.#hubs.length];
    if (hub === undefined) throw new Error("There is no hub to ask");
    return hub;
  }

  async #isTaken(accessToken: string): Promise<boolean> {
    const query = new URLSearchParams({ appid: team.appid, access_token: accessToken });
    const answer = await this.#platform.fetch(`${this.#platform.baseUrl}/api/surveys?${query.toString()}`);
    // The envelope is the platform's.
    return ((await answer.json()) as { readonly code: string }).code === "OK";
  }
}

/** What all of them saw. */
export function tallyOf(servers: readonly BusinessServer[]): Tally {
  const sum = (name: "served" | "failed" | "refused") =>
    servers.reduce((total, { tally }) => total + tally[name], 0);
  return {
    served: sum("served"),
    failed: sum("failed"),
    refused: sum("refused"),
    reasons: servers.flatMap(({ tally }) => tally.reasons),
  };
}
