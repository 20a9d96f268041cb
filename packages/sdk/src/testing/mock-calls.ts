import { documentedCalls } from "./generated-replies.ts";
import {
  describedData,
  getMockAnswer,
  getMockSurvey,
  getMockUser,
  getMockUserinfo,
  listMockAnswers,
  listMockChanges,
  listMockSurveys,
  listMockTable,
  type DataRequest,
} from "./mock-data-calls.ts";
import { decodeMock, readMockParameters } from "./mock-parameters.ts";
import { authenticateMock, bearerOf, type MockCallDependencies, type MockRequest } from "./mock-request.ts";
import { MockRefusal } from "./mock-response.ts";
import {
  issueMockBearer,
  issueMockToken,
  refreshMockToken,
  startMockDevice,
  type TokenRequest,
} from "./mock-token-calls.ts";

/** The calls without a token, and those at the addresses of OAuth. */
const tokenCalls: Readonly<Record<string, (request: TokenRequest) => unknown>> = {
  "GET /api/oauth2/access_token": issueMockToken,
  "GET /api/oauth2/refresh_token": refreshMockToken,
  "POST /oauth/token": issueMockBearer,
  "POST /oauth/device": startMockDevice,
  "GET /oauth/userinfo": getMockUserinfo,
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

const undescribed = { parameters: {}, requiredFields: [], data: {} };
const oauthCalls = Object.keys(tokenCalls).flatMap((name) => {
  const [method = "", path = ""] = name.split(" ");
  return isOauthPath(path) ? [{ ...undescribed, method, path }] : [];
});
const routes = [...documentedCalls, ...oauthCalls].map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

/** Whether a path is an address of OAuth: its responses have no envelope. */
export function isOauthPath(path: string): boolean {
  return path.startsWith("/oauth/");
}

/**
 * Makes a call: requests for tokens and the calls that read surveys and answers by hand, any other from the interface's
 * description. @throws MockRefusal
 */
export function makeMockCall(sent: MockRequest, dependencies: MockCallDependencies): unknown {
  const { call, inPath } = findCall(sent);
  const name = `${call.method} ${call.path}`;
  const values = () => readMockParameters(call.parameters, sent.query, inPath);
  const issue = tokenCalls[name];
  if (issue !== undefined) return issue({ sent, values: values(), ...dependencies });
  const principal = authenticateMock(sent, dependencies);
  const isChange = call.method !== "GET" && !call.path.endsWith("/report_aggs");
  if (isChange && !principal.mayWrite) throw new MockRefusal("permission_denied");
  // A bearer token says whose it is.
  const openid = bearerOf(sent) === undefined ? undefined : principal.grant?.openid;
  const request = { sent, values: { openid, ...values() }, call, principal, ...dependencies };
  return (dataCalls[name] ?? describedData)(request);
}

/** @throws MockRefusal `no_route` */
function findCall({ method, path }: MockRequest) {
  const known = routes.flatMap(({ call, pattern }) => {
    const match = pattern.exec(path);
    const parts = Object.entries(match?.groups ?? {}).map(
      ([name, part]) => [name, decodeMock(part)] as const,
    );
    return match === null ? [] : [{ call, inPath: Object.fromEntries(parts) }];
  });
  const found = known.find(({ call }) => call.method === method);
  if (found !== undefined) return found;
  const allow = [...new Set(known.map(({ call }) => call.method))].join(", ");
  throw new MockRefusal("no_route", allow === "" ? {} : { allow });
}
