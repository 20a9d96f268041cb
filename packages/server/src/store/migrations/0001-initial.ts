import { generatedId, idType, type Engine, type Migration } from "@survey-open-platform/database";
import type { Kysely } from "kysely";

const cascade = "cascade";

/** Everything that the first release keeps. */
export const initialMigration: Migration = {
  async up(db, engine) {
    await people(db, engine);
    await applications(db, engine);
    await sessions(db);
    await grants(db, engine);
    await tokens(db, engine);
    await rateLimits(db);
    await surveys(db, engine);
  },
};

async function people(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("accounts")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("kind", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("users")
    .addColumn("id", idType(engine), (c) => c.primaryKey().references("accounts.id"))
    .addColumn("username", "text", (c) => c.notNull().unique())
    .addColumn("password_hash", "text", (c) => c.notNull())
    .addColumn("nickname", "text", (c) => c.notNull())
    .addColumn("avatar", "text", (c) => c.notNull())
    .addColumn("administrator", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("disabled", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("language", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("teams")
    .addColumn("id", idType(engine), (c) => c.primaryKey().references("accounts.id"))
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("plan", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("team_members")
    .addColumn("team_id", "bigint", (c) => c.notNull().references("teams.id").onDelete(cascade))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete(cascade))
    .addColumn("role", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("team_members_pk", ["team_id", "user_id"])
    .execute();
}

async function applications(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("applications")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("appid", "text", (c) => c.notNull().unique())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("owner_id", "bigint", (c) => c.notNull().references("accounts.id"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("home_page", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("logo", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("terms", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("privacy", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("verified", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("disabled", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("refresh_requires_secret", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("application_secrets")
    .addColumn("application_id", "bigint", (c) => c.notNull().references("applications.id").onDelete(cascade))
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("last_four", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("application_secrets_pk", ["application_id", "hash"])
    .execute();
  await db.schema
    .createTable("redirect_uris")
    .addColumn("application_id", "bigint", (c) => c.notNull().references("applications.id").onDelete(cascade))
    .addColumn("uri", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("redirect_uris_pk", ["application_id", "uri"])
    .execute();
}

async function sessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sessions")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete(cascade))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("authorization_requests")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("session_hash", "text", (c) => c.notNull().references("sessions.hash").onDelete(cascade))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete(cascade))
    .addColumn("application_id", "bigint", (c) => c.notNull().references("applications.id").onDelete(cascade))
    .addColumn("redirect_uri", "text", (c) => c.notNull())
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("state", "text")
    .addColumn("code_challenge", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("decision", "text")
    .execute();
  await index(db, "sessions", ["user_id"]);
  await index(db, "sessions", ["expires_at"]);
  await index(db, "authorization_requests", ["session_hash", "created_at"]);
  await index(db, "authorization_requests", ["expires_at"]);
}

async function grants(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("grants")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("application_id", "bigint", (c) => c.notNull().references("applications.id").onDelete(cascade))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete(cascade))
    .addColumn("openid", "text", (c) => c.notNull().unique())
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("granted_at", "bigint", (c) => c.notNull())
    .addColumn("last_used_at", "bigint")
    .addColumn("revoked_at", "bigint")
    .addColumn("access_token_count", "integer", (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint("grants_application_user", ["application_id", "user_id"])
    .execute();
  await db.schema
    .createTable("authorization_codes")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("grant_id", "bigint", (c) => c.notNull().references("grants.id").onDelete(cascade))
    .addColumn("code_challenge", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("used_at", "bigint")
    .addColumn("kept_until", "bigint", (c) => c.notNull())
    .execute();
  await index(db, "grants", ["user_id"]);
  await index(db, "authorization_codes", ["grant_id"]);
  await index(db, "authorization_codes", ["kept_until"]);
}

async function tokens(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("user_access_tokens")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("grant_id", "bigint", (c) => c.notNull().references("grants.id").onDelete(cascade))
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("issued_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("refresh_tokens")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("grant_id", "bigint", (c) => c.notNull().references("grants.id").onDelete(cascade))
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addColumn("issued_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("team_access_tokens")
    .addColumn("application_id", idType(engine), (c) =>
      c.primaryKey().references("applications.id").onDelete(cascade),
    )
    .addColumn("hash", "text", (c) => c.notNull().unique())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("issued_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await index(db, "user_access_tokens", ["grant_id", "number"]);
  await index(db, "user_access_tokens", ["expires_at"]);
  await index(db, "refresh_tokens", ["grant_id"]);
  await index(db, "refresh_tokens", ["expires_at"]);
}

async function rateLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("rate_limits")
    .addColumn("key_hash", "text", (c) => c.primaryKey())
    .addColumn("empty_at", "double precision", (c) => c.notNull())
    .execute();
  await index(db, "rate_limits", ["empty_at"]);
}

async function surveys(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("surveys")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("declared_key", "text", (c) => c.unique())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("owner_id", "bigint", (c) => c.notNull().references("accounts.id"))
    .addColumn("creator_user_id", "bigint", (c) => c.notNull().references("users.id"))
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("prefix", "text", (c) => c.notNull())
    .addColumn("suffix", "text", (c) => c.notNull())
    .addColumn("scene", "integer", (c) => c.notNull())
    .addColumn("state", "integer", (c) => c.notNull())
    .addColumn("pages", "text", (c) => c.notNull())
    .addColumn("page_count", "integer", (c) => c.notNull())
    .addColumn("question_count", "integer", (c) => c.notNull())
    .addColumn("template_id", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("answer_count", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("started_at", "bigint")
    .addColumn("end_at", "bigint")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("answers")
    .addColumn("survey_id", "bigint", (c) => c.notNull().references("surveys.id").onDelete(cascade))
    .addColumn("answer_id", "bigint", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("respondent_id", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("respondent_openid", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("respondent_nickname", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("started_at", "bigint", (c) => c.notNull())
    .addColumn("ended_at", "bigint", (c) => c.notNull())
    .addColumn("pages", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("answers_pk", ["survey_id", "answer_id"])
    .addUniqueConstraint("answers_survey_hash", ["survey_id", "hash"])
    .execute();
  await index(db, "surveys", ["owner_id", "id"]);
}

async function index(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns([...columns])
    .execute();
}
