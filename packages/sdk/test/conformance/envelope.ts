import { describe, expect, test } from "vitest";
import { encode, type Answer, type Caller } from "./conformance-subject.ts";

/** Code and semantic status of each error that these tests bring about. */
const kinds: Readonly<Record<string, readonly [code: string, status: number]>> = {
  invalid_argument: ["InvalidArgument", 400],
  unsupported_grant_type: ["InvalidArgument", 400],
  invalid_client: ["PermissionDenied", 401],
  unauthorized_client: ["PermissionDenied", 403],
  invalid_grant: ["PermissionDenied", 400],
  invalid_token: ["PermissionDenied", 401],
  claim_error: ["PermissionDenied", 403],
  not_found: ["NotFound", 404],
  invalid_org_subscription: ["PermissionDenied", 403],
  request_rate_limited: ["ResourceExhausted", 429],
};

/** Holds that an answer is a refusal of this type, as the platform's refusals are. */
export function expectRefusal(caller: Caller, answer: Answer<unknown>, type: string): void {
  const [code, status] = kinds[type] ?? [];
  expect({ code: answer.code, type: answer.error.type, data: answer.data }).toEqual({ code, type, data: {} });
  expect(answer.status).toBe(caller.subject.errorStatus === "ok" ? 200 : status);
  expect(answer.error.message).toMatch(/^[A-Z].*\.$/);
  expectEnvelope(answer);
}

function expectEnvelope({ names, headers, request_id }: Answer<unknown>): void {
  expect(names).toEqual(["code", "error", "data", "request_id"]);
  expect(request_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(headers.get("x-request-id")).toBe(request_id);
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("pragma")).toBe("no-cache");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("access-control-allow-origin")).toBeNull();
}

const tokenPath = "/api/oauth2/access_token";
const refreshPath = "/api/oauth2/refresh_token";
const userPath = "/api/oauth2/user";

/** Malformed requests: path, query, and what is refused about it. */
const malformed = [
  [tokenPath, "", "appid"],
  [tokenPath, "appid=a", "secret"],
  [tokenPath, "appid=a&secret=s", "grant_type"],
  [tokenPath, "appid=a&secret=s&grant_type=", "grant_type"],
  [tokenPath, "appid=a&secret=s&grant_type=authorization_code", "code"],
  [tokenPath, "appid=a&secret=s&grant_type=authorization_code&code=", "code"],
  [tokenPath, "appid=a&appid=a&secret=s&grant_type=client_credential", "appid"],
  [tokenPath, "appid=a&app%69d=a&secret=s&grant_type=client_credential", "appid"],
  [tokenPath, "appid=%ff&secret=s&grant_type=client_credential", "appid"],
  [tokenPath, "appid=%&secret=s&grant_type=client_credential", "appid"],
  [tokenPath, `appid=${"a".repeat(65)}&secret=s&grant_type=client_credential`, "appid"],
  [tokenPath, `appid=a&secret=${"s".repeat(129)}&grant_type=client_credential`, "secret"],
  [refreshPath, "appid=a&grant_type=refresh_token", "refresh_token"],
  [refreshPath, "appid=a&refresh_token=r", "grant_type"],
  [refreshPath, "appid=a&refresh_token=r&grant_type=refresh_token&secret=", "secret"],
  [userPath, "appid=a&openid=o", "access_token"],
  ["/api/surveys", "access_token=t", "appid"],
] as const;

/** What is refused once the token is known to be good. */
const malformedWithToken = [
  [userPath, "x=1", "openid"],
  ["/api/surveys", "page=0", "page"],
  ["/api/surveys", "page=-1", "page"],
  ["/api/surveys", "page=01", "page"],
  ["/api/surveys", "page=1.0", "page"],
  ["/api/surveys", "page=1e1", "page"],
  ["/api/surveys", "per_page=101", "per_page"],
  ["/api/surveys", "user_id=x", "user_id"],
  ["/api/surveys/abc", "", "survey_id"],
  ["/api/surveys/-1", "", "survey_id"],
  ["/api/surveys/01", "", "survey_id"],
  ["/api/surveys/9007199254740993", "", "survey_id"],
  ["/api/surveys/1x/legacy", "", "survey_id"],
  ["/api/surveys/1/answers", "last_answer_id=-1", "last_answer_id"],
  ["/api/surveys/1/answers", "per_page=0", "per_page"],
  ["/api/surveys/1/answers/0", "", "answer_id"],
  ["/api/surveys/1/answers/short", "", "answer_id"],
] as const;

/** The envelope, and what is refused before anybody is asked who they are. */
export function testEnvelope(given: () => Caller): void {
  describe("every answer", () => {
    test("is an envelope of four names with its headers, of a success too", async () => {
      const caller = given();
      const answer = await caller.askForTeamToken(caller.subject.team);
      expect(answer).toMatchObject({ status: 200, code: "OK", error: { type: "" } });
      expectEnvelope(answer);
    });

    test.each(malformed)("refuses %s?%s for its %s", async (path, query, parameter) => {
      const answer = await given().raw(path, query);
      expectRefusal(given(), answer, "invalid_argument");
      expect(answer.headers.get("x-error-parameter")).toBe(parameter);
    });

    test.each(malformedWithToken)(
      "refuses %s?%s for its %s, to callers with a token",
      async (path, query, parameter) => {
        const caller = given();
        const proof = await caller.teamProof();
        const answer = await caller.raw(path, `${encode(proof)}&${query}`);
        expectRefusal(caller, answer, "invalid_argument");
        expect(answer.headers.get("x-error-parameter")).toBe(parameter);
        const wrong = await caller.raw(path, `${encode({ ...proof, access_token: "t" })}&${query}`);
        expectRefusal(caller, wrong, "invalid_token");
      },
    );

    test("is a refusal with the status that its caller asks for", async () => {
      const { fetch, baseUrl } = given().subject;
      const statusOf = async (asked: string) => {
        const headers = { "x-error-status": asked };
        return (await fetch(`${baseUrl}/api/surveys?appid=a&access_token=t`, { headers })).status;
      };
      expect([await statusOf("semantic"), await statusOf("ok")]).toEqual([401, 200]);
    });

    test("ignores parameters that no call has, however often they come", async () => {
      const { team } = given().subject;
      const query = `x=1&x=2&%ff=3&appid=${team.appid}&secret=${team.secret}&grant_type=client_credential`;
      expect((await given().raw(tokenPath, query)).code).toBe("OK");
    });

    test("refuses a grant_type that the path does not serve, for any caller", async () => {
      for (const grantType of [
        "refresh_token",
        "client_credentials",
        "CLIENT_CREDENTIAL",
        " client_credential",
      ]) {
        const answer = await given().askForTeamToken({ appid: "a", secret: "s" }, { grant_type: grantType });
        expectRefusal(given(), answer, "unsupported_grant_type");
      }
      const refresh = await given().refresh("r", { appid: "a", grant_type: "authorization_code" });
      expectRefusal(given(), refresh, "unsupported_grant_type");
    });

    test.each([
      [tokenPath, "GET"],
      [refreshPath, "GET"],
      [userPath, "GET"],
      ["/api/surveys", "GET, POST"],
      ["/api/surveys/1", "GET"],
      ["/api/surveys/1/settings", "POST"],
      ["/api/surveys/1/answers", "GET, POST"],
    ])("is a refusal of any method on %s but %s", async (path, allow) => {
      const { fetch, baseUrl } = given().subject;
      for (const method of ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
        if (allow.includes(method)) continue;
        const reply = await fetch(baseUrl + path, { method });
        expect([method, reply.status, reply.headers.get("allow")]).toEqual([method, 405, allow]);
      }
    });

    test.each([
      "/api/nothing",
      "/api/oauth2/",
      "/api/surveys/1/nothing",
      "/api/surveys/1/answers/1/x",
      "/api/surveys/",
    ])("says that there is no %s", async (path) => {
      const answer = await given().raw(path, "appid=a&access_token=t");
      expect(answer).toMatchObject({ status: 404, code: "NoRoute", error: { type: "no_route" }, data: {} });
    });
  });
}
