import { describe, expect, it, test } from "vitest";
import { obtainTeamToken } from "../../support/flows.ts";
import { allowedTokens } from "../../support/quick-consent.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

interface SurveyList {
  readonly total: number;
  readonly list: readonly {
    readonly id: number;
    readonly title: string;
    readonly hash: string;
    readonly state: number;
  }[];
}

type Parameters = Readonly<Record<string, string | number>>;

function listWith(platform: TestPlatform, parameters: Parameters) {
  return platform.call<SurveyList>("/api/surveys", parameters);
}

async function titlesWith(platform: TestPlatform, parameters: Parameters) {
  const { code, data } = await listWith(platform, parameters);
  return code === "OK" ? data.list.map(({ title }) => title) : code;
}

async function idOf(platform: TestPlatform, username: string): Promise<number> {
  return (await platform.store.findUserByUsername(username))?.id ?? 0;
}

async function teamIdOf(platform: TestPlatform, name: string): Promise<number> {
  const { kysely } = platform.database.reader;
  return (await kysely.selectFrom("teams").select("id").where("name", "=", name).executeTakeFirstOrThrow())
    .id;
}

async function startForTeam() {
  const platform = await startTestPlatform();
  const team = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
  return { platform, team };
}

async function startForUser() {
  const platform = await startTestPlatform();
  const { access_token, openid } = await allowedTokens(platform);
  return { platform, user: { appid: "demo_app", access_token, openid } };
}

describe("the list of surveys", () => {
  it("has a total and the documented fields of each, with numbers as numbers, ascending by id", async () => {
    const { platform, user } = await startForUser();
    const { data } = await listWith(platform, user);
    expect(data.total).toBe(2);
    expect(data.list.map(({ title }) => title)).toEqual(["Survey ada-1", "Survey ada-2"]);
    for (const { id, hash, title, state } of data.list) {
      expect([Number.isInteger(id), typeof title, state]).toEqual([true, "string", 2]);
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
    }
    const ids = data.list.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it("is the person's own in user mode, where the openid has to be sent and to be the token's own", async () => {
    const { platform, user } = await startForUser();
    const bob = await allowedTokens(platform, { username: "bob" });
    const { openid: _openid, ...withoutOpenid } = user;
    expect(await listWith(platform, withoutOpenid)).toMatchObject({
      error: { type: "invalid_argument" },
      data: {},
    });
    expect(await listWith(platform, { ...user, openid: bob.openid })).toMatchObject({
      error: { type: "claim_error" },
      data: {},
    });
    expect(
      await titlesWith(platform, { ...user, access_token: bob.access_token, openid: bob.openid }),
    ).toEqual(["Survey bob-1"]);
  });

  it("takes in user mode no user_id but the person's own", async () => {
    const { platform, user } = await startForUser();
    expect(await titlesWith(platform, { ...user, user_id: await idOf(platform, "ada") })).toHaveLength(2);
    for (const user_id of [await idOf(platform, "bob"), await teamIdOf(platform, "Acme"), 0, 999_999]) {
      expect(await listWith(platform, { ...user, user_id })).toMatchObject({
        error: { type: "claim_error" },
        data: {},
      });
    }
  });

  it("is the team's own in team mode, for every creator", async () => {
    const { platform, team } = await startForTeam();
    expect(await titlesWith(platform, team)).toEqual(["Survey acme-1", "Survey acme-2"]);
    expect(await titlesWith(platform, { ...team, user_id: await teamIdOf(platform, "Acme") })).toHaveLength(
      2,
    );
  });

  it("is narrowed in team mode to what a member has made, by user_id, by openid or by both", async () => {
    const { platform, team } = await startForTeam();
    const [ada, bob] = [await allowedTokens(platform), await allowedTokens(platform, { username: "bob" })];
    const [adaId, bobId] = [await idOf(platform, "ada"), await idOf(platform, "bob")];
    expect(await titlesWith(platform, { ...team, user_id: adaId })).toEqual(["Survey acme-1"]);
    expect(await titlesWith(platform, { ...team, user_id: bobId })).toEqual(["Survey acme-2"]);
    expect(await titlesWith(platform, { ...team, openid: ada.openid })).toEqual(["Survey acme-1"]);
    expect(await titlesWith(platform, { ...team, openid: bob.openid, user_id: bobId })).toEqual([
      "Survey acme-2",
    ]);
    expect(
      await titlesWith(platform, { ...team, openid: bob.openid, user_id: await teamIdOf(platform, "Acme") }),
    ).toEqual(["Survey acme-2"]);
    expect(await listWith(platform, { ...team, openid: bob.openid, user_id: adaId })).toMatchObject({
      error: { type: "claim_error" },
      data: {},
    });
  });

  it("is refused in team mode for a user who is not a member", async () => {
    const { platform } = await startForTeam();
    const birch = {
      appid: "birch_team",
      secret: "birch-team-sample-secret-0001",
      grant_type: "client_credential",
    };
    const { data } = await platform.call<{ access_token: string }>("/api/oauth2/access_token", birch);
    const team = { appid: "birch_team", access_token: data.access_token };
    const ada = await allowedTokens(platform);
    const outsiders = [await idOf(platform, "ada"), await teamIdOf(platform, "Acme"), 0, 999_999];
    for (const user_id of outsiders) {
      expect(await listWith(platform, { ...team, user_id })).toMatchObject({
        error: { type: "claim_error" },
        data: {},
      });
    }
    for (const openid of [ada.openid, "unknown"]) {
      expect(await listWith(platform, { ...team, openid })).toMatchObject({
        error: { type: "claim_error" },
        data: {},
      });
    }
  });
});

describe("a page of the list", () => {
  it("begins at 1, has the same total everywhere, and is empty past the end", async () => {
    const { platform, team } = await startForTeam();
    const pages = [1, 2, 3, 1_000_000_000].map((page) => listWith(platform, { ...team, page, per_page: 1 }));
    const answers = (await Promise.all(pages)).map(({ data }) => [
      data.total,
      data.list.map(({ title }) => title),
    ]);
    expect(answers).toEqual([
      [2, ["Survey acme-1"]],
      [2, ["Survey acme-2"]],
      [2, []],
      [2, []],
    ]);
  });

  it("has twenty surveys by default and up to a hundred on request", async () => {
    const { platform, team } = await startForTeam();
    await addSurveys(platform, 118);
    const sizes = [undefined, 20, 100].map(async (per_page) => {
      const { data } = await listWith(platform, per_page === undefined ? team : { ...team, per_page });
      return [data.total, data.list.length];
    });
    expect(await Promise.all(sizes)).toEqual([
      [120, 20],
      [120, 20],
      [120, 100],
    ]);
    const { data } = await listWith(platform, { ...team, per_page: 100, page: 2 });
    expect(data.list).toHaveLength(20);
  });

  const refused = [
    "0",
    "-1",
    "NaN",
    "Infinity",
    "1e9",
    "1.5",
    "01",
    "+1",
    " 1",
    "1 ",
    "0x10",
    "",
    "99999999999999999999",
    "٣",
    "1,2",
    "null",
    "true",
    "[]",
  ];

  test.each(refused)("is refused for the number %j", async (text) => {
    const { platform, team } = await startForTeam();
    for (const name of ["page", "per_page"]) {
      expect(await listWith(platform, { ...team, [name]: text })).toMatchObject({
        error: { type: "invalid_argument" },
        data: {},
      });
    }
    const idIsRefused = await listWith(platform, { ...team, user_id: text });
    expect(idIsRefused.code).not.toBe("OK");
  });

  it("is refused beyond its bounds and served at them", async () => {
    const { platform, team } = await startForTeam();
    const codes = [
      { per_page: 100 },
      { per_page: 101 },
      { page: 1_000_000_000 },
      { page: 1_000_000_001 },
    ].map(async (paging) => (await listWith(platform, { ...team, ...paging })).code);
    expect(await Promise.all(codes)).toEqual(["OK", "InvalidArgument", "OK", "InvalidArgument"]);
  });
});

async function addSurveys({ database }: TestPlatform, count: number): Promise<void> {
  await database.write(async ({ kysely }) => {
    const { id: _id, ...survey } = await kysely
      .selectFrom("surveys")
      .selectAll()
      .where("declared_key", "=", "acme-1")
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: count }, (_, index) => ({
      ...survey,
      declared_key: `copy-${index}`,
    }));
    for (const copy of copies) await kysely.insertInto("surveys").values(copy).execute();
  });
}
