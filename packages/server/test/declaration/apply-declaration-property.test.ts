import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import type { DeclarationInput } from "../../src/declaration/declaration-schema.ts";
import { InvalidDeclarationError } from "../../src/declaration/invalid-declaration-error.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { temporaryDatabase } from "./temporary-database.ts";
import { isDeep, runs } from "../../../../scripts/vitest/depth.ts";

const zone = platformZone("Asia/Shanghai");

/** Few names, so that files meet what earlier ones made. */
const username = fc.constantFrom("ada", "bob");
const teamName = fc.constantFrom("Acme", "Beta");
const text = fc.string({ unit: "grapheme", maxLength: 20 }).filter((value) => !/\p{Cc}/u.test(value));
const name = text.filter((value) => value.length > 0);
const address = fc.constantFrom("", "https://pictures.example/a.png", "http://b.example/?q=é");
const secret = fc.constantFrom("first_secret_0123456789abcdef", "second_secret_0123456789abcdef");
const uri = fc.constantFrom("https://a.example/cb", "https://a.example/cb?x=1", "http://localhost:1/");

function optionally<Value>(value: Readonly<Record<string, fc.Arbitrary<Value>>>) {
  return fc.record(value, { requiredKeys: [] });
}

const user = fc
  .tuple(
    username,
    optionally<unknown>({
      password: fc.constantFrom("first password", "second password"),
      nickname: name,
      avatar: address,
      administrator: fc.boolean(),
      disabled: fc.boolean(),
    }),
  )
  .map(([who, rest]) => ({ username: who, ...rest }));

const application = fc
  .tuple(
    fc.record({ appid: fc.constantFrom("application-1", "application-2"), name, owner: username }),
    optionally<unknown>({
      secret,
      redirect_uris: fc.uniqueArray(uri),
      description: text,
      home_page: address,
      terms: address,
      verified: fc.boolean(),
      disabled: fc.boolean(),
      refresh_requires_secret: fc.boolean(),
      requires_pkce: fc.boolean(),
      contact: text,
      allowed_networks: fc.uniqueArray(fc.constantFrom("203.0.113.0/24", "2001:db8::/32", "192.0.2.7")),
    }),
  )
  .map(([required, rest]) => ({ ...required, ...rest }));

const member = fc.record({ username, role: fc.constantFrom("creator", "team_admin", "member") });

const team = fc
  .tuple(
    teamName,
    optionally<unknown>({
      plan: fc.constantFrom("free", "premium"),
      members: fc.uniqueArray(member, { minLength: 1, selector: (one) => one.username }),
    }),
    fc.option(optionally<unknown>({ secret, disabled: fc.boolean() }), { nil: undefined }),
  )
  .map(([which, rest, credentials]) => ({
    name: which,
    ...rest,
    ...(credentials === undefined ? {} : { application: { appid: `team-${which}`, ...credentials } }),
  }));

const answer = fc.tuple(fc.nat({ max: 59 }), text).map(([second, remark]) => ({
  started_at: "2026-11-01 09:00:00",
  ended_at: `2026-11-01 09:00:${String(second).padStart(2, "0")}`,
  values: { "1": 1 + (second % 2), "2": remark },
}));

const survey = fc
  .tuple(
    fc.record({
      key: fc.constantFrom("first", "second"),
      owner: fc.oneof(fc.record({ user: username }), fc.record({ team: teamName })),
      title: name,
      pages: name.map((title) => [
        {
          questions: [
            { type: "radio", title, options: [{ text: "yes" }, { text: "no" }] },
            { type: "textarea", title: "Remarks" },
          ],
        },
      ]),
    }),
    optionally<unknown>({
      creator: username,
      prefix: text,
      scene: fc.constantFrom(1, 3, 8),
      state: fc.constantFrom("draft", "collecting", "paused"),
      started_at: fc.constantFrom("", "2026-11-01 00:00:00", "2026-12-24 12:00:00"),
      end_at: fc.constantFrom("", "2026-12-01 00:00:00"),
      answers: fc.array(answer, { maxLength: 3 }),
    }),
  )
  .map(([required, rest]) => ({ ...required, ...rest }));

const file = fc.record({
  users: fc.uniqueArray(user, { selector: (one) => one.username }),
  applications: fc.uniqueArray(application, { selector: (one) => one.appid, maxLength: 2 }),
  teams: fc.uniqueArray(team, { selector: (one) => one.name, maxLength: 2 }),
  surveys: fc.uniqueArray(survey, { selector: (one) => one.key, maxLength: 2 }),
});

/** People and teams that every file may refer to. */
const beginning: DeclarationInput = {
  users: [
    { username: "ada", password: "first password" },
    { username: "bob", password: "second password" },
  ],
  teams: [
    { name: "Acme", members: [{ username: "ada", role: "creator" }] },
    { name: "Beta", members: [{ username: "bob", role: "creator" }] },
  ],
};

describe("whatever files are applied one after another", () => {
  test("each has all of its effect or none, and none a second time", { timeout: 120_000 }, async () => {
    const { database, contents } = await temporaryDatabase();
    await applyDeclaration(database, beginning, { zone });
    const seen = { applied: 0, refused: 0 };
    let known = await contents();
    const rule = fc.asyncProperty(file, async (next) => {
      const before = known;
      const isApplied = await applies(() => applyDeclaration(database, next, { zone }));
      seen[isApplied ? "applied" : "refused"] += 1;
      const after = await contents();
      known = after;
      expect(isApplied || after === before).toBe(true);
      expect(await applies(() => applyDeclaration(database, next, { zone }))).toBe(isApplied);
      expect(await contents()).toBe(after);
    });
    await fc.assert(rule, { numRuns: runs(50) });
    // Neither half of the property is empty; a few files may be all of one kind.
    expect(isDeep ? Math.min(seen.applied, seen.refused) : Infinity).toBeGreaterThan(5);
  });
});

/** @returns whether the file was applied; a refusal says why, anything else is passed on */
async function applies(apply: () => Promise<unknown>): Promise<boolean> {
  try {
    await apply();
    return true;
  } catch (error) {
    if (!(error instanceof InvalidDeclarationError)) throw error;
    return false;
  }
}
