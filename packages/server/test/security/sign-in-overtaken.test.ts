import crypto from "node:crypto";
import { describe, expect, it } from "vitest";
import { declareUser } from "../../src/store/declaration/declaration-user.ts";
import { Browser } from "../support/browser.ts";
import { countRows } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { replaceBuiltin } from "../support/replace-builtin.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { startSession } from "../../src/store/people/session-table.ts";

/** What a test does between the check of a password and the sign-in that follows it. */
const overtaking: { next: (() => Promise<void>) | undefined } = { next: undefined };

replaceBuiltin(crypto, "argon2", (argon2) => (algorithm, parameters, callback) => {
  const { next } = overtaking;
  overtaking.next = undefined;
  argon2(algorithm, parameters, (error, key) => void resumeAfter(next, () => callback(error, key)));
});

async function resumeAfter(change: (() => Promise<void>) | undefined, resume: () => void): Promise<void> {
  await change?.();
  resume();
}

describe("a sign-in whose password was right when it was checked", () => {
  it.each([
    ["the password was changed", { password_hash: "argon2id$19456$2$1$AAAAAAAAAAAAAAAAAAAAAA$AAAA" }],
    ["the user was disabled", { disabled: 1 }],
  ] as const)("gets no session when %s before the session began", async (_, change) => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const form = await browser.get("/login");
    overtaking.next = async () => {
      const ada = platform.database.reader.kysely
        .selectFrom("users")
        .selectAll()
        .where("username", "=", "ada");
      const row = await ada.executeTakeFirstOrThrow();
      await platform.database.write((t) => declareUser(t, { username: "ada", ...change }, row));
    };
    const page = await browser.submit(form, "/login", { username: "ada", password: sampleSecrets.ada });
    expect(page.status).toBe(401);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect(await countRows(platform, "sessions")).toBe(0);
  });

  it("gets one when something else about the user was changed meanwhile", async () => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const form = await browser.get("/login");
    overtaking.next = () => declare(platform, { users: [{ username: "ada", nickname: "Countess" }] });
    const page = await browser.submit(form, "/login", { username: "ada", password: sampleSecrets.ada });
    expect(page.status).toBe(303);
    expect(browser.cookies.has(sessionCookie)).toBe(true);
  });

  it.each([1, 2, 3, 4])(
    "has no session left after a change of the password that raced it (round %i)",
    async () => {
      const platform = await startTestPlatform();
      const ada = await platform.store.findUserByUsername("ada");
      if (ada === undefined) throw new Error("there is no ada");
      const hashes = Array.from({ length: 20 }, (_, index) => `session ${index}`);
      const session = {
        username: "ada",
        passwordHash: ada.passwordHash,
        lifetimeSeconds: 60,
        replaces: undefined,
      };
      await Promise.all([
        ...hashes.slice(0, 10).map((hash) => platform.store.write(startSession, { ...session, hash })),
        declare(platform, { users: [{ username: "ada", disabled: true }] }),
        ...hashes.slice(10).map((hash) => platform.store.write(startSession, { ...session, hash })),
      ]);
      expect(await countRows(platform, "sessions")).toBe(0);
    },
  );
});
