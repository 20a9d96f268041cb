import { describe, expect, it } from "vitest";
import { makeRandomId } from "../../src/model/token.ts";
import type { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import { registerApplication, secretIn, sendForm } from "../support/registered-application.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const base = "/console/applications/demo_app";
const hour = 3_600_000;

async function open() {
  const platform = await startTestPlatform({ tokenRequestBurst: "10000", failedSecretsPerMinute: "10000" });
  return { platform, bob: await signedInBrowser(platform, "bob") };
}

/** Makes a secret by the form. @returns it */
async function makeSecret(bob: Browser, choice: Readonly<Record<string, string>> = {}): Promise<string> {
  const request = makeRandomId();
  const form = { name: "", replaces: "", after: "now", tokens: "keep", request, ...choice };
  return secretIn((await sendForm(bob, `${base}/secrets/new`, form)).html);
}

/** What a refresh with a secret gets, on the node whose turn it is. */
async function refreshWith(platform: TestPlatform, refreshToken: string, secret: string): Promise<string> {
  const call = { ...refreshParameters(refreshToken), secret };
  return (await platform.call("/api/oauth2/refresh_token", call)).error.type;
}

describe("a secret that is made on a page", () => {
  it("is shown once, in a response that no cache keeps, and is nowhere in the database", async () => {
    const { platform, bob } = await open();
    const first = await registerApplication(bob);
    expect(first.secret).not.toBe("");
    expect(first.page.headers.get("cache-control")).toBe("no-store");
    const second = await makeSecret(bob);
    const contents = JSON.stringify(await databaseContents(platform));
    const pages = [
      "/console",
      `/console/applications/${first.appid}`,
      `/console/applications/${first.appid}/edit`,
      `/console/applications/${first.appid}/secrets`,
      `/console/applications/${first.appid}/secrets/new`,
      `/console/applications/${first.appid}/secrets/1/end`,
      `${base}/secrets`,
      `${base}/secrets/new`,
    ];
    for (const path of pages) {
      const page = await bob.get(path);
      expect([path, page.status, page.headers.get("cache-control")]).toEqual([path, 200, "no-store"]);
      for (const secret of [first.secret, second]) expect(page.html).not.toContain(secret);
      expect(secretIn(page.html)).toBe("");
    }
    for (const secret of [first.secret, second]) expect(contents).not.toContain(secret);
    expect(contents).toContain('"secret.made"');
  });

  it("is made once when its form is sent twice, also at once", async () => {
    const { platform, bob } = await open();
    const request = "q".repeat(32);
    const sent = await Promise.all([0, 1, 2].map(() => registerApplication(bob, { request })));
    expect(sent.filter(({ secret }) => secret !== "")).toHaveLength(1);
    expect(sent.map(({ page }) => page.status).toSorted((a, b) => a - b)).toEqual([200, 303, 303]);
    const again = await Promise.all([0, 1, 2].map(() => makeSecret(bob, { request: "s".repeat(32) })));
    expect(again.filter((secret) => secret !== "")).toHaveLength(1);
    const rows = await platform.database.reader.kysely
      .selectFrom("applications")
      .select("id")
      .where("name", "=", "Field Notes")
      .execute();
    expect(rows).toHaveLength(1);
  });

  it("is one of at most ten", async () => {
    const { bob } = await open();
    const made: string[] = [];
    for (let at = 0; at < 10; at += 1) made.push(await makeSecret(bob));
    expect(made.map((secret) => secret !== "")).toEqual([...Array<boolean>(9).fill(true), false]);
  });
});

describe("a secret that is replaced", () => {
  it("with its end chosen as now works no longer, on every node", async () => {
    const { platform, bob } = await open();
    const { refresh_token } = await allowedTokens(platform);
    const made = await makeSecret(bob, { replaces: "1", after: "now" });
    for (let node = 0; node < 3; node += 1) {
      expect(await refreshWith(platform, refresh_token, sampleSecrets.demoApp)).toBe("invalid_client");
      expect(await refreshWith(platform, refresh_token, made)).toBe("");
    }
  });

  it.each([
    ["hour", hour],
    ["day", 24 * hour],
    ["week", 168 * hour],
  ] as const)("with its end chosen as %s works until then, on every node", async (after, milliseconds) => {
    const { platform, bob } = await open();
    const { refresh_token } = await allowedTokens(platform);
    const made = await makeSecret(bob, { replaces: "1", after });
    const refusals = async (secret: string) => {
      const nodes = [0, 1, 2, 3].map(() => refreshWith(platform, refresh_token, secret));
      return [...new Set(await Promise.all(nodes))];
    };
    platform.clock.now += milliseconds - 1;
    expect(await refusals(sampleSecrets.demoApp)).toEqual([""]);
    platform.clock.now += 1;
    expect(await refusals(sampleSecrets.demoApp)).toEqual(["invalid_client"]);
    expect(await refusals(made)).toEqual([""]);
    await platform.store.sweepExpired();
    expect(await refusals(made)).toEqual([""]);
  });

  it("does not live longer when it is replaced again with a later end", async () => {
    const { platform, bob } = await open();
    const { refresh_token } = await allowedTokens(platform);
    await makeSecret(bob, { replaces: "1", after: "hour" });
    await makeSecret(bob, { replaces: "all", after: "week" });
    platform.clock.now += hour;
    expect(await refreshWith(platform, refresh_token, sampleSecrets.demoApp)).toBe("invalid_client");
  });

  it("takes consents and tokens with it only when that was chosen", async () => {
    const { platform, bob } = await open();
    const { refresh_token } = await allowedTokens(platform);
    const kept = await makeSecret(bob, { replaces: "1", tokens: "keep" });
    expect(await refreshWith(platform, refresh_token, kept)).toBe("");
    const made = await makeSecret(bob, { replaces: "all", tokens: "revoke" });
    expect(await refreshWith(platform, refresh_token, made)).toBe("invalid_grant");
  });

  it("is one of the own application, whatever number is sent", async () => {
    const { platform, bob } = await open();
    const { appid } = await registerApplication(bob);
    const other = { name: "", replaces: "1", after: "now", tokens: "keep", request: "z".repeat(32) };
    await sendForm(bob, `/console/applications/${appid}/secrets/new`, other);
    const { refresh_token } = await allowedTokens(platform);
    expect(await refreshWith(platform, refresh_token, sampleSecrets.demoApp)).toBe("");
  });
});

it("a secret that is ended on its page is refused by the next call on every node", async () => {
  const { platform, bob } = await open();
  const { refresh_token } = await allowedTokens(platform);
  expect(await refreshWith(platform, refresh_token, sampleSecrets.demoApp)).toBe("");
  const page = await sendForm(bob, `${base}/secrets/1/end`, { tokens: "keep" });
  expect(page.location).toBe(`${base}/secrets?notice=ended`);
  for (let node = 0; node < 3; node += 1)
    expect(await refreshWith(platform, refresh_token, sampleSecrets.demoApp)).toBe("invalid_client");
  expect((await bob.get(`${base}/secrets`)).html).toContain("No valid secret");
});
