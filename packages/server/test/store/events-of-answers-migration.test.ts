import { openDatabase } from "@survey-open-platform/database";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema/schema.ts";

test("events that are there before name their answer after the migration, and those of surveys and tests none", async () => {
  const database = openDatabase<Schema>({ address: await makeTestDatabase(), clock: () => 1_000_000 });
  onTestFinished(() => database.close());
  const before = Object.entries(migrations).filter(([name]) => name < "0036-events-of-answers");
  await database.migrate(Object.fromEntries(before));
  const lies = '"text":"\\"answer_id\\":99"';
  await database.write(async ({ kysely }) => {
    await sql`insert into accounts (id, kind) values (1, 'user')`.execute(kysely);
    await sql`insert into webhooks (id, account_id, user_id, url, receiver, secret, is_active, created_at, updated_at)
      values (1, 1, 1, 'http://a', 'a', '', 1, 1, 1)`.execute(kysely);
    const add = async (object: string, payload: string) => {
      const body = `{"id":"e","object":"${object}","payload":${payload}}`;
      await sql`insert into webhook_deliveries (webhook_id, event_id, survey_id, sequence, object, action, body, address,
          state, attempts, created_at, expires_at)
        values (1, 'e', 7, 1, ${object}, 'a', ${body}, '', 'pending', 0, 1, 1)`.execute(kysely);
    };
    await add(
      "Answer",
      `{"survey_id":7,"survey_hash":"ab","answer_id":12345678901,"respondent_id":3,${lies}}`,
    );
    await add("Answer", `{"survey_id":7,"survey_hash":"ab","answer_id":2,"respondent_id":3,${lies}}`);
    await add("Survey", `{"id":7,"title":"\\"answer_id\\":98"}`);
    await add("Webhook", `{"webhook_id":1}`);
  });
  await database.migrate(migrations);
  const query = database.reader.kysely.selectFrom("webhook_deliveries").select("answer_id").orderBy("id");
  expect((await query.execute()).map((row) => row.answer_id)).toEqual([12_345_678_901, 2, null, null]);
});
