import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { hashToken } from "../../src/model/token.ts";
import { openPlatformDatabase } from "../../src/platform.ts";
import { countIssued, revokeIssued } from "../../src/store/tokens/revoke-issued.ts";
import { runHere } from "../operating/commands/support/run-here.ts";
import { expectLegitimateFlow } from "../support/expect-safe.ts";
import { invite } from "../support/invite.ts";
import { makePasswordLink } from "../support/password-link.ts";
import { authorizationLink, exchangeParameters, obtainTeamToken, type UserTokens } from "../support/flows.ts";
import { refreshParameters } from "../support/quick-consent.ts";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { makeScratchFolder } from "../../../database/test/support/scratch-folder.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { revokeAllGrantsOf } from "../support/revoke-grants.ts";
import { platformOn, startTestPlatform, testStart, type TestPlatform } from "../support/test-platform.ts";
import { Browser } from "../support/browser.ts";
import { withdrawInvitation } from "../../src/store/people/invitation-table.ts";
import { endSession } from "../../src/store/people/session-table.ts";

const tokenPath = "/api/oauth2/access_token";
const revoking = "--revoke-issued-since-backup";

async function addressOf({ database }: TestPlatform): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database.reader.kysely);
  return `sqlite:${rows[0]?.file}`;
}

/** A platform that is started on what was put back. */
async function restoredPlatform(address: string): Promise<TestPlatform> {
  const clock = { now: testStart };
  const database = await openPlatformDatabase({ database: address }, () => clock.now);
  onTestFinished(() => database.close());
  return platformOn({ address, database, clock });
}

async function consentCode(browser: Browser): Promise<string> {
  const page = await browser.get(authorizationLink());
  const answer = await browser.submit(page, "/connect/oauth2/authorize/decision", { decision: "allow" });
  return new URL(answer.location ?? "").searchParams.get("code") ?? "";
}

/** What somebody may still have in their hands from before the backup. */
interface Issued {
  readonly session: string;
  readonly tokens: UserTokens;
  readonly code: string;
  readonly teamToken: string;
  readonly invitation: string;
  readonly passwordLink: string;
}

/** What of it works on a platform, by name; the code last, because it is used up by that. */
async function whatWorks(platform: TestPlatform, issued: Issued): Promise<readonly string[]> {
  const { access_token, refresh_token, openid } = issued.tokens;
  const browser = new Browser(platform);
  browser.cookies.set(sessionCookie, issued.session);
  const account = await browser.get("/account/applications");
  const team = { appid: "acme_team", access_token: issued.teamToken };
  const ada = await platform.store.findUserByUsername("ada");
  const authorized = await platform.store.listAuthorizedApplications({
    userId: ada?.id ?? 0,
    search: "",
    limit: 100,
  });
  const opens = async (link: string) =>
    (await new Browser(platform).get(link)).status === 200 ? "OK" : "refused";
  const answers = {
    session: account.status === 200 ? "OK" : "refused",
    invitation: await opens(`/invitations/${issued.invitation}`),
    "password link": await opens(`/reset/${issued.passwordLink}`),
    "access token": (await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid }))
      .code,
    "refresh token": (await platform.call("/api/oauth2/refresh_token", refreshParameters(refresh_token)))
      .code,
    "team token": (await platform.call("/api/surveys", team)).code,
    consent: authorized.length > 0 ? "OK" : "refused",
    code: (await platform.call(tokenPath, exchangeParameters(issued.code))).code,
  };
  return Object.entries(answers).flatMap(([name, code]) => (code === "OK" ? [name] : []));
}

async function issueOneOfEach(platform: TestPlatform): Promise<Issued> {
  const browser = await signedInBrowser(platform);
  const parameters = exchangeParameters(await consentCode(browser));
  const { data: tokens } = await platform.call<UserTokens>(tokenPath, parameters);
  const code = await consentCode(browser);
  const session = browser.cookies.get(sessionCookie) ?? "";
  return {
    session,
    tokens,
    code,
    teamToken: await obtainTeamToken(platform),
    invitation: await invite(platform),
    passwordLink: await makePasswordLink(platform, "bob"),
  };
}

/** Issues one of everything, and revokes, replaces and uses it all up once a backup was made. */
async function backedUp(
  backup: string,
): Promise<{ readonly platform: TestPlatform; readonly issued: Issued }> {
  const platform = await startTestPlatform();
  const issued = await issueOneOfEach(platform);
  const made = await runHere(["backup", backup, "--database", await addressOf(platform)]);
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout).toMatch(/^Backed up .* MB\), checked and synced to the disk\.\n$/);
  await platform.call(tokenPath, exchangeParameters(issued.code));
  await obtainTeamToken(platform);
  await revokeAllGrantsOf(platform, "ada");
  await platform.store.write(endSession, hashToken(issued.session));
  const actor = { userId: null, username: "operator", address: "" };
  await platform.store.write(withdrawInvitation, { hash: hashToken(issued.invitation), teamId: null }, actor);
  await makePasswordLink(platform, "bob");
  return { platform, issued };
}

const everything = [
  "session",
  "invitation",
  "password link",
  "access token",
  "refresh token",
  "team token",
  "consent",
  "code",
];

describe("the end of everything that was issued", () => {
  it("ends each thing for good, and people and applications go on from there", async () => {
    const platform = await startTestPlatform();
    const issued = await issueOneOfEach(platform);
    const counts = { grants: 1, sessions: 1, authorizationCodes: 1, teamAccessTokens: 1 };
    expect(await platform.database.write((t) => countIssued(t))).toMatchObject(counts);
    expect(await platform.database.write((t) => revokeIssued(t))).toMatchObject(counts);
    expect(await whatWorks(platform, issued)).toEqual([]);
    await expectLegitimateFlow(platform);
    const again = await issueOneOfEach(platform);
    expect(await whatWorks(platform, again)).toEqual(everything);
    expect(again.tokens.openid).toBe(issued.tokens.openid);
  });
});

// The files of the other engine are copied by its own tools.
describe.skipIf(isOnPostgres())("a backup that is put back", () => {
  let folder: string;
  let backup: string;
  let address: string;

  beforeEach(() => {
    // The commands go by the system's clock, and the test platform by its own.
    const now = vi.spyOn(Date, "now").mockReturnValue(testStart);
    onTestFinished(() => now.mockRestore());
    folder = makeScratchFolder("sop-restored-");
    onTestFinished(() => rmSync(folder, { recursive: true }));
    backup = join(folder, "backup.db");
    address = `sqlite:${join(folder, "restored.db")}`;
  });

  it("brings nothing back that was revoked, replaced or used up since, if that is asked for", async () => {
    const { platform, issued } = await backedUp(backup);
    expect(await whatWorks(platform, issued)).toEqual([]);
    const { code, stdout, stderr } = await runHere(["restore", backup, "--database", address, revoking]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(
      "Ended what the backup held, as it may have been revoked since: 1 consent, 1 session,",
    );
    expect(stdout).toContain("apply the current declarative file before you serve");
    const restored = await restoredPlatform(address);
    expect(await whatWorks(restored, issued)).toEqual([]);
    await expectLegitimateFlow(restored);
    expect(
      (
        await restored.call("/api/surveys", {
          appid: "acme_team",
          access_token: await obtainTeamToken(restored),
        })
      ).code,
    ).toBe("OK");
  });

  it("says in plain words what has come back with it otherwise, and how to end that", async () => {
    const { issued } = await backedUp(backup);
    const { code, stdout } = await runHere(["restore", backup, "--database", address]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "Good again is all that was good when the backup was made: 1 consent, 1 session,",
    );
    expect(stdout).toContain("What was revoked, replaced or used up since then has come back with it.");
    const restored = await restoredPlatform(address);
    expect(await whatWorks(restored, issued)).toEqual(everything);
    const told = await runHere(["revoke-all", "--database", address]);
    expect(told).toMatchObject({ code: 1, stdout: "" });
    expect(told.stderr).toMatch(/^Nothing was changed\. This would revoke 1 consent, 1 session,/);
    expect(await whatWorks(restored, issued)).toEqual(everything.slice(0, -1));
    const ended = await runHere(["revoke-all", "--database", address, "--yes"]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toMatch(/^Revoked 1 consent, 1 session,/);
    expect(await whatWorks(restored, issued)).toEqual([]);
    await expectLegitimateFlow(restored);
  });

  it("keeps users' openids, once they have consented again", async () => {
    const { issued } = await backedUp(backup);
    await runHere(["restore", backup, "--database", address, revoking]);
    const restored = await restoredPlatform(address);
    const parameters = exchangeParameters(await consentCode(await signedInBrowser(restored)));
    const { data } = await restored.call<UserTokens>(tokenPath, parameters);
    expect(data.openid).toBe(issued.tokens.openid);
  });
});
