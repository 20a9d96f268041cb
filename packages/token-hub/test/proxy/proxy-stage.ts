import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { onTestFinished } from "vitest";
import { proxyEndpoint, type ProxyDependencies } from "../../src/proxy/proxy-endpoint.ts";
import { fetchUpstream, type Upstream, type UpstreamRequest } from "../../src/proxy/upstream.ts";
import { team, type StageOptions, type TestHubOptions } from "../support/test-hub.ts";
import { ask, openHub, origin } from "../team/http-stage.ts";

export const prefix = `/proxy/${team.appid}`;

/** What the proxy sent to the platform. */
export interface Forwarded {
  readonly url: URL;
  readonly init: RequestInit;
}

/** A hub whose proxy speaks with the mock platform, unless a test has something else answer. */
export async function openProxy(
  options: Pick<StageOptions, "platform"> &
    Pick<TestHubOptions, "config"> &
    Pick<ProxyDependencies, "silenceMilliseconds" | "waitMilliseconds"> = {},
) {
  const stage = await openHub(options);
  const caller = await stage.addCaller();
  const forwarded: Forwarded[] = [];
  const upstream: {
    answer: (url: string, init: RequestInit) => Promise<Response>;
    /** Goes before `answer`. */
    send: (request: UpstreamRequest, byFetch: Upstream) => ReturnType<Upstream>;
  } = {
    answer: (url, init) => stage.platform.fetch(url, init),
    send: (request, byFetch) => byFetch(request),
  };
  const fetch = async (url: string, init: RequestInit) => {
    forwarded.push({ url: new URL(url), init });
    return await upstream.answer(url, init);
  };
  const { silenceMilliseconds, waitMilliseconds } = options;
  const endpoint = proxyEndpoint({
    ...stage.parts,
    gateOf: stage.gateOf,
    upstream: (request) => upstream.send(request, fetchUpstream(fetch)),
    ...(silenceMilliseconds !== undefined && { silenceMilliseconds }),
    ...(waitMilliseconds !== undefined && { waitMilliseconds }),
  });
  const first = await stage.hub.token(team.appid);
  const send = async (target: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", caller.bearer);
    return await ask(endpoint, new Request(origin + target, { ...init, headers }));
  };
  return { ...stage, caller, endpoint, forwarded, upstream, first, send };
}

/** The parts of an envelope that tests look at. */
export async function read(answer: Response) {
  const { code, error, data } = (await answer.json()) as {
    code: string;
    error: { type: string };
    data: { total?: number };
  };
  return { status: answer.status, code, type: error.type, data };
}

/** An HTTP server on this machine that is gone when the test is finished. @returns its address */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}

/** Puts the proxy behind a real socket. */
export async function serveProxy(endpoint: Parameters<typeof ask>[0]): Promise<string> {
  const answer = (request: Request, { outgoing }: HttpBindings) =>
    ask(endpoint, request, () => void outgoing.destroy());
  // A listener of HTTP/1.1 has bindings of that kind.
  return await serve(
    getRequestListener((request, bindings) => answer(request, bindings as HttpBindings), {
      overrideGlobalObjects: false,
    }),
  );
}

/** Sends bytes as they are, and reads what comes until the connection is closed. */
export async function sendRaw(address: string, text: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.setEncoding("latin1").on("data", (piece: string) => (received += piece));
  socket.write(text);
  await once(socket, "close");
  return received;
}
