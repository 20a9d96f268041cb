import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import {
  tokenRequestBurst,
  type ConformanceSubject,
} from "../packages/sdk/test/conformance/conformance-subject.ts";
import { describeConformance } from "../packages/sdk/test/conformance/describe-conformance.ts";
import { startPlatform } from "./support/platform-process.ts";
import { WebClient } from "./support/web-client.ts";

/*
 * The built server, held to the interface by the suite that the SDK's mock platform is held by: what an
 * application's tests see of tokens, surveys and answers in the mock is what it will see of the server.
 */

const callback = "https://application.example/callback";
const passwords = { ada: "ada-conformance-password", bob: "bob-conformance-password" } as const;

function credentials(appid: string) {
  return { appid, secret: `${appid}-conformance-secret-0001` };
}

const question = { type: "radio", title: "Again?", options: [{ text: "Yes" }, { text: "No" }] };
const filledIn = {
  started_at: "2026-11-01 09:00:00",
  ended_at: "2026-11-01 09:03:10",
  values: { "1": "Yes" },
};

function survey(key: string, owner: object, creator: string) {
  return { key, owner, creator, title: key, state: "collecting", pages: [{ questions: [question] }] };
}

function team(name: string, plan: string, member: string, appid: string) {
  return {
    name,
    plan,
    members: [{ username: member, role: "creator" }],
    application: credentials(appid),
  };
}

const declaration = {
  users: [
    { username: "ada", password: passwords.ada, nickname: "Ada" },
    { username: "bob", password: passwords.bob, nickname: "Bob" },
  ],
  applications: [
    { ...credentials("web_app"), name: "Web", owner: "bob", redirect_uris: [callback] },
    { ...credentials("other_app"), name: "Other", owner: "bob", redirect_uris: [callback] },
  ],
  teams: [
    team("Acme", "premium", "ada", "acme_team"),
    team("Busy", "premium", "bob", "busy_team"),
    team("Free", "free", "bob", "free_team"),
  ],
  surveys: [
    { ...survey("ada-1", { user: "ada" }, "ada"), answers: Array.from({ length: 25 }, () => filledIn) },
    survey("ada-2", { user: "ada" }, "ada"),
    survey("bob-1", { user: "bob" }, "bob"),
    survey("acme-1", { team: "Acme" }, "ada"),
  ],
};

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

async function prepare(errorStatus: "ok" | "semantic"): Promise<ConformanceSubject> {
  const folder = mkdtempSync(join(tmpdir(), "sop-conformance-"));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "declaration.json");
  writeFileSync(file, JSON.stringify(declaration));
  const environment = {
    SOP_ERROR_STATUS: errorStatus,
    SOP_TOKEN_REQUESTS_PER_MINUTE: String(tokenRequestBurst / 100),
    SOP_TOKEN_REQUEST_BURST: String(tokenRequestBurst),
    SOP_FAILED_SECRETS_PER_MINUTE: "1000000",
  };
  const platform = stack.use(await startPlatform({ parameters: ["--apply", file], environment }));
  const browsers = { ada: new WebClient(platform.url), bob: new WebClient(platform.url) };
  await browsers.ada.signIn("ada", passwords.ada);
  await browsers.bob.signIn("bob", passwords.bob);
  return {
    fetch,
    baseUrl: platform.url,
    errorStatus,
    web: credentials("web_app"),
    otherWeb: credentials("other_app"),
    team: credentials("acme_team"),
    busyTeam: credentials("busy_team"),
    freeTeam: credentials("free_team"),
    redirectUri: callback,
    allowOpenid: (person, path) => browsers[person].allowOpenid(path),
    decideOnDevice: (person, userCode, decision) => browsers[person].decideOnDevice(userCode, decision),
    obtainCode: (person, pkce) => browsers[person].allow(authorizationPath(pkce?.codeChallenge)),
  };
}

function authorizationPath(codeChallenge: string | undefined): string {
  const parameters = new URLSearchParams({
    appid: "web_app",
    redirect_uri: callback,
    response_type: "code",
    scope: "snsapi_user",
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: "S256" }),
  });
  return `/connect/oauth2/authorize?${parameters.toString()}`;
}

describeConformance("the built server", () => prepare("ok"));
describeConformance("the built server with semantic statuses", () => prepare("semantic"));
