import { errorKinds, type ErrorCode } from "../../errors.ts";
import type { DescribedApi, DescribedCall, DescribedParameter } from "./describe-api.ts";
import { namedSchemaPrefix, type JsonSchema, type NamedSchemas } from "./json-schema.ts";

/** A reference to a named schema. */
export function schemaReference(name: string): JsonSchema {
  return { $ref: namedSchemaPrefix + name };
}

/** Names of the schemas of a call. Generators of clients make one class for each name. */
export function schemaNamesOf({ operationId }: DescribedCall) {
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  return { body: `${name}Body`, data: `${name}Data`, success: `${name}Success`, response: `${name}Response` };
}

/** Every named schema of the document. */
export function namedSchemas({ calls, schemas }: DescribedApi): NamedSchemas {
  const ofCalls = calls.map((call) => schemasOfCall(call));
  // All of them are named schemas.
  return Object.assign({}, schemas, ...ofCalls, refusalSchemas()) as NamedSchemas;
}

function schemasOfCall(call: DescribedCall): NamedSchemas {
  const names = schemaNamesOf(call);
  const isNamed = call.data.$ref !== undefined;
  const data = isNamed ? call.data : schemaReference(names.data);
  return {
    ...(call.body.length > 0 && { [names.body]: bodySchema(call.body) }),
    ...(!isNamed && { [names.data]: call.data }),
    [names.success]: envelope({
      code: { type: "string", const: "OK" },
      error: schemaReference("NoError"),
      data,
    }),
    [names.response]: eitherOf(names.success),
  };
}

function bodySchema(fields: readonly DescribedParameter[]): JsonSchema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const properties = fields.map(
    ({ name, description, schema }) => [name, { description, ...schema }] as const,
  );
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

const codes: readonly ErrorCode[] = [...new Set(Object.values(errorKinds).map(({ code }) => code))];

/** The envelope of a call that was served, or of a refusal: `code` says which. */
function eitherOf(success: string): JsonSchema {
  const refusal = `${namedSchemaPrefix}Refusal`;
  return {
    oneOf: [schemaReference(success), schemaReference("Refusal")],
    discriminator: {
      propertyName: "code",
      mapping: {
        OK: namedSchemaPrefix + success,
        ...Object.fromEntries(codes.map((code) => [code, refusal])),
      },
    },
  };
}

function refusalSchemas(): NamedSchemas {
  return {
    NoError: {
      type: "object",
      description: "The error of a call that was served.",
      required: ["type"],
      properties: { type: { type: "string", const: "" } },
    },
    Refusal: {
      description: "The response to a call that was refused or failed.",
      ...envelope({
        code: { type: "string", enum: codes, description: "The class of the error." },
        error: schemaReference("ErrorDetails"),
        data: schemaReference("NoData"),
      }),
    },
    NoData: { type: "object", maxProperties: 0, description: "Always empty." },
    ErrorDetails: errorSchema,
    Problem: problemSchema,
  };
}

const errorSchema: JsonSchema = {
  type: "object",
  description: "Why a call was refused or failed.",
  required: ["type", "message"],
  properties: {
    type: { type: "string", enum: Object.keys(errorKinds), description: "What exactly it was." },
    message: { type: "string", description: "Why, in one English sentence, for a developer to read." },
    problems: {
      type: "array",
      description: "Each thing that is wrong, when there are several, or when one has a line.",
      items: schemaReference("Problem"),
    },
  },
};

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

function envelope(properties: Readonly<Record<"code" | "error" | "data", JsonSchema>>): JsonSchema {
  const requestId = { type: "string", format: "uuid", description: "Made by the server for each request." };
  return {
    type: "object",
    required: ["code", "error", "data", "request_id"],
    properties: { ...properties, request_id: requestId },
  };
}
