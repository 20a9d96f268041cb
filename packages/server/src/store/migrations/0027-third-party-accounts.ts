import { generatedId, idType, type Engine, type Migration } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";

const cascade = "cascade";

/** Accounts of third parties and how they sign in, lists of who may answer, and groups of a team's contacts. */
export const thirdPartyAccountsMigration: Migration = {
  async up(db, engine) {
    await addAccounts(db);
    await addAccess(db, engine);
    await addGroups(db, engine);
    await db.schema
      .alterTable("teams")
      .addColumn("application_id", "bigint", (c) => c.references("applications.id").onDelete("set null"))
      .execute();
    await index(db, "teams", ["application_id"]);
    await db.schema
      .alterTable("surveys")
      .addColumn("only_listed", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`insert into contact_groups (team_id, parent_id, name, remote_id, position, created_at, updated_at)
      select id, null, '', null, 0, created_at, created_at from teams order by id`.execute(db);
  },
};

async function addAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("third_party_accounts")
    .addColumn("user_id", "bigint", (c) => c.primaryKey().references("users.id").onDelete(cascade))
    .addColumn("application_id", "bigint", (c) => c.notNull().references("applications.id").onDelete(cascade))
    .addColumn("openid", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("third_party_accounts_by_openid", ["application_id", "openid"])
    .execute();
  await db.schema
    .createTable("login_codes")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete(cascade))
    .addColumn("scene", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("respondent_sessions")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete(cascade))
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  for (const table of ["login_codes", "respondent_sessions"])
    for (const column of ["user_id", "expires_at"]) await index(db, table, [column]);
}

async function addAccess(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("respondent_access")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("survey_id", "bigint", (c) => c.notNull().references("surveys.id").onDelete(cascade))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete(cascade))
    .addUniqueConstraint("respondent_access_by_user", ["survey_id", "user_id"])
    .execute();
  await index(db, "respondent_access", ["survey_id", "id"]);
  await index(db, "respondent_access", ["user_id"]);
}

async function addGroups(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("contact_groups")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("team_id", "bigint", (c) => c.notNull().references("teams.id").onDelete(cascade))
    .addColumn("parent_id", "bigint", (c) => c.references("contact_groups.id").onDelete(cascade))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("remote_id", "text")
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("contact_groups_by_remote_id", ["team_id", "remote_id"])
    .execute();
  await index(db, "contact_groups", ["parent_id"]);
  await db.schema
    .createTable("contact_memberships")
    .addColumn("group_id", "bigint", (c) => c.notNull().references("contact_groups.id").onDelete(cascade))
    .addColumn("team_id", "bigint", (c) => c.notNull())
    .addColumn("user_id", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("contact_memberships_pk", ["group_id", "user_id"])
    .addForeignKeyConstraint(
      "contact_memberships_of_member",
      ["team_id", "user_id"],
      "team_members",
      ["team_id", "user_id"],
      (c) => c.onDelete(cascade),
    )
    .execute();
  await index(db, "contact_memberships", ["team_id", "user_id"]);
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
