import { security, type PlantedBug } from "./planted-bug.ts";

const service = "packages/service/src";
const hub = "packages/token-hub/src";

const nativeHandler = "packages/service/test/http/native-handler.test.ts";
const listener = ["packages/service/test/http/listener.test.ts"];
/** One suite for both programs. */
const connections = ["server", "token-hub"].map(connectionsOf);
const callers = ["packages/token-hub/test/security/callers-over-sockets.test.ts"];

function connectionsOf(name: string): string {
  return `packages/${name}/test/security/connections.test.ts`;
}

/** Mistakes about what a connection may cost and carry. */
export const connectionBugs: readonly PlantedBug[] = [
  {
    name: "native-handler-before-the-checks",
    breaks: "The API is asked before it is checked whether two servers could read a request differently.",
    file: `${service}/http/listener.ts`,
    find: `if (isAmbiguous(request) || isMalformed`,
    replace: `if (serveNatively(native, response, malformed)) return;
      if (isAmbiguous(request) || isMalformed`,
    caughtBy: [nativeHandler, ...security("raw-http")],
  },
  {
    name: "native-failure-without-a-response",
    breaks: "A failure of the API leaves its connection open without a response.",
    file: `${service}/http/listener.ts`,
    find: `else malformed.refuse(response, 500);`,
    replace: ``,
    caughtBy: [nativeHandler],
  },
  {
    name: "path-compared-before-it-is-normal",
    breaks: "The API reads another path than a proxy in front, which has resolved dots and encodings.",
    file: `${service}/http/request-target.ts`,
    find: `const plainPath = /^(?:\\/[\\w-]*)+(?:\\?|$)/;`,
    replace: `const plainPath = /^\\//;`,
    caughtBy: ["packages/service/test/http/request-target.test.ts", ...security("request-targets")],
  },
  {
    name: "several-hosts-accepted",
    breaks: "A request with two hosts is served, though a proxy in front may have gone by the other one.",
    file: `${service}/http/malformed-request.ts`,
    find: `countHeaders("host", rawHeaders) > 1`,
    replace: `countHeaders("host", rawHeaders) > 9`,
    caughtBy: [...security("raw-http"), ...connections],
  },
  {
    name: "get-in-chunks-served",
    breaks: "A GET in chunks has its effect before it shows that its chunks are malformed.",
    file: `${service}/http/malformed-request.ts`,
    find: `httpVersion === "1.0" || method === "GET" || method === "HEAD"`,
    replace: `httpVersion === "1.0"`,
    caughtBy: security("raw-http"),
  },
  {
    name: "malformed-answered-bare",
    breaks: "What the parser cannot read is answered without an envelope.",
    file: `${service}/http/listener.ts`,
    find: `server.on("clientError", (error, socket: Socket) => malformed.refuseConnection(error, socket));`,
    replace: `server.on("clientError", (_error, socket) => socket.end("HTTP/1.1 400 Bad Request\\r\\n\\r\\n"));`,
    caughtBy: security("raw-http"),
  },
  {
    name: "slow-clients-kept",
    breaks: "A client that never finishes a request keeps its connection.",
    file: `${service}/http/listener.ts`,
    find: "requestTimeout: Math.max(requestTimeout, uploadTimeout),",
    replace: "requestTimeout: 0 * Math.max(requestTimeout, uploadTimeout), headersTimeout: 0,",
    caughtBy: security("raw-http"),
  },
  {
    name: "silent-readers-kept",
    breaks: "A client that does not read its response keeps its connection.",
    file: `${service}/http/silent-connections.ts`,
    find: "socket.setTimeout(silenceMilliseconds)",
    replace: "socket.setTimeout(0 * silenceMilliseconds)",
    caughtBy: listener,
  },
  {
    name: "newcomers-closed-when-stopping",
    breaks: "While the server stops, connections that have just come are taken for idle ones.",
    file: `${service}/http/graceful-stop.ts`,
    find: `if (this.#isNoticed() && ran > silenceMilliseconds) endThoseStillSilent(silent);`,
    replace: "this.#server.closeIdleConnections();",
    caughtBy: listener,
  },
  {
    name: "port-closed-too-soon",
    breaks: "A stopping server closes its port before a proxy in front has noticed.",
    file: `${service}/http/graceful-stop.ts`,
    find: "this.#connections.open.size === 0 &&",
    replace: "this.#connections.open.size === 0 ||",
    caughtBy: listener,
  },
  {
    name: "answers-made-ahead",
    breaks: "A thousand requests sent ahead over one connection have a thousand answers made, read or not.",
    file: `${service}/http/listener.ts`,
    find: "if (before === undefined || before.writableFinished) serve(request, response);",
    replace: "if (before !== response) serve(request, response);",
    caughtBy: listener,
  },
  {
    name: "any-number-sent-ahead",
    breaks: "Any number of requests may wait over one connection.",
    file: `${service}/http/serve-in-turn.ts`,
    find: "count > mostWaiting",
    replace: "count > Infinity",
    caughtBy: listener,
  },
  {
    name: "kept-by-probes",
    breaks: "A stopping node stays for as long as it is probed.",
    file: `${service}/http/graceful-stop.ts`,
    find: "if (!probe.test(url)) {",
    replace: "{",
    caughtBy: listener,
  },
  {
    name: "request-behind-a-refusal-served",
    breaks: "What comes behind a request of ambiguous framing is carried out as a request of its own.",
    file: `${service}/http/listener.ts`,
    find: "if (!request.socket.writable) return;",
    replace: "",
    caughtBy: connections,
  },
  {
    name: "chunks-in-http-1-0-served",
    breaks: "Chunks are taken for a body in a version of HTTP in which a proxy in front does not.",
    file: `${service}/http/malformed-request.ts`,
    find: `encoding !== "chunked" || httpVersion === "1.0" || method === "GET"`,
    replace: `encoding !== "chunked" || method === "GET"`,
    caughtBy: connections,
  },
  {
    name: "any-host-served",
    breaks: "A host that is no host is served, and a proxy in front may have read another one.",
    file: `${service}/http/malformed-request.ts`,
    find: `!hostShape.test(host) || countHeaders("host", rawHeaders) > 1`,
    replace: `countHeaders("host", rawHeaders) > 1`,
    caughtBy: [connectionsOf("token-hub")],
  },
  {
    name: "refused-connection-kept-open",
    breaks:
      "A client that never closes its side keeps the connection, and what its request holds, after a refusal.",
    file: `${service}/http/malformed-request.ts`,
    find: "endSlowly(socket, this.#asText(statusOf(error)))",
    replace: "socket.end(this.#asText(statusOf(error)))",
    caughtBy: ["packages/service/test/http/listener.test.ts"],
  },
  {
    name: "refused-body-received-to-its-end",
    breaks: "A response to a body that is too large does not say that it ends the connection.",
    file: `${service}/http/unread-body.ts`,
    find: "response.shouldKeepAlive = false;",
    replace: "response.shouldKeepAlive = true;",
    caughtBy: connections,
  },
  {
    name: "response-lost-with-a-reset",
    breaks: "A client that is still sending a refused body loses the response with its connection.",
    file: `${service}/http/unread-body.ts`,
    find: "closeSlowly(request.socket);",
    replace: "",
    caughtBy: listener,
  },
  {
    name: "any-number-of-connections",
    breaks: "Connections are kept without a bound, each with its memory.",
    file: `${service}/http/connections.ts`,
    find: "this.#open.size >= this.#most",
    replace: "this.#open.size >= Infinity",
    caughtBy: listener,
  },
  {
    name: "busy-connection-closed-for-another",
    breaks: "A further connection ends one whose request is under way.",
    file: `${service}/http/connections.ts`,
    find: "open.find(isIdle) ??",
    replace: "open.find((socket) => !isIdle(socket)) ??",
    caughtBy: listener,
  },
  {
    name: "slow-bodies-keep-all-connections",
    breaks: "Clients that send their bodies slowly keep everyone else from connecting.",
    file: `${service}/http/connections.ts`,
    find: "open.find(isIdle) ?? open.find(isSending)",
    replace: "open.find(isIdle)",
    caughtBy: listener,
  },
  {
    name: "kept-by-probes-with-a-query",
    breaks: "A stopping node stays for as long as it is probed by a balancer that adds a query.",
    file: `${service}/http/graceful-stop.ts`,
    find: `/^\\/(readyz|livez)(\\?|$)/`,
    replace: `/^\\/(readyz|livez)$/`,
    caughtBy: listener,
  },
  {
    name: "port-closed-before-the-proxy-knows",
    breaks: "A stopping node refuses connections while its proxy still takes it for ready.",
    file: `${service}/http/graceful-stop.ts`,
    within: "GracefulStop.isQuiet",
    find: "&& this.#isNoticed()",
    replace: "",
    caughtBy: listener,
  },
  {
    name: "hub-signature-over-a-respelt-target",
    breaks: "A signature is checked over the target in another spelling than the one that was sent.",
    file: `${hub}/http/serve-endpoints.ts`,
    find: `new NativeCall(request, target, match.path)`,
    replace: `new NativeCall(request, target.replaceAll("'", "%27"), match.path)`,
    caughtBy: callers,
  },
  {
    name: "hub-proxied-signature-over-a-respelt-target",
    breaks:
      "The signature of a proxied call is checked over the target in another spelling than the one sent.",
    file: `${hub}/http/serve-endpoints.ts`,
    find: `const { url: target = "", method = "", headers, socket } = incoming;`,
    replace: `const { method = "", headers, socket } = incoming;
    const { pathname, search } = new URL(request.url);
    const target = pathname + search;`,
    caughtBy: callers,
  },
  {
    name: "hub-token-read-with-an-invalid-host",
    breaks:
      "A token is read with a host that makes no address, which a proxy in front may read in another way.",
    file: `${hub}/http/serve-endpoints.ts`,
    find: `if (normalTarget(request) === undefined) return false;`,
    replace: "",
    caughtBy: callers,
  },
  {
    name: "hub-body-of-a-stranger-received",
    breaks: "The hub receives a whole body before it looks who sends it.",
    file: `${hub}/callers/caller-directory.ts`,
    find: `if (!this.#known.has(callerId)) throw this.#refusal("unknown caller", callerId);`,
    replace: ``,
    caughtBy: callers,
  },
  {
    name: "hub-body-of-an-old-request-received",
    breaks: "The hub receives the body of a request that was signed yesterday.",
    file: `${hub}/callers/caller-directory.ts`,
    find: `this.#checkTime(time, callerId); const bytes`,
    replace: `const bytes`,
    caughtBy: callers,
  },
  {
    name: "hub-reports-wait-for-bodies-of-strangers",
    breaks: "Who knows the id of a caller keeps its reports from being served.",
    file: `${hub}/callers/unverified-bodies.ts`,
    find: `if (bytes <= smallBytes) return await read();`,
    replace: ``,
    caughtBy: callers,
  },
  {
    name: "hub-bodies-without-bound",
    breaks: "Who knows the id of a caller has the hub hold any number of bodies.",
    file: `${hub}/callers/unverified-bodies.ts`,
    find: `held > this.#mostBytes`,
    replace: `held > Infinity`,
    caughtBy: callers,
  },
];
