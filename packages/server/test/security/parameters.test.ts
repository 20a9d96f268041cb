import { describe, expect, it, test } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { exchangeParameters, obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { allowedCode, allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import {
  checkedLater,
  expectNothingInside,
  expectRefusedSafely,
  readReply,
} from "../support/safe-refusal.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const unlimited = { tokenRequestBurst: "1000000", failedSecretsPerMinute: "1000000" };

/** A call that succeeds with these parameters unchanged. */
interface GoodCall {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** One good call for each path and mode; all of them can be repeated. */
async function goodCalls(platform: TestPlatform): Promise<readonly GoodCall[]> {
  const { access_token, refresh_token, openid } = await allowedTokens(platform);
  const user = { appid: "demo_app", access_token };
  const team = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
  const { data } = await platform.call<{ list: { id: number }[] }>("/api/surveys", { ...user, openid });
  const survey = `/api/surveys/${data.list[0]?.id}`;
  return [
    { path: "/api/oauth2/refresh_token", parameters: refreshParameters(refresh_token) },
    { path: "/api/oauth2/user", parameters: { ...user, openid } },
    { path: "/api/surveys", parameters: { ...user, openid, page: "1", per_page: "20" } },
    { path: "/api/surveys", parameters: { ...team, page: "1" } },
    { path: survey, parameters: user },
    { path: `${survey}/legacy`, parameters: user },
    { path: `${survey}/answers`, parameters: { ...user, per_page: "20", last_answer_id: "0" } },
    { path: `${survey}/answers/1`, parameters: user },
  ];
}

/** The query of a call with one parameter written as somebody else likes, names and values as they are. */
function queryWith({ parameters }: GoodCall, name: string, pairs: readonly string[]): string {
  const others = Object.entries(parameters).filter(([other]) => other !== name);
  return [...others.map(([other, value]) => `${other}=${encodeURIComponent(value)}`), ...pairs].join("&");
}

/** Sends every call with each of its parameters spoilt in turn. */
async function spoilEach(spoil: (name: string, value: string) => readonly string[]) {
  const platform = await startTestPlatform(unlimited);
  const calls = await goodCalls(platform);
  const spoilt = calls.flatMap((call) =>
    Object.entries(call.parameters).map(([name, value]) => ({
      call,
      name,
      send: () => platform.fetch(`${call.path}?${queryWith(call, name, spoil(name, value))}`),
      stillWorks: () => platform.call(call.path, call.parameters),
    })),
  );
  expect(spoilt.length).toBeGreaterThan(20);
  return spoilt;
}

const refusedTypes = [
  "invalid_argument",
  "invalid_client",
  "invalid_grant",
  "invalid_token",
  "claim_error",
  "unsupported_grant_type",
] as const;

describe("a parameter of any call", () => {
  // Refused before the database is asked.
  test.skipIf(isOnPostgres()).each([
    ["twice", (name: string, value: string) => [`${name}=${value}`, `${name}=${value}`]],
    ["twice, once without a value", (name: string, value: string) => [`${name}=${value}`, name]],
    [
      "twice, once encoded",
      (name: string, value: string) => [
        `${name}=${value}`,
        `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=x`,
      ],
    ],
    ["with an empty value", (name: string) => [`${name}=`]],
    ["with a malformed percent sign", (name: string, value: string) => [`${name}=${value}%`]],
    ["with digits that are none", (name: string, value: string) => [`${name}=${value}%zz`]],
    ["with a byte that is no UTF-8", (name: string, value: string) => [`${name}=${value}%ff`]],
    ["with a slash written too long", (name: string, value: string) => [`${name}=${value}%c0%af`]],
    ["with half of a surrogate pair", (name: string, value: string) => [`${name}=${value}%ed%a0%80`]],
    ["with a character cut in half", (name: string, value: string) => [`${name}=${value}%e4%bd`]],
    ["with 100 KB", (name: string) => [`${name}=${"9".repeat(100_000)}`]],
  ])("is refused as malformed %s", async (_, spoil) => {
    for (const { send, name, stillWorks } of await spoilEach(spoil)) {
      const reply = await send();
      expect(reply.headers.get("x-error-parameter")).toBe(name);
      await expectRefusedSafely(reply, { as: "invalid_argument", stillWorks });
    }
  });

  test.each([
    ["with a NUL", (name: string, value: string) => [`${name}=${value}%00`]],
    [
      "with a line break and a header",
      (name: string, value: string) => [`${name}=${value}%0d%0aX-Injected:%20yes`],
    ],
    ["with a space before it", (name: string, value: string) => [`${name}=+${value}`]],
    ["with a space behind it", (name: string, value: string) => [`${name}=${value}%20`]],
    ["with a plus sign", (name: string, value: string) => [`${name}=${value}%2B`]],
    [
      "encoded twice",
      (name: string, value: string) => [`${name}=%25${value.charCodeAt(0).toString(16)}${value.slice(1)}`],
    ],
    ["with a name that every object has", (name: string) => [`${name}=__proto__`]],
    ["with another such name", (name: string) => [`${name}=constructor`]],
    ["with JSON", (name: string, value: string) => [`${name}=%7B%22%24ne%22%3A%22${value}%22%7D`]],
    ["with SQL", (name: string, value: string) => [`${name}=${value}'%20or%20'1'%3D'1`]],
    ["with markup", (name: string) => [`${name}=%3Cscript%3Ealert(1)%3C%2Fscript%3E`]],
    ["with a template", (name: string) => [`${name}=$%7B7*7%7D`]],
    ["with what makes regular expressions slow", (name: string) => [`${name}=${"1".repeat(100)}!`]],
    ["with digits of another script", (name: string) => [`${name}=%D9%A1`]],
  ])("is refused %s, and the answer has none of it", async (_, spoil) => {
    for (const { send, stillWorks } of await spoilEach(spoil)) {
      const reply = await send();
      expect(reply.headers.get("x-injected")).toBeNull();
      expect(await reply.clone().text()).not.toMatch(/alert|script|\$ne|injected/i);
      await expectRefusedSafely(reply, { as: refusedTypes, stillWorks });
    }
  });

  test
    .skipIf(isOnPostgres())
    .each([
      "{}[]",
      "{}[0]",
      "{}[a]",
      "{}.x",
      " {}",
      "{}%00",
      "{}%20",
      "__proto__.{}",
      "__proto__[{}]",
      "constructor",
    ])("is not understood under the name %s", async (pattern) => {
    const spoil = (name: string, value: string) => [`${pattern.replace("{}", name)}=${value}`];
    for (const { send, call, name, stillWorks } of await spoilEach(spoil)) {
      // Without the numbers of a page the call is as good as with them.
      if (/^(?:page|per_page|last_answer_id)$/.test(name)) continue;
      expect(call.parameters[name]).toBeDefined();
      await expectRefusedSafely(send(), { as: "invalid_argument", stillWorks });
    }
  });

  it("does not reach the objects of the server by a magic name", async () => {
    const platform = await startTestPlatform();
    await platform.fetch(
      "/api/surveys?__proto__=polluted&constructor=polluted&__proto__[polluted]=yes&hasOwnProperty=1&toString=1&then=1",
    );
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    const good = new URLSearchParams(exchangeParameters(await allowedCode(platform))).toString();
    const reply = await platform.fetch(`/api/oauth2/access_token?${good}&hasOwnProperty=x&then=y&toString=z`);
    expect(await reply.json()).toMatchObject({ code: "OK" });
  });

  it.skipIf(isOnPostgres())("costs little when it is long and wrong", async () => {
    const platform = await startTestPlatform(unlimited);
    const parts = [
      "9".repeat(15_000),
      "a=".repeat(7000),
      "%25".repeat(5000),
      "[".repeat(15_000),
      "&".repeat(15_000),
      "%C3%A9".repeat(2500),
    ];
    const before = process.cpuUsage();
    for (const part of parts) {
      for (const name of ["appid", "access_token", "per_page", "user_id", "page"]) {
        const reply = platform.fetch(`/api/surveys?appid=acme_team&access_token=x&${name}=${part}`);
        await expectRefusedSafely(reply, {
          as: ["invalid_argument", "invalid_token"],
          stillWorks: checkedLater,
        });
      }
    }
    // A pattern that blows up takes minutes.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
    expect(await platform.call("/api/oauth2/access_token", teamTokenParameters)).toMatchObject({
      code: "OK",
    });
  });
});

describe("random bytes in place of a query", () => {
  it("are always answered with an envelope, never as a fault of the server", async () => {
    const platform = await startTestPlatform(unlimited);
    const calls = await goodCalls(platform);
    const alphabet = [
      "%",
      "%%",
      "%0",
      "%00",
      "%ff",
      "&",
      "=",
      "+",
      "[",
      "]",
      ".",
      ";",
      "appid",
      "access_token",
      "acme_team",
      "é",
      "\u{1F600}",
      "__proto__",
      "0",
      "1e9",
      "-1",
      "?",
      "/",
    ];
    for (let round = 0; round < 400; round += 1) {
      const query = Array.from(
        { length: 12 },
        () => alphabet[Math.floor(Math.random() * alphabet.length)],
      ).join("");
      const { path } = calls[round % calls.length] ?? { path: "/api/surveys" };
      const reply = await readReply(platform.fetch(`${path}?${query}`));
      expect([query, reply.status]).toEqual([query, 200]);
      expect([query, JSON.parse(reply.body).code]).not.toEqual([query, "OK"]);
      expectNothingInside(reply);
    }
  });
});
