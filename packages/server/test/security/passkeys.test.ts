import { beforeEach, describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { hashToken } from "../../src/model/token.ts";
import { declareUser } from "../../src/store/declaration/declaration-user.ts";
import { Browser } from "../support/browser.ts";
import { countRows, databaseContents } from "../support/database-contents.ts";
import {
  addPasskeyIn,
  givenPasskey,
  openNewPasskey,
  openPasskeySignIn,
  signInWithPasskey,
} from "../support/passkeys.ts";
import { actorOfUser } from "../support/revoke-grants.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { turnOnSecondFactor } from "../support/second-factor.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import {
  passkeyOptionsOf,
  passkeyOrigin,
  passkeySettings,
  SoftwareAuthenticator,
  type Misbehaviour,
} from "../support/software-authenticator.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { signInWithPasskey as signInVerb, listPasskeys } from "../../src/store/people/passkey-table.ts";
import { deleteOwnAccount } from "../../src/store/people/delete-account.ts";
import { resetSecondFactor } from "../../src/store/people/second-factor-table.ts";

const minute = 60_000;
let platform: TestPlatform;

beforeEach(async () => {
  platform = await startTestPlatform(passkeySettings);
});

const isSignedIn = (browser: Browser) => browser.cookies.has(sessionCookie);

async function userOf(username: string) {
  const user = await platform.store.findUserByUsername(username);
  if (user === undefined) throw new Error(`there is no ${username}`);
  return user;
}

async function changeUser(change: Readonly<Record<string, string | number>>): Promise<void> {
  const ada = platform.database.reader.kysely.selectFrom("users").selectAll().where("username", "=", "ada");
  const row = await ada.executeTakeFirstOrThrow();
  await platform.database.write((t) => declareUser(t, { username: "ada", ...change }, row));
}

const auditActions = async () =>
  ((await databaseContents(platform))["audit_log"] ?? []).map((row) => (row as { action: string }).action);

describe("a passkey signs its user in", () => {
  it("without username and password, and leads where the user wanted to go", async () => {
    const { authenticator } = await givenPasskey(platform);
    const browser = new Browser(platform);
    const form = await openPasskeySignIn(browser, browser.get("/login?return_to=%2Faccount"));
    expect(passkeyOptionsOf(form.html)).toMatchObject({ rpId: "localhost", userVerification: "required" });
    const response = authenticator.sign(passkeyOptionsOf(form.html));
    expect((await browser.submit(form, "/login/passkey", { response })).location).toBe("/account");
    expect((await browser.get("/account/security")).html).toContain("Phone");
  });

  it("without a code where the user has a second factor, and ends the sign-in that waited for the code", async () => {
    const { authenticator } = await givenPasskey(platform);
    await turnOnSecondFactor(platform);
    const browser = new Browser(platform);
    const codePage = await browser.signIn("ada", sampleSecrets.ada);
    const form = await openPasskeySignIn(browser, codePage);
    const response = authenticator.sign(passkeyOptionsOf(form.html));
    await browser.submit(form, "/login/passkey", { response });
    expect(isSignedIn(browser)).toBe(true);
    expect(await countRows(platform, "pending_sign_ins")).toBe(0);
  });

  it("from an authenticator that counts, as long as the count grows", async () => {
    const { authenticator } = await givenPasskey(platform);
    for (const counter of [3, 4, 9])
      expect(isSignedIn((await signInWithPasskey(platform, authenticator, { counter })).browser)).toBe(true);
    for (const counter of [9, 5, 0]) {
      const { browser, page } = await signInWithPasskey(platform, authenticator, { counter });
      expect([page.status, isSignedIn(browser)]).toEqual([401, false]);
    }
    expect((await auditActions()).filter((action) => action === "passkey.counter_refused")).toHaveLength(3);
    expect(isSignedIn((await signInWithPasskey(platform, authenticator, { counter: 10 })).browser)).toBe(
      true,
    );
  });

  it("and a copy of it that signs at the same time with the same count does not", async () => {
    const { authenticator } = await givenPasskey(platform);
    const forms = [];
    for (let index = 0; index < 6; index += 1) {
      const browser = new Browser(platform);
      forms.push({ browser, form: await openPasskeySignIn(browser) });
    }
    const pages = await Promise.all(
      forms.map(({ browser, form }) => {
        const response = authenticator.sign(passkeyOptionsOf(form.html), { counter: 7 });
        return browser.submit(form, "/login/passkey", { response });
      }),
    );
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
  });
});

const wrongSignIns: Readonly<Record<string, Misbehaviour>> = {
  "another origin": { origin: "http://evil.example" },
  "another port": { origin: "http://localhost:9999" },
  "the same host with TLS": { origin: "https://localhost:8787" },
  "another relying party": { rpId: "evil.example" },
  "a challenge of its own": { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
  "a registration": { type: "webauthn.create" },
  "a frame of another origin": { crossOrigin: true },
  "no user verification": { isUserVerified: false },
  "no user handle": { userHandle: null },
  "another user handle": { userHandle: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
  "a signature that does not fit": { breaksSignature: true },
};

describe.skipIf(isOnPostgres())("a response is refused that has", () => {
  it.each(Object.entries(wrongSignIns))("%s", async (_, wrong) => {
    const { authenticator } = await givenPasskey(platform);
    const { browser, page } = await signInWithPasskey(platform, authenticator, wrong);
    expect([page.status, isSignedIn(browser)]).toEqual([401, false]);
    const refused = platform.observed.find(({ refusedSignIn }) => refusedSignIn !== undefined);
    expect(refused?.refusedSignIn?.problem).toBe("passkey_refused");
    expect(refused?.refusedSignIn?.username).not.toContain("ada");
    expect(isSignedIn((await signInWithPasskey(platform, authenticator)).browser)).toBe(true);
  });

  it.each(["", "x", "null", "[]", "{}", '{"id":"AA"}', `{"id":${"[".repeat(20_000)}`])(
    "the content %j",
    async (response) => {
      const browser = new Browser(platform);
      const form = await openPasskeySignIn(browser);
      expect((await browser.submit(form, "/login/passkey", { response })).status).toBe(401);
    },
  );

  it("a passkey that was never registered", async () => {
    const { page } = await signInWithPasskey(platform, new SoftwareAuthenticator());
    expect(page.status).toBe(401);
  });
});

describe("a challenge", () => {
  it("is used up by the first response, right or wrong", async () => {
    const { authenticator } = await givenPasskey(platform);
    const browser = new Browser(platform);
    const form = await openPasskeySignIn(browser);
    const response = authenticator.sign(passkeyOptionsOf(form.html));
    const wrong = authenticator.sign(passkeyOptionsOf(form.html), { breaksSignature: true });
    expect((await browser.submit(form, "/login/passkey", { response: wrong })).status).toBe(401);
    expect((await browser.submit(form, "/login/passkey", { response })).status).toBe(401);
    expect(isSignedIn(browser)).toBe(false);
  });

  it("signs in once when eight bring the response at the same time", async () => {
    const { authenticator } = await givenPasskey(platform);
    const browser = new Browser(platform);
    const form = await openPasskeySignIn(browser);
    const response = authenticator.sign(passkeyOptionsOf(form.html));
    const pages = await Promise.all(
      Array.from({ length: 8 }, () => browser.submit(form, "/login/passkey", { response })),
    );
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  it("belongs to one browser", async () => {
    const { authenticator } = await givenPasskey(platform);
    const own = new Browser(platform);
    const response = authenticator.sign(passkeyOptionsOf((await openPasskeySignIn(own)).html));
    const thief = new Browser(platform);
    const form = await openPasskeySignIn(thief);
    expect((await thief.submit(form, "/login/passkey", { response })).status).toBe(401);
    expect(isSignedIn(thief)).toBe(false);
  });

  it("ends after five minutes", async () => {
    const { authenticator } = await givenPasskey(platform);
    const browser = new Browser(platform);
    const form = await openPasskeySignIn(browser);
    const response = authenticator.sign(passkeyOptionsOf(form.html));
    platform.clock.now += 5 * minute;
    expect((await browser.submit(form, "/login/passkey", { response })).status).toBe(401);
    expect((await browser.get("/login/passkey")).location).toMatch(/^\/login\?/);
  });

  it("to sign in does not confirm, and one to confirm registers nothing", async () => {
    const { browser, authenticator } = await givenPasskey(platform);
    platform.clock.now += 11 * minute;
    const stranger = new Browser(platform);
    const forSignIn = passkeyOptionsOf((await openPasskeySignIn(stranger)).html);
    const confirm = await browser.follow(
      browser.submit(await browser.get("/account/confirm"), "/account/confirm/passkey/begin"),
    );
    const replayed = authenticator.sign(forSignIn);
    expect((await browser.submit(confirm, "/account/confirm/passkey", { response: replayed })).status).toBe(
      401,
    );
  });

  it("cannot be begun without limit", async () => {
    const browser = new Browser(platform);
    const form = await browser.get("/login");
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 102; attempt += 1)
      statuses.push((await browser.submit(form, "/login/passkey/begin")).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([303, 429]);
    expect(await countRows(platform, "passkey_challenges")).toBe(1);
  });
});

describe("no passkey signs in", () => {
  it("whose user is disabled, or was disabled while it signed", async () => {
    const { authenticator } = await givenPasskey(platform);
    const { credentialId } = authenticator;
    const { id: userId } = await userOf("ada");
    await changeUser({ disabled: 1 });
    expect((await signInWithPasskey(platform, authenticator)).page.status).toBe(401);
    const use = { credentialId, userId, username: "ada", counter: 0, address: "" };
    const session = { hash: "h", lifetimeSeconds: 60, replaces: undefined };
    expect(await platform.store.write(signInVerb, { use, session, pendingHash: undefined })).toBe(false);
    expect(await countRows(platform, "sessions")).toBe(0);
  });

  it("that was removed, or was removed while it signed", async () => {
    const { browser, authenticator } = await givenPasskey(platform);
    const { id: userId } = await userOf("ada");
    const use = {
      credentialId: authenticator.credentialId,
      userId,
      username: "ada",
      counter: 0,
      address: "",
    };
    const [, path = ""] = /href="([^"]*\/remove)"/.exec((await browser.get("/account/security")).html) ?? [];
    await browser.submit(await browser.get(path), path);
    expect(await countRows(platform, "passkeys")).toBe(0);
    expect((await signInWithPasskey(platform, authenticator)).page.status).toBe(401);
    const session = { hash: "h", lifetimeSeconds: 60, replaces: undefined };
    expect(await platform.store.write(signInVerb, { use, session, pendingHash: undefined })).toBe(false);
    expect(await auditActions()).toEqual(expect.arrayContaining(["passkey.added", "passkey.removed"]));
  });

  it("whose account was deleted", async () => {
    const eve = { username: "eve", password_hash: "none" };
    await platform.database.write((t) => declareUser(t, eve, undefined));
    const { authenticator } = await givenPasskey(platform, "eve");
    const user = await userOf("eve");
    expect(await platform.store.write(deleteOwnAccount, user.id, actorOfUser(user))).toBeUndefined();
    expect(await countRows(platform, "passkeys")).toBe(0);
    expect((await signInWithPasskey(platform, authenticator)).page.status).toBe(401);
  });

  it("after an administrator has reset how the user signs in, with the app and its codes", async () => {
    const { authenticator } = await givenPasskey(platform);
    await turnOnSecondFactor(platform);
    const bob = await userOf("bob");
    const { id: userId } = await userOf("ada");
    const reset = { userId, username: "ada" };
    expect(await platform.store.write(resetSecondFactor, reset, actorOfUser(bob))).toBe(true);
    expect((await signInWithPasskey(platform, authenticator)).page.status).toBe(401);
    for (const table of ["passkeys", "totp_secrets", "recovery_codes"])
      expect([table, await countRows(platform, table)]).toEqual([table, 0]);
    expect(await auditActions()).toContain("second_factor.reset");
    expect(await platform.store.write(resetSecondFactor, reset, actorOfUser(bob))).toBe(false);
  });

  it("but it still does after the password was changed", async () => {
    const { browser, authenticator } = await givenPasskey(platform);
    const page = await browser.get("/account/password");
    const fields = { old_password: sampleSecrets.ada, password: "a sentence of my own" };
    expect((await browser.submit(page, "/account/password", fields)).status).toBe(303);
    expect(isSignedIn((await signInWithPasskey(platform, authenticator)).browser)).toBe(true);
  });
});

const wrongRegistrations: Readonly<Record<string, Misbehaviour>> = {
  "another origin": { origin: "http://evil.example" },
  "another relying party": { rpId: "evil.example" },
  "a challenge of its own": { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
  "a sign-in": { type: "webauthn.get" },
  "a frame of another origin": { crossOrigin: true },
  "no user verification": { isUserVerified: false },
};

describe("registering a passkey", () => {
  it.skipIf(isOnPostgres()).each(Object.entries(wrongRegistrations))(
    "is refused with %s",
    async (_, wrong) => {
      const browser = await signedInBrowser(platform);
      const page = await addPasskeyIn(browser, new SoftwareAuthenticator(), wrong);
      expect(page.status).toBe(400);
      expect(await countRows(platform, "passkeys")).toBe(0);
    },
  );

  it("needs the password again after ten minutes, and a challenge that was not used", async () => {
    const browser = await signedInBrowser(platform);
    const page = await openNewPasskey(browser);
    const authenticator = new SoftwareAuthenticator();
    const response = authenticator.register(passkeyOptionsOf(page.html));
    const fields = { response, name: "Phone" };
    expect((await browser.submit(page, "/account/security/passkeys/new", fields)).status).toBe(303);
    expect((await browser.submit(page, "/account/security/passkeys/new", fields)).status).toBe(400);
    platform.clock.now += 11 * minute;
    expect((await openNewPasskey(browser)).path).toMatch(/^\/account\/confirm/);
    expect(await countRows(platform, "passkeys")).toBe(1);
  });

  it("takes a credential for one account only, and twenty for each", async () => {
    const { authenticator } = await givenPasskey(platform);
    const bob = await signedInBrowser(platform, "bob");
    expect((await addPasskeyIn(bob, authenticator)).status).toBe(400);
    for (let count = 0; count < 20; count += 1) await addPasskeyIn(bob, new SoftwareAuthenticator());
    expect((await addPasskeyIn(bob, new SoftwareAuthenticator())).status).toBe(400);
    expect(await listPasskeys(platform.store.reader, (await userOf("bob")).id)).toHaveLength(20);
  });

  it.skipIf(isOnPostgres()).each(["", "two\nlines", "x".repeat(61)])(
    "refuses the name %j and keeps the challenge",
    async (name) => {
      const browser = await signedInBrowser(platform);
      const page = await addPasskeyIn(browser, new SoftwareAuthenticator(), { name });
      expect(page.status).toBe(400);
      expect(passkeyOptionsOf(page.html)).toBeDefined();
    },
  );

  it("names the user to the authenticator by a value that says nothing about the person", async () => {
    const { authenticator } = await givenPasskey(platform);
    const { id } = await userOf("ada");
    const handle = Buffer.from(authenticator.userHandle, "base64url").toString("latin1");
    expect(handle).toHaveLength(32);
    expect(handle).not.toContain("ada");
    expect(authenticator.userHandle).not.toBe(hashToken(String(id)));
  });
});

describe.skipIf(isOnPostgres())("where the public address allows no passkeys", () => {
  it.each([{}, { authUrl: "https://192.0.2.7" }, { authUrl: "http://survey.example" }])(
    "with %j none is offered, and the forms are not there",
    async (settings) => {
      platform = await startTestPlatform(settings);
      const browser = new Browser(platform);
      const form = await browser.get("/login");
      expect(form.html).not.toContain("/login/passkey/begin");
      const csrf = /name="csrf" value="([^"]*)"/.exec(form.html)?.[1] ?? "";
      expect((await browser.post("/login/passkey/begin", { csrf, return_to: "/" })).status).toBe(404);
    },
  );

  it("the origin of the setting counts, and not the host of the request", async () => {
    const { authenticator } = await givenPasskey(platform);
    const { page } = await signInWithPasskey(platform, authenticator, { origin: "http://platform.example" });
    expect(page.status).toBe(401);
    expect(passkeyOrigin).not.toContain("platform.example");
  });
});
