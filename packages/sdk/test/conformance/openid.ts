import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { encode, type Caller, type Parameters } from "./conformance-subject.ts";
import { expectRefusal } from "./envelope.ts";

const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");
const state = 'any text: {"x": 1} & more';

/** What the token call gives. */
interface OpenidTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token?: string;
  readonly error?: string;
}

async function allow({ subject }: Caller, changes: Parameters = {}) {
  const link = {
    response_type: "code",
    client_id: subject.web.appid,
    redirect_uri: subject.redirectUri,
    scope: "openid profile surveys:read answers:read",
    state,
    nonce: "a-nonce",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changes,
  };
  return new URL(await subject.allowOpenid("ada", `/oauth/authorize?${encode(link)}`)).searchParams;
}

async function send({ subject }: Caller, parameters: Parameters, { appid, secret } = subject.web) {
  const reply = await subject.fetch(`${subject.baseUrl}/oauth/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${appid}:${secret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: encode(parameters),
  });
  // What it really is, each test looks at.
  return { status: reply.status, body: (await reply.json()) as OpenidTokens };
}

async function exchange(caller: Caller, changes: Parameters = {}, client = caller.subject.web) {
  const code = (await allow(caller)).get("code") ?? "";
  const fields = { grant_type: "authorization_code", code, redirect_uri: caller.subject.redirectUri };
  return send(caller, { ...fields, code_verifier: verifier, ...changes }, client);
}

function refresh(caller: Caller, token: string) {
  return send(caller, { grant_type: "refresh_token", refresh_token: token });
}

async function read({ subject }: Caller, path: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await subject.fetch(subject.baseUrl + path, { headers });
  // What it really is, each test looks at.
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

async function startDevice(caller: Caller) {
  const { subject } = caller;
  const reply = await subject.fetch(`${subject.baseUrl}/oauth/device`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${subject.web.appid}:${subject.web.secret}`)}` },
    body: new URLSearchParams({ scope: "openid surveys:read" }),
  });
  // What it really is, each test looks at.
  const body = (await reply.json()) as Readonly<Record<string, string>>;
  const { device_code: deviceCode = "", user_code: userCode = "" } = body;
  const ask = (client = subject.web) =>
    send(caller, { grant_type: deviceGrant, device_code: deviceCode }, client);
  return { status: reply.status, body, userCode, ask };
}

function claimsIn(token = ""): unknown {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

/** Sign-in by OpenID Connect, and calls with bearer tokens. */
export function testOpenid(given: () => Caller): void {
  describe("OpenID Connect", () => {
    test("brings any state back, with the issuer", async () => {
      const caller = given();
      const callback = await allow(caller);
      expect([callback.get("state"), callback.get("iss")]).toEqual([state, caller.subject.baseUrl]);
    });

    test("gives tokens that read surveys in a header, and an ID token for this application and nonce", async () => {
      const caller = given();
      const { status, body } = await exchange(caller);
      expect([status, body]).toMatchObject([
        200,
        {
          token_type: "Bearer",
          access_token: expect.stringMatching(/^sopb_/),
          refresh_token: expect.stringMatching(/^sopf_/),
          expires_in: 3600,
        },
      ]);
      const { iss, aud, nonce } = claimsIn(body.id_token) as Record<string, unknown>;
      expect([iss, aud, nonce]).toEqual([caller.subject.baseUrl, caller.subject.web.appid, "a-nonce"]);
      const list = await read(caller, "/api/surveys", body.access_token);
      expect([list.status, list.body["code"], list.body["data"]]).toMatchObject([200, "OK", { total: 2 }]);
    });

    test("says who the user is, by the same openid as the interface's own sign-in", async () => {
      const caller = given();
      const { body } = await exchange(caller);
      const { openid } = await caller.signIn();
      const user = await read(caller, "/oauth/userinfo", body.access_token);
      expect(user.body).toMatchObject({ sub: openid, name: "Ada" });
      expect(claimsIn(body.id_token)).toMatchObject({ sub: openid });
    });

    test("rotates refresh tokens, and gives the same successor when one is sent again at once", async () => {
      const caller = given();
      const first = await exchange(caller);
      const second = await refresh(caller, first.body.refresh_token);
      const again = await refresh(caller, first.body.refresh_token);
      expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
      expect(again.body.refresh_token).toBe(second.body.refresh_token);
      expect((await refresh(caller, second.body.refresh_token)).status).toBe(200);
    });

    test("refuses what does not belong to a code, with the errors of OAuth", async () => {
      const caller = given();
      const { web, otherWeb } = caller.subject;
      const wrongSecret = await exchange(caller, {}, { ...web, secret: "wrong" });
      expect([wrongSecret.status, wrongSecret.body.error]).toEqual([401, "invalid_client"]);
      for (const refused of [
        await exchange(caller, { code_verifier: "w".repeat(43) }),
        await exchange(caller, { redirect_uri: "https://application.example/other" }),
        await exchange(caller, {}, otherWeb),
        await refresh(caller, "sopf_x"),
      ])
        expect([refused.status, refused.body.error]).toEqual([400, "invalid_grant"]);
    });

    test("gives a device a code to show, and tokens once its user has allowed it", async () => {
      const caller = given();
      const { baseUrl, web } = caller.subject;
      const { status, body, userCode, ask } = await startDevice(caller);
      expect([status, body]).toEqual([
        200,
        {
          device_code: expect.stringMatching(/^sopd_/),
          user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
          verification_uri: `${baseUrl}/device`,
          verification_uri_complete: `${baseUrl}/device?user_code=${userCode}`,
          expires_in: 600,
          interval: 5,
        },
      ]);
      await caller.subject.decideOnDevice("ada", userCode, "allow");
      expect((await ask(caller.subject.otherWeb)).body.error).toBe("invalid_grant");
      const { body: tokens } = await ask();
      const claims = claimsIn(tokens.id_token) as Record<string, unknown>;
      expect([claims["iss"], claims["aud"], claims["nonce"]]).toEqual([baseUrl, web.appid, undefined]);
      expect((await read(caller, "/api/surveys", tokens.access_token)).status).toBe(200);
      expect((await refresh(caller, tokens.refresh_token)).status).toBe(200);
      expect((await ask()).body.error).toBe("invalid_grant");
    });

    test("tells a device to wait, to ask less often, and what its user does not allow", async () => {
      const caller = given();
      const { userCode, ask } = await startDevice(caller);
      expect(["authorization_pending", "slow_down"]).toContain((await ask()).body.error);
      expect((await ask()).body.error).toBe("slow_down");
      await caller.subject.decideOnDevice("ada", userCode, "deny");
      const { status, body } = await ask();
      expect([status, body.error]).toEqual([400, "access_denied"]);
    });

    test("has tokens that are none for the interface's own way, and the other way round", async () => {
      const caller = given();
      const { body } = await exchange(caller);
      const own = await caller.signIn();
      expect((await read(caller, "/api/surveys", own.access_token)).status).toBe(401);
      const proof = caller.proofOf({ ...own, access_token: body.access_token });
      expectRefusal(caller, await caller.call("/api/surveys", proof), "invalid_token");
      expectRefusal(caller, await caller.refresh(body.refresh_token), "invalid_grant");
      expect((await refresh(caller, own.refresh_token)).body.error).toBe("invalid_grant");
    });
  });
}
