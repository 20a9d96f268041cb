import { describe, expect, onTestFinished, test, vi } from "vitest";
import { watchEndpoint } from "../../src/team/watch-endpoint.ts";
import { team } from "../support/test-hub.ts";
import { ask, everything, openHub, origin } from "./http-stage.ts";

const path = `/v1/apps/${team.appid}/token/watch`;

async function open() {
  const stage = await openHub();
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const endpoint = watchEndpoint({ ...stage.parts, closing: closing.signal });
  const caller = await stage.addCaller();
  const first = await stage.hub.token(team.appid);
  const watch = async (query: string, headers: Record<string, string> = {}, signal?: AbortSignal) => {
    const init = { headers: { authorization: caller.bearer, ...headers }, ...(signal && { signal }) };
    return await ask(endpoint, new Request(`${origin}${path}${query}`, init));
  };
  /** Reads server-sent events as they come. */
  const listen = async () => {
    const over = new AbortController();
    const answer = await watch("", { accept: "text/event-stream" }, over.signal);
    const reader = (answer.body ?? new ReadableStream<Uint8Array>()).getReader();
    const next = async () => {
      const { value, done } = await reader.read();
      return done ? undefined : new TextDecoder().decode(value);
    };
    return { answer, next, cancel: () => reader.cancel() };
  };
  return { ...stage, caller, endpoint, first, watch, listen, closing };
}

function eventOf(version: number): RegExp {
  return new RegExp(`^event: token\nid: ${version}\ndata: \\{"version":${version},"expires_in":\\d+\\}\n\n$`);
}

describe("watching by long poll", () => {
  test("answers at once when there is a newer version than the one that is known", async () => {
    const { watch, first } = await open();
    const body = (await (await watch("?after=0")).json()) as object;
    expect(body).toEqual({ version: first.version, expires_in: expect.any(Number) });
  });

  test("waits for the next version, and reports it without the token", async () => {
    const { watch, first, hub, platform } = await open();
    const answer = watch(`?after=${first.version}&wait=20`);
    await hub.rotate(team.appid, "operator");
    const text = await (await answer).text();
    expect(JSON.parse(text)).toMatchObject({ version: first.version + 1 });
    expect(text).not.toContain(platform.liveTeamToken());
  });

  test("answers with what is known when the wait is over", async () => {
    const { watch, first } = await open();
    const startedAt = performance.now();
    const body = (await (await watch(`?after=${first.version}&wait=1`)).json()) as object;
    expect(body).toMatchObject({ version: first.version });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  test("is let go when the hub stops", async () => {
    const { watch, first, closing } = await open();
    const answer = watch(`?after=${first.version}`);
    closing.abort();
    expect((await answer).status).toBe(200);
  });

  test.each(["?after=-1", "?after=x", "?after=1e3", "?wait=56", "?wait=", "?after=99999999999999999"])(
    "refuses %s",
    async (query) => {
      const { watch } = await open();
      await expect(watch(query)).rejects.toMatchObject({ type: "invalid_argument" });
    },
  );
});

describe("watching by server-sent events", () => {
  test("reports the current version and then every new one, and never the token", async () => {
    const { listen, first, hub, platform } = await open();
    const { answer, next, cancel } = await listen();
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await next()).toMatch(eventOf(first.version));
    await hub.rotate(team.appid, "operator");
    const second = await next();
    expect(second).toMatch(eventOf(first.version + 1));
    expect(second).not.toContain(platform.liveTeamToken());
    await cancel();
  });

  test("ends when the hub stops", async () => {
    const { listen, closing } = await open();
    const { next } = await listen();
    await next();
    closing.abort();
    expect(await next()).toBeUndefined();
  });

  test("is kept alive, and ends when the caller has lost the right to it", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { listen, caller, store, directory } = await open();
    const { next } = await listen();
    await next();
    vi.advanceTimersByTime(15_000);
    expect(await next()).toBe(": still here\n\n");
    await store.revokeCaller(caller.id);
    await directory.refresh();
    vi.advanceTimersByTime(15_000);
    expect(await next()).toBeUndefined();
  });

  test("can be held 500 times by one caller, and again when lines were given back", async () => {
    const { listen, watch } = await open();
    const lines = [];
    for (let line = 0; line < 500; line += 1) lines.push(await listen());
    await expect(watch("?after=0")).rejects.toMatchObject({ type: "request_rate_limited" });
    for (const line of lines) await line.cancel();
    expect((await watch("?after=0")).status).toBe(200);
  });

  test.each([
    ["an event stream", { accept: "text/event-stream" }],
    ["a long poll", {}],
  ])("that is refused as %s holds no line, however often that happens", async (_, accept) => {
    const { endpoint, addCaller } = await open();
    // The caller has the right, but the hub has no such application any more.
    const removed = { ...everything, appid: "removed_team" };
    const { bearer: authorization } = await addCaller([everything, removed]);
    const watchAs = async (appid: string, query: string) =>
      await ask(
        endpoint,
        new Request(`${origin}/v1/apps/${appid}/token/watch${query}`, {
          headers: { authorization, ...accept },
        }),
      );
    for (let refused = 0; refused < 501; refused += 1)
      await expect(watchAs("removed_team", "")).rejects.toMatchObject({ type: "forbidden" });
    const served = await watchAs(team.appid, "?after=0");
    expect(served.status).toBe(200);
    await served.body?.cancel();
  });
});

describe("watching is refused", () => {
  test("to strangers, and to callers without the right to the token", async () => {
    const { endpoint, addCaller, watch } = await open();
    await expect(watch("", { authorization: "Bearer x" })).rejects.toMatchObject({ type: "invalid_caller" });
    const reporter = await addCaller([{ ...everything, token: false }]);
    await expect(watch("", { authorization: reporter.bearer })).rejects.toMatchObject({ type: "forbidden" });
    const { bearer: authorization } = await addCaller();
    const other = new Request(`${origin}/v1/apps/other_team/token/watch`, { headers: { authorization } });
    await expect(ask(endpoint, other)).rejects.toMatchObject({ type: "forbidden" });
  });
});
