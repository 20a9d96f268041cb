import { openDatabase, type Database } from "@survey-open-platform/database";
import { sql, type RawBuilder } from "kysely";
import { hashToken, makeRandomId } from "../../src/model/token.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { StoreQueries } from "../../src/store/statements/queries.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import { startSession } from "../../src/store/people/session-table.ts";
import { seedRequestLog } from "./seed-request-log.ts";

/** How much of everything there is. */
export const peopleCounts = {
  users: 10_000,
  applications: 5000,
  teams: 2000,
  members: 5,
  membersOfOne: 2000,
  applicationsOfOne: 100,
  invitations: 1000,
  auditEntries: 100_000,
} as const;

/** What the pages of the busiest user are asked for with. */
export interface SeededPeople {
  readonly appid: string;
  readonly teamId: number;
  /** The cookie of an administrator who owns as much as one user may. */
  readonly sessionToken: string;
}

/** Fills an empty database with users, applications, teams and a request log; the first user owns the most. */
export async function seedPeople(address: string): Promise<SeededPeople> {
  const database = openDatabase<Schema>({ address });
  try {
    await database.migrate(migrations);
    for (const statement of statements()) await run(database, statement);
    await seedRequestLog(address, peopleCounts.applications);
    return { ...(await signIn(database)), appid: "app_bench_1", teamId: peopleCounts.users + 1 };
  } finally {
    await database.close();
  }
}

function run(database: Database<Schema>, statement: RawBuilder<unknown>): Promise<unknown> {
  return database.write(({ kysely }: StoreQueries) => statement.execute(kysely));
}

/** Lines of the request log from before an application was registered are not shown. */
const monthAgo = sql`now_ms() - 2592000000`;

/** The numbers from 1 on. */
function numbers(count: number): RawBuilder<unknown> {
  return sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;
}

/** The ids of a fresh database begin with 1: users first, teams after them. */
function statements(): readonly RawBuilder<unknown>[] {
  const { users, applications, teams, members, membersOfOne, applicationsOfOne } = peopleCounts;
  const { invitations, auditEntries } = peopleCounts;
  const owner = sql`case when i <= ${sql.lit(applicationsOfOne)} then 1 else i % ${sql.lit(users)} + 1 end`;
  return [
    sql`insert into accounts (kind) ${numbers(users)} select 'user' from n`,
    sql`insert into accounts (kind) ${numbers(teams)} select 'team' from n`,
    sql`insert into users (id, username, password_hash, nickname, avatar, administrator, disabled, created_at)
      select id, 'user' || id, 'none', 'User ' || id, '', case id when 1 then 1 else 0 end, 0, now_ms()
      from accounts where kind = 'user'`,
    sql`insert into teams (id, name, plan, created_at)
      select id, 'Team ' || id, 'premium', now_ms() from accounts where kind = 'team'`,
    sql`insert into team_members (team_id, user_id, role)
      ${numbers(members)} select t.id, (t.id * 7 + i * 1999) % ${sql.lit(users - 1)} + 2, 4 from teams t cross join n where true
      on conflict do nothing`,
    sql`insert into team_members (team_id, user_id, role) select id, 1, 0 from teams where id <= ${sql.lit(users + 100)}`,
    sql`insert into team_members (team_id, user_id, role)
      ${numbers(membersOfOne)} select ${sql.lit(users + 1)}, i + 1, 4 from n where true on conflict do nothing`,
    sql`insert into applications (appid, kind, owner_id, name, created_at)
      ${numbers(applications - teams)} select 'app_bench_' || i, 'web', ${owner}, 'Application ' || i, ${monthAgo} from n`,
    sql`insert into applications (appid, kind, owner_id, name, created_at)
      select 'app_team_' || id, 'team', id, name, ${monthAgo} from teams`,
    sql`insert into redirect_uris (application_id, uri)
      select id, 'https://app' || id || '.example/callback' from applications where kind = 'web'`,
    sql`insert into application_secrets (application_id, hash, last_four, created_at, number, name)
      ${numbers(3)} select id, 'hash ' || id || ' ' || i, 'abcd', now_ms(), i, 'server ' || i from applications cross join n where true`,
    sql`insert into grants (application_id, user_id, openid, scope, granted_at)
      select 1, id, 'openid ' || id, 'snsapi_user', now_ms() from users where id <= 3000`,
    sql`insert into grants (application_id, user_id, openid, scope, granted_at)
      select id, 1, 'openid of ' || id, 'snsapi_user', now_ms() from applications where id between 2 and 200`,
    sql`insert into invitations (hash, kind, note, created_by, created_at, expires_at)
      ${numbers(invitations)} select 'hash ' || i, 'platform', 'guest ' || i, 1, now_ms() - i, now_ms() + 600000000 from n`,
    // The pages show entries as they are; their hashes only have to differ.
    sql`insert into audit_log (at, actor_id, actor, action, target_kind, target, after, address, previous_hash, hash)
      ${numbers(auditEntries)} select now_ms(), i % 100 + 1, 'user' || (i % 100 + 1), 'secret.made', 'application',
        'app_bench_' || (i % 3000), '{"number":2}', '203.0.113.7', 'hash ' || (i - 1), 'hash ' || i from n`,
  ];
}

async function signIn(database: Database<Schema>): Promise<Pick<SeededPeople, "sessionToken">> {
  const sessionToken = makeRandomId();
  const session = { hash: hashToken(sessionToken), lifetimeSeconds: 12 * 3600, replaces: undefined };
  await database.write((t) => startSession(t, { ...session, username: "user1", passwordHash: "none" }));
  return { sessionToken };
}
