import { generatedId, type Engine, type Migration } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";

const cascade = "cascade";

/**
 * What tokens of OAuth and OpenID Connect need beside those of the interface, and the choice of surveys that a consent is limited to.
 * Every new column has a default: a node of an older version serves beside a newer one.
 */
export const standardFaceMigration: Migration = {
  async up(db, engine) {
    await extendApplications(db);
    await extendGrants(db);
    await makeRequestsAgain(db);
    await extendCodes(db);
    await extendTokens(db, engine);
    await addChoice(db, engine);
    await addClients(db);
    await addTeamTokens(db);
    await addSigningKeys(db);
    await addDeviceCodes(db);
    await addAgentRequests(db, engine);
  },
};

/** An integer column that is 0 until something is written there. */
async function addNumbers(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns)
    await db.schema
      .alterTable(table)
      .addColumn(column, "integer", (c) => c.notNull().defaultTo(0))
      .execute();
}

async function extendApplications(db: Kysely<unknown>): Promise<void> {
  await addNumbers(db, "applications", ["is_public"]);
  await db.schema
    .alterTable("applications")
    .addColumn("origin", "text", (c) => c.notNull().defaultTo("console"))
    .execute();
  await db.schema.alterTable("applications").addColumn("client_id", "text").execute();
  await db.schema.alterTable("applications").addColumn("client_id_hash", "text").execute();
  await index(db, "applications", ["client_id_hash"], { unique: true });
}

/** Reading surveys and answers, and changing both: the bits of `model/scopes.ts`. */
const scopesOfConsent = sql.raw("24 + 96 * may_write");

async function extendGrants(db: Kysely<unknown>): Promise<void> {
  await addNumbers(db, "grants", ["scopes", "only_chosen", "chosen_count", "with_personal"]);
  await sql`update grants set scopes = ${scopesOfConsent}`.execute(db);
}

/** Pending requests live ten minutes: those that are open during the change are asked for again. */
async function makeRequestsAgain(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("authorization_requests").execute();
  await db.schema
    .createTable("authorization_requests")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("session_hash", "text", (c) => c.references("sessions.hash").onDelete(cascade))
    .addColumn("user_id", "bigint", (c) => c.references("users.id").onDelete(cascade))
    .addColumn("application_id", "bigint", (c) => c.references("applications.id").onDelete(cascade))
    .addColumn("client_id", "text")
    .addColumn("redirect_uri", "text", (c) => c.notNull())
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("state", "text")
    .addColumn("code_challenge", "text")
    .addColumn("may_write", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("audience", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("scopes", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("nonce", "text")
    .addColumn("auth_time", "bigint")
    .addColumn("response_mode", "text")
    .addColumn("only_chosen", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("with_personal", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("pushed", "text")
    .addColumn("device_code_hash", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("decision", "text")
    .execute();
  for (const columns of [["session_hash", "created_at"], ["user_id"], ["application_id"], ["expires_at"]])
    await index(db, "authorization_requests", columns);
}

async function extendCodes(db: Kysely<unknown>): Promise<void> {
  await addNumbers(db, "authorization_codes", ["audience", "scopes"]);
  await db.schema.alterTable("authorization_codes").addColumn("redirect_uri_hash", "text").execute();
  await db.schema.alterTable("authorization_codes").addColumn("nonce", "text").execute();
  await db.schema.alterTable("authorization_codes").addColumn("auth_time", "bigint").execute();
  await sql`update authorization_codes set scopes = ${scopesOfConsent}`.execute(db);
}

async function extendTokens(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const table of ["user_access_tokens", "refresh_tokens"]) {
    await addNumbers(db, table, ["audience", "scopes"]);
    await sql`update ${sql.table(table)} set scopes = ${scopesOfConsent}`.execute(db);
  }
  await db.schema.alterTable("refresh_tokens").addColumn("used_at", "bigint").execute();
  await db.schema.alterTable("refresh_tokens").addColumn("next_sealed", "text").execute();
  if (engine !== "sqlite") return;
  // The index has all that a look-up of an access token reads.
  await sql`drop index user_access_tokens_by_hash`.execute(db);
  await sql`create index user_access_tokens_by_hash
    on user_access_tokens (hash, grant_id, expires_at, may_write, audience, scopes)`.execute(db);
}

async function addChoice(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // A choice may have thousands of surveys: on SQLite, its key is the table.
  const withoutRowid = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await db.schema
    .createTable("grant_surveys")
    .addColumn("grant_id", "bigint", (c) => c.notNull().references("grants.id").onDelete(cascade))
    .addColumn("survey_id", "bigint", (c) => c.notNull().references("surveys.id").onDelete(cascade))
    .addPrimaryKeyConstraint("grant_surveys_pk", ["grant_id", "survey_id"])
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "grant_surveys", ["survey_id"]);
  await db.schema
    .createTable("authorization_request_surveys")
    .addColumn("request_hash", "text", (c) =>
      c.notNull().references("authorization_requests.hash").onDelete(cascade),
    )
    // Of a survey that was there when it was ticked: a key with an index would take twice the time.
    .addColumn("survey_id", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("authorization_request_surveys_pk", ["request_hash", "survey_id"])
    .modifyEnd(withoutRowid)
    .execute();
  await countLeavingSurveys(db, engine);
  // Nodes of an older version do not write it.
  await addNumbers(db, "nodes", ["knows_choice"]);
}

/** Surveys leave a choice by their foreign key as well: the count that is kept with the grant follows. */
async function countLeavingSurveys(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "sqlite") {
    await sql`create trigger grant_surveys_leave after delete on grant_surveys begin
      update grants set chosen_count = chosen_count - 1 where id = old.grant_id; end`.execute(db);
    return;
  }
  await sql`create function count_leaving_surveys() returns trigger language plpgsql as $$ begin
    update grants set chosen_count = chosen_count - gone.count
      from (select grant_id, count(*) as count from leaving group by grant_id) gone where grants.id = gone.grant_id;
    return null; end $$`.execute(db);
  await sql`create trigger grant_surveys_leave after delete on grant_surveys referencing old table as leaving
    for each statement execute function count_leaving_surveys()`.execute(db);
}

async function addClients(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("client_documents")
    .addColumn("client_id", "text", (c) => c.primaryKey())
    .addColumn("metadata", "text")
    .addColumn("problem", "text")
    .addColumn("fetched_at", "bigint", (c) => c.notNull())
    .addColumn("fresh_until", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await index(db, "client_documents", ["expires_at"]);
  await db.schema
    .createTable("disabled_client_hosts")
    .addColumn("host", "text", (c) => c.primaryKey())
    .addColumn("disabled_at", "bigint", (c) => c.notNull())
    .execute();
}

async function addTeamTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("team_bearer_tokens")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("application_id", "bigint", (c) => c.notNull().references("applications.id").onDelete(cascade))
    .addColumn("audience", "integer", (c) => c.notNull())
    .addColumn("scopes", "integer", (c) => c.notNull())
    .addColumn("issued_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await index(db, "team_bearer_tokens", ["application_id", "issued_at"]);
  await index(db, "team_bearer_tokens", ["expires_at"]);
}

async function addSigningKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("signing_keys")
    .addColumn("kid", "text", (c) => c.primaryKey())
    .addColumn("public_key", "text", (c) => c.notNull())
    .addColumn("private_key", "text", (c) => c.notNull())
    .addColumn("is_sealed", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("signs_from", "bigint", (c) => c.notNull())
    .addColumn("ends_at", "bigint", (c) => c.notNull())
    .execute();
}

async function addDeviceCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("device_codes")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("user_code_hash", "text", (c) => c.notNull().unique())
    .addColumn("application_id", "bigint", (c) => c.references("applications.id").onDelete(cascade))
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("audience", "integer", (c) => c.notNull())
    .addColumn("scopes", "integer", (c) => c.notNull())
    .addColumn("interval_seconds", "integer", (c) => c.notNull())
    .addColumn("asked_at", "bigint")
    .addColumn("decision", "text")
    .addColumn("code_hash", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await index(db, "device_codes", ["application_id"]);
  await index(db, "device_codes", ["expires_at"]);
}

async function addAgentRequests(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("agent_requests")
    .addColumn("id", sql.raw(generatedId(engine)))
    .addColumn("hash", "text", (c) => c.notNull().unique())
    .addColumn("grant_id", "bigint", (c) => c.notNull().references("grants.id").onDelete(cascade))
    // No reference: that a survey was deleted is the outcome of a request.
    .addColumn("survey_id", "bigint", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("note", "text", (c) => c.notNull())
    .addColumn("decision", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("decided_at", "bigint")
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("kept_until", "bigint", (c) => c.notNull())
    .execute();
  for (const columns of [["grant_id", "survey_id"], ["kept_until"]])
    await index(db, "agent_requests", columns);
}

async function index(
  db: Kysely<unknown>,
  table: string,
  columns: string[],
  options?: { readonly unique: boolean },
): Promise<void> {
  const made = db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns);
  await (options?.unique === true ? made.unique() : made).execute();
}
