import type { Migration } from "@survey-open-platform/database";

/** What users prove beside their password: codes of an authenticator app, and recovery codes. */
export const secondFactorMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("totp_secrets")
      .addColumn("user_id", "bigint", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
      .addColumn("secret", "text", (c) => c.notNull())
      .addColumn("last_step", "bigint", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("confirmed_at", "bigint")
      .execute();
    await db.schema
      .createTable("recovery_codes")
      .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("hash", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("recovery_codes_pk", ["user_id", "hash"])
      .execute();
    await db.schema
      .createTable("pending_sign_ins")
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("checked_hash", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .execute();
    for (const column of ["user_id", "expires_at"])
      await db.schema
        .createIndex(`pending_sign_ins_by_${column}`)
        .on("pending_sign_ins")
        .column(column)
        .execute();
  },
};
