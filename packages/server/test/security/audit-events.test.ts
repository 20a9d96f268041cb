import { Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { logSecurityEvents } from "../../src/http/log-security-events.ts";
import { hashToken } from "../../src/model/token.ts";
import { exportLines } from "../../src/store/audit/audit-export.ts";
import { hashOfEntry } from "../../src/store/audit/audit-chain.ts";
import { storePolicyOf } from "../../src/platform.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { createStore } from "../../src/store/store.ts";
import { auditEntries, chainOf } from "../support/audit.ts";
import { Browser } from "../support/browser.ts";
import { obtainCode, obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { teamIdOf } from "../support/routes/team-routes.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { revocationPage } from "../support/revocation-pages.ts";
import { createInvitation } from "../../src/store/people/invitation-table.ts";
import { updateProfile } from "../../src/store/people/profile.ts";
import { setUserDisabled } from "../../src/store/people/user-administration.ts";
import { rotateSecret } from "../../src/store/applications/rotate-secret.ts";

/** Longer than any password that is derived from, so that nothing is derived. */
const wrong = "canary-password-".repeat(70);

async function entriesOf(platform: TestPlatform, action: string) {
  return (await auditEntries(platform)).filter((entry) => entry.action === action);
}

async function textOfLog(platform: TestPlatform): Promise<string> {
  return JSON.stringify(await auditEntries(platform));
}

describe("the audit log", () => {
  it("says who gave an application consent, took it back, when and from where", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    await obtainCode(platform, { browser });
    await browser.submit(await revocationPage(browser), "/account/applications/revoke");
    const common = { actor: "ada", target_kind: "application", target: "demo_app" };
    expect(await entriesOf(platform, "consent.given")).toMatchObject([
      { ...common, after: '{"scope":"snsapi_user","mayWrite":false,"surveys":"all"}' },
    ]);
    expect(await entriesOf(platform, "grant.revoked")).toMatchObject([common]);
    expect((await chainOf(platform)).problem).toBeUndefined();
  });

  it("has one consent, however often the form is sent", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const code = await obtainCode(platform, { browser });
    expect(code).not.toBe("");
    await obtainCode(platform, { browser });
    expect(await entriesOf(platform, "consent.given")).toHaveLength(2);
  });

  it("has a user's webhook under the username, and a team's and a survey's under the id", async () => {
    const platform = await startTestPlatform();
    const [team, survey] = [await teamIdOf(platform, "Acme"), await surveyIdOf(platform, "ada-1")];
    const browser = await signedInBrowser(platform);
    for (const place of ["/account", `/teams/${team}`, `/surveys/${survey}`]) {
      const form = `${place}/webhooks/new`;
      await browser.submit(await browser.get(form), form, { url: "https://hooks.example/", is_active: "" });
    }
    const targets = await entriesOf(platform, "webhook.created");
    expect(targets.map((entry) => [entry.target_kind, entry.target])).toEqual([
      ["user", "ada"],
      ["team", String(team)],
      ["survey", String(survey)],
    ]);
  });

  it("has refused sign-ins with the address and without the username or the password", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    const browser = new Browser(platform);
    const form = await browser.get("/login");
    for (const username of ["ada", "canary-username"])
      await browser.post(
        "/login",
        { ...csrfOf(form.html), username, password: wrong },
        { "x-forwarded-for": "198.51.100.7" },
      );
    const entries = await entriesOf(platform, "sign_in.refused");
    expect(entries).toHaveLength(2);
    for (const entry of entries)
      expect(entry).toMatchObject({ actor_id: null, actor: "", address: "198.51.100.7" });
    const [first, second] = entries;
    expect(first?.target).not.toBe(second?.target);
    // Without the key of the installation it cannot be found out from a list of usernames.
    expect(first?.target).not.toContain(hashToken("ada").slice(0, 8));
    const text = await textOfLog(platform);
    for (const canary of ["canary-username", "canary-password"]) expect(text).not.toContain(canary);
    expect((await new Browser(platform).signIn("ada", sampleSecrets.ada)).status).toBe(200);
  });

  it("keeps a bounded part of a flood of refused sign-ins, of one address and of all", async () => {
    const { store, clock, ...platform } = await startTestPlatform();
    const event = (text: string) =>
      store.recordSecurityEvent({
        action: "sign_in.refused",
        caller: { text, network: text, site: undefined },
        username: "pseudonym",
        problem: "wrong_credentials",
      });
    const recorded = async (addresses: readonly string[]) => {
      const results: boolean[] = [];
      for (const address of addresses) results.push(await event(address));
      return results.filter(Boolean).length;
    };
    expect(await recorded(Array.from({ length: 60 }, () => "198.51.100.7"))).toBe(20);
    const others = Array.from({ length: 700 }, (_, at) => `2001:db8:${at.toString(16)}::1`);
    expect(await recorded(others)).toBe(480);
    clock.now += 60_000;
    expect(await recorded(others)).toBe(10);
    expect((await chainOf(platform)).problem).toBeUndefined();
  });

  it("has an address once whose requests are refused because there were too many", async () => {
    const platform = await startTestPlatform({ failedSecretsPerMinute: "5" });
    for (let at = 0; at < 12; at += 1)
      await platform.call("/api/oauth2/access_token", { ...teamTokenParameters, secret: "canary-secret" });
    // The nodes of the platform each find it out for themselves.
    const entries = await entriesOf(platform, "address.throttled");
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      target_kind: "address",
      after: '{"call":"/api/oauth2/access_token"}',
    });
    expect(await textOfLog(platform)).not.toContain("canary-secret");
  });

  it("is exported as lines from which the chain can be checked", async () => {
    const platform = await startTestPlatform();
    await obtainCode(platform, { browser: await signedInBrowser(platform) });
    let text = "";
    for await (const lines of exportLines(platform.database.reader)) text += lines;
    let previous = "";
    const entries = await auditEntries(platform);
    const lines = text.trimEnd().split("\n");
    expect(lines).toHaveLength(entries.length);
    for (const line of lines) {
      const { before, after, at, ...entry } = JSON.parse(line);
      expect(entry.previous_hash).toBe(previous);
      const row = { ...entry, at: Date.parse(at), before: json(before), after: json(after) };
      expect(entry.hash).toBe(hashOfEntry(row, previous));
      previous = entry.hash;
    }
  });

  it("is read for an export some hundred entries at a time", async () => {
    const platform = await startTestPlatform();
    const { store } = platform;
    const start = (await auditEntries(platform)).length;
    const actor = { userId: null, username: "operator", address: "" };
    for (let at = start; at < 1200; at += 1)
      await store.write(createInvitation, { hash: hashToken(String(at)), note: "" }, actor);
    const sizes: number[] = [];
    for await (const lines of exportLines(platform.database.reader))
      sizes.push(lines.trimEnd().split("\n").length);
    expect(sizes).toEqual([500, 500, 200]);
  });
});

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

function csrfOf(html: string): Readonly<Record<string, string>> {
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(html) ?? [];
  const [, returnTo = ""] = /name="return_to" value="([^"]*)"/.exec(html) ?? [];
  return { csrf, return_to: returnTo };
}

describe("the log", () => {
  it("has a line at warn for each security event, without usernames and values", async () => {
    const platform = await startTestPlatform();
    const lines: Record<string, unknown>[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(chunk.toString()));
        done();
      },
    });
    const config = readConfig({ flags: {}, environment: {} });
    const report = logSecurityEvents(pino({ base: null, timestamp: false }, stream));
    const store = createStore(platform.database, storePolicyOf(config), report);
    const ada = await store.findUserByUsername("ada");
    const bob = await store.findUserByUsername("bob");
    const owner = { userId: bob?.id ?? 0, username: "bob", address: "203.0.113.7" };
    await store.write(rotateSecret, {
      appid: "demo_app",
      userId: owner.userId,
      ownerId: owner.userId,
      secret: { hash: hashToken("new"), lastFour: "last", name: "canary-name", requestHash: hashToken("r") },
      replaces: "all",
      endAfterMilliseconds: 0,
      revokesTokens: false,
      actor: owner,
    });
    await store.write(updateProfile, {
      userId: ada?.id ?? 0,
      profile: { nickname: "Countess", language: null, timeZone: null },
      actor: { userId: ada?.id ?? 0, username: "ada", address: "203.0.113.9" },
    });
    await store.write(setUserDisabled, { username: "ada", disabled: true, actor: owner });
    const common = { level: 40, msg: "security event", actor_id: owner.userId, address: owner.address };
    expect(lines).toEqual([
      { ...common, event: "secret.ended", target: "demo_app" },
      { ...common, event: "secret.made", target: "demo_app" },
      { ...common, event: "user.disabled" },
    ]);
    expect(await obtainTeamToken(platform)).toMatch(/./);
  });
});
