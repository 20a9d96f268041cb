import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";

/** Path of a request's target. */
export function pathOf(url: string): string {
  return url.slice(0, url.indexOf("?"));
}

/** The value of a parameter, which needs no decoding; "" when it is missing. */
export function parameterIn(url: string, name: string): string {
  const start = Math.max(url.indexOf(`?${name}=`), url.indexOf(`&${name}=`));
  if (start === -1) return "";
  const end = url.indexOf("&", start + 1);
  return url.slice(start + name.length + 2, end === -1 ? undefined : end);
}

/** The calls of one turn of the event loop are carried out together, as the platform does. */
export function oncePerTurn<Data>(
  run: (urls: readonly string[]) => readonly Data[],
): (url: string, done: (data: Data) => void) => void {
  let waiting: { readonly url: string; readonly done: (data: Data) => void }[] = [];
  const runAll = () => {
    const calls = waiting;
    waiting = [];
    const data = run(calls.map(({ url }) => url));
    for (const [at, { done }] of calls.entries()) done(data[at] as Data);
  };
  return (url, done) => {
    waiting.push({ url, done });
    if (waiting.length === 1) setImmediate(runAll);
  };
}

// As platform and hub are started: see docs/performance.md.
setFlagsFromString("--no-allocation-site-pretenuring");

/** Takes every request, and prints where it listens. */
export function listenFloor(handle: (request: IncomingMessage, response: ServerResponse) => void): void {
  // As long as the platform's, like the bare server's.
  const server = createServer({ keepAliveTimeout: 65_000 }, handle);
  server.listen(0, "127.0.0.1", () => {
    // A listening TCP server has an address of this shape.
    const { port } = server.address() as AddressInfo;
    console.log(JSON.stringify({ msg: "listening", url: `http://127.0.0.1:${port}` }));
  });
}
