import { z } from "zod";

/** A JSON Schema (2020-12) as far as the reference looks at it; it may hold more. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly [keyword: string]: unknown;
}

/** Schemas that have a name, by it. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

/** The start of a reference to a named schema of an OpenAPI document. */
export const namedSchemaPrefix = "#/components/schemas/";

const ownPrefix = "#/$defs/";

/**
 * The schema of what a zod type gives, with its named parts taken out of it.
 *
 * @returns the schema, which refers to its named parts as an OpenAPI document does, and those parts
 */
export function jsonSchemaOf(type: z.ZodType): { readonly schema: JsonSchema; readonly named: NamedSchemas } {
  const whole = z.toJSONSchema(type, {
    io: "output",
    override({ jsonSchema }) {
      // Responses may gain fields; clients must ignore unknown ones.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.type === "number" && isWhole(jsonSchema)) jsonSchema.type = "integer";
    },
  });
  const { $schema: _, $defs: named = {}, ...schema } = renamed(whole);
  return { schema, named };
}

function isWhole({ const: value, enum: values }: z.core.JSONSchema.BaseSchema): boolean {
  return values === undefined ? Number.isInteger(value) : values.every(Number.isInteger);
}

/** References are written after everything else, so they are renamed in the text. */
function renamed(schema: object): JsonSchema & { readonly $defs?: NamedSchemas } {
  const text = JSON.stringify(schema).replaceAll(`"$ref":"${ownPrefix}`, `"$ref":"${namedSchemaPrefix}`);
  // The same schema, as JSON keeps it.
  return JSON.parse(text) as JsonSchema & { readonly $defs?: NamedSchemas };
}

/** Names of the parameters that must be sent. */
export function requiredNames(parameters: z.ZodObject): readonly string[] {
  return z.toJSONSchema(parameters, { io: "input" }).required ?? [];
}
