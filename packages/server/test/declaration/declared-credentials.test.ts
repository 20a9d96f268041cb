import { describe, expect, test } from "vitest";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { hashToken } from "../../src/model/token.ts";
import { verifyPassword } from "../../src/session/password.ts";
import type { DeclarationInput } from "../../src/declaration/declaration-schema.ts";
import { sampleDatabase } from "./sample-database.ts";
import { sampleDeclaration } from "./sample-declaration.ts";
import { temporaryDatabase, type TemporaryDatabase } from "./temporary-database.ts";
import { readSteps } from "../support/read-steps.ts";
import { requestTeamToken } from "../support/grant-request.ts";
import { findSession, startSession } from "../../src/store/people/session-table.ts";

const zone = platformZone("Asia/Shanghai");

const sample = sampleDeclaration();
const [ada] = sample.users;
const [board] = sample.applications;
const [acme] = sample.teams;

function passwordOf({ store }: TemporaryDatabase, username: string): Promise<string | undefined> {
  return store.findUserByUsername(username).then((user) => user?.passwordHash);
}

function teamOf({ store }: TemporaryDatabase, token: string) {
  return readSteps(store, store.findTeamPrincipal({ hash: hashToken(token), appid: "acme_team" }));
}

async function signIn(store: TemporaryDatabase["store"], username: string, hash: string): Promise<void> {
  const user = await store.findUserByUsername(username);
  if (user === undefined) throw new Error(`there is no user ${username}`);
  await store.write(startSession, { ...user, hash, lifetimeSeconds: 60, replaces: undefined });
}

/** The sample, with a second secret of the team's application. */
async function withAnotherSecret() {
  const temporary = await sampleDatabase();
  await temporary.database.write((t) =>
    t.kysely
      .insertInto("application_secrets")
      .values({ application_id: 1, hash: "another", last_four: "ther", created_at: 0, number: 2 })
      .execute(),
  );
  return temporary;
}

describe("passwords", () => {
  test("are made for new people without one, told once, and kept when the file is applied again", async () => {
    const temporary = await temporaryDatabase();
    const file = { users: [{ username: "ada" }, { username: "bob" }] };
    const { generated } = await applyDeclaration(temporary.database, file, { zone });
    expect(generated).toMatchObject([
      { kind: "password", username: "ada" },
      { kind: "password", username: "bob" },
    ]);
    for (const credential of generated) {
      if (credential.kind !== "password") throw new Error("Nothing but passwords was to be made");
      const stored = await passwordOf(temporary, credential.username);
      expect(await verifyPassword(credential.password, stored)).toBe(true);
    }
    const before = await temporary.contents();
    expect((await applyDeclaration(temporary.database, file, { zone })).generated).toEqual([]);
    expect(await temporary.contents()).toBe(before);
  });

  test("that change end the person's sessions, and only that person's", async () => {
    const { apply, store } = await sampleDatabase();
    await signIn(store, "ada", "of ada");
    await signIn(store, "bob", "of bob");
    await apply(sampleDeclaration());
    expect(await findSession(store.reader, "of ada")).toBeDefined();
    await apply({ users: [{ username: "ada", password: "another password" }] });
    expect(await findSession(store.reader, "of ada")).toBeUndefined();
    expect(await findSession(store.reader, "of bob")).toBeDefined();
    const stored = (await store.findUserByUsername("ada"))?.passwordHash;
    expect(await verifyPassword("another password", stored)).toBe(true);
    expect(await verifyPassword(ada.password, stored)).toBe(false);
  });

  test("that somebody changes while the file is being applied are looked at again", async () => {
    const { apply, database, store } = await sampleDatabase();
    const applied = apply({ users: [{ username: "ada", password: ada.password }] });
    await database.write((t) =>
      t.kysely
        .updateTable("users")
        .set({ password_hash: "argon2id$19456$2$1$AAAAAAAAAAAAAAAAAAAAAA$AAAA" })
        .where("id", "=", 1)
        .execute(),
    );
    expect(await applied).toMatchObject({ users: { updated: 1 } });
    expect(await verifyPassword(ada.password, (await store.findUserByUsername("ada"))?.passwordHash)).toBe(
      true,
    );
  });
});

describe("disabling", () => {
  test("a person ends the sessions, which do not come back", async () => {
    const { apply, store } = await sampleDatabase();
    await signIn(store, "bob", "of bob");
    await apply({ users: [{ username: "bob", disabled: true }] });
    expect(await findSession(store.reader, "of bob")).toBeUndefined();
    await apply({ users: [{ username: "bob", disabled: false }] });
    expect(await store.findUserByUsername("bob")).toMatchObject({ disabled: false });
    expect(await findSession(store.reader, "of bob")).toBeUndefined();
  });

  test("a team's application stops its token", async () => {
    const temporary = await sampleDatabase();
    const { apply, store } = temporary;
    const { access_token } = await requestTeamToken(store, acme.application.secret);
    await apply({ teams: [{ name: "Acme", application: { appid: "acme_team", disabled: true } }] });
    expect(await teamOf(temporary, access_token)).toBeUndefined();
  });
});

describe("secrets", () => {
  test("are made for new applications without one, told once, and kept when the file is applied again", async () => {
    const { apply, store, contents } = await sampleDatabase();
    const file: DeclarationInput = {
      applications: [{ appid: "other_app", name: "Other", owner: "ada" }],
      teams: [
        {
          name: "Beta",
          plan: "premium",
          members: [{ username: "bob", role: "creator" }],
          application: { appid: "beta_team" },
        },
      ],
    };
    const { generated } = await apply(file);
    expect(generated).toEqual([
      { kind: "secret", appid: "beta_team", secret: expect.stringMatching(/^sops_[\w-]{32}$/) },
      { kind: "secret", appid: "other_app", secret: expect.stringMatching(/^sops_[\w-]{32}$/) },
    ]);
    const secret = generated[0]?.kind === "secret" ? generated[0].secret : "";
    expect(await requestTeamToken(store, secret, "beta_team")).toMatchObject({ expires_in: 7200 });
    const before = await contents();
    expect((await apply(file)).generated).toEqual([]);
    expect(await contents()).toBe(before);
  });

  test("that are given become the only one, and end a team token that was issued with another", async () => {
    const temporary = await withAnotherSecret();
    const { apply, store, rows } = temporary;
    const { access_token } = await requestTeamToken(store, acme.application.secret);
    const secret = "new_secret_0123456789abcdef";
    await apply({ teams: [{ name: "Acme", application: { appid: "acme_team", secret } }] });
    const secrets = (await rows("application_secrets")).filter((row) => row["application_id"] === 1);
    expect(secrets).toMatchObject([{ hash: hashToken(secret), last_four: "cdef" }]);
    expect(await teamOf(temporary, access_token)).toBeUndefined();
    await expect(requestTeamToken(store, acme.application.secret)).rejects.toMatchObject({
      type: "invalid_client",
    });
    expect(await requestTeamToken(store, secret)).toMatchObject({ expires_in: 7200 });
  });

  test("that were accepted beside the given one are so no longer", async () => {
    const temporary = await withAnotherSecret();
    const { apply, store, rows } = temporary;
    const { access_token } = await requestTeamToken(store, acme.application.secret);
    expect(await apply(sampleDeclaration())).toMatchObject({ applications: { updated: 1, unchanged: 1 } });
    expect((await rows("application_secrets")).map((row) => row["hash"])).not.toContain("another");
    expect(await teamOf(temporary, access_token)).toBeUndefined();
  });

  test("that stay the same leave the team token alone", async () => {
    const temporary = await sampleDatabase();
    const { apply, store } = temporary;
    const { access_token } = await requestTeamToken(store, acme.application.secret);
    await apply(sampleDeclaration());
    expect(await teamOf(temporary, access_token)).toMatchObject({
      plan: "premium",
    });
  });

  test("and passwords are nowhere in the database", async () => {
    const { contents } = await sampleDatabase();
    const all = await contents();
    for (const value of [ada.password, sample.users[1].password, board.secret, acme.application.secret]) {
      expect(all).not.toContain(value);
    }
  });
});
