import type { IncomingHttpHeaders } from "node:http";
import { JsonProblem, parseStrictJson } from "@survey-open-platform/service";
import type { z } from "zod";
import {
  checkParameters,
  documentedName,
  ParameterProblem,
  readParameters,
  RepeatedParameter,
  type ParametersSchema,
} from "./parameters.ts";

/** Fields of a form; more make reading it costly. */
export const mostFormFields = 10_000;
const formType = "application/x-www-form-urlencoded";

/**
 * Reads the fields that a schema names from a body: JSON, or a form. Others are ignored. A request without a type and
 * without a body has no fields.
 *
 * @throws `PlatformError` `invalid_argument`
 */
export function readBody<Schema extends ParametersSchema>(
  schema: Schema,
  headers: IncomingHttpHeaders,
  bytes: Uint8Array,
): z.output<Schema> {
  if (bytes.length === 0) return checkParameters(schema, {});
  refuseEncoding(headers["content-encoding"]);
  const type = mediaTypeOf(headers["content-type"]);
  const text = textOf(bytes);
  if (type === "application/json" || (type === formType && isObject(text)))
    return checkParameters(schema, fieldsOfJson(schema, text));
  if (type !== formType) throw new ParameterProblem("Content-Type", "must be application/json or a form's");
  if (text.split("&", mostFormFields + 1).length > mostFormFields)
    throw new ParameterProblem("body", `has more than ${mostFormFields} fields`);
  return readParameters(schema, text);
}

function refuseEncoding(encoding: string | undefined): void {
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    throw new ParameterProblem("Content-Encoding", "is not supported");
}

/** The type without its parameters (RFC 9110, section 8.3.1). Both types are UTF-8, whatever they say. */
function mediaTypeOf(contentType = ""): string {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice(8);
  if (charset !== undefined && !["utf-8", '"utf-8"', "utf8"].includes(charset))
    throw new ParameterProblem("Content-Type", "must have UTF-8 as its charset");
  return type;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ParameterProblem("body", "is not valid UTF-8");
  }
}

/** Some libraries give every body the type of a form. A form has no brace: it is percent-encoded there. */
function isObject(text: string): boolean {
  return text.trimStart().startsWith("{");
}

/** The known fields of a JSON object. `__proto__` and its like are names as any other here. */
function fieldsOfJson(schema: ParametersSchema, text: string): Readonly<Record<string, unknown>> {
  const value = parsedJson(text);
  // Some languages have one type for lists and objects, and write an empty object as an empty list.
  if (Array.isArray(value) && value.length === 0) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ParameterProblem("body", "must be a JSON object");
  const fields: Record<string, unknown> = {};
  for (const [given, field] of Object.entries(value)) {
    const name = documentedName(given);
    if (!Object.hasOwn(schema.shape, name)) continue;
    // Programs that have a field for every name send null for those that they leave out.
    if (field === null) continue;
    if (Object.hasOwn(fields, name)) throw new RepeatedParameter(name);
    fields[name] = field;
  }
  return fields;
}

function parsedJson(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (error instanceof JsonProblem) throw new ParameterProblem("body", error.message);
    throw error;
  }
}
