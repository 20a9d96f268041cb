import { beforeEach, describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import {
  attachTerminal,
  auditLog,
  operator,
  startOperatedPlatform,
  consumeCredentials,
  type OperatedPlatform,
} from "../operating/commands/support/operate.ts";
import { Browser } from "../support/browser.ts";
import { hashToken } from "../../src/model/token.ts";
import { databaseContents } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { teamTokenParameters } from "../support/flows.ts";
import { readSteps } from "../support/read-steps.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { setUserDisabled } from "../../src/store/people/user-administration.ts";
import { findSecondFactor } from "../../src/store/people/second-factor-table.ts";
import { findApplicationForUser } from "../../src/store/applications/application-for-user-table.ts";
import { unfreezeApplication } from "../../src/store/applications/application-state.ts";

let operated: OperatedPlatform;

beforeEach(async () => {
  operated = await startOperatedPlatform();
});

/** What a team token request with a secret of Acme's application gets. */
async function teamTokenType(secret: string): Promise<string> {
  const parameters = { appid: "acme_team", secret, grant_type: "client_credential" };
  return (await operated.platform.call("/api/oauth2/access_token", parameters)).error.type;
}

const secretIn = (text: string) => /sops_[\w-]{32}/.exec(text)?.[0] ?? "";
const passwordIn = (text: string) => /: (\S+)\n$/.exec(text)?.[1] ?? "";

async function signsIn(username: string, password: string): Promise<boolean> {
  const browser = new Browser(operated.platform);
  await browser.signIn(username, password);
  return browser.cookies.has(sessionCookie);
}

describe("sop user add", () => {
  it("creates a user who can sign in at once, on any node", async () => {
    const { passwordFile, user } = await operated.sopJson("user", "add", "cleo", "--nickname", "Cleo");
    const password = passwordIn(consumeCredentials(passwordFile).text);
    expect(user).toMatchObject({ username: "cleo", administrator: false });
    expect([await signsIn("cleo", password), await signsIn("cleo", `${password}x`)]).toEqual([true, false]);
  });

  it("is recorded with the command and the user of the machine as its actor, and without the password", async () => {
    const { passwordFile } = await operated.sopJson("user", "add", "cleo", "--administrator");
    const password = passwordIn(consumeCredentials(passwordFile).text);
    const log = await auditLog(operated.platform);
    expect(log.at(-1)).toEqual({
      actor: operator("user add"),
      action: "user.added",
      target: "user cleo",
      values: '{"administrator":true}',
    });
    expect(JSON.stringify(await databaseContents(operated.platform))).not.toContain(password);
  });
});

describe("sop app add", () => {
  const add = ["app", "add", "--owner", "bob", "--name", "Field Notes"] as const;

  it("registers an application that its owner finds in the console, with both rules on", async () => {
    const { application, secretFile } = await operated.sopJson(
      ...add,
      "--redirect-uri",
      "https://notes.example/a",
      "--redirect-uri=https://notes.example/b",
    );
    consumeCredentials(secretFile);
    const bob = await signedInBrowser(operated.platform, "bob");
    const { html } = await bob.get(`/console/applications/${application.appid}`);
    for (const shown of ["Field Notes", "https://notes.example/a", "https://notes.example/b"])
      expect(html).toContain(shown);
    const ownerId = (await operated.platform.store.findUserByUsername("bob"))?.id ?? 0;
    const owned = { appid: application.appid, ownerId, userId: ownerId };
    const found = await findApplicationForUser(operated.platform.store.reader, owned);
    expect(found).toMatchObject({ requiresPkce: true, refreshRequiresSecret: true });
  });

  it("changes nothing when something of it cannot be registered, and names every option that is wrong", async () => {
    const before = await databaseContents(operated.platform);
    const { code, stdout, stderr } = await operated.sop(
      ...add.slice(0, 4),
      "--redirect-uri",
      "http://notes.example/",
      "--home-page",
      "javascript:alert(1)",
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^Nothing was changed\./);
    for (const option of ["--name", "--redirect-uri", "--home-page"])
      expect(stderr).toContain(`  ${option}: `);
    expect(await databaseContents(operated.platform)).toEqual(before);
  });
});

describe("sop app rotate-secret", () => {
  it.each([
    [["--end", "hour"], /replaces end in 1 hour\.\n.* still valid;/],
    [["--replaces", "none", "--revoke-tokens"], /No other secret ends\.\n.* were revoked\./],
  ])("says with %j what ends", async (words, says) => {
    expect((await operated.sop("app", "rotate-secret", "acme_team", ...words)).stdout).toMatch(says);
  });

  it("makes a secret that the very next call is accepted with, on any node, and ends the old one now", async () => {
    const { secretFile } = await operated.sopJson("app", "rotate-secret", "acme_team", "--end", "now");
    const made = secretIn(consumeCredentials(secretFile).text);
    operated.platform.clock.now = Date.now() + 1000;
    expect([await teamTokenType(made), await teamTokenType(sampleSecrets.acmeTeam)]).toEqual([
      "",
      "invalid_client",
    ]);
  });

  it("leaves the old one valid for a day unless it is given another end", async () => {
    const { secretFile } = await operated.sopJson("app", "rotate-secret", "acme_team");
    consumeCredentials(secretFile);
    expect(await teamTokenType(sampleSecrets.acmeTeam)).toBe("");
    operated.platform.clock.now += 86_400_000 + 60_000;
    expect(await teamTokenType(sampleSecrets.acmeTeam)).toBe("invalid_client");
  });

  it("is recorded with the command and the user of the machine as its actor, and without the secret", async () => {
    const { secretFile } = await operated.sopJson("app", "rotate-secret", "acme_team", "--name", "server 2");
    const made = secretIn(consumeCredentials(secretFile).text);
    const log = await auditLog(operated.platform);
    expect(log.map(({ actor, action }) => [actor, action])).toEqual([
      [operator("app rotate-secret"), "secret.ended"],
      [operator("app rotate-secret"), "secret.made"],
    ]);
    expect(JSON.stringify(await databaseContents(operated.platform))).not.toContain(made);
  });

  it.each([
    [["missing_app"], 1, "There is no application with the appid missing_app."],
    [["acme_team", "--replaces", "7"], 1, "There is no valid secret 7; the valid ones are 1."],
    [["acme_team", "--replaces", "some"], 2, "--replaces takes"],
    [["acme_team", "--end", "toString"], 2, "--end one of"],
  ])("%j changes nothing", async (words, expected, says) => {
    const before = await databaseContents(operated.platform);
    const { code, stdout, stderr } = await operated.sop("app", "rotate-secret", ...words);
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toContain(says);
    expect(await databaseContents(operated.platform)).toEqual(before);
  });
});

describe("sop invite", () => {
  it("makes a link that creates one account and names the operator", async () => {
    const { linkFile } = await operated.sopJson("invite", "--auth-url", "https://survey.example");
    const link = consumeCredentials(linkFile).text.trim();
    expect(link).toMatch(/^https:\/\/survey\.example\/invitations\/[\w-]{32}$/);
    const { pathname } = new URL(link);
    const browser = new Browser(operated.platform);
    const form = await browser.get(pathname);
    expect(form.html).toContain("The operator of this platform");
    const fields = { username: "cleo", nickname: "Cleo", password: "a sentence of my own" };
    expect((await browser.submit(form, pathname, fields)).location).toBe("/surveys");
    expect((await new Browser(operated.platform).get(pathname)).status).toBe(404);
  });

  it("says where its link leads when no setting names the address of the pages", async () => {
    const guessed = "It leads to http://127.0.0.1:8787: give --auth-url";
    expect((await operated.sop("invite")).stdout).toContain(guessed);
    expect((await operated.sop("user", "reset-password", "ada")).stdout).toContain(guessed);
    const told = await operated.sop("invite", "--auth-url", "https://survey.example");
    expect(told.stdout).not.toContain("It leads to");
  });

  it("invites to a team with a role", async () => {
    const { linkFile } = await operated.sopJson("invite", "--team", "Birch", "--role", "survey_admin");
    const { pathname } = new URL(consumeCredentials(linkFile).text.trim());
    const ada = await signedInBrowser(operated.platform, "ada");
    await ada.submit(await ada.get(pathname), `${pathname}/accept`, {});
    const log = await auditLog(operated.platform);
    expect(log.map(({ action, values }) => [action, values])).toContainEqual([
      "team.joined",
      '{"user":"ada","role":3}',
    ]);
    expect(log[0]).toMatchObject({ actor: operator("invite"), action: "invitation.created" });
  });
});

describe("sop user disable", () => {
  it("ends the sessions and tokens of a user for good: enabling the user restores none", async () => {
    const { platform, sopJson } = operated;
    const browser = await signedInBrowser(platform, "ada");
    expect((await browser.get("/account")).status).toBe(200);
    await sopJson("user", "disable", "ada");
    expect((await browser.get("/account")).status).toBe(303);
    expect(await sopJson("user", "enable", "ada")).toMatchObject({ changed: true });
    expect((await browser.get("/account")).status).toBe(303);
    const log = await auditLog(platform);
    expect(log.map(({ actor, action, target }) => [actor, action, target])).toEqual([
      [operator("user disable"), "user.disabled", "user ada"],
      [operator("user enable"), "user.enabled", "user ada"],
    ]);
  });

  it("leaves the platform an administrator, also when two are disabled at once", async () => {
    const { platform, sop } = operated;
    await declare(platform, { users: ["ada", "bob"].map((username) => ({ username, administrator: true })) });
    const { store } = platform;
    const disable = (username: string) =>
      store.write(setUserDisabled, {
        username,
        disabled: true,
        actor: { userId: null, username: "test", address: "" },
      });
    expect((await Promise.all([disable("ada"), disable("bob")])).toSorted()).toEqual([
      "changed",
      "last_administrator",
    ]);
    const last = (await store.findUserByUsername("ada"))?.disabled === true ? "bob" : "ada";
    const { code, stderr } = await sop("user", "disable", last);
    expect([code, stderr]).toEqual([1, expect.stringContaining("is the only administrator")]);
  });
});

describe("sop user reset-password", () => {
  const newPassword = "canary-password-by-link";

  it("makes a link with which the user sets a password once; that ends the sessions", async () => {
    const { platform, sopJson } = operated;
    const browser = await signedInBrowser(platform, "ada");
    const words = ["user", "reset-password", "ada", "--auth-url", "https://survey.example"];
    const { linkFile, reset } = await sopJson(...words);
    const link = consumeCredentials(linkFile).text.trim();
    expect([reset, link]).toEqual([
      false,
      expect.stringMatching(/^https:\/\/survey\.example\/reset\/[\w-]{32}$/),
    ]);
    expect(JSON.stringify(await databaseContents(platform))).not.toContain(link.slice(-32));
    expect(await signsIn("ada", sampleSecrets.ada)).toBe(true);
    const path = new URL(link).pathname;
    const user = new Browser(platform);
    const page = await user.get(path);
    expect((await user.submit(page, path, { password: newPassword })).location).toBe("/login");
    expect((await user.submit(page, path, { password: `${newPassword}2` })).status).toBe(404);
    expect((await browser.get("/account")).status).toBe(303);
    expect([await signsIn("ada", sampleSecrets.ada), await signsIn("ada", newPassword)]).toEqual([
      false,
      true,
    ]);
    expect(await auditLog(platform)).toContainEqual(
      expect.objectContaining({
        actor: operator("user reset-password"),
        action: "user.password_link_made",
        target: "user ada",
      }),
    );
  });

  it("makes none for a disabled user, and leaves no file", async () => {
    await operated.sopJson("user", "disable", "ada");
    const before = await databaseContents(operated.platform);
    const { code, stderr } = await operated.sop("user", "reset-password", "ada");
    expect([code, stderr]).toEqual([1, expect.stringContaining("ada is disabled")]);
    expect(await databaseContents(operated.platform)).toEqual(before);
  });

  it("removes passkeys and the second factor when asked to", async () => {
    const { platform, sopJson } = operated;
    const userId = (await platform.store.findUserByUsername("ada"))?.id ?? 0;
    await platform.database.write(({ kysely }) =>
      kysely
        .insertInto("totp_secrets")
        .values({ user_id: userId, secret: "S", last_step: 0, created_at: 1, confirmed_at: 1 })
        .execute(),
    );
    const { linkFile, secondFactorOff } = await sopJson("user", "reset-password", "ada", "--second-factor");
    consumeCredentials(linkFile);
    expect(secondFactorOff).toBe(true);
    expect((await findSecondFactor(platform.store.reader, userId)).isOn).toBe(false);
    expect((await auditLog(platform)).map(({ action }) => action)).toEqual([
      "user.password_link_made",
      "second_factor.reset",
    ]);
  });
});

describe("sop app freeze", () => {
  it("refuses the very next call, ends the tokens for good, and cannot be undone by the owner", async () => {
    const { platform, sopJson } = operated;
    const { access_token: token } = (
      await platform.call<{ access_token: string }>("/api/oauth2/access_token", teamTokenParameters)
    ).data;
    await sopJson("app", "freeze", "acme_team");
    expect(await teamTokenType(sampleSecrets.acmeTeam)).toBe("invalid_client");
    const ownerId = (await platform.store.findApplication("acme_team"))?.ownerId ?? 0;
    const owned = {
      appid: "acme_team",
      ownerId,
      userId: 1,
      actor: { userId: 1, username: "ada", address: "" },
    };
    expect(await platform.store.write(unfreezeApplication, owned)).toBe(false);
    await sopJson("app", "unfreeze", "acme_team");
    const search = { hash: hashToken(token), appid: "acme_team" };
    expect(await readSteps(platform.store, platform.store.findTeamPrincipal(search))).toBeUndefined();
    expect(await teamTokenType(sampleSecrets.acmeTeam)).toBe("");
  });
});

describe("sop team plan", () => {
  it("takes the interface away from the very next call, and gives it back", async () => {
    const { platform, sopJson } = operated;
    expect(await sopJson("team", "plan", "Acme", "free")).toMatchObject({ changed: true });
    expect(await teamTokenType(sampleSecrets.acmeTeam)).toBe("invalid_org_subscription");
    expect(await sopJson("team", "plan", "Acme", "premium")).toMatchObject({ changed: true });
    expect(await teamTokenType(sampleSecrets.acmeTeam)).toBe("");
    expect(await sopJson("team", "plan", "Acme", "premium")).toMatchObject({ changed: false });
    const log = await auditLog(platform);
    expect(log.map(({ action, values }) => [action, values])).toEqual([
      ["team.plan_changed", '{"plan":"premium"}{"plan":"free"}'],
      ["team.plan_changed", '{"plan":"free"}{"plan":"premium"}'],
    ]);
  });
});

describe.skipIf(isOnPostgres())("a credential that a command makes", () => {
  const commands = [
    ["user", "add", "cleo"],
    ["app", "add", "--owner", "bob", "--name", "Field Notes"],
    ["app", "rotate-secret", "demo_app"],
    ["invite"],
    ["user", "reset-password", "ada"],
  ] as const;

  it.each(commands.map((words) => [words.join(" "), words] as const))(
    "by sop %s is in a file for this user alone, and in nothing that is printed, where there is no terminal",
    async (_, words) => {
      const { code, stdout, stderr } = await operated.sop(...words);
      const file = / is in (\/\S+\.txt); take note of it and delete the file\.$/m.exec(stdout)?.[1] ?? "";
      const { text, mode } = consumeCredentials(file);
      const credential = /(\S{32,})\n$/.exec(text)?.[1] ?? "";
      expect({ code, mode, stderr }).toEqual({ code: 0, mode: 0o600, stderr: "" });
      expect(credential).not.toBe("");
      expect(stdout).not.toContain(credential.slice(-32));
    },
  );

  it.each(commands.map((words) => [words.join(" "), words] as const))(
    "by sop %s is shown by a terminal, and JSON does not have it",
    async (_, words) => {
      attachTerminal();
      const { stdout, stderr } = await operated.sop(...words, "--json");
      const credential = /(\S{32,})\n$/.exec(stderr)?.[1] ?? "";
      expect(credential).not.toBe("");
      expect(stdout).not.toContain(credential.slice(-32));
      expect(Object.values(JSON.parse(stdout))).toContain(null);
    },
  );
});
