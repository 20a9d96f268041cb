/**
 * The SDK's mock platform behind real sockets, as a separate process: only a team's newest token works. Its options
 * are its first argument, as JSON; commands come from its parent process.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createMockPlatform, type MockFault } from "@survey-open-platform/sdk/testing";
import type { PlatformMessage, PlatformOrder, PlatformSettings, PlatformView } from "./platform-messages.ts";

// Written by the parent process.
const settings = JSON.parse(process.argv[2] ?? "{}") as PlatformSettings;
const { doors, tokenSeconds, tokenPauseMilliseconds = 0, losesOneOf } = settings;
const tokenPath = "/api/oauth2/access_token";

const platform = createMockPlatform({
  faults: losesOneOf === undefined ? [] : [lossOf(losesOneOf)],
  ...(losesOneOf !== undefined && { random: onceIn(losesOneOf) }),
  ...(tokenSeconds !== undefined && { lifetimes: { teamAccessToken: tokenSeconds } }),
});

let lostAnswers = 0;
let refusalsAtLastEnd = 0;

function lossOf(size: number): MockFault {
  return { kind: "lost_response", on: "token", times: Infinity, chance: 1 / size };
}

/** True once in this many calls, at a random place among them. */
function onceIn(size: number): () => number {
  let [count, chosen] = [0, 0];
  return () => {
    if (count % size === 0) chosen = Math.floor(Math.random() * size);
    count += 1;
    return (count - 1) % size === chosen ? 0 : 1;
  };
}

async function answer(door: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "/", method = "GET" } = request;
  const isToken = url.startsWith(tokenPath);
  if (isToken) tell({ kind: "token_request", door });
  if (isToken) await sleep(Math.random() * tokenPauseMilliseconds);
  try {
    // The caller may be gone by now; the request takes effect anyway.
    const reply = await platform.fetch(platform.baseUrl + url, { method });
    if (isToken) await sleep(Math.random() * tokenPauseMilliseconds);
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(await reply.text());
  } catch {
    if (isToken) lostAnswers += 1;
    request.socket.destroy();
  }
}

function view(): PlatformView {
  const data = platform.calls.filter(({ path }) => path !== tokenPath);
  const refused = data.filter(({ outcome }) => outcome === "invalid_token");
  return {
    mints: platform.mints.filter(({ by }) => by === "caller").length,
    lostAnswers,
    dataCalls: data.length,
    refusals: refused.length,
    firstRefusalAt: refused[refusalsAtLastEnd]?.at,
    liveToken: platform.liveTeamToken(),
  };
}

function obey(order: PlatformOrder): void {
  if (order.verb === "expire" || order.verb === "override") refusalsAtLastEnd = view().refusals;
  if (order.verb === "expire") platform.expireAccessTokens();
  if (order.verb === "override") platform.mintElsewhere();
  if (order.verb === "inject") platform.inject(order.fault);
  tell({ kind: "done", id: order.id, view: view() });
}

function tell(message: PlatformMessage): void {
  process.send?.(message);
}

const ports: number[] = [];
for (let door = 0; door < doors; door += 1) {
  const server = createServer((request, response) => void answer(door, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has a numeric address");
  ports.push(address.port);
}
process.on("message", obey);
process.on("disconnect", () => process.exit());
tell({ kind: "listening", ports });
