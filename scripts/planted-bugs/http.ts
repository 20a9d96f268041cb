import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";
const service = "packages/service/src";

/** The tests of the envelope and its surroundings, by their names: `http("envelope")`. */
function http(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/server/test/http/${name}.test.ts`);
}

const listener = ["packages/service/test/http/listener.test.ts"];
/** One suite for both programs. */
const connections = ["server", "token-hub"].map(
  (name) => `packages/${name}/test/security/connections.test.ts`,
);

/** Mistakes about what is read from a request, and what an answer and the log say. */
export const httpBugs: readonly PlantedBug[] = [
  {
    name: "cors-allowed",
    breaks: "A page of any other origin may read answers.",
    file: `${src}/http/api-headers.ts`,
    find: `Pragma: "no-cache",`,
    replace: `Pragma: "no-cache",
    "Access-Control-Allow-Origin": "*",`,
    caughtBy: http("query-parameters"),
  },
  {
    name: "answers-cached",
    breaks: "Answers with tokens may be kept on the way.",
    file: `${src}/http/api-headers.ts`,
    find: `"Cache-Control": "no-store",`,
    replace: "",
    caughtBy: http("envelope"),
  },
  {
    name: "token-given-to-head",
    breaks: "Methods other than GET do what GET does.",
    file: `${src}/http/endpoint.ts`,
    find: `if (method !== "GET") throw`,
    replace: `if (method === "TRACE") throw`,
    caughtBy: http("methods"),
  },
  {
    name: "request-id-of-the-caller",
    breaks: "A caller chooses the number under which its call is found in the log.",
    file: `${src}/http/endpoint.ts`,
    find: "const requestId = randomUUID();",
    replace: `const requestId = routed.request.headers.get("x-request-id") ?? randomUUID();`,
    caughtBy: http("envelope"),
  },
  {
    name: "cause-in-the-answer",
    breaks: "An answer about a fault says what went wrong inside.",
    file: `${src}/http/envelope.ts`,
    find: `"data":{},"request_id"`,
    replace: `"data":{"detail":\${JSON.stringify(String(error.cause ?? error.stack))}},"request_id"`,
    caughtBy: [...http("envelope"), ...security("storage-failure", "log-lines")],
  },
  {
    name: "query-in-the-log",
    breaks: "The log has the address of a call, with the secret in its query.",
    file: `${src}/http/endpoint.ts`,
    find: "route: endpoint.path,",
    replace: "route: routed.request.url,",
    caughtBy: security("log-lines"),
  },
  {
    name: "path-in-the-log",
    breaks: "The log has the path of a call that there is not, with whatever was pasted into it.",
    file: `${src}/app.ts`,
    find: `route: "(none)"`,
    replace: "route: context.req.path",
    caughtBy: security("log-lines"),
  },
  {
    name: "token-in-the-error",
    breaks: "The reason for which a token is refused has the token in it.",
    file: `${src}/api/token-authentication.ts`,
    find: `throw new PlatformError("invalid_token");`,
    replace: `throw new PlatformError("invalid_token", { detail: \`no such token: \${token}\` });`,
    caughtBy: security("log-lines"),
  },
  {
    name: "storage-failure-called-a-bad-token",
    breaks: "When the database cannot be reached, callers are told that their tokens are invalid.",
    file: `${src}/http/error-reply.ts`,
    find: "if (thrown instanceof DatabaseUnavailableError) {",
    replace: `if (thrown instanceof DatabaseUnavailableError) return new PlatformError("invalid_token");
  if (thrown instanceof DatabaseUnavailableError) {`,
    caughtBy: security("storage-failure"),
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
    breaks: "Whoever never finishes a request keeps a connection for good.",
    file: `${service}/http/listener.ts`,
    find: "createServer({ ...bounds,",
    replace: "createServer({ ...bounds, headersTimeout: 0, requestTimeout: 0,",
    caughtBy: security("raw-http"),
  },
  {
    name: "invalid-bytes-replaced",
    breaks: "Bytes that are no text are replaced by question marks instead of being refused.",
    file: `${src}/http/parameters.ts`,
    find: `return decodeURIComponent(text.replaceAll("+", " "));`,
    replace: `return new URLSearchParams(\`a=\${text}\`).get("a") ?? "";`,
    caughtBy: security("parameters"),
  },
  {
    name: "newcomers-closed-when-stopping",
    breaks: "While the server stops, connections that have just come are taken for idle ones.",
    file: `${service}/http/graceful-stop.ts`,
    find: "if (performance.now() - startedAt > silenceMilliseconds) endThoseStillSilent(silent);",
    replace: "this.#server.closeIdleConnections();",
    caughtBy: listener,
  },
  {
    name: "port-closed-too-soon",
    breaks: "A server that is told to stop closes its port before a proxy in front has noticed.",
    file: `${service}/http/graceful-stop.ts`,
    find: "this.#connections.open.size === 0 &&",
    replace: "this.#connections.open.size === 0 ||",
    caughtBy: listener,
  },
  {
    name: "answers-made-ahead",
    breaks:
      "A thousand requests sent ahead over one connection have a thousand answers made, whoever reads them.",
    file: `${service}/http/serve-in-turn.ts`,
    find: "if (before === undefined || before.writableFinished) return serveWhileOpen();",
    replace: "if (before !== response) return serveWhileOpen();",
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
    name: "refusals-never-held",
    breaks: "Whoever guesses tokens is told as fast as they ask.",
    file: `${src}/http/refusal-brake.ts`,
    find: "if (!this.#take(caller)) await sleep(heldMilliseconds);",
    replace: "if (!this.#take(caller)) await Promise.resolve();",
    caughtBy: [...http("refusal-brake"), ...security("guessing")],
  },
  {
    name: "everybody-held-together",
    breaks: "Refusals of one caller hold up those of every other.",
    file: `${src}/http/refusal-brake.ts`,
    find: "this.#wholeAt.get(caller) ?? 0",
    replace: "[...this.#wholeAt.values()].at(-1) ?? 0",
    caughtBy: http("refusal-brake"),
  },
  {
    name: "kept-by-probes",
    breaks: "A stopping node stays for as long as somebody asks whether it is ready.",
    file: `${service}/http/graceful-stop.ts`,
    find: "if (!probes.has(response.req.url)) this.#lastRequestAt",
    replace: "this.#lastRequestAt",
    caughtBy: listener,
  },
  {
    name: "request-behind-a-refusal-served",
    breaks: "What comes behind a request of ambiguous framing is carried out as a request of its own.",
    file: `${service}/http/serve-in-turn.ts`,
    find: "if (socket.writable) serve();",
    replace: "serve();",
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
    caughtBy: ["packages/token-hub/test/security/connections.test.ts"],
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
    find: "if (!isIdle(socket)) continue;",
    replace: "if (isIdle(socket)) continue;",
    caughtBy: listener,
  },
];
