import type { ErrorStatus } from "../config/settings.ts";
import { errorStatusHeader } from "../http/send-reply.ts";
import { curlCommand } from "../pages/call-commands.ts";
import type { DescribedCall } from "../api/reference/describe-api.ts";
import { hasBody, pathOf, shownTarget, variableFor, type ExplorerValues } from "./explorer-call.ts";

/** A call to be written as code. */
export interface CodedCall {
  readonly call: DescribedCall;
  readonly values: ExplorerValues;
  /** JSON, as it was typed; none for a call that has no body. */
  readonly body?: string;
  /** Public origin of the API. */
  readonly baseUrl: string;
  /** Which HTTP status refusals are asked to have. */
  readonly errorStatus?: ErrorStatus | undefined;
}

/** The call as a command. Values are percent-encoded, and secrets are variables of the shell. */
export function curlOf(coded: CodedCall): string {
  const { call, values, baseUrl } = coded;
  return curlCommand(`${baseUrl}${shownTarget(call, values)}`, curlOptions(coded));
}

/** In single quotes a shell interprets nothing, and JSON can be written without a single quote. */
function curlOptions({ call, body, errorStatus }: CodedCall): string {
  const asked = errorStatus === undefined ? "" : ` -H '${errorStatusHeader}: ${errorStatus}'`;
  if (call.method === "GET") return asked;
  const method = `${asked} -X ${call.method}`;
  if (!hasBody(call) || body === undefined) return method;
  return `${method} -H 'Content-Type: application/json' -d '${compactJson(body).replaceAll("'", String.raw`\u0027`)}'`;
}

/** On one line if it is JSON; as it is otherwise. */
function compactJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** How the SDK calls a parameter of its functions for tokens. */
const sdkNames: Readonly<Record<string, string>> = {
  appid: "appid",
  secret: "secret",
  code: "code",
  code_verifier: "codeVerifier",
  access_token: "accessToken",
  refresh_token: "refreshToken",
  openid: "openid",
};

/** The call as a program with the SDK. Secrets are read from the environment. */
export function sdkCodeOf(coded: CodedCall): string {
  const { call, values, baseUrl, errorStatus } = coded;
  const verb = sdkFunction(call, values);
  const asked = errorStatus === undefined ? "" : `, errorStatus: ${JSON.stringify(errorStatus)}`;
  return [
    `import { ${verb} } from "@survey-open-platform/sdk";`,
    "",
    `const platform = { baseUrl: ${JSON.stringify(baseUrl)}${asked} };`,
    `const result = await ${verb}(platform, {`,
    ...(verb === "call" ? dataCallLines(coded) : namedLines(coded)),
    "});",
    "console.log(result);",
  ].join("\n");
}

function sdkFunction({ operationId }: DescribedCall, values: ExplorerValues): string {
  if (operationId === "requestAccessToken")
    return values["grant_type"] === "client_credential" ? "requestTeamToken" : "exchangeCode";
  return operationId === "refreshAccessToken" || operationId === "getUser" ? operationId : "call";
}

function namedLines({ call, values }: CodedCall): readonly string[] {
  return call.parameters
    .map(({ name }) => name)
    .filter((name) => Object.hasOwn(sdkNames, name) && (values[name] ?? "") !== "")
    .map((name) => `  ${sdkNames[name]}: ${literal(name, values[name] ?? "")},`);
}

function dataCallLines({ call, values, body = "" }: CodedCall): readonly string[] {
  const query = call.parameters.filter(
    ({ name, place }) =>
      place === "query" && name !== "appid" && name !== "access_token" && (values[name] ?? "") !== "",
  );
  const entries = query.map(({ name }) => `${name}: ${literal(name, values[name] ?? "")}`);
  return [
    `  appid: ${JSON.stringify(values["appid"])},`,
    `  accessToken: ${literal("access_token", "")},`,
    `  path: ${JSON.stringify(pathOf(call, values))},`,
    ...(call.method === "GET" ? [] : [`  method: "${call.method}",`]),
    ...(hasBody(call) && isJson(body) ? [`  body: ${compactJson(body)},`] : []),
    ...(entries.length === 0 ? [] : [`  query: { ${entries.join(", ")} },`]),
  ];
}

function literal(name: string, value: string): string {
  const variable = variableFor(name);
  return variable === undefined ? JSON.stringify(value) : `process.env["${variable}"] ?? ""`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
