import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMockPlatform, mockSample, type MockPlatform } from "@survey-open-platform/sdk/testing";

/** The team whose token is kept. */
export const team = mockSample.applications[1];

/** Told of each token request that arrives, before it takes effect. */
export type OnTokenRequest = (hub: number) => void;

/** A newest-only platform in memory that listens, and knows which hub asks: each has an address of its own. */
export class PlatformServer {
  readonly mock: MockPlatform;
  /** Hubs whose requests are not answered. */
  readonly cutOff = new Set<number>();
  onTokenRequest: OnTokenRequest = () => undefined;
  /** For how long a token is held back once it is made, in milliseconds. */
  tokenDelay = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  /** @param tokenSeconds how long its tokens live; two hours unless given */
  constructor(tokenSeconds = 7_200) {
    this.mock = createMockPlatform({ lifetimes: { teamAccessToken: tokenSeconds } });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", () => resolve());
    });
  }

  /** What business servers call. */
  get url(): string {
    // A listening TCP server has an address of this shape.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What a hub is given as the platform's address. */
  urlFor(hub: number): string {
    return `${this.url}/hub-${hub}`;
  }

  /** How many tokens hubs had minted. */
  get mints(): number {
    return this.mock.mints.filter(({ by }) => by === "caller").length;
  }

  /** How many calls were refused for their token. */
  get invalidTokens(): number {
    return this.mock.calls.filter(({ outcome }) => outcome === "invalid_token").length;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, hub, rest = "/"] = /^(?:\/hub-(\d+))?(\/.*)$/.exec(request.url ?? "") ?? [];
    if (hub !== undefined && this.cutOff.has(Number(hub))) return void request.socket.destroy();
    const isToken = rest.startsWith("/api/oauth2/access_token");
    if (isToken && hub !== undefined) this.onTokenRequest(Number(hub));
    try {
      const answer = await this.mock.fetch(this.mock.baseUrl + rest);
      const body = await answer.text();
      if (isToken) await new Promise((resolve) => setTimeout(resolve, this.tokenDelay));
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
    } catch {
      request.socket.destroy();
    }
  }
}
