import { createHash, createHmac } from "node:crypto";
import { createMockPlatform, type MockPlatform } from "../../src/testing/mock-platform.ts";
import { requestTeamToken } from "../../src/request-team-token.ts";
import type { Hub } from "../../src/hub/hub.ts";
import { teamCredentials } from "./wire.ts";

/** The only caller that a mock hub knows. */
export const hubCaller = {
  appid: teamCredentials.appid,
  callerId: "hubc_mock",
  callerSecret: "hubs_0123456789abcdef0123456789abcdef",
};

interface Heard {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** A hub in memory in front of a mock platform: it checks signatures by itself, and lets tests look and meddle. */
export class MockHub {
  /** Milliseconds; the time of the hub, the platform and the SDK alike, unless a test says otherwise. */
  readonly clock = { now: Date.UTC(2026, 10, 21, 8) };
  readonly mock: MockPlatform = createMockPlatform({ clock: () => this.clock.now });
  readonly heard: Heard[] = [];
  /** Addresses that do not answer. */
  readonly away = new Set<string>();
  /** How far the hub's clock is ahead of the SDK's. */
  clockAhead = 0;
  /** What was signed before that is refused, as after a restart. */
  startedAt = 0;
  /** Answers that go before any other. */
  readonly refusals: Response[] = [];
  /** Whether a token that is reported is taken to be dead without a look. */
  verifies = true;
  readonly #nonces = new Set<string>();
  #token: { accessToken: string; version: number; expiresAt: number } | undefined;
  #news = Promise.withResolvers<void>();

  /** The SDK's side of it. */
  hub(changes: Partial<Hub> = {}): Hub {
    return {
      hubUrl: "https://hub.example",
      fetch: (url, init) => this.fetch(url, init),
      now: () => this.clock.now,
      wallClock: () => this.clock.now,
      sleep: async (milliseconds) => {
        this.clock.now += milliseconds;
        await new Promise((resolve) => setImmediate(resolve));
      },
      ...changes,
    };
  }

  get platform() {
    const { mock, clock } = this;
    return {
      baseUrl: mock.baseUrl,
      fetch: mock.fetch,
      now: () => clock.now,
      wallClock: () => clock.now,
    };
  }

  /** How often something was asked for. */
  count(method: string, path: RegExp): number {
    return this.heard.filter((heard) => heard.method === method && path.test(heard.path)).length;
  }

  /** Makes a new token, as a renewal on time does. */
  async mint(): Promise<void> {
    const { accessToken, expiresInSeconds } = await requestTeamToken(this.platform, teamCredentials);
    const version = (this.#token?.version ?? 0) + 1;
    this.#token = { accessToken, version, expiresAt: this.clock.now + expiresInSeconds * 1000 };
    this.#news.resolve();
    this.#news = Promise.withResolvers<void>();
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    const { origin, pathname, search } = new URL(url);
    if (this.away.has(origin)) throw new TypeError("fetch failed");
    const answer = this.refusals.shift() ?? (await this.#answer(pathname, search, init));
    this.heard.push({ method: init.method ?? "GET", path: pathname + search, status: answer.status });
    return answer;
  }

  async #answer(path: string, search: string, init: RequestInit): Promise<Response> {
    const date = new Date(this.clock.now + this.clockAhead).toUTCString();
    if (!this.#isSigned(path + search, init)) {
      const headers = { date, "www-authenticate": "SOP-HMAC-SHA256" };
      return Response.json({ error: { type: "invalid_caller", message: "…" } }, { status: 401, headers });
    }
    const proxied = /^\/proxy\/mock_team(\/.*)$/.exec(path)?.[1];
    if (proxied !== undefined) return await this.#pass(proxied, search, init);
    if (path === "/v1/apps/mock_team/token") return await this.#tokenAnswer();
    if (path === "/v1/apps/mock_team/token/report") return await this.#report(init.body);
    if (path === "/v1/apps/mock_team/token/watch") return await this.#watch(search, init.signal);
    return Response.json({ error: { type: "forbidden", message: "…" } }, { status: 403 });
  }

  #isSigned(target: string, { method = "GET", body, headers }: RequestInit): boolean {
    const authorization = new Headers(headers).get("authorization") ?? "";
    const found = /^SOP-HMAC-SHA256 caller=(\S+), time=(\d+), nonce=(\S+), signature=(\S+)$/.exec(
      authorization,
    );
    const [, caller, time = "", nonce = "", signature] = found ?? [];
    if (caller !== hubCaller.callerId || !this.#isFresh(Number(time), nonce)) return false;
    this.#nonces.add(nonce);
    const digest = createHash("sha256")
      .update(typeof body === "string" ? body : "")
      .digest("base64url");
    const signed = ["SOP-HMAC-SHA256", time, nonce, method, target, digest].join("\n");
    return createHmac("sha256", hubCaller.callerSecret).update(signed).digest("base64url") === signature;
  }

  #isFresh(time: number, nonce: string): boolean {
    const now = (this.clock.now + this.clockAhead) / 1000;
    return Math.abs(time - now) <= 60 && time * 1000 >= this.startedAt && !this.#nonces.has(nonce);
  }

  async #tokenAnswer(): Promise<Response> {
    if (this.#token === undefined || this.#token.expiresAt <= this.clock.now) await this.mint();
    const { accessToken = "", version = 0, expiresAt = 0 } = this.#token ?? {};
    const expires_in = Math.floor((expiresAt - this.clock.now) / 1000);
    return Response.json({ access_token: accessToken, version, expires_in });
  }

  async #report(body: RequestInit["body"]): Promise<Response> {
    // The SDK sends text.
    const { version } = JSON.parse(body as string) as { version: number };
    const isDead = !this.verifies || this.mock.liveTeamToken() !== this.#token?.accessToken;
    if (version === this.#token?.version && isDead) await this.mint();
    return await this.#tokenAnswer();
  }

  async #watch(search: string, signal: AbortSignal | null | undefined): Promise<Response> {
    const after = Number(new URLSearchParams(search).get("after"));
    if (this.#token === undefined || this.#token.version <= after) {
      const left = new Promise<never>((_, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("the line was cut")));
      });
      await Promise.race([this.#news.promise, left]);
    }
    return Response.json({ version: this.#token?.version, expires_in: 1 });
  }

  async #pass(path: string, search: string, init: RequestInit): Promise<Response> {
    if (this.#token === undefined) await this.mint();
    const query = new URLSearchParams(search);
    query.set("appid", teamCredentials.appid);
    query.set("access_token", this.#token?.accessToken ?? "");
    const { method = "GET", body } = init;
    return await this.mock.fetch(`${this.mock.baseUrl}${path}?${query}`, { method, body: body ?? null });
  }
}
