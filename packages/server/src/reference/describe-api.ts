import type { ErrorType } from "../errors.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { jsonSchemaOf, requiredNames, type JsonSchema, type NamedSchemas } from "./json-schema.ts";

/** One parameter of a call, as the reference shows it. */
export interface DescribedParameter {
  readonly name: string;
  readonly place: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** One call, as the reference shows it. */
export interface DescribedCall {
  readonly operationId: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly DescribedParameter[];
  readonly data: JsonSchema;
  readonly errors: readonly ErrorType[];
}

/** Every call, and the named shapes that their data is made of: the source of the document and of the page. */
export interface DescribedApi {
  readonly calls: readonly DescribedCall[];
  readonly schemas: NamedSchemas;
}

/** The errors that any call can return. */
export const errorsOfEveryCall = [
  "no_route",
  "internal_error",
  "storage_unavailable",
] as const satisfies ErrorType[];

/** Describes every call from the schemas that check its parameters and its data. */
export function describeApi(endpoints: readonly Endpoint[]): DescribedApi {
  const schemas: Record<string, JsonSchema> = {};
  const calls = endpoints.map((endpoint) => {
    const { operationId, path, summary, description, errors } = endpoint;
    const { schema: data, named } = jsonSchemaOf(endpoint.data);
    Object.assign(schemas, named);
    const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint)];
    return { operationId, path, summary, description, parameters, data, errors };
  });
  return { calls, schemas };
}

/** Describes the calls when that is first asked for, and remembers it: it takes milliseconds. */
export function describeOnce(endpoints: readonly Endpoint[]): () => DescribedApi {
  let api: DescribedApi | undefined;
  return () => (api ??= describeApi(endpoints));
}

function pathParameters({ pathParameters: types = {} }: Endpoint): readonly DescribedParameter[] {
  return Object.entries(types).map(([name, type]) =>
    described(jsonSchemaOf(type).schema, { name, place: "path", required: true }),
  );
}

function queryParameters({ parameters }: Endpoint): readonly DescribedParameter[] {
  const required = requiredNames(parameters);
  return Object.entries(jsonSchemaOf(parameters).schema.properties ?? {}).map(([name, schema]) =>
    described(schema, { name, place: "query", required: required.includes(name) }),
  );
}

function described(
  { description = "", ...schema }: JsonSchema,
  parameter: Pick<DescribedParameter, "name" | "place" | "required">,
): DescribedParameter {
  return { ...parameter, description, schema };
}
