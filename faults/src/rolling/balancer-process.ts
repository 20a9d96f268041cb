/**
 * A proxy in front of some nodes that never retries: `node balancer-process.ts URL…`. Once
 * all of them are ready it prints its address as a line of JSON, and runs until it is killed.
 */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A node as the balancer knows it. */
interface Backend {
  readonly url: string;
  readonly agent: Agent;
  isReady: boolean;
}

const checkMilliseconds = 400;
const checkPatienceMilliseconds = 1000;
/** Hop-by-hop headers, which are not forwarded (RFC 9110, section 7.6.1). */
const ownHeaders = new Set(["connection", "keep-alive", "transfer-encoding"]);

const backends: readonly Backend[] = process.argv
  .slice(2)
  .map((url) => ({ url, agent: new Agent({ keepAlive: true }), isReady: false }));
let turn = 0;

const server = createServer((incoming, outgoing) => {
  const ready = backends.filter(({ isReady }) => isReady);
  turn += 1;
  const backend = ready[turn % ready.length];
  if (backend === undefined) refuse(outgoing, "no node is ready");
  else forward(backend, incoming, outgoing);
});

function forward({ url, agent }: Backend, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method } = incoming;
  const target = `${url}${incoming.url}`;
  const passed = request(target, { agent, method, headers: handedOn(incoming.headers) }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, handedOn(reply.headers));
    reply.pipe(outgoing);
  });
  passed.once("error", ({ message }) => refuse(outgoing, `${url}: ${message}`));
  incoming.pipe(passed);
}

function handedOn(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name)));
}

/** Tells the caller that there was no response; the request may have taken effect. */
function refuse(outgoing: ServerResponse, reason: string): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(502, { "content-type": "text/plain" }).end(reason);
}

async function checkForever(backend: Backend): Promise<never> {
  for (;;) {
    backend.isReady = (await saysReady(backend)) ?? backend.isReady;
    await sleep(checkMilliseconds);
  }
}

/** @returns undefined when there is no response in time, which a busy node that is ready may be late with as well */
async function saysReady({ url }: Backend): Promise<boolean | undefined> {
  try {
    const signal = AbortSignal.timeout(checkPatienceMilliseconds);
    const reply = await fetch(`${url}/readyz`, { signal });
    await reply.arrayBuffer();
    return reply.ok;
  } catch (error) {
    return error instanceof DOMException && error.name === "TimeoutError" ? undefined : false;
  }
}

for (const backend of backends) void checkForever(backend);
while (!backends.every((backend) => backend.isReady)) await sleep(checkMilliseconds);
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
