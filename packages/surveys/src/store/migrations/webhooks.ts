import { type Engine, generatedId, idType, type Migration } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";

/** Webhooks, the outbox of their events, and the log of attempts to deliver them. */
export const webhooksMigration: Migration = {
  async up(db, engine) {
    await db.schema
      .alterTable("surveys")
      .addColumn("answer_webhooks", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await makeWebhooks(db, engine);
    await makeDeliveries(db, engine);
    await makeAttempts(db, engine);
    await db.schema
      .createTable("webhook_sequences")
      .addColumn("survey_id", "bigint", (c) => c.notNull())
      .addColumn("object", "text", (c) => c.notNull())
      .addColumn("last", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("webhook_sequences_pk", ["survey_id", "object"])
      .execute();
  },
};

async function makeWebhooks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("survey_id", "bigint", (c) => c.references("surveys.id").onDelete("cascade"))
    .addColumn("account_id", "bigint", (c) => c.references("accounts.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull())
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("receiver", "text", (c) => c.notNull())
    .addColumn("secret", "text", (c) => c.notNull())
    .addColumn("previous_secret", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("previous_until", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("is_active", "integer", (c) => c.notNull())
    .addColumn("off_reason", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("off_at", "bigint")
    .addColumn("failing_since", "bigint")
    .addColumn("paused_until", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("lease", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("leased_until", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addCheckConstraint("webhooks_of_one", sql`(survey_id is null) <> (account_id is null)`)
    .execute();
  await db.schema.createIndex("webhooks_by_survey").on("webhooks").column("survey_id").execute();
  await db.schema.createIndex("webhooks_by_account").on("webhooks").column("account_id").execute();
}

async function makeDeliveries(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("webhook_deliveries")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("webhook_id", "bigint", (c) => c.notNull().references("webhooks.id").onDelete("cascade"))
    .addColumn("event_id", "text", (c) => c.notNull())
    .addColumn("survey_id", "bigint", (c) => c.notNull())
    .addColumn("sequence", "bigint", (c) => c.notNull())
    .addColumn("object", "text", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("address_until", "bigint")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("due_at", "bigint")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await indexDeliveries(db);
}

async function indexDeliveries(db: Kysely<unknown>): Promise<void> {
  // Only what is still to be sent is in it: looking for work costs the same, however long the log is.
  await db.schema
    .createIndex("webhook_deliveries_by_due_at")
    .on("webhook_deliveries")
    .columns(["webhook_id", "due_at", "id"])
    .where(sql.ref("due_at"), "is not", null)
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_webhook")
    .on("webhook_deliveries")
    .columns(["webhook_id", "id"])
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_address_until")
    .on("webhook_deliveries")
    .column("address_until")
    .where(sql.ref("address_until"), "is not", null)
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_expires_at")
    .on("webhook_deliveries")
    .column("expires_at")
    .execute();
}

async function makeAttempts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("webhook_attempts")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("delivery_id", "bigint", (c) =>
      c.notNull().references("webhook_deliveries.id").onDelete("cascade"),
    )
    .addColumn("webhook_id", "bigint", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("milliseconds", "integer", (c) => c.notNull())
    .addColumn("status", "integer", (c) => c.notNull())
    .addColumn("failure", "text", (c) => c.notNull())
    .addColumn("response", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("webhook_attempts_by_delivery")
    .on("webhook_attempts")
    .columns(["delivery_id", "id"])
    .execute();
}
