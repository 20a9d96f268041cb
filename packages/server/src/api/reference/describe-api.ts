import type { ErrorType } from "../../errors.ts";
import { methodOf, type Endpoint } from "../../http/endpoint.ts";
import { scopeText } from "../../model/scopes.ts";
import type { ParametersSchema } from "../../http/parameters.ts";
import { jsonSchemaOf, requiredNames, type JsonSchema, type NamedSchemas } from "./json-schema.ts";

/** One parameter of a call, or one field of its body, as the reference shows it. */
export interface DescribedParameter {
  readonly name: string;
  readonly place: "path" | "query" | "body";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** One call, as the reference shows it. */
export interface DescribedCall {
  readonly operationId: string;
  readonly method: ReturnType<typeof methodOf>;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** In path and query. */
  readonly parameters: readonly DescribedParameter[];
  /** The fields of the body; none for a call without one. */
  readonly body: readonly DescribedParameter[];
  readonly data: JsonSchema;
  readonly errors: readonly ErrorType[];
  /** What a bearer token has to allow, parted by spaces; undefined for a call that takes none. */
  readonly bearerScopes?: string | undefined;
}

/** Every call, and the named shapes that their data is made of: the source of the document and of the page. */
export interface DescribedApi {
  readonly calls: readonly DescribedCall[];
  readonly schemas: NamedSchemas;
}

/** The errors that any call can return. */
export const errorsOfEveryCall = [
  "request_rate_limited",
  "no_route",
  "internal_error",
  "storage_unavailable",
] as const satisfies ErrorType[];

/** Describes every call from the schemas that check its parameters and its data. */
export function describeApi(endpoints: readonly Endpoint[]): DescribedApi {
  const schemas: Record<string, JsonSchema> = {};
  const calls = endpoints.map((endpoint) => {
    const { operationId, path, summary, description, errors, bearerScopes } = endpoint;
    const { schema: data, named } = jsonSchemaOf(endpoint.data);
    Object.assign(schemas, named);
    const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint)];
    const texts = { operationId, summary, description };
    return {
      ...texts,
      method: methodOf(endpoint),
      path,
      parameters,
      body: bodyFields(endpoint),
      data,
      errors,
      bearerScopes: typeof bearerScopes === "number" ? scopeText(bearerScopes) : undefined,
    };
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
  return fieldsOf(parameters, "query");
}

function bodyFields(endpoint: Endpoint): readonly DescribedParameter[] {
  return "body" in endpoint ? fieldsOf(endpoint.body, "body") : [];
}

function fieldsOf(schema: ParametersSchema, place: "query" | "body"): readonly DescribedParameter[] {
  const required = requiredNames(schema);
  return Object.entries(jsonSchemaOf(schema).schema.properties ?? {}).map(([name, field]) =>
    described(field, { name, place, required: required.includes(name) }),
  );
}

function described(
  { description = "", ...schema }: JsonSchema,
  parameter: Pick<DescribedParameter, "name" | "place" | "required">,
): DescribedParameter {
  return { ...parameter, description, schema };
}
