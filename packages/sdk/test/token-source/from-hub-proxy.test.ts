import { describe, expect, test } from "vitest";
import { createClient } from "../../src/create-client.ts";
import type { Hub } from "../../src/hub/hub.ts";
import { fromHubProxy } from "../../src/token-source/from-hub-proxy.ts";
import { mockSample } from "../../src/testing/mock-platform.ts";
import { hubCaller, MockHub } from "../support/mock-hub.ts";

function start(changes: Partial<Hub> = {}) {
  const hub = new MockHub();
  return { hub, client: createClient({ source: fromHubProxy(hub.hub(changes), hubCaller) }) };
}

describe("a client whose calls go through a hub", () => {
  test("reads surveys without ever holding a token", async () => {
    const { hub, client } = start();
    const own = mockSample.surveys.find(({ ownerId }) => ownerId === 2001);
    const { list } = await client.surveys.list({ perPage: 5 });
    expect(list.map(({ title }) => title)).toEqual([own?.title]);
    expect((await client.surveys.get(own?.id ?? 0)).title).toBe(own?.title);
    expect(hub.heard.every(({ path }) => path.startsWith("/proxy/mock_team/api/surveys"))).toBe(true);
    expect(hub.count("GET", /token/)).toBe(0);
  });

  test("signs what it sends, whatever stands in it", async () => {
    const { hub, client } = start();
    const query = { openid: undefined, note: "it's 100% (a+b)*c / ä & more", tags: ["one", "two"] };
    await client.call("/api/surveys", { query });
    expect(hub.heard.at(-1)?.status).toBe(200);
  });

  test("takes the platform's refusals for what they are", async () => {
    const { client } = start();
    await expect(client.surveys.get(999)).rejects.toMatchObject({ type: "not_found" });
  });

  test("tries a read again when the hub is away for a moment, and nothing else", async () => {
    const { hub, client } = start();
    hub.refusals.push(new Response("", { status: 502 }));
    await client.surveys.list();
    hub.refusals.push(new Response("", { status: 502 }));
    const posted = client.call("/api/surveys", { method: "POST", body: { title: "new" } });
    await expect(posted).rejects.toMatchObject({ status: 502 });
    expect(hub.heard.map(({ status }) => status)).toEqual([502, 200, 502]);
  });

  test("goes to the next one of several hubs", async () => {
    const { hub, client } = start({ hubUrl: ["https://hub-1.example", "https://hub-2.example"] });
    hub.away.add("https://hub-1.example");
    expect((await client.surveys.list()).total).toBe(1);
  });

  test("corrects its clock by the hub's", async () => {
    const { hub, client } = start();
    hub.clockAhead = 600_000;
    await client.surveys.list();
    await client.surveys.list();
    expect(hub.heard.map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  test("sends no path that would lead elsewhere", async () => {
    const { hub, client } = start();
    for (const path of ["/api/../v1/apps/mock_team/token", "/api//x", "/api/%2e%2e/x", "api", "/api?x=1"])
      await expect(client.call(path)).rejects.toMatchObject({ type: "invalid_argument" });
    expect(hub.heard).toEqual([]);
  });
});
