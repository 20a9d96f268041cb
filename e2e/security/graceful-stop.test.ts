import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { callApi, callAddress } from "../support/api-client.ts";
import { credentials, writeDeclaration } from "../support/declaration-file.ts";
import { startPlatform, type PlatformProcess } from "../support/platform-process.ts";
import { printsStopTime, stopTimeIn } from "../support/stop-time.ts";

const team = { ...credentials.team, grant_type: "client_credential" };

/**
 * Of the platform's own running time. systemd and Docker leave at least ten seconds before they kill; nine are the platform's
 * limit for those who never finish.
 */
const stoppedWithinMilliseconds = 10_000;
/** A stop that nothing holds up takes one or two seconds. Its end must not come from the limit. */
const finishedWithinMilliseconds = 7_000;

const formType = "application/x-www-form-urlencoded";

function start() {
  return startPlatform({
    parameters: ["--apply", writeDeclaration("http://localhost:9/callback")],
    environment: { SOP_TOKEN_REQUEST_BURST: "1000000", ...printsStopTime },
  });
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  await once(socket, "connect");
  socket.on("error", () => undefined);
  return socket;
}

/** Resolves when the platform has begun to stop: what it reads from then on it answers as one that stops. */
function stopsNow(platform: PlatformProcess): Promise<unknown> {
  return platform.printed("that it stops", (stdout) => stdout.includes('"msg":"stopping"') || undefined);
}

/** Everything that comes over a connection until the server closes it. */
async function untilClosed(socket: Socket): Promise<string> {
  let received = "";
  socket.on("data", (text: string) => (received += text));
  await once(socket, "close");
  return received;
}

function requestFor(address: string): string {
  const { pathname, search, host } = new URL(address);
  return `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
}

describe("a platform that gets a stop signal", () => {
  test("finishes what is under way, tells each connection to close, fails its readiness and ends well in time", async () => {
    await using platform = await start();
    const request = requestFor(callAddress(platform.url, "/api/oauth2/access_token", team));
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(platform.url)));
    const received = sockets.map((socket) => untilClosed(socket));
    for (const socket of sockets) socket.write(request.slice(0, -1));
    const prober = await open(platform.url);
    const probed = untilClosed(prober);
    prober.write(requestFor(`${platform.url}/livez`));
    await sleep(100);
    const ending = platform.terminate();
    await stopsNow(platform);
    for (const socket of sockets) socket.write(request.slice(-1));
    prober.write(requestFor(`${platform.url}/readyz`));
    for (const answer of await Promise.all(received)) {
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(answer).toMatch(/^connection: close\r$/im);
      expect(answer).toContain('"code":"OK"');
    }
    expect(await probed).toMatch(/^HTTP\/1\.1 200 OK.*HTTP\/1\.1 503 .*^connection: close\r$/ims);
    expect(await ending).toEqual({ code: 0, signal: null });
    expect(stopTimeIn(platform.stderr)).toBeLessThan(finishedWithinMilliseconds);
    await expect(fetch(`${platform.url}/livez`)).rejects.toThrow("fetch failed");
  });

  test("answers everybody who still comes until a proxy in front has noticed", async () => {
    await using platform = await start();
    const outcomes = { before: [] as string[], afterTheSignal: [] as string[] };
    let asked: keyof typeof outcomes = "before";
    const enough = new AbortController();
    const askUntilTheEnd = async () => {
      while (!enough.signal.aborted) {
        const counted = outcomes[asked];
        counted.push((await callApi(platform.url, "/api/oauth2/access_token", team)).code);
      }
    };
    const asking = Promise.all(Array.from({ length: 8 }, askUntilTheEnd));
    await expect.poll(() => outcomes.before.length).toBeGreaterThan(20);
    const ending = platform.terminate();
    await stopsNow(platform);
    asked = "afterTheSignal";
    await expect.poll(() => outcomes.afterTheSignal.length).toBeGreaterThan(20);
    enough.abort();
    await asking;
    expect(await ending).toEqual({ code: 0, signal: null });
    expect(new Set([...outcomes.before, ...outcomes.afterTheSignal])).toEqual(new Set(["OK"]));
  });

  test("does not wait longer than ten seconds for those who never finish", async () => {
    await using platform = await start();
    const silent = await open(platform.url);
    const halfway = await open(platform.url);
    // The head of a request alone is no request; of this one the body never comes.
    halfway.write(
      `POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: ${formType}\r\nContent-Length: 10\r\n\r\na=`,
    );
    await sleep(100);
    expect(await platform.terminate()).toEqual({ code: 0, signal: null });
    expect(stopTimeIn(platform.stderr)).toBeLessThan(stoppedWithinMilliseconds);
    silent.destroy();
    halfway.destroy();
  });
});
