import type { Engine, Migration } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";
import { linked } from "../audit/audit-chain.ts";
import type { StoredEntry } from "../audit/audit-log-reader.ts";

/** Links the entries of the audit log, those that exist in the order of their ids, and refuses to change them. */
export const auditChainMigration: Migration = {
  async up(db, engine) {
    for (const column of ["previous_hash", "hash"]) {
      await db.schema
        .alterTable("audit_log")
        .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
        .execute();
    }
    await addChain(db, await linkEntries(db));
    for (const column of ["previous_hash", "hash"]) {
      await db.schema.createIndex(`audit_log_by_${column}`).unique().on("audit_log").column(column).execute();
    }
    await refuseChanges(db, engine);
  },
};

interface ChainEnd {
  readonly entries: number;
  readonly newestHash: string;
}

async function addChain(db: Kysely<unknown>, { entries, newestHash }: ChainEnd): Promise<void> {
  await db.schema
    .createTable("audit_chain")
    .addColumn("id", "integer", (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn("entries", "bigint", (c) => c.notNull())
    .addColumn("newest_hash", "text", (c) => c.notNull())
    .execute();
  await sql`insert into audit_chain (id, entries, newest_hash) values (1, ${entries}, ${newestHash})`.execute(
    db,
  );
}

const rowsPerStep = 500;

async function linkEntries(db: Kysely<unknown>): Promise<ChainEnd> {
  let end = { entries: 0, newestHash: "", id: 0 };
  for (;;) {
    const { rows } = await sql<StoredEntry>`
      select * from audit_log where id > ${end.id} order by id limit ${rowsPerStep}`.execute(db);
    const links = linked(rows, end.newestHash);
    const newest = links.at(-1);
    if (newest === undefined) return end;
    await writeLinks(db, links);
    end = { entries: end.entries + links.length, newestHash: newest.hash, id: newest.id };
  }
}

async function writeLinks(db: Kysely<unknown>, links: readonly StoredEntry[]): Promise<void> {
  const values = links.map(
    ({ id, previous_hash, hash }) => sql`(cast(${id} as bigint), ${previous_hash}, ${hash})`,
  );
  await sql`
    with links (id, previous_hash, hash) as (values ${sql.join(values)})
    update audit_log set previous_hash = links.previous_hash, hash = links.hash
    from links where links.id = audit_log.id`.execute(db);
}

/** Against mistakes: an owner of the database can drop the triggers. The chain then shows what was changed. */
async function refuseChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "sqlite") {
    for (const event of ["update", "delete"])
      await sql
        .raw(
          `create trigger audit_log_no_${event} before ${event} on audit_log begin select raise(abort, 'entries of the audit log are never changed'); end`,
        )
        .execute(db);
    return;
  }
  await sql
    .raw(
      `create function refuse_audit_change() returns trigger language plpgsql as $$ begin raise exception 'entries of the audit log are never changed'; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger audit_log_no_change before update or delete or truncate on audit_log for each statement execute function refuse_audit_change()`,
    )
    .execute(db);
}
