import type { DescribedApi, DescribedParameter } from "../../../src/api/reference/describe-api.ts";
import { namedSchemaPrefix, type JsonSchema } from "../../../src/api/reference/json-schema.ts";
import type { Row } from "./markdown-tables.ts";

/** The rows that document the parameters of a call. */
export function parameterRows(parameters: readonly DescribedParameter[]): readonly Row[] {
  return parameters.map(({ name, place, required, description, schema }) => [
    code(name),
    place === "path" ? "in the path" : required ? "required" : "optional",
    typeText(schema),
    description,
  ]);
}

/** The rows that document the fields of an object. */
export function fieldRows({ properties = {}, required = [] }: JsonSchema): readonly Row[] {
  return Object.entries(properties).map(([name, schema]) => [
    code(name),
    typeText(schema) + (required.includes(name) ? "" : ", not always there"),
    schema.description ?? "",
  ]);
}

/** What a call answers: the name of a shape, or fields of its own. */
export function shapeOf({ data }: DescribedApi["calls"][number]): string | undefined {
  return data.$ref?.slice(namedSchemaPrefix.length);
}

function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(namedSchemaPrefix.length);
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(", ");
  if (schema.type === "array") return `list of ${typeText(schema.items ?? {})}`;
  if (schema.type === "integer") return integerText(schema);
  const longest = schema.maxLength === undefined ? "" : `, at most ${schema.maxLength} characters`;
  return `${schema.type === "string" ? "text" : (schema.type ?? "anything")}${longest}`;
}

/** Bounds that say no more than that numbers are exact are left out. */
function integerText({ minimum, maximum, default: fallback }: JsonSchema): string {
  const least = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? "" : ` from ${minimum}`;
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? "" : ` to ${maximum}`;
  return `integer${least}${most}${fallback === undefined ? "" : `, default ${JSON.stringify(fallback)}`}`;
}

function literal(value: unknown): string {
  return code(typeof value === "string" ? value : JSON.stringify(value));
}

function code(text: string): string {
  return `\`${text}\``;
}
