import { createMockPlatform, mockSample, type MockApplication } from "../../src/testing/mock-platform.ts";
import { tokenRequestBurst, type ConformanceSubject } from "./conformance-subject.ts";
import { describeConformance } from "./describe-conformance.ts";

const callback = "https://application.example/callback";
const team = { kind: "team", secret: "team-secret" } as const;

/** The applications of the suite's world. */
const applications: readonly MockApplication[] = [
  { kind: "web", appid: "web", secret: "web-secret", redirectUris: [callback], mayWrite: false },
  { kind: "web", appid: "other_web", secret: "other-secret", redirectUris: [callback] },
  { ...team, appid: "team", teamId: 2001, memberIds: [1001] },
  { ...team, appid: "busy_team", teamId: 2002 },
  { ...team, appid: "free_team", teamId: 2003, plan: "free" },
];

function credentialsOf(wanted: string) {
  const found = applications.find(({ appid }) => appid === wanted);
  if (found === undefined) throw new Error(`there is no application ${wanted}`);
  return { appid: found.appid, secret: found.secret };
}

function prepare(errorStatus: "ok" | "semantic"): ConformanceSubject {
  const { users, surveys } = mockSample;
  const tokenRequests = { perMinute: tokenRequestBurst / 100, burst: tokenRequestBurst };
  const platform = createMockPlatform({ applications, users, surveys, errorStatus, tokenRequests });
  const { fetch, baseUrl, authUrl } = platform;
  return {
    fetch,
    baseUrl,
    errorStatus,
    web: credentialsOf("web"),
    otherWeb: credentialsOf("other_web"),
    team: credentialsOf("team"),
    busyTeam: credentialsOf("busy_team"),
    freeTeam: credentialsOf("free_team"),
    redirectUri: callback,
    allowOpenid: async (person, path) =>
      platform.grantConsent(authUrl + path, { userId: person === "ada" ? 1001 : 1002 }),
    async decideOnDevice(person, userCode, decision) {
      platform.decideOnDevice(userCode, { userId: person === "ada" ? 1001 : 1002, decision });
    },
    async obtainCode(person, pkce) {
      const parameters = new URLSearchParams({
        appid: "web",
        redirect_uri: callback,
        response_type: "code",
        scope: "snsapi_user",
        ...(pkce && { code_challenge: pkce.codeChallenge, code_challenge_method: "S256" }),
      });
      const link = `${authUrl}/connect/oauth2/authorize?${parameters.toString()}#wj_redirect`;
      const landed = platform.grantConsent(link, { userId: person === "ada" ? 1001 : 1002 });
      return new URL(landed).searchParams.get("code") ?? "";
    },
  };
}

describeConformance("the mock platform", async () => prepare("ok"));
describeConformance("the mock platform with semantic statuses", async () => prepare("semantic"));
