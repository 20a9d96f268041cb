import { security, type PlantedBug } from "./planted-bug.ts";

/** Mistakes about what is read from a request, and what a response and the log say. */
export const httpBugs: readonly PlantedBug[] = [
  {
    name: "request-behind-a-refusal-served",
    breaks: "What comes behind a request of ambiguous framing is carried out as a request of its own.",
    file: "packages/service/src/http/listener.ts",
    find: "if (!request.socket.writable) return;",
    replace: "",
    caughtBy: [
      "packages/server/test/security/connections.test.ts",
      "packages/token-hub/test/security/connections.test.ts",
    ],
  },
  {
    name: "cors-allowed",
    breaks: "A page of any other origin may read answers.",
    file: "packages/server/src/http/send-reply.ts",
    find: `Pragma: "no-cache",`,
    replace: `Pragma: "no-cache",
    "Access-Control-Allow-Origin": "*",`,
    caughtBy: ["packages/server/test/http/query-parameters.test.ts"],
  },
  {
    name: "query-in-the-log",
    breaks: "The log has the address of a call, with the secret in its query.",
    file: "packages/server/src/http/call.ts",
    find: "const { path } = this.endpoint;",
    replace: "const path = this.url;",
    caughtBy: security("log-lines", "request-log"),
  },
  {
    name: "storage-failure-called-a-bad-token",
    breaks: "When the database cannot be reached, callers get the error that their tokens are invalid.",
    file: "packages/server/src/http/error-reply.ts",
    find: "if (thrown instanceof DatabaseUnavailableError) {",
    replace: `if (thrown instanceof DatabaseUnavailableError) return new PlatformError("invalid_token");
  if (thrown instanceof DatabaseUnavailableError) {`,
    caughtBy: security("storage-failure"),
  },
  {
    name: "body-without-limit",
    breaks: "A body that does not say its length is kept however long it is.",
    file: "packages/server/src/http/receive-body.ts",
    find: "if (length > maximum) throw new BodyTooLong(maximum);",
    replace: "",
    caughtBy: security("request-bodies"),
  },
  {
    name: "write-outlives-its-token",
    breaks: "A call may change something after the token that it was sent with was replaced.",
    file: "packages/server/src/api/calls/write-endpoint.ts",
    find: "[applicationLock(token.appid), ...locks]",
    replace: "[...locks]",
    engine: "postgres",
    caughtBy: security("writing-calls"),
  },
  {
    name: "write-with-a-token-for-reading",
    breaks: "A token whose user consented to reading may write.",
    file: "packages/server/src/api/calls/write-endpoint.ts",
    find: "if (principal.mayWrite === 0)",
    replace: "if (principal.mayWrite < 0)",
    caughtBy: security("writing-calls", "write-permission"),
  },
  {
    name: "calls-without-limit",
    breaks: "One application may make as many data calls as it likes.",
    file: "packages/server/src/http/call-limits.ts",
    find: "if (excess <= 0) return undefined;",
    replace: "if (excess > -Infinity) return undefined;",
    caughtBy: security("call-limits"),
  },
  {
    name: "log-of-another-application",
    breaks: "The request log of an application has the calls of others.",
    file: "packages/server/src/http/request-log/request-lines.ts",
    find: `"=", application.id)`,
    replace: `">", 0)`,
    caughtBy: [
      "packages/server/test/store/request-log.test.ts",
      "packages/server/test/security/request-log.test.ts",
    ],
  },
];
