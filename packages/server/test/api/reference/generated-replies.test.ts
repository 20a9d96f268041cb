import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { webhookEvents } from "../../../src/api/calls/webhooks/event-wire.ts";
import { endpointsOf } from "../../../src/api/endpoints.ts";
import { errorKinds } from "../../../src/errors.ts";
import {
  describeApi,
  type DescribedCall,
  type DescribedParameter,
} from "../../../src/api/reference/describe-api.ts";
import { jsonSchemaOf, namedSchemaPrefix, type JsonSchema } from "../../../src/api/reference/json-schema.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const file = join(import.meta.dirname, "../../../../sdk/src/testing/generated-replies.ts");

const head = `import type { PlatformErrorType } from "../error-types.ts";
import type { WebhookEvent } from "../webhooks/webhook-event.ts";
import type { DocumentedCall, RefusalKind } from "./documented-call.ts";

// Written by generated-replies.test.ts of the server: \`vitest run -u\` writes it again.

/** The calls of the interface, each with what it asks for and an example of its data. */
export const documentedCalls: readonly DocumentedCall[] = [
`;

describe("the SDK's mock platform", () => {
  it("has every call and every error that the server has; `vitest run -u` writes them again", async () => {
    const { store } = await startTestPlatform();
    const { calls, schemas } = describeApi(endpointsOf(store, { timeZone: "Asia/Shanghai" }));
    const rows = calls.map((call) => `  ${JSON.stringify(rowOf(call, schemas))},\n`);
    const kinds = Object.entries(errorKinds).map(([type, { code, status, ...kind }]) => {
      const always = "always" in kind ? { always: true } : {};
      return `  ${type}: ${JSON.stringify({ code, status, ...always })},\n`;
    });
    const errors = `/** The errors of the interface. */\nexport const refusalKinds: Readonly<Record<PlatformErrorType, RefusalKind>> = {\n${kinds.join("")}};\n`;
    const event = `/** A new answer, as webhooks get it. */\nexport const answerEvent: WebhookEvent = ${exampleOfEvent()};\n`;
    await expect(`${head}${rows.join("")}];\n\n${errors}\n${event}`).toMatchFileSnapshot(file);
  });
});

type Schemas = Readonly<Record<string, JsonSchema>>;

function rowOf({ method, path, parameters, body, data }: DescribedCall, schemas: Schemas) {
  const takesToken = parameters.some(({ name }) => name === "access_token");
  const scalar = parameters.filter(
    ({ name, schema }) =>
      schema.type !== "array" && !(takesToken && (name === "appid" || name === "access_token")),
  );
  return {
    method,
    path,
    parameters: Object.fromEntries(scalar.map((parameter) => [parameter.name, ruleOf(parameter)])),
    requiredFields: body.filter(({ required }) => required).map(({ name }) => name),
    data: exampleOf(data, "data", { schemas, texts: method === "GET" ? { ...texts, secret: "" } : texts }),
  };
}

function ruleOf({ required, schema }: DescribedParameter) {
  const { type, minLength, maxLength, minimum, maximum, enum: values } = schema;
  return { ...(required && { required }), type, minLength, maxLength, minimum, maximum, enum: values };
}

function exampleOfEvent(): string {
  const [created] = webhookEvents;
  if (created === undefined) throw new Error("No event of an answer");
  const { schema, named } = jsonSchemaOf(created.body);
  return JSON.stringify(exampleOf(schema, "event", { schemas: named, texts }));
}

/** Texts that have a form which the schema does not say. Reads show no secret. */
const texts = {
  hash: "00a1",
  secret: "whsec_bW9jay13ZWJob29rLXNlY3JldC1mb3ItdGVzdHM=",
  code: "0123456789abcdefghijABCDEFGHIJKL",
  avatar: "",
  at: "2026-01-05 09:00:00",
};

interface Known {
  readonly schemas: Schemas;
  readonly texts: Readonly<Record<string, string>>;
}

/** The smallest data that a schema allows, with one item in each list, and the names of fields as their texts. */
function exampleOf(schema: JsonSchema, name: string, known: Known): unknown {
  if (schema.$ref !== undefined)
    return exampleOf(known.schemas[schema.$ref.slice(namedSchemaPrefix.length)] ?? {}, name, known);
  if (schema.type === "object") return exampleOfObject(schema, known);
  if (schema.type === "array") return [exampleOf(schema.items ?? {}, name, known)];
  return schema.enum?.[0] ?? schema.const ?? exampleOfScalar(schema, name, known);
}

function exampleOfObject({ required = [], properties = {} }: JsonSchema, known: Known) {
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, name, known)]));
}

function exampleOfScalar(schema: JsonSchema, name: string, known: Known): unknown {
  if (schema.type === "string") return textOf(schema, name, known);
  if (schema.type === "boolean") return false;
  return schema.type === "integer" ? Math.max(schema.minimum ?? 0, 1) : null;
}

function textOf({ description, format }: JsonSchema, name: string, known: Known): string {
  if (format === "uuid") return "6f1e3a0c-52c1-4f7e-9d2b-1f6f0a1b2c3d";
  if (description === "RFC 3339") return "2026-01-05T01:00:00Z";
  return known.texts[name.endsWith("_at") ? "at" : name] ?? name;
}
