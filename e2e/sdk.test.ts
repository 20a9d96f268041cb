import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  authorizeUrl,
  createClient,
  createMemoryUserTokenStore,
  exchangeCode,
  fromTeamSecret,
  fromUserGrant,
  getUser,
  readCallback,
  requestTeamToken,
  type Platform,
} from "@survey-open-platform/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";
import { WebClient } from "./support/web-client.ts";

const callback = "https://application.example/callback?from=sop";
const password = "ada-end-to-end-password";
const web = { appid: "web_app", secret: "web-app-end-to-end-secret-01" };
const otherWeb = { appid: "other_app", secret: "other-app-end-to-end-secret-1" };
const freeTeam = { appid: "free_team", secret: "free-team-end-to-end-secret-1" };
const teams = ["calm", "stirred"].map((name) => ({
  name,
  application: { appid: `${name}_team`, secret: `${name}-team-end-to-end-secret-1` },
}));
const [calm, stirred] = teams.map(({ application }) => application);

const pages = [
  { questions: [{ type: "radio", title: "Again?", options: [{ text: "Yes" }, { text: "No" }] }] },
];
const filledIn = {
  started_at: "2026-11-01 09:00:00",
  ended_at: "2026-11-01 09:03:10",
  values: { "1": "Yes" },
};
const survey = { creator: "ada", state: "collecting", pages };

const declaration = {
  users: [{ username: "ada", password, nickname: "Ada Lovelace" }],
  applications: [
    { ...web, name: "Web", owner: "ada", redirect_uris: [callback] },
    { ...otherWeb, name: "Other", owner: "ada", redirect_uris: [callback] },
  ],
  teams: [...teams, { name: "free", application: freeTeam }].map(({ name, application }) => ({
    name,
    plan: name === "free" ? "free" : "premium",
    members: [{ username: "ada", role: "creator" }],
    application,
  })),
  surveys: [
    {
      ...survey,
      key: "own",
      owner: { user: "ada" },
      title: "Customers 2026 客户",
      answers: Array.from({ length: 230 }, () => filledIn),
    },
    ...Array.from({ length: 104 }, (_, index) => ({
      ...survey,
      key: `own-${index}`,
      owner: { user: "ada" },
      title: `Survey ${index}`,
    })),
    ...teams.map(({ name }) => ({ ...survey, key: name, owner: { team: name }, title: `Pulse of ${name}` })),
  ],
};

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe.each(["ok", "semantic"])(
  "the SDK against the built server that answers errors the %s way",
  (errorStatus) => {
    const folder = mkdtempSync(join(tmpdir(), "sop-sdk-"));
    let server: PlatformProcess;
    let platform: Platform;
    let person: WebClient;

    beforeAll(async () => {
      const file = join(folder, "declaration.json");
      writeFileSync(file, JSON.stringify(declaration));
      const environment = { SOP_ERROR_STATUS: errorStatus };
      server = await startPlatform({ parameters: ["--apply", file], environment });
      platform = { baseUrl: server.url };
      person = new WebClient(server.url);
      await person.signIn("ada", password);
    });
    afterAll(async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    });

    const statusOf = (semantic: number) => (errorStatus === "ok" ? 200 : semantic);

    const denied = (type: string, semantic: number) => ({
      type,
      code: "PermissionDenied",
      status: statusOf(semantic),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });

    /** Follows an authorization link as the person would. @returns the address that the browser ends at */
    async function decide(state: string, decision: "allow" | "deny"): Promise<string> {
      const link = authorizeUrl(platform, { appid: web.appid, redirectUri: callback, state });
      const page = await person.get(link.slice(server.url.length));
      const answer = await person.submit(page, "/connect/oauth2/authorize/decision", { decision });
      return answer.location;
    }

    async function signIn() {
      const answer = readCallback(await decide("abcXYZ123", "allow"), { state: "abcXYZ123" });
      if (answer.kind === "denied") throw new Error("it was allowed");
      const { openid, tokens } = await exchangeCode(platform, { ...web, code: answer.code });
      const store = createMemoryUserTokenStore();
      await store.put(openid, tokens);
      const source = fromUserGrant(platform, { appid: web.appid, openid, store });
      return { code: answer.code, openid, tokens, store, source, client: createClient({ platform, source }) };
    }

    test("signs a person in, and reads who they are, their surveys and answers over all pages", async () => {
      const { client, openid, tokens } = await signIn();
      expect(await client.getUser()).toEqual({ openid, nickname: "Ada Lovelace", avatar: "" });
      expect(tokens.refreshTokenExpiresAt - (tokens.accessTokenIssuedAt ?? 0)).toBe(30 * 86_400_000);
      expect(tokens.accessTokenExpiresAt - (tokens.accessTokenIssuedAt ?? 0)).toBe(3 * 86_400_000);
      const surveys = await collect(client.surveys.all());
      expect(surveys).toHaveLength(105);
      const own = surveys[0]?.id ?? 0;
      expect(await client.surveys.get(own)).toMatchObject({
        title: "Customers 2026 客户",
        answer_count: 230,
      });
      expect((await client.surveys.legacy(own)).createTime).toBeGreaterThan(1_500_000_000);
      const answers = await collect(client.surveys.answers(own));
      expect(answers.map(({ answer_id }) => answer_id)).toEqual(Array.from({ length: 230 }, (_, n) => n + 1));
      expect((await client.surveys.answer(own, 7)).answer[0]?.questions[0]?.options[0]?.text).toBe("Yes");
    });

    test("tells that the person did not allow it", async () => {
      const location = await decide("abc", "deny");
      expect(readCallback(location, { state: "abc" })).toEqual({ kind: "denied" });
      expect(() => readCallback(location, { state: "abd" })).toThrow(
        expect.objectContaining({ type: "state_mismatch" }),
      );
    });

    test("refreshes a person's token when it is refused, and keeps the refresh token", async () => {
      const { client, openid, store, tokens } = await signIn();
      await store.put(openid, { ...tokens, accessToken: `sopu_${"x".repeat(32)}` });
      expect((await client.getUser()).openid).toBe(openid);
      const stored = (await store.get(openid))?.value;
      expect(stored).toMatchObject({ refreshToken: tokens.refreshToken });
      expect(stored?.refreshTokenExpiresAt).toBe(tokens.refreshTokenExpiresAt);
      expect(stored?.accessToken).toMatch(/^sopu_(?!x{32})/);
    });

    test("says that consent is needed once the person has taken it back", async () => {
      const { client } = await signIn();
      await person.submit(await person.revocationPage(), "/account/applications/revoke", {});
      await expect(client.surveys.list()).rejects.toMatchObject({ type: "consent_required" });
    });

    test("gets the error's type, whatever the HTTP status", async () => {
      const { client, code, openid, tokens } = await signIn();
      await expect(exchangeCode(platform, { ...web, code })).rejects.toMatchObject(
        denied("invalid_grant", 400),
      );
      const wrongSecret = { ...web, secret: "not-the-secret-at-all-000001", code };
      await expect(exchangeCode(platform, wrongSecret)).rejects.toMatchObject(denied("invalid_client", 401));
      const team = { appid: freeTeam.appid, secret: freeTeam.secret };
      await expect(requestTeamToken(platform, team)).rejects.toMatchObject(
        denied("invalid_org_subscription", 403),
      );
      await expect(requestTeamToken(platform, web)).rejects.toMatchObject(denied("unauthorized_client", 403));
      const { accessToken } = tokens;
      const otherOpenid = openid.slice(0, -1) + (openid.endsWith("_") ? "-" : "_");
      const foreign = { appid: web.appid, accessToken, openid: otherOpenid };
      await expect(getUser(platform, foreign)).rejects.toMatchObject(denied("claim_error", 403));
      const stolen = { appid: otherWeb.appid, accessToken, openid };
      await expect(getUser(platform, stolen)).rejects.toMatchObject(denied("invalid_token", 401));
      await expect(client.surveys.get(999_999)).rejects.toMatchObject({
        type: "not_found",
        code: "NotFound",
        status: statusOf(404),
      });
      await expect(client.surveys.list({ perPage: 101 })).rejects.toMatchObject({
        type: "invalid_argument",
        parameter: "per_page",
        status: statusOf(400),
      });
      await expect(client.call("/api/nowhere")).rejects.toMatchObject({ type: "no_route", status: 404 });
    });

    test("reads a team's surveys", async () => {
      const client = createClient({ platform, source: fromTeamSecret(platform, calm ?? web) });
      expect((await collect(client.surveys.all())).map(({ title }) => title)).toEqual(["Pulse of calm"]);
    });

    test("lets 50 callers whose token somebody else has overridden ask for one, and none of them fails", async () => {
      const minted: string[] = [];
      const source = fromTeamSecret(platform, stirred ?? web);
      source.watch?.(({ accessToken }) => void minted.push(accessToken));
      const client = createClient({ platform, source });
      await client.surveys.list();
      await requestTeamToken(platform, stirred ?? web);
      const results = await Promise.allSettled(Array.from({ length: 50 }, () => client.surveys.list()));
      expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
      expect(minted).toHaveLength(2);
    });
  },
);
