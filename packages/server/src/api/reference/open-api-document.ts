import { errorStatuses, errorStatusHeader } from "../../http/send-reply.ts";
import { authorizationParameters, authorizationPath } from "./authorization-parameters.ts";
import type { DescribedApi, DescribedCall, DescribedParameter } from "./describe-api.ts";
import type { DescribedEvent } from "./described-event.ts";
import { responseHeaders, responsesOf } from "./open-api-responses.ts";
import { isReplacedByBearer, securityOf, securitySchemes, type DocumentIssuer } from "./open-api-security.ts";
import { namedSchemas, schemaNamesOf, schemaReference } from "./open-api-schemas.ts";
import { describeWebhooks } from "./open-api-webhooks.ts";

/** Public origins. */
export interface DocumentOrigins {
  readonly authUrl: string;
  readonly baseUrl: string;
}

/**
 * The API as an OpenAPI 3.1 document.
 *
 * @param oauth where bearer tokens come from, while they are taken
 */
export function openApiDocument(
  api: DescribedApi,
  events: readonly DescribedEvent[],
  { authUrl, baseUrl }: DocumentOrigins,
  oauth?: DocumentIssuer,
) {
  const { webhooks, schemas } = describeWebhooks(events);
  return {
    openapi: "3.1.1",
    info: {
      title: "Survey Open Platform",
      version: "1",
      summary: "Consent, access tokens and survey data for applications and teams.",
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: "authorization", description: "The consent page, and the tokens." },
      { name: "data", description: "Data calls, with an access token." },
      { name: "events", description: "What webhooks get." },
    ],
    paths: {
      [authorizationPath]: {
        servers: [{ url: authUrl }],
        get: authorizationOperation,
      },
      ...pathsOf(api, oauth),
    },
    webhooks,
    components: {
      schemas: { ...schemas, ...namedSchemas(api) },
      headers: responseHeaders,
      parameters: { ErrorStatus: errorStatusParameter, IdempotencyKey: idempotencyKeyParameter },
      securitySchemes: securitySchemes(oauth),
    },
  };
}

const introduction = `A call that reads is a GET with its parameters in the query string. A call that changes something is a POST or DELETE: appid and access_token are in the query string, everything else in a body of JSON or a form, of at most 1 MB. Other methods get 405, unknown parameters and fields are ignored, and known ones that are repeated are refused. Responses have one JSON envelope of code, error, data and request_id; error.message of a refusal says why.

Errors that the caller caused have HTTP status 200 and the envelope. With the header X-Error-Status: semantic, or when the server's setting error_status is semantic, they have the 4xx status given at each call.

Where OAuth is on, a bearer token in the header Authorization takes the place of appid and access_token; its refusals always have the 4xx status.

Tokens and secrets belong on servers only. No CORS header is ever sent.`;

function pathsOf({ calls }: DescribedApi, oauth: DocumentIssuer) {
  const paths = [...Map.groupBy(calls, ({ path }) => path)];
  return Object.fromEntries(paths.map(([path, ofPath]) => [path, operationsOf(ofPath, oauth)]));
}

function operationsOf(calls: readonly DescribedCall[], oauth: DocumentIssuer) {
  return Object.fromEntries(calls.map((call) => [call.method.toLowerCase(), operationOf(call, oauth)]));
}

function operationOf(call: DescribedCall, oauth: DocumentIssuer) {
  return {
    operationId: call.operationId,
    tags: [call.path.startsWith("/api/oauth2/") ? "authorization" : "data"],
    summary: call.summary,
    description: call.description,
    security: securityOf(call, oauth),
    parameters: [
      ...call.parameters.map((parameter) =>
        isReplacedByBearer(parameter.name, call, oauth)
          ? parameterOf({ ...parameter, required: false })
          : parameterOf(parameter),
      ),
      parameterReference("ErrorStatus"),
      ...(call.method === "GET" ? [] : [parameterReference("IdempotencyKey")]),
    ],
    ...(call.body.length > 0 && { requestBody: requestBodyOf(call) }),
    responses: responsesOf(call),
  };
}

function parameterReference(name: "ErrorStatus" | "IdempotencyKey") {
  return { $ref: `#/components/parameters/${name}` };
}

const errorStatusParameter = {
  name: errorStatusHeader,
  in: "header",
  required: false,
  description:
    "Chooses the HTTP status of a refusal of this request, whatever the server's setting says: semantic for the 4xx status that is given at the call, ok for 200.",
  schema: { type: "string", enum: errorStatuses },
} as const;

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
function requestBodyOf(call: DescribedCall) {
  const schema = schemaReference(schemaNamesOf(call).body);
  return {
    required: call.body.some(({ required }) => required),
    content: { "application/json": { schema }, "application/x-www-form-urlencoded": { schema } },
  };
}

const page = { "text/html": { schema: { type: "string" } } };

const authorizationOperation = {
  operationId: "openAuthorizationPage",
  tags: ["authorization"],
  security: [],
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
