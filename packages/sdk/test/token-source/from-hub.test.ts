import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/create-client.ts";
import type { Hub } from "../../src/hub/hub.ts";
import { fromHub } from "../../src/token-source/from-hub.ts";
import { hubCaller, MockHub } from "../support/mock-hub.ts";
import { rejection } from "../support/wire.ts";

const tokenPath = /\/token$/;
const reportPath = /\/report$/;

function start(changes: Partial<Hub> = {}) {
  const hub = new MockHub();
  const source = fromHub(hub.hub(changes), hubCaller);
  return { hub, source, client: createClient({ platform: hub.platform, source }) };
}

/** Watches until the test is over. */
function watch(source: ReturnType<typeof start>["source"]) {
  const seen: string[] = [];
  const stop = source.watch?.(({ accessToken }) => void seen.push(accessToken)) ?? (() => undefined);
  onTestFinished(stop);
  return { seen, stop };
}

const times = <Result>(count: number, make: () => Promise<Result>): Promise<Result>[] =>
  Array.from({ length: count }, make);

describe("a source at a hub", () => {
  test("asks once for however many callers, and keeps what it got", async () => {
    const { hub, client } = start();
    await Promise.all(times(50, () => client.surveys.list()));
    await client.surveys.list();
    expect(hub.count("GET", tokenPath)).toBe(1);
    expect(hub.mock.mints).toHaveLength(1);
  });

  test("counts a lifetime from before it asked, so a slow answer cannot make a dead token look alive", async () => {
    const hub = new MockHub();
    const fetch: Hub["fetch"] = async (url, init) => {
      const answer = await hub.fetch(url, init);
      hub.clock.now += 7_000_000;
      return answer;
    };
    const source = fromHub(hub.hub({ fetch }), hubCaller);
    const first = await source.get();
    hub.clock.now += 200_000;
    expect(await source.get()).not.toEqual(first);
  });

  test("keeps a token for most of its lifetime, and asks again before the end", async () => {
    const { hub, source } = start();
    await source.get();
    hub.clock.now += (7_200 - 331) * 1000;
    await source.get();
    expect(hub.count("GET", tokenPath)).toBe(1);
    hub.clock.now += 62_000;
    await source.get();
    expect(hub.count("GET", tokenPath)).toBe(2);
  });

  test("reports a refused token by its version and makes the call again, so that nothing fails", async () => {
    const { hub, client } = start();
    await client.surveys.list();
    hub.mock.mintElsewhere();
    const results = await Promise.allSettled(times(50, () => client.surveys.list()));
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(hub.count("POST", reportPath)).toBe(1);
    expect(hub.mock.mints.map(({ by }) => by)).toEqual(["caller", "foreign", "caller"]);
  });

  test("asks the hub for no token when the one that was refused is not the one it holds", async () => {
    const { hub, source } = start();
    const old = await source.get();
    await hub.mint();
    const newer = await source.invalidate(old);
    expect(await source.invalidate(old)).toEqual(newer);
    expect(hub.count("POST", reportPath)).toBe(1);
    expect(hub.mock.mints).toHaveLength(2);
  });

  test("reports a token that was refused while it was being asked for", async () => {
    const { hub, source } = start();
    const seen = await source.get();
    hub.clock.now += (7_200 - 200) * 1000;
    hub.mock.mintElsewhere();
    const [early, healed] = await Promise.all([source.get(), source.invalidate(seen)]);
    expect(early).toEqual(seen);
    expect(healed.accessToken).toBe(hub.mock.liveTeamToken());
    expect(hub.count("POST", reportPath)).toBe(1);
  });

  test("hands the refusal over when the hub finds the token good", async () => {
    const { hub, client, source } = start();
    const token = await source.get();
    expect(await source.invalidate(token)).toEqual(token);
    expect((await client.surveys.list()).total).toBe(1);
    expect(hub.mock.mints).toHaveLength(1);
  });

  test("takes the newer token also when it may not report the old one", async () => {
    const { hub, client } = start();
    await client.surveys.list();
    await hub.mint();
    hub.refusals.push(Response.json({ error: { type: "forbidden" } }, { status: 403 }));
    expect((await client.surveys.list()).total).toBe(1);
    hub.mock.mintElsewhere();
    hub.refusals.push(Response.json({ error: { type: "forbidden" } }, { status: 403 }));
    await expect(client.surveys.list()).rejects.toMatchObject({ type: "invalid_token" });
    expect(hub.heard.map(({ status }) => status)).toEqual([200, 403, 200, 403, 200]);
  });

  test("20 servers with 20 callers each see no failed call in three rotations, and each is one mint", async () => {
    const { hub } = start();
    const servers = times(20, async () => {
      const source = fromHub(hub.hub(), hubCaller);
      return createClient({ platform: hub.platform, source });
    });
    const clients = await Promise.all(servers);
    const round = () => Promise.all(clients.flatMap((client) => times(20, () => client.surveys.list())));
    await round();
    for (let rotation = 0; rotation < 3; rotation += 1) {
      await hub.mint();
      await round();
    }
    expect(hub.mock.mints).toHaveLength(4);
  });
});

describe("a source whose hub is away", () => {
  test("goes on with a token that is still good for as long as it is", async () => {
    const { hub, client, source } = start();
    await client.surveys.list();
    hub.away.add("https://hub.example");
    for (let minute = 0; minute < 10; minute += 1) {
      hub.clock.now += 60_000;
      expect((await client.surveys.list()).total).toBe(1);
    }
    hub.clock.now += (7_200 - 700) * 1000;
    await client.surveys.list();
    hub.clock.now += 100_000;
    await expect(source.get()).rejects.toMatchObject({ type: "network_error" });
  });

  test("uses the hub again as soon as it is back", async () => {
    const { hub, source } = start();
    hub.away.add("https://hub.example");
    await expect(source.get()).rejects.toMatchObject({ type: "network_error" });
    hub.away.clear();
    hub.clock.now += 11_000;
    expect((await source.get()).accessToken).toBe(hub.mock.liveTeamToken());
  });

  test("says that the hub is away, and heals itself later, when its token is refused meanwhile", async () => {
    const { hub, client } = start();
    await client.surveys.list();
    hub.away.add("https://hub.example");
    hub.mock.mintElsewhere();
    await expect(client.surveys.list()).rejects.toMatchObject({ type: "network_error" });
    hub.away.clear();
    hub.clock.now += 11_000;
    expect((await client.surveys.list()).total).toBe(1);
    expect(hub.count("POST", reportPath)).toBe(1);
  });

  test("waits for a hub that takes five seconds to restart, although its token was refused meanwhile", async () => {
    const hub = new MockHub();
    let backAt = Infinity;
    const sleep = async (milliseconds: number) => {
      hub.clock.now += milliseconds;
      if (hub.clock.now >= backAt) hub.away.clear();
    };
    const client = createClient({ platform: hub.platform, source: fromHub(hub.hub({ sleep }), hubCaller) });
    await client.surveys.list();
    hub.away.add("https://hub.example");
    hub.mock.mintElsewhere();
    backAt = hub.clock.now + 5_000;
    expect((await client.surveys.list()).total).toBe(1);
    expect(hub.count("POST", reportPath)).toBe(1);
  });

  test("asks the next one of several hubs, and stays with it", async () => {
    const hubUrl = ["https://hub-1.example", "https://hub-2.example", "https://hub-3.example"];
    const { hub, source } = start({ hubUrl });
    await source.get();
    hub.away.add("https://hub-1.example");
    hub.away.add("https://hub-2.example");
    hub.clock.now += (7_200 - 200) * 1000;
    await hub.mint();
    expect((await source.get()).accessToken).toBe(hub.mock.liveTeamToken());
    hub.clock.now += (7_200 - 200) * 1000;
    await hub.mint();
    const asked = hub.clock.now;
    await source.get();
    expect(hub.clock.now).toBe(asked);
  });

  test("passes a hub that answers 503 by", async () => {
    const { hub, source } = start({ hubUrl: ["https://hub-1.example", "https://hub-2.example"] });
    hub.refusals.push(Response.json({ error: { type: "storage_unavailable" } }, { status: 503 }));
    expect((await source.get()).accessToken).toBe(hub.mock.liveTeamToken());
  });
});

describe("what a hub refuses", () => {
  test.each([
    [403, "forbidden"],
    [401, "invalid_caller"],
  ])("with %i is not asked again for half a minute", async (status, type) => {
    const { hub, source } = start();
    hub.refusals.push(Response.json({ error: { type, message: "…" } }, { status }));
    const error = await rejection(source.get());
    expect(error).toMatchObject({ type, status });
    await expect(source.get()).rejects.toMatchObject({ type });
    expect(hub.heard).toHaveLength(1);
    hub.clock.now += 31_000;
    await source.get();
  });

  test("because it comes too often is waited for as long as the hub says", async () => {
    const { hub, source } = start();
    const headers = { "retry-after": "40" };
    hub.refusals.push(Response.json({ error: { type: "request_rate_limited" } }, { status: 429, headers }));
    await expect(source.get()).rejects.toMatchObject({ retryAfterSeconds: 40 });
    hub.clock.now += 41_000;
    await source.get();
    expect(hub.heard).toHaveLength(2);
  });

  test.each([
    ["a page", new Response("<p>welcome</p>")],
    ["an answer without a token", Response.json({ version: 1, expires_in: 100 })],
    ["an answer without a version", Response.json({ access_token: "token", expires_in: 100 })],
    ["a refusal without a type", Response.json({ error: "no" }, { status: 400 })],
  ])("or responds with %s is reported with its own error", async (_, answer) => {
    const { hub, source } = start();
    hub.refusals.push(answer);
    await expect(source.get()).rejects.toMatchObject({ type: "unexpected_response" });
  });
});

describe("clocks that differ", () => {
  test.each([-3_600_000, 3_600_000])("by %i ms cost one more request, once", async (clockAhead) => {
    const { hub, source } = start();
    hub.clockAhead = clockAhead;
    const token = await source.get();
    await source.invalidate(token);
    expect(hub.heard.map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  test("by less than a second matter to a hub that takes nothing from before its start", async () => {
    const { hub, source } = start({ wallClock: () => Date.UTC(2026, 10, 21, 7, 59, 59, 900) });
    hub.startedAt = hub.clock.now;
    await source.get();
    expect(hub.heard.map(({ status }) => status)).toEqual([401, 200]);
  });

  test("are not blamed for ever: a caller whom the hub does not know is refused after the second try", async () => {
    const hub = new MockHub();
    const callerSecret = "hubs_of_somebody_else_0123456789abcdef";
    const source = fromHub(hub.hub(), { ...hubCaller, callerSecret });
    await expect(source.get()).rejects.toMatchObject({ type: "invalid_caller" });
    expect(hub.heard).toHaveLength(2);
  });
});

describe("watching a source at a hub", () => {
  test("is not offered for a user's token, of which a hub does not notify", () => {
    const { hub } = start();
    const sources = [fromHub(hub.hub(), { ...hubCaller, openid: "o1" }), fromHub(hub.hub(), hubCaller)];
    expect(sources.map((source) => source.watch !== undefined)).toEqual([false, true]);
  });

  test("notifies of new tokens, and calls use them at once", async () => {
    const { hub, source, client } = start();
    const { seen } = watch(source);
    await hub.mint();
    await expect.poll(() => seen).toEqual([hub.mock.liveTeamToken()]);
    await hub.mint();
    await expect.poll(() => seen.at(-1)).toBe(hub.mock.liveTeamToken());
    await client.surveys.list();
    expect(hub.mock.calls.filter(({ outcome }) => outcome !== "OK")).toEqual([]);
  });

  test("keeps one request open for all listeners, and none when they have stopped", async () => {
    const { hub, source } = start();
    const [one, other] = [watch(source), watch(source)];
    await hub.mint();
    await expect.poll(() => [...one.seen, ...other.seen]).toHaveLength(2);
    one.stop();
    other.stop();
    await hub.mint();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(one.seen).toHaveLength(1);
    expect(hub.count("GET", tokenPath)).toBe(1);
  });

  test("goes on after the hub was away", async () => {
    const { hub, source } = start();
    const { seen } = watch(source);
    hub.away.add("https://hub.example");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await hub.mint();
    hub.away.clear();
    await expect.poll(() => seen).toEqual([hub.mock.liveTeamToken()]);
  });
});
