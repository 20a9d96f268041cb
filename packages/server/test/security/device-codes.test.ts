import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { hashToken, makeToken } from "../../src/model/token.ts";
import { decisionPath } from "../support/opened-consent.ts";
import {
  callWithBearer,
  codeExchange,
  demoBasic,
  makePublic,
  oauthSettings,
  platformOrigin,
  postOauth,
} from "../support/oauth.ts";
import type { Browser } from "../support/browser.ts";
import { sampleCallback } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const grantType = "urn:ietf:params:oauth:grant-type:device_code";

interface DeviceResponse {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

let platform: TestPlatform;
beforeEach(async () => {
  platform = await startTestPlatform({ ...oauthSettings, tokenRequestBurst: "10000" });
});

async function startDevice(parameters: Readonly<Record<string, string>> = {}, authorization = demoBasic) {
  const response = await postOauth(platform, "/oauth/device", parameters, authorization);
  expect(response.status).toBe(200);
  // Its fields are compared by the first test.
  return (await response.json()) as DeviceResponse;
}

/** Asks as a device does that waits as long as it has to. */
async function poll(
  device: DeviceResponse,
  changes: Readonly<Record<string, string>> = {},
  authorization = demoBasic,
) {
  const parameters = { grant_type: grantType, device_code: device.device_code, ...changes };
  const response = await postOauth(platform, "/oauth/token", parameters, authorization);
  // Tokens or an error, which the tests tell apart.
  const body = (await response.json()) as Readonly<Record<string, string>>;
  return { status: response.status, error: body["error"], body };
}

function wait(seconds = 6): void {
  platform.clock.now += seconds * 1000;
}

function consentPage(browser: Browser, userCode: string) {
  return browser.get(`/device/consent?user_code=${userCode}`);
}

async function decide(device: DeviceResponse, decision: "allow" | "deny", visitor?: Browser) {
  const browser = visitor ?? (await signedInBrowser(platform));
  const page = await consentPage(browser, device.user_code);
  return browser.submit(page, decisionPath, { decision, surveys: "all" });
}

describe("a device", () => {
  it("gets codes, waits, and gets tokens once its user has allowed it", async () => {
    const device = await startDevice({ scope: "surveys:read answers:read" });
    expect(device).toEqual({
      device_code: expect.stringMatching(/^sopd_/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${platformOrigin}/device`,
      verification_uri_complete: `${platformOrigin}/device?user_code=${device.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(await poll(device)).toMatchObject({ status: 400, error: "authorization_pending" });
    const browser = await signedInBrowser(platform);
    const form = await browser.get(device.verification_uri_complete.slice(platformOrigin.length));
    const typed = await browser.submit(form, "/device", { user_code: device.user_code });
    expect(typed.location).toBe(`/device/consent?user_code=${device.user_code}`);
    const done = await decide(device, "allow", browser);
    expect(done.location).toBe("/device/done?decision=allow");
    wait();
    const { status, body } = await poll(device);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: "Bearer", scope: "surveys:read answers:read" });
    expect((await callWithBearer(platform, "/api/surveys", body["access_token"] ?? "")).status).toBe(200);
    const refreshing = { grant_type: "refresh_token", refresh_token: body["refresh_token"] ?? "" };
    expect((await postOauth(platform, "/oauth/token", refreshing)).status).toBe(200);
    expect((await poll(device)).error).toBe("invalid_grant");
  });

  it("sees only the surveys that were chosen, none unless they are", async () => {
    const device = await startDevice();
    const browser = await signedInBrowser(platform);
    const page = await consentPage(browser, device.user_code);
    expect(page.html).toContain(device.user_code);
    expect(page.html).toContain("Type only a code that you see on your own device");
    const nothing = await browser.submit(page, decisionPath, { decision: "allow" });
    const again = await browser.get(nothing.location ?? "");
    expect(again.html).toContain("No survey is chosen");
    expect(again.html).toContain(device.user_code);
    expect((await poll(device)).error).toBe("authorization_pending");
  });

  it("sees once that it was denied", async () => {
    const device = await startDevice();
    expect((await decide(device, "deny")).location).toBe("/device/done?decision=deny");
    expect((await poll(device)).error).toBe("access_denied");
    wait();
    expect((await poll(device)).error).toBe("invalid_grant");
  });

  it("that asks too early has to wait five seconds longer each time", async () => {
    const device = await startDevice();
    expect((await poll(device)).error).toBe("authorization_pending");
    wait(1);
    expect((await poll(device)).error).toBe("slow_down");
    wait(6);
    expect((await poll(device)).error).toBe("slow_down");
    wait(16);
    expect((await poll(device)).error).toBe("authorization_pending");
  });

  it("that asks without a pause is refused like any client that asks too often", async () => {
    platform = await startTestPlatform({
      ...oauthSettings,
      tokenRequestBurst: "3",
      tokenRequestsPerMinute: "1",
    });
    const device = await startDevice();
    const errors: (string | undefined)[] = [];
    for (let count = 0; count < 5; count += 1) errors.push((await poll(device)).error);
    expect(errors.slice(0, 2)).toEqual(["authorization_pending", "slow_down"]);
    expect(errors.at(-1)).toBe("temporarily_unavailable");
  });

  it("without a secret gets tokens too, by its client_id", async () => {
    await makePublic(platform);
    const device = await startDevice({ client_id: "demo_app" }, "");
    await decide(device, "allow");
    expect((await poll(device, { client_id: "demo_app" }, "")).status).toBe(200);
  });

  it("of a program that registered itself waits, and is known once its user has allowed it", async () => {
    const metadata = { client_name: "Sample", redirect_uris: ["http://127.0.0.1/callback"] };
    const registered = await platform.fetch("/oauth/register", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(metadata),
    });
    const { client_id: clientId } = (await registered.json()) as { readonly client_id: string };
    const device = await startDevice({ client_id: clientId }, "");
    expect((await poll(device, { client_id: clientId }, "")).error).toBe("authorization_pending");
    expect((await poll(device, { client_id: "demo_app" })).error).toBe("invalid_grant");
    await decide(device, "allow");
    wait();
    expect((await poll(device, { client_id: clientId }, "")).status).toBe(200);
  });
});

describe("a device code", () => {
  it("that was made up is unknown, and counted", async () => {
    const device = await startDevice();
    for (const code of [`sopd_${"a".repeat(32)}`, device.user_code, "x"])
      expect((await poll({ ...device, device_code: code })).error).toBe("invalid_grant");
    const limited = { failedSecretsPerMinute: "1", ...oauthSettings };
    platform = await startTestPlatform(limited);
    const made = await startDevice();
    const guess = () => poll({ ...made, device_code: `sopd_${"a".repeat(32)}` });
    await guess();
    expect((await guess()).error).toBe("temporarily_unavailable");
  });

  it("expires after ten minutes, for the device and for its user", async () => {
    const device = await startDevice();
    const browser = await signedInBrowser(platform);
    const page = await consentPage(browser, device.user_code);
    platform.clock.now += 600_001;
    expect((await poll(device)).error).toBe("expired_token");
    const late = await browser.submit(page, decisionPath, { decision: "allow", surveys: "all" });
    expect(late.status).toBe(400);
    expect((await browser.follow(consentPage(browser, device.user_code))).html).toContain(
      "No device shows this code",
    );
  });

  it("is for one resource", async () => {
    const device = await startDevice({ resource: `${platformOrigin}/mcp` });
    await decide(device, "allow");
    expect((await poll(device, { resource: `${platformOrigin}/api` })).error).toBe("invalid_target");
    const { body } = await poll(device, { resource: `${platformOrigin}/mcp` });
    expect((await callWithBearer(platform, "/api/surveys", body["access_token"] ?? "")).status).toBe(401);
  });

  it("leads to a code that is not exchanged as the one of a browser, whatever address is named", async () => {
    const device = await startDevice();
    await decide(device, "allow");
    const code = makeToken("authorizationCode");
    await platform.database.write(async ({ kysely }) => {
      await kysely
        .updateTable("authorization_codes")
        .set({ hash: hashToken(code) })
        .execute();
      await kysely
        .updateTable("device_codes")
        .set({ code_hash: hashToken(code) })
        .execute();
    });
    for (const redirect_uri of [grantType, "", sampleCallback, "device"]) {
      const response = await postOauth(platform, "/oauth/token", codeExchange(code, { redirect_uri }));
      expect([redirect_uri, response.status]).toEqual([redirect_uri, 400]);
    }
    expect((await poll(device)).status).toBe(200);
  });

  it("ends with its user and its application", async () => {
    for (const [table, column] of [
      ["users", "username"],
      ["applications", "appid"],
    ] as const) {
      platform = await startTestPlatform({ ...oauthSettings, tokenRequestBurst: "10000" });
      const device = await startDevice();
      await decide(device, "allow");
      await platform.database.write(({ kysely }) =>
        kysely
          .updateTable(table)
          .set({ disabled: 1 })
          .where(sql.ref(column), "in", ["ada", "demo_app"])
          .execute(),
      );
      expect((await poll(device)).status).toBeGreaterThanOrEqual(400);
      const tokens = platform.database.reader.kysely.selectFrom("user_access_tokens").select("hash");
      expect(await tokens.execute()).toEqual([]);
    }
  });

  it("gives its tokens once, to one of many that ask at once", async () => {
    const device = await startDevice();
    await decide(device, "allow");
    const polls = await Promise.all(Array.from({ length: 5 }, () => poll(device)));
    const served = polls.filter(({ status }) => status === 200);
    expect(served).toHaveLength(1);
    const token = served[0]?.body["access_token"] ?? "";
    expect((await callWithBearer(platform, "/api/surveys", token)).status).toBe(200);
  });

  it("is in no line of the log, nor is what its user types", async () => {
    const device = await startDevice();
    await platform.fetch(`/device?user_code=${device.user_code}`, { redirect: "manual" });
    await decide(device, "allow");
    await poll(device);
    await poll(device);
    const lines = JSON.stringify(platform.observed);
    expect(lines).toContain("/device/consent");
    for (const secret of [device.device_code, device.user_code, device.user_code.replace("-", "")])
      expect(lines).not.toContain(secret);
  });

  it("ends with the consent", async () => {
    const device = await startDevice();
    const browser = await signedInBrowser(platform);
    await decide(device, "allow", browser);
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("grants").set({ revoked_at: platform.clock.now }).execute(),
    );
    expect((await poll(device)).error).toBe("invalid_grant");
  });

  it("is no code of the database: only hashes are stored", async () => {
    const device = await startDevice();
    const rows = await platform.database.reader.kysely.selectFrom("device_codes").selectAll().execute();
    const stored = JSON.stringify(rows);
    expect(rows).toHaveLength(1);
    expect(stored).not.toContain(device.device_code);
    expect(stored).not.toContain(device.user_code);
    expect(stored).not.toContain(device.user_code.replace("-", ""));
  });
});

describe("a user code", () => {
  it("may be tried five times by a user, right ones included; another user is not affected", async () => {
    const device = await startDevice();
    const browser = await signedInBrowser(platform);
    const tried = ["BBBB-BBBB", "CCCC-CCCC", "DDDD-DDDD", "FFFF-FFFF", "GGGG-GGGG"];
    for (const code of tried)
      expect((await consentPage(browser, code)).location).toContain("problem=unknown");
    expect((await consentPage(browser, device.user_code)).status).toBe(429);
    const again = await signedInBrowser(platform);
    expect((await consentPage(again, device.user_code)).status).toBe(429);
    const other = await signedInBrowser(platform, "bob");
    expect((await consentPage(other, device.user_code)).status).toBe(200);
  });

  it("that is tried by many requests at once is tried no more often", async () => {
    const browser = await signedInBrowser(platform);
    const tries = Array.from({ length: 12 }, () => consentPage(browser, "BBBB-BBBB"));
    const refused = (await Promise.all(tries)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
  });

  it("is no try where the same page is shown again, and a made-up page does not count as one", async () => {
    const device = await startDevice();
    const browser = await signedInBrowser(platform);
    const page = await consentPage(browser, device.user_code);
    const looked = await browser.submit(page, decisionPath, { look: "", q: "survey" });
    for (let count = 0; count < 6; count += 1)
      expect((await browser.get(looked.location ?? "")).status).toBe(200);
    for (let count = 0; count < 4; count += 1)
      await browser.get(`/device/consent?user_code=BBBB-BBBB&pending=x${count}`);
    expect((await browser.get("/device/consent?user_code=BBBB-BBBB&pending=x")).status).toBe(429);
  });

  it("may be typed without dash, in lower case and with spaces", async () => {
    const device = await startDevice();
    const typed = ` ${device.user_code.toLowerCase().replace("-", " ")} `;
    const browser = await signedInBrowser(platform);
    expect(
      (await browser.get(`/device/consent?${new URLSearchParams({ user_code: typed }).toString()}`)).status,
    ).toBe(200);
  });

  it("is decided about once: the second of two pages changes nothing", async () => {
    const device = await startDevice();
    const ada = await signedInBrowser(platform);
    const bob = await signedInBrowser(platform, "bob");
    const [first, second] = [
      await consentPage(ada, device.user_code),
      await consentPage(bob, device.user_code),
    ];
    await ada.submit(first, decisionPath, { decision: "allow", surveys: "all" });
    const late = await bob.submit(second, decisionPath, { decision: "allow", surveys: "all" });
    expect(late.status).toBe(409);
    const denied = await bob.submit(second, decisionPath, { decision: "deny" });
    expect(denied.status).toBe(409);
    expect((await poll(device)).status).toBe(200);
    const grants = await platform.database.reader.kysely.selectFrom("grants").select("user_id").execute();
    expect(grants).toHaveLength(1);
  });

  it("needs somebody who is signed in, and no other website can decide about it", async () => {
    const device = await startDevice();
    const anonymous = await platform.fetch(`/device/consent?user_code=${device.user_code}`, {
      redirect: "manual",
    });
    expect(anonymous.headers.get("location")).toContain("/login?return_to=");
    const browser = await signedInBrowser(platform);
    await consentPage(browser, device.user_code);
    const forged = await browser.post(decisionPath, {
      decision: "allow",
      surveys: "all",
      request: "x",
      csrf: "x",
    });
    expect(forged.status).toBe(403);
    expect((await poll(device)).error).toBe("authorization_pending");
  });
});

describe("the device authorization call", () => {
  it("refuses a wrong secret, a team's application, unknown scopes and resources", async () => {
    const refused = async (parameters: Readonly<Record<string, string>>, authorization = demoBasic) => {
      const response = await postOauth(platform, "/oauth/device", parameters, authorization);
      return ((await response.json()) as { readonly error: string }).error;
    };
    const wrong = `Basic ${Buffer.from("demo_app:wrong").toString("base64")}`;
    expect(await refused({}, wrong)).toBe("invalid_client");
    expect(await refused({ client_id: "nobody" }, "")).toBe("invalid_client");
    expect(await refused({ client_id: "demo_app" }, "")).toBe("invalid_client");
    expect(await refused({ scope: "nothing" })).toBe("invalid_scope");
    expect(await refused({ resource: "https://elsewhere.example" })).toBe("invalid_target");
    const rows = await platform.database.reader.kysely.selectFrom("device_codes").select("hash").execute();
    expect(rows).toEqual([]);
  });
});
