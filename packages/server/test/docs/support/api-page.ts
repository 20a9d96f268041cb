import type {
  DescribedApi,
  DescribedCall,
  DescribedParameter,
} from "../../../src/api/reference/describe-api.ts";
import { namedSchemaPrefix, type JsonSchema } from "../../../src/api/reference/json-schema.ts";
import type { ErrorType } from "../../../src/errors.ts";
import { callNotes } from "./call-notes.ts";
import { rowText } from "./markdown-tables.ts";

/** What every data call takes; the page says so once. */
const usualParameters = new Set(["appid", "access_token"]);

/** What any call may return, and what any data call may return; the page says so once. */
export const usualErrors: readonly ErrorType[] = ["invalid_argument"];
export const usualDataErrors: readonly ErrorType[] = ["invalid_token", "invalid_org_subscription"];

/** The page with its generated sections written again; the other sections stay as they are. */
export function withGeneratedSections(page: string, api: DescribedApi): string {
  const shapes = Object.entries(api.schemas).map(([name, schema]) =>
    section(name, [sentence(schema.description ?? ""), fieldTable(schema)]),
  );
  const calls = withSection(page, "## Calls", api.calls.map(callSection).join("\n"));
  return withSection(calls, "## Shapes", shapes.join("\n"));
}

/** The table of parameters, as the page has it. */
export function parameterTable(parameters: readonly DescribedParameter[]): string {
  const rows = parameters.map(({ name, place, required, description, schema }) => [
    code(name),
    place === "path" ? "in the path" : required ? "required" : "optional",
    typeText(schema),
    description,
  ]);
  return table(["parameter", "", "type", "meaning"], rows);
}

function callSection(call: DescribedCall): string {
  const { method, path, operationId, summary, description, parameters, body, errors } = call;
  const own = isDataCall(call) ? parameters.filter(({ name }) => !usualParameters.has(name)) : parameters;
  const known = isDataCall(call) ? [...usualErrors, ...usualDataErrors] : usualErrors;
  const listed = errors.filter((type) => !known.includes(type));
  return section(`${method} ${path}`, [
    `${sentence(summary)} ${callNotes[operationId] ?? description}`,
    call.bearerScopes === undefined ? "" : `**Scopes** of a bearer token: \`${call.bearerScopes}\``,
    parameterTable(own),
    body.length === 0 ? "" : `**Body:**\n\n${parameterTable(body)}`,
    dataText(call),
    listed.length === 0 ? "" : `**Errors:** ${listed.map(errorLink).join(", ")}`,
  ]);
}

/** Whether a call needs an access token. */
export function isDataCall({ parameters }: DescribedCall): boolean {
  return parameters.some(({ name }) => name === "access_token");
}

function dataText({ data }: DescribedCall): string {
  if (data.$ref !== undefined) return `**Data:** ${typeText(data)}`;
  const fields = fieldTable(data);
  return fields === "" ? "**Data:** an empty object" : `**Data:**\n\n${fields}`;
}

function fieldTable({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(([name, schema]) => [
    code(name),
    typeText(schema) + (required.includes(name) ? "" : ", not always there"),
    schema.description ?? "",
  ]);
  return table(["field", "type", "meaning"], rows);
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

function section(heading: string, parts: readonly string[]): string {
  return [`### ${heading}`, ...parts.filter((part) => part !== "")].map((part) => `${part}\n`).join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  return [head, head.map(() => "---"), ...rows].map(rowText).join("\n");
}

function errorLink(type: ErrorType): string {
  return `[\`${type}\`](errors.md#${type})`;
}

function sentence(text: string): string {
  return text === "" || text.endsWith(".") ? text : `${text}.`;
}

function literal(value: unknown): string {
  return code(typeof value === "string" ? value : JSON.stringify(value));
}

function code(text: string): string {
  return `\`${text}\``;
}

/** The page with another text below one of its headings of the second rank. */
function withSection(page: string, heading: string, text: string): string {
  const [before = "", rest] = page.split(`\n${heading}\n`);
  if (rest === undefined) throw new Error(`the page has no heading "${heading}"`);
  const next = rest.indexOf("\n## ");
  return `${before}\n${heading}\n\n${text}${next === -1 ? "" : rest.slice(next)}`;
}
