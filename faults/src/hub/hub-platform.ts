import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createMockPlatform } from "@survey-open-platform/sdk/testing";

const tokenPath = "/api/oauth2/access_token";

/** The SDK's mock platform behind real sockets: only a team's newest token works. It tells hubs apart by the port that they use. */
export class HubPlatform implements AsyncDisposable {
  readonly #mock = createMockPlatform();
  readonly #servers: readonly Server[];
  readonly #tokenPauseMilliseconds: number;
  #requested = Promise.withResolvers<number>();

  /** @param tokenPauseMilliseconds the longest time that a token request waits before it takes effect, and its response after that */
  private constructor(doors: number, tokenPauseMilliseconds: number) {
    this.#tokenPauseMilliseconds = tokenPauseMilliseconds;
    this.#servers = Array.from({ length: doors }, (_, door) =>
      createServer((request, response) => void this.#respond(door, request, response)),
    );
  }

  static async start(doors: number, tokenPauseMilliseconds = 0): Promise<HubPlatform> {
    const platform = new HubPlatform(doors, tokenPauseMilliseconds);
    for (const server of platform.#servers) await once(server.listen(0, "127.0.0.1"), "listening");
    return platform;
  }

  /** The address at a door. */
  url(door = 0): string {
    const address = this.#servers[door]?.address();
    if (typeof address !== "object" || address === null) throw new RangeError(`there is no door ${door}`);
    return `http://127.0.0.1:${address.port}`;
  }

  /** The number of team tokens that were issued to hubs. */
  get mints(): number {
    return this.#mock.mints.filter(({ by }) => by === "caller").length;
  }

  /** The valid team token. */
  get liveToken(): string | undefined {
    return this.#mock.liveTeamToken();
  }

  /** Ends the current token as if it had expired. */
  expire(): void {
    this.#mock.expireAccessTokens();
  }

  /** The door at which the next token request arrives; the request has not taken effect by then. */
  nextTokenRequest(): Promise<number> {
    this.#requested = Promise.withResolvers();
    return this.#requested.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    }
  }

  async #respond(door: number, { url = "/", method = "GET" }: IncomingMessage, response: ServerResponse) {
    const isToken = url.startsWith(tokenPath);
    const pause = async () => {
      if (isToken) await sleep(Math.random() * this.#tokenPauseMilliseconds);
    };
    if (isToken) this.#requested.resolve(door);
    await pause();
    // The caller may be gone by now; the request takes effect anyway.
    const reply = await this.#mock.fetch(this.#mock.baseUrl + url, { method });
    await pause();
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(await reply.text());
  }
}
