import type { DescribedCall, DescribedParameter } from "../api/reference/describe-api.ts";

/** What was entered, by the name of the parameter; "" for what is not sent. */
export type ExplorerValues = Readonly<Record<string, string>>;

/** Parameters whose values are shown only where they were typed: requests and code have a variable instead. */
const secretParameters: ReadonlySet<string> = new Set([
  "secret",
  "code",
  "code_verifier",
  "access_token",
  "refresh_token",
]);

/** What stays when another call is chosen: what the calls have in common, but no secret of the application. */
export const keptParameters = ["access_token", "openid", "survey_id"] as const;

/** Values that a form begins with, by call. */
const firstValues: Readonly<Record<string, ExplorerValues>> = {
  requestAccessToken: { grant_type: "authorization_code" },
  refreshAccessToken: { grant_type: "refresh_token" },
};

/** The value of a parameter as the form shows it. */
export function shownValue({ operationId }: DescribedCall, name: string, values: ExplorerValues): string {
  return values[name] ?? firstValues[operationId]?.[name] ?? "";
}

/** The parameters that are entered: the appid is always that of the application. */
export function enteredParameters({ parameters }: DescribedCall): readonly DescribedParameter[] {
  return parameters.filter(({ name }) => name !== "appid");
}

/** The name of the variable that stands for a secret value. */
export function variableFor(name: string): string | undefined {
  return secretParameters.has(name) ? name.toUpperCase() : undefined;
}

/** Whether a call has a body to enter. */
export function hasBody({ method, body }: DescribedCall): boolean {
  return method !== "GET" && body.length > 0;
}

const valuesOfTypes: Readonly<Record<string, unknown>> = {
  string: "",
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: {},
};

/** The body that a form begins with: what has to be sent, with a value of its type. */
export function firstBody({ body }: DescribedCall): string {
  const required = body.filter((field) => field.required);
  const fields = required.map(({ name, schema }) => [name, valuesOfTypes[String(schema["type"])] ?? ""]);
  return JSON.stringify(Object.fromEntries(fields), null, 2);
}

/** A part of a path that cannot be sent: a router, or a proxy on the way, would read another path. */
export function isPathPart(text: string): boolean {
  return /^[^\p{C}]{1,128}$/u.test(text) && !/^\.{1,2}$/.test(text);
}

/** The parts of a call's path that cannot be sent. */
export function pathProblems(call: DescribedCall, values: ExplorerValues): readonly string[] {
  const inPath = call.parameters.filter(({ place }) => place === "path");
  return inPath.map(({ name }) => name).filter((name) => !isPathPart(values[name] ?? ""));
}

/** One parameter in a query: its value percent-encoded, or the variable that stands for it. */
type Encode = (name: string, value: string) => string;

/** Path and query of a call as they are sent. */
export function targetOf(call: DescribedCall, values: ExplorerValues): string {
  return addressWith(call, values, (_, value) => encoded(value));
}

/** The same to be shown and copied into a shell: secrets are variables. */
export function shownTarget(call: DescribedCall, values: ExplorerValues): string {
  return addressWith(call, values, (name, value) => {
    const variable = variableFor(name);
    return variable === undefined ? encoded(value) : `$${variable}`;
  });
}

function addressWith(call: DescribedCall, values: ExplorerValues, encode: Encode): string {
  const path = pathOf(call, values);
  const query = call.parameters
    .filter(({ name, place }) => place === "query" && (values[name] ?? "") !== "")
    .map(({ name }) => `${name}=${encode(name, values[name] ?? "")}`);
  return `${path}?${query.join("&")}`;
}

/** The path of a call, percent-encoded. */
export function pathOf({ path }: DescribedCall, values: ExplorerValues): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(values[name] ?? ""));
}

/** Stricter than needed, so that nothing is left that a shell interprets within double quotes. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
