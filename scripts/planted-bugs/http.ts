import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";

/** The HTTP tests, by their names: `http("envelope")`. */
function http(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/server/test/http/${name}.test.ts`);
}

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
    file: `${src}/http/serve-api.ts`,
    find: `if (method !== "GET") throw`,
    replace: `if (method === "TRACE") throw`,
    caughtBy: http("methods"),
  },
  {
    name: "request-id-of-the-caller",
    breaks: "A caller chooses the number under which its call is found in the log.",
    file: `${src}/http/serve-api.ts`,
    find: `this.#response = response;`,
    replace: `this.#response = response;
    this.#requestId = String(response.req.headers["x-request-id"] ?? this.#requestId);`,
    caughtBy: http("envelope"),
  },
  {
    name: "cause-in-the-answer",
    breaks: "An answer about a fault says what went wrong inside.",
    file: `${src}/http/envelope.ts`,
    find: `"data":{},"request_id"`,
    replace: `"data":{"detail":\${JSON.stringify(String(error.cause ?? error.stack))}},"request_id"`,
    caughtBy: [...http("envelope"), ...security("storage-failure")],
  },
  {
    name: "query-in-the-log",
    breaks: "The log has the address of a call, with the secret in its query.",
    file: `${src}/http/serve-api.ts`,
    find: "return this.#endpoint.path;",
    replace: "return this.#url;",
    caughtBy: security("log-lines", "request-log"),
  },
  {
    name: "path-in-the-log",
    breaks: "The log has the path of a call that there is not, with whatever was pasted into it.",
    file: `${src}/http/serve-api.ts`,
    find: `route: "(none)"`,
    replace: `route: response.req.url ?? ""`,
    caughtBy: security("log-lines"),
  },
  {
    name: "token-in-the-error",
    breaks: "The reason for which a token is refused has the token in it.",
    file: `${src}/api/token-authentication.ts`,
    find: `return invalidToken;`,
    replace: `return new PlatformError("invalid_token", { detail: \`no such token: \${token}\` });`,
    caughtBy: security("log-lines"),
  },
  {
    name: "storage-failure-called-a-bad-token",
    breaks: "When the database cannot be reached, callers get the error that their tokens are invalid.",
    file: `${src}/http/error-reply.ts`,
    find: "if (thrown instanceof DatabaseUnavailableError) {",
    replace: `if (thrown instanceof DatabaseUnavailableError) return new PlatformError("invalid_token");
  if (thrown instanceof DatabaseUnavailableError) {`,
    caughtBy: security("storage-failure"),
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
    name: "parameters-checked-loosely",
    breaks: "The code that is generated for a schema accepts what the schema refuses.",
    file: `${src}/http/parameters.ts`,
    find: `(found = z.compile(schema))`,
    replace: `(found = z.compile(schema.partial() as unknown as typeof schema))`,
    caughtBy: http("parameter-checks"),
  },
  {
    name: "refusals-never-held",
    breaks: "A client that guesses tokens gets undelayed responses.",
    file: `${src}/http/refusal-brake.ts`,
    find: "this.#take(caller) ? undefined : sleep(heldMilliseconds)",
    replace: "this.#take(caller) ? undefined : Promise.resolve()",
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
];
