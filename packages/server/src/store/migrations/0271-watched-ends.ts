import type { Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** About which end and which limit of a survey its watchers have a mail. A node of an older version writes neither. */
export const watchedEndsMigration: Migration = {
  async up(db) {
    for (const column of ["end_told", "limit_told"])
      await sql`alter table survey_watches add column ${sql.ref(column)} bigint not null default 0`.execute(
        db,
      );
  },
};
