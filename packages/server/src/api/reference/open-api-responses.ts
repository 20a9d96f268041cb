import { errorKinds, type ErrorType } from "../../errors.ts";
import { errorsOfEveryCall, type DescribedCall } from "./describe-api.ts";
import type { JsonSchema } from "./json-schema.ts";
import { schemaNamesOf, schemaReference } from "./open-api-schemas.ts";

/** The headers of responses, by the names of their components. */
export const responseHeaders = {
  RequestId: {
    description: "The request_id of the envelope; the operator finds the request by it.",
    schema: { type: "string", format: "uuid" },
  },
  RetryAfter: {
    description: "Seconds after which trying again makes sense.",
    schema: { type: "integer", minimum: 1 },
  },
  ErrorParameter: {
    description: "With invalid_argument: the name of the parameter that was refused.",
    schema: { type: "string" },
  },
  Allow: { description: "The methods that the path takes.", schema: { type: "string" } },
  RateLimitLimit: {
    description: "Token requests that the application may make at once.",
    schema: { type: "integer", minimum: 1 },
  },
  RateLimitRemaining: {
    description: "Token requests that the application may make right now.",
    schema: { type: "integer", minimum: 0 },
  },
  RateLimitReset: {
    description: "Seconds until the application may make all of them again.",
    schema: { type: "integer", minimum: 0 },
  },
} as const;

const headerReferences = {
  "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  "Retry-After": { $ref: "#/components/headers/RetryAfter" },
  "X-Error-Parameter": { $ref: "#/components/headers/ErrorParameter" },
  Allow: { $ref: "#/components/headers/Allow" },
  "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimitLimit" },
  "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
  "X-RateLimit-Reset": { $ref: "#/components/headers/RateLimitReset" },
} as const;

type HeaderName = keyof typeof headerReferences;

/** The responses to a call, by HTTP status. */
export function responsesOf(call: DescribedCall) {
  return Object.fromEntries([["200", servedResponse(call)] as const, ...refusedResponses(call)]);
}

function servedResponse(call: DescribedCall) {
  const quota = call.errors.includes("request_rate_limited") ? quotaHeaderNames : [];
  const description = `Served; or refused with ${call.errors.join(", ")}, unless honest statuses were asked for.`;
  const names: readonly HeaderName[] = ["X-Request-Id", "Retry-After", "X-Error-Parameter", ...quota];
  return reply(description, schemaReference(schemaNamesOf(call).response), names);
}

function refusedResponses({ errors }: DescribedCall) {
  return errorStatuses([...new Set([...errors, ...errorsOfEveryCall])]).map(([status, types]) => {
    const description = `${types.join(", ")}.${isAlways(types) ? "" : onlySemantic}`;
    return [String(status), reply(description, schemaReference("Refusal"), headersOf(status))] as const;
  });
}

const onlySemantic =
  " Only with the header X-Error-Status: semantic, or when that is the server's setting; otherwise 200.";

function reply(description: string, schema: JsonSchema, names: readonly HeaderName[]) {
  return {
    description,
    headers: Object.fromEntries(names.map((name) => [name, headerReferences[name]])),
    content: { "application/json": { schema } },
  };
}

/** With each token, and with a refusal because of the quota. */
const quotaHeaderNames: readonly HeaderName[] = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
];

function headersOf(status: number): readonly HeaderName[] {
  if (status === 429) return ["X-Request-Id", "Retry-After", ...quotaHeaderNames];
  if (status === 400) return ["X-Request-Id", "X-Error-Parameter"];
  if (status === 405) return ["X-Request-Id", "Allow"];
  return status === 503 ? ["X-Request-Id", "Retry-After"] : ["X-Request-Id"];
}

/** Error types by HTTP status. A known path has no 404 for its method: that is 405. */
function errorStatuses(types: readonly ErrorType[]): readonly (readonly [number, readonly ErrorType[]])[] {
  const byStatus = Map.groupBy(types, (type) => (type === "no_route" ? 405 : errorKinds[type].status));
  return [...byStatus].toSorted(([a], [b]) => a - b);
}

function isAlways(types: readonly ErrorType[]): boolean {
  return types.every((type) => "always" in errorKinds[type]);
}
