import { randomBytes } from "node:crypto";
import { HmacKey } from "../../token-hub/src/callers/hmac-key.ts";
import { signatureOf } from "../../token-hub/src/callers/request-signature.ts";
import type { HubCaller, ServerKind } from "./contenders.ts";
import {
  answersPerSurvey,
  bearerTokenOf,
  hubAppid,
  seededOpenid,
  seededSecret,
  surveyIdOf,
  surveysPerOwner,
  teamAppid,
  teamCount,
  webAppid,
  webSecret,
  type SeededData,
} from "./seeded-data.ts";

/** What requests are made from. */
export interface RequestMaterial {
  readonly data: SeededData;
  readonly hubCaller: HubCaller;
}

/** One kind of request. */
export interface Scenario {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** The platform unless it says so. */
  readonly server?: ServerKind;
  /** The least wanted ratio of the bare server's processor time per request to the contender's. */
  readonly target?: number;
  /** 200 unless it says so. */
  readonly status?: number;
  /** The text that every response body begins with; that of a success unless it says so. */
  readonly expected?: string;
  /** @returns what is wrong with a body */
  readonly check?: (body: unknown) => string | undefined;
  /** Requests as they go over the wire, to be sent again and again. */
  readonly requests?: (material: RequestMaterial) => readonly string[];
  /** Instead of those, requests that each work once; the bare server gets those of one turn again and again. */
  readonly once?: {
    /** Enough for a tenth of a second of the quickest server: in short turns all of its code is out of the caches. */
    readonly perTurn: number;
    /** So many of them, from a number on. */
    readonly make: (material: RequestMaterial, first: number, count: number) => readonly string[];
  };
}

/** How the body of a call that succeeds begins. */
export const success = '{"code":"OK"';
const invalidToken = '{"code":"PermissionDenied","error":{"type":"invalid_token",';
const sampleSize = 100_000;
const answersPerPage = 100;
/** Codes that one turn uses up. */
export const exchangesPerTurn = 3000;

/** The platform's calls. */
export const platformScenarios: readonly Scenario[] = [
  {
    name: "user",
    title: "GET /api/oauth2/user",
    target: 0.75,
    requests: ({ data }) => sample(data, (token) => userCheck(data, token)),
  },
  {
    name: "survey-1k",
    title: "GET /api/surveys/{survey_id}, 1 KB",
    target: 0.65,
    requests: ({ data }) =>
      ofOwners(data, (person, owner) => personCall(data, person, `/api/surveys/${surveyIdOf(owner, 1)}`)),
  },
  {
    name: "bearer-1k",
    title: "GET /api/surveys/{survey_id}, 1 KB, bearer token",
    target: 0.65,
    requests: ({ data }) =>
      ofOwners(data, (person, owner) =>
        get(`/api/surveys/${surveyIdOf(owner, 1)}`, bearer(bearerTokenOf(person, "api"))),
      ),
  },
  {
    name: "list",
    title: "GET /api/surveys, 20 in the list",
    target: 0.35,
    check: (body) => wrongLength(body, surveysPerOwner),
    requests: ({ data }) =>
      ofOwners(data, (person) => personCall(data, person, "/api/surveys", { per_page: "20" })),
  },
  {
    name: "answers",
    title: "GET …/answers, 100 a page",
    target: 0.2,
    check: (body) => wrongLength(body, answersPerPage),
    requests: ({ data }) => answerPages(data),
  },
  refusedToken("unknown", "refused", unknownToken),
  refusedToken("garbage", "garbage", (number) => unknownToken(number).replace("_", "-")),
  {
    name: "agent-refused",
    title: "an agent's call, refused token",
    status: 401,
    expected: "{",
    check: (body) => missing(body, "error"),
    requests: ({ data }) => ofOwners(data, (person) => agentCall(seededSecret("bearerToken", person))),
  },
  {
    name: "agent-list",
    title: "an agent lists 20 surveys",
    expected: "event: message\ndata: {",
    requests: ({ data }) => ofOwners(data, (person) => agentCall(bearerTokenOf(person, "mcp"))),
  },
  {
    name: "team-token",
    title: "team token, durable, 64 teams",
    target: 0.45,
    requests: () => Array.from({ length: teamCount }, (_, team) => teamToken(team)),
  },
  {
    name: "exchange",
    title: "code exchange, durable",
    target: 0.35,
    once: {
      perTurn: exchangesPerTurn,
      make({ data }, first, count) {
        if (first + count > data.size.codes) throw new Error("The database has too few codes for this run");
        return Array.from({ length: count }, (_, at) => exchange(first + at));
      },
    },
  },
];

function refusedToken(kind: string, name: string, tokenOf: (number: number) => string): Scenario {
  return {
    name,
    title: `a refused token, ${kind}`,
    target: 0.6,
    expected: invalidToken,
    requests: ({ data }) =>
      sample(data, (token) => {
        const openid = seededOpenid(data.personOfToken(token));
        return call("/api/oauth2/user", { access_token: tokenOf(token), openid });
      }),
  };
}

const hubPath = `/v1/apps/${hubAppid}/token`;

/** The hub's calls. */
const hubScenarios: readonly Scenario[] = [
  {
    name: "hub-bearer",
    title: "hub: bearer read",
    server: "hub",
    target: 0.7,
    expected: "{",
    check: (body) => missing(body, "access_token"),
    requests: ({ hubCaller: { id, secret } }) => [get(hubPath, bearer(`${id}.${secret}`))],
  },
  {
    name: "hub-signed",
    title: "hub: signed read",
    server: "hub",
    target: 0.45,
    expected: "{",
    check: (body) => missing(body, "access_token"),
    once: { perTurn: 9000, make: ({ hubCaller }, _, count) => signedReads(hubCaller, count) },
  },
];

/** In the order of the table. */
export const scenarios: readonly Scenario[] = [...platformScenarios, ...hubScenarios];

function get(target: string, headers = ""): string {
  return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;
}

function call(path: string, parameters: Readonly<Record<string, string>>): string {
  return get(`${path}?${new URLSearchParams({ appid: webAppid, ...parameters }).toString()}`);
}

/** Requests of tokens drawn from all rows. */
function sample(data: SeededData, request: (token: number) => string): readonly string[] {
  const count = Math.min(sampleSize, data.size.liveTokens * 2);
  return Array.from({ length: count }, () => request(Math.floor(Math.random() * data.size.liveTokens)));
}

function userCheck(data: SeededData, token: number): string {
  const openid = seededOpenid(data.personOfToken(token));
  return call("/api/oauth2/user", { access_token: seededSecret("userAccessToken", token), openid });
}

function unknownToken(number: number): string {
  return seededSecret("userAccessToken", `unknown ${number}`);
}

/** Ten requests of each owner on average, in random order. */
function ofOwners(
  data: SeededData,
  request: (person: number, owner: number) => string,
  owners = data.owners,
): readonly string[] {
  return Array.from({ length: owners * 10 }, () => {
    const owner = Math.floor(Math.random() * owners);
    return request(data.personOfOwner(owner), owner);
  });
}

/** A call with any of the tokens of a person. */
function personCall(
  data: SeededData,
  person: number,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const token = data.tokenOfPerson(person, Math.floor(Math.random() * 10));
  const access_token = seededSecret("userAccessToken", token);
  return call(path, { access_token, openid: seededOpenid(person), ...parameters });
}

function bearer(token: string): string {
  return `Authorization: Bearer ${token}\r\n`;
}

/** Lists surveys as clients of 2025 do, without `initialize` before. */
function agentCall(token: string): string {
  const params = { name: "list_surveys", arguments: {} };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const accept = "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n";
  const entity = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n${entity}${accept}${bearer(token)}\r\n${body}`;
}

function answerPages(data: SeededData): readonly string[] {
  const pages = Array.from({ length: answersPerSurvey / answersPerPage }, (_, page) => page * answersPerPage);
  return pages.flatMap((last_answer_id) =>
    ofOwners(
      data,
      (person, owner) =>
        personCall(data, person, `/api/surveys/${surveyIdOf(owner, 0)}/answers`, {
          per_page: String(answersPerPage),
          last_answer_id: String(last_answer_id),
        }),
      data.answeredSurveys,
    ),
  );
}

function teamToken(team: number): string {
  const appid = teamAppid(team);
  const secret = seededSecret("secret", appid);
  return call("/api/oauth2/access_token", { appid, secret, grant_type: "client_credential" });
}

function exchange(number: number): string {
  const code = seededSecret("authorizationCode", number);
  return call("/api/oauth2/access_token", { secret: webSecret, code, grant_type: "authorization_code" });
}

/** Each works once, and is signed for the moment in which it is sent. */
function signedReads({ id, secret }: HubCaller, count: number): readonly string[] {
  const time = Math.floor(Date.now() / 1000);
  const key = new HmacKey(secret);
  return Array.from({ length: count }, () => {
    const nonce = randomBytes(16).toString("base64url");
    const signed = { time, nonce, method: "GET", target: hubPath, body: new Uint8Array() };
    const signature = signatureOf(key, signed).toString("base64url");
    const scheme = "SOP-HMAC-SHA256";
    return get(
      hubPath,
      `Authorization: ${scheme} caller=${id}, time=${time}, nonce=${nonce}, signature=${signature}\r\n`,
    );
  });
}

function wrongLength(body: unknown, length: number): string | undefined {
  // The envelope, whose code has been looked at.
  const { list } = (body as { data: { list?: readonly unknown[] } }).data;
  return list?.length === length ? undefined : `the list has ${list?.length} entries instead of ${length}`;
}

function missing(body: unknown, field: string): string | undefined {
  return typeof body === "object" && body !== null && field in body ? undefined : `${field} is missing`;
}
