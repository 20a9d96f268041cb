import { errorKinds, type ErrorType } from "../errors.ts";
import { authorizationParameters, authorizationPath } from "./authorization-parameters.ts";
import {
  errorsOfEveryCall,
  type DescribedApi,
  type DescribedCall,
  type DescribedParameter,
} from "./describe-api.ts";
import { namedSchemaPrefix, type JsonSchema } from "./json-schema.ts";

/** Public origins; empty where the document's own origin is meant. */
export interface DocumentOrigins {
  readonly authUrl: string;
  readonly baseUrl: string;
}

/**
 * The API as an OpenAPI 3.1 document.
 *
 * @example
 * const document = openApiDocument(describeApi(endpoints), { authUrl: "", baseUrl: "https://api.survey.example" });
 */
export function openApiDocument(api: DescribedApi, { authUrl, baseUrl }: DocumentOrigins) {
  const calls = [...Map.groupBy(api.calls, ({ path }) => path)].map(
    ([path, ofPath]) => [path, operationsOf(ofPath)] as const,
  );
  return {
    openapi: "3.1.1",
    info: {
      title: "Survey Open Platform",
      version: "1",
      summary: "Consent, access tokens and survey data for applications and teams.",
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl || authUrl || "/" }],
    tags: [
      { name: "authorization", description: "The consent page, and the tokens." },
      { name: "data", description: "Data calls, with an access token." },
    ],
    paths: {
      [authorizationPath]: {
        servers: [{ url: authUrl || "/" }],
        get: authorizationOperation,
      },
      ...Object.fromEntries(calls),
    },
    components: { schemas: { ...api.schemas, Problem: problemSchema, Refusal: refusalSchema() }, headers },
  };
}

const introduction = `A call that reads is a GET with its parameters in the query string. A call that changes something is a POST or DELETE: appid and access_token are in the query string, everything else in a body of JSON or a form, of at most 1 MB. Other methods get 405, unknown parameters and fields are ignored, and known ones that are repeated are refused. Responses have one JSON envelope of code, error, data and request_id; error.message of a refusal says why.

Errors that the caller caused have HTTP status 200 and the envelope, unless the server's setting error_status is semantic: then with the 4xx status given at each call.

Tokens and secrets belong on servers only. No CORS header is ever sent.`;

const headers = {
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

function operationsOf(calls: readonly DescribedCall[]) {
  return Object.fromEntries(calls.map((call) => [call.method.toLowerCase(), operationOf(call)]));
}

function operationOf(call: DescribedCall) {
  return {
    operationId: call.operationId,
    tags: [call.path.startsWith("/api/oauth2/") ? "authorization" : "data"],
    summary: call.summary,
    description: call.description,
    parameters: [
      ...call.parameters.map(parameterOf),
      ...(call.method === "GET" ? [] : [idempotencyKeyParameter]),
    ],
    ...(call.body.length > 0 && { requestBody: requestBodyOf(call.body) }),
    responses: responsesOf(call),
  };
}

function parameterOf({ name, place, required, description, schema }: DescribedParameter) {
  return { name, in: place, required, description, schema };
}

const idempotencyKeyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Chosen by the caller. The same call with the same key within 24 hours changes nothing and gets the same data.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
} as const;

/** The same fields as JSON or as a form. */
function requestBodyOf(fields: readonly DescribedParameter[]) {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const properties = fields.map(
    ({ name, description, schema }) => [name, { description, ...schema }] as const,
  );
  const schema = { type: "object", properties: Object.fromEntries(properties), required };
  return {
    required: required.length > 0,
    content: { "application/json": { schema }, "application/x-www-form-urlencoded": { schema } },
  };
}

function responsesOf(call: DescribedCall) {
  const success = { oneOf: [successSchema(call), refusalOf(call.errors)] };
  const quota = call.errors.includes("request_rate_limited") ? quotaHeaderNames : [];
  const served = reply("Served; or refused, unless the server's setting error_status is semantic.", success, [
    "X-Request-Id",
    "Retry-After",
    "X-Error-Parameter",
    ...quota,
  ]);
  const refused = errorStatuses([...new Set([...call.errors, ...errorsOfEveryCall])]).map(
    ([status, types]) => {
      const when = isAlways(types) ? "" : onlySemantic;
      return [
        String(status),
        reply(`${types.join(", ")}.${when}`, refusalOf(types), headersOf(status)),
      ] as const;
    },
  );
  return Object.fromEntries([["200", served] as const, ...refused]);
}

const onlySemantic = " Only when the server's setting error_status is semantic; otherwise 200.";

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

function successSchema({ data }: DescribedCall): JsonSchema {
  return envelope({
    code: { const: "OK" },
    error: { type: "object", required: ["type"], properties: { type: { const: "" } } },
    data,
  });
}

/** The envelope of a refusal, narrowed to the types that can occur. */
function refusalOf(types: readonly ErrorType[]): JsonSchema {
  const type = { enum: [...types] };
  return {
    allOf: [{ $ref: `${namedSchemaPrefix}Refusal` }, { properties: { error: { properties: { type } } } }],
  };
}

const problemSchema: JsonSchema = {
  type: "object",
  description: "One of several things that are wrong with a call.",
  required: ["parameter", "message"],
  properties: {
    parameter: { type: "string", description: "Name of the parameter." },
    line: { type: "integer", minimum: 1, description: "Line of its text, where it has lines." },
    message: { type: "string", description: "Like the message of the error." },
  },
};

function refusalSchema(): JsonSchema {
  const codes = [...new Set(Object.values(errorKinds).map(({ code }) => code))];
  return {
    description: "The response to a call that was refused or failed.",
    ...envelope({
      code: { type: "string", enum: codes, description: "The class of the error." },
      error: {
        type: "object",
        required: ["type", "message"],
        properties: {
          type: { type: "string", enum: Object.keys(errorKinds), description: "What exactly it was." },
          message: { type: "string", description: "Why, in one English sentence, for a developer to read." },
          problems: {
            type: "array",
            description: "Each thing that is wrong, when there are several, or when one has a line.",
            items: { $ref: `${namedSchemaPrefix}Problem` },
          },
        },
      },
      data: { type: "object", maxProperties: 0, description: "Always empty." },
    }),
  };
}

function envelope(properties: Readonly<Record<"code" | "error" | "data", JsonSchema>>): JsonSchema {
  const requestId = { type: "string", format: "uuid", description: "Made by the server for each request." };
  return {
    type: "object",
    required: ["code", "error", "data", "request_id"],
    properties: { ...properties, request_id: requestId },
  };
}

const page = { "text/html": { schema: { type: "string" } } };

const authorizationOperation = {
  operationId: "openAuthorizationPage",
  tags: ["authorization"],
  summary: "Ask a user for consent",
  description:
    "A page for a browser and no API call: send users there by a link, which may end with #wj_redirect. They sign in if need be, and allow or deny. The browser then goes to redirect_uri with code and state added to its query, or with error=access_denied and state.",
  parameters: authorizationParameters.map(parameterOf),
  responses: {
    200: { description: "The consent page. Its form leads to redirect_uri with 303.", content: page },
    303: {
      description: "No user is signed in: redirect to the sign-in page, which leads back here.",
      headers: { Location: { schema: { type: "string" } } },
    },
    400: {
      description: "A parameter is wrong. A page that names it, never a redirect.",
      content: page,
    },
  },
};
