import type { DocumentedCall } from "./documented-call.ts";
import { documentedCalls } from "./generated-replies.ts";
import {
  authenticateMock,
  findReachableMock,
  getMockAnswer,
  getMockSurvey,
  getMockUser,
  listMockAnswers,
  listMockChanges,
  listMockSurveys,
  listMockTable,
  type DataRequest,
  type MockCallDependencies,
} from "./mock-data-calls.ts";
import { decodeMock, readMockParameters, type ParameterValues } from "./mock-parameters.ts";
import { MockRefusal } from "./mock-response.ts";
import { bearerOf, type SentCall } from "./mock-sent-call.ts";
import { filled } from "./mock-survey-data.ts";
import { issueMockToken, refreshMockToken, type TokenRequest } from "./mock-token-calls.ts";

const tokenCalls: Readonly<Record<string, (request: TokenRequest) => unknown>> = {
  "/api/oauth2/access_token": issueMockToken,
  "/api/oauth2/refresh_token": refreshMockToken,
};

/** The data calls that reply with what the mock platform knows. */
const dataCalls: Readonly<Record<string, (request: DataRequest) => unknown>> = {
  "GET /api/oauth2/user": getMockUser,
  "GET /api/surveys": listMockSurveys,
  "GET /api/surveys/{survey_id}": getMockSurvey,
  "GET /api/surveys/{survey_id}/legacy": getMockSurvey,
  "GET /api/surveys/{survey_id}/answers": listMockAnswers,
  "GET /api/surveys/{survey_id}/changes": listMockChanges,
  "GET /api/surveys/{survey_id}/table": listMockTable,
  "GET /api/surveys/{survey_id}/answers/{answer_id}": getMockAnswer,
};

/**
 * Makes a call: requests for tokens and the calls that read surveys and answers by hand, any other from the interface's
 * description. @throws MockRefusal
 */
export function makeMockCall(sent: SentCall, dependencies: MockCallDependencies): unknown {
  const { call, inPath } = findCall(sent);
  const issue = tokenCalls[call.path];
  const { appid: _, access_token: __, ...withoutProof } = call.parameters;
  const rules = bearerOf(sent) === undefined ? call.parameters : withoutProof;
  const values = () => readMockParameters(rules, sent.query, inPath);
  if (issue !== undefined) return issue({ values: values(), ...dependencies });
  const principal = authenticateMock(proofIn(sent, dependencies), dependencies);
  const isChange = call.method !== "GET" && !call.path.endsWith("/report_aggs");
  if (isChange && !principal.mayWrite) throw new MockRefusal("permission_denied");
  // A bearer token says whose it is.
  const own =
    bearerOf(sent) !== undefined && principal.mode === "user" ? { openid: principal.grant.openid } : {};
  const request = { values: { ...own, ...values() }, data: call.data, principal, ...dependencies };
  const handle = dataCalls[`${call.method} ${call.path}`];
  return handle === undefined ? describedData(call, request, sent) : handle(request);
}

/** The query with appid and token, for which a bearer token stands; such a token is none in the query itself. @throws MockRefusal */
function proofIn(sent: SentCall, { tokens }: MockCallDependencies): string {
  const token = bearerOf(sent);
  const inQuery = new URLSearchParams(sent.query).get("access_token");
  if (token === undefined && inQuery?.startsWith("sopb_") !== true) return sent.query;
  const grant = inQuery === null ? tokens.findBearerGrant(token ?? "") : undefined;
  if (grant === undefined || token === undefined) throw new MockRefusal("invalid_token");
  return new URLSearchParams({ appid: grant.appid, access_token: token }).toString();
}

/** @throws MockRefusal `no_route` */
function findCall({ method, path }: SentCall) {
  const known = documentedCalls.flatMap((call) => {
    const inPath = valuesInPath(call.path.split("/"), path.split("/"));
    return inPath === undefined ? [] : [{ call, inPath }];
  });
  const allow = new Set(known.map(({ call }) => call.method));
  const found = known.find(({ call }) => call.method === method);
  if (found !== undefined) return found;
  throw new MockRefusal("no_route", allow.size === 0 ? {} : { allow: [...allow].join(", ") });
}

/** @returns undefined when the path is another one */
function valuesInPath(wanted: readonly string[], sent: readonly string[]): ParameterValues | undefined {
  const isSame =
    wanted.length === sent.length &&
    wanted.every((part, at) => (part.startsWith("{") ? sent[at] !== "" : part === sent[at]));
  const values = wanted.flatMap((part, at) =>
    part.startsWith("{") ? [[part.slice(1, -1), decodeMock(sent[at] ?? "")] as const] : [],
  );
  return isSame ? Object.fromEntries(values) : undefined;
}

/** The example, with what the request says in its place. Pages after the first are empty. @throws MockRefusal */
function describedData(call: DocumentedCall, request: DataRequest, sent: SentCall): unknown {
  const { values } = request;
  if (values["survey_id"] !== undefined) findReachableMock(request);
  const fields: Readonly<Record<string, unknown>> = sent.method === "GET" ? {} : fieldsOf(sent);
  const missing = call.requiredFields.find((name) => fields[name] === undefined);
  if (missing !== undefined) throw new MockRefusal("invalid_argument", { parameter: missing });
  const isLaterPage = Number(values["page"] ?? 1) > 1 || Number(values["last_id"] ?? 0) > 0;
  const given = Object.entries({ ...values, ...fields }).filter(([, value]) => value !== undefined);
  const named = given.flatMap(([name, value]) => {
    const example = call.data[name];
    const known = typeof example === "number" ? Number(value) : value;
    return typeof known === typeof example && typeof example !== "object" ? [[name, known] as const] : [];
  });
  return filled(call.data, { ...Object.fromEntries(named), ...(isLaterPage && { list: [] }) });
}

/** @throws MockRefusal `invalid_argument` */
function fieldsOf({ contentType, body }: SentCall): Readonly<Record<string, unknown>> {
  if (body === "") return {};
  if (contentType.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(body));
  if (!contentType.startsWith("application/json"))
    throw new MockRefusal("invalid_argument", { parameter: "Content-Type" });
  const value = parsed(body);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new MockRefusal("invalid_argument", { parameter: "body" });
  return Object.fromEntries(Object.entries(value));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
