import { sql } from "kysely";
import { applyDeclaration } from "../dist/apply/apply-declaration.js";
import { demoCredentials, demoDeclaration } from "../dist/demo/demo-data.js";
import { platformZone } from "../dist/model/platform-time.js";
import { hashToken, makeRandomId, makeToken } from "../dist/model/token.js";
import { openPlatformDatabase } from "../dist/platform.js";

type PlatformDatabase = Awaited<ReturnType<typeof openPlatformDatabase>>;

/** The paths of the requests of each scenario. */
export interface SeededPaths {
  readonly survey: readonly string[];
  readonly user: readonly string[];
  readonly teamToken: readonly string[];
  readonly exchange: readonly string[];
}

/** The size of the database. */
export interface SeedSize {
  readonly liveTokens: number;
  readonly codes: number;
}

const day = 86_400_000;
const tokensPerGrant = 10;
/** People whose tokens the requests use; each owns a copy of the demo's main survey. */
const callers = 1000;
const rowsPerInsert = 500;
const { verifiedApplication: web, premiumTeam: team, ada } = demoCredentials;

interface Person {
  readonly userId: number;
  readonly grantId: number;
  readonly openid: string;
}

/** Fills a new database with the demo's data and many users' tokens, as after real use. */
export async function seed(address: string, { liveTokens, codes }: SeedSize): Promise<SeededPaths> {
  const database = await openPlatformDatabase({ database: address });
  const declaration = demoDeclaration({
    redirectUris: ["https://app.example/callback"],
    today: "2026-11-01",
  });
  await applyDeclaration(database, declaration, { zone: platformZone("Asia/Shanghai") });
  const people = await addPeople(database, Math.max(callers, Math.ceil(liveTokens / tokensPerGrant)));
  const tokens = await addTokens(database, people, liveTokens);
  const exchangeable = await addCodes(database, people, codes);
  const surveys = await addSurveys(database, people.slice(0, callers));
  await database.close();
  return {
    survey: surveys.map(
      (id, caller) => `/api/surveys/${id}?${query({ access_token: tokens[caller] ?? "" })}`,
    ),
    user: people
      .slice(0, callers)
      .map(
        ({ openid }, caller) => `/api/oauth2/user?${query({ access_token: tokens[caller] ?? "", openid })}`,
      ),
    teamToken: [`/api/oauth2/access_token?${query({ ...team, grant_type: "client_credential" })}`],
    exchange: exchangeable.map(
      (code) => `/api/oauth2/access_token?${query({ ...web, code, grant_type: "authorization_code" })}`,
    ),
  };
}

function query(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams({ appid: web.appid, ...parameters }).toString();
}

async function addPeople(database: PlatformDatabase, count: number): Promise<readonly Person[]> {
  const { id: applicationId } = await database.reader.kysely
    .selectFrom("applications")
    .select("id")
    .where("appid", "=", web.appid)
    .executeTakeFirstOrThrow();
  const { maximum } = await database.reader.kysely
    .selectFrom("accounts")
    .select((eb) => eb.fn.max("id").as("maximum"))
    .executeTakeFirstOrThrow();
  const people = Array.from({ length: count }, (_, index) => {
    const userId = maximum + 1 + index;
    return { userId, grantId: 1_000_000 + index, openid: `o${makeRandomId().slice(0, 27)}` };
  });
  await insertAll(
    database,
    "accounts",
    people.map(({ userId }) => ({ id: userId, kind: "user" as const })),
  );
  await insertAll(
    database,
    "users",
    people.map(({ userId }) => ({
      id: userId,
      username: `caller-${userId}`,
      password_hash: "",
      nickname: `Caller ${userId}`,
      avatar: "",
      administrator: 0 as const,
      disabled: 0 as const,
      language: null,
      created_at: Date.now(),
    })),
  );
  await insertAll(
    database,
    "grants",
    people.map(({ userId, grantId, openid }) => ({
      id: grantId,
      application_id: applicationId,
      user_id: userId,
      openid,
      scope: "snsapi_user",
      granted_at: Date.now(),
      last_used_at: Date.now(),
      revoked_at: null,
      access_token_count: tokensPerGrant,
    })),
  );
  return people;
}

/** One token for each person in turn. @returns the tokens in that order */
async function addTokens(
  database: PlatformDatabase,
  people: readonly Person[],
  count: number,
): Promise<readonly string[]> {
  const tokens = Array.from({ length: Math.max(count, callers) }, () => makeToken("userAccessToken"));
  await insertAll(
    database,
    "user_access_tokens",
    tokens.map((token, index) => ({
      hash: hashToken(token),
      grant_id: people[index % people.length]?.grantId ?? 0,
      code_hash: "",
      number: 1 + Math.floor(index / people.length),
      issued_at: Date.now(),
      expires_at: Date.now() + 3 * day,
    })),
  );
  return tokens;
}

async function addCodes(
  database: PlatformDatabase,
  people: readonly Person[],
  count: number,
): Promise<readonly string[]> {
  const codes = Array.from({ length: count }, () => makeToken("authorizationCode"));
  await insertAll(
    database,
    "authorization_codes",
    codes.map((code, index) => ({
      hash: hashToken(code),
      grant_id: people[index % people.length]?.grantId ?? 0,
      code_challenge: null,
      created_at: Date.now(),
      expires_at: Date.now() + day,
      used_at: null,
      kept_until: Date.now() + day,
    })),
  );
  return codes;
}

/** @returns the id of each person's survey */
async function addSurveys(database: PlatformDatabase, people: readonly Person[]): Promise<readonly number[]> {
  const { rows } = await database.write(async ({ kysely }) => {
    const template = await kysely
      .selectFrom("surveys as s")
      .innerJoin("users as u", "u.id", "s.owner_id")
      .selectAll("s")
      .where("u.username", "=", ada.username)
      .orderBy("s.answer_count", "desc")
      .executeTakeFirstOrThrow();
    const { id: _id, ...content } = template;
    for (const { userId } of people) {
      const copy = { ...content, owner_id: userId, creator_user_id: userId, declared_key: `bench-${userId}` };
      await kysely.insertInto("surveys").values(copy).execute();
    }
    return sql<{
      id: number;
    }>`select id from surveys where declared_key like 'bench-%' order by owner_id`.execute(kysely);
  });
  return rows.map(({ id }) => id);
}

type Table = "accounts" | "users" | "grants" | "user_access_tokens" | "authorization_codes";

async function insertAll(database: PlatformDatabase, table: Table, rows: readonly object[]): Promise<void> {
  await database.write(async ({ kysely }) => {
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      await kysely
        .insertInto(table)
        .values(rows.slice(start, start + rowsPerInsert))
        .execute();
    }
  });
}
