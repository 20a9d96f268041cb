import { expect, test } from "vitest";
import { ensureClientApplication } from "../../src/store/applications/client-application-table.ts";
import { forgottenMilliseconds } from "../../src/store/installation/sweep-clients.ts";
import { upsertGrant } from "../../src/store/tokens/grant-table.ts";
import { countRows } from "../support/database-contents.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const actor = { userId: null, username: "", address: "203.0.113.7" };

/** The application of a client, with the consent of a user. */
async function consented({ store, database }: TestPlatform, origin: "registered" | "document", at: string) {
  const client = { clientId: `client-${at}`, origin, name: at, redirectUris: [`https://${at}.example/cb`] };
  const made = await database.write((transaction) => ensureClientApplication(transaction, client, actor));
  if (made === undefined) throw new Error("it is disabled");
  const { id: applicationId } = made;
  const ada = await store.findUserByUsername("ada");
  const consent = { applicationId, userId: ada?.id ?? 0, scope: "", mayWrite: false, scopes: 0, adds: true };
  const grantId = await database.write((transaction) => upsertGrant(transaction, consent));
  const end = (revokedAt: number) =>
    database.write(({ kysely }) =>
      kysely.updateTable("grants").set({ revoked_at: revokedAt }).where("id", "=", grantId).execute(),
    );
  const isThere = async () =>
    (await database.reader.kysely
      .selectFrom("applications")
      .select("id")
      .where("id", "=", applicationId)
      .executeTakeFirst()) !== undefined;
  return { applicationId, grantId, end, isThere };
}

test("a client that registered itself is forgotten 90 days after the last consent to it ended, and no other", async () => {
  const platform = await startTestPlatform();
  const { store, database, clock } = platform;
  const accounts = await countRows(platform, "accounts");
  const [ended, inForce, disabled, described, unused] = [
    await consented(platform, "registered", "ended"),
    await consented(platform, "registered", "in-force"),
    await consented(platform, "registered", "disabled"),
    await consented(platform, "document", "described"),
    await consented(platform, "document", "unused"),
  ];
  for (const client of [ended, disabled, described]) await client.end(clock.now);
  await database.write(({ kysely }) =>
    kysely
      .updateTable("applications")
      .set({ disabled: 1 })
      .where("id", "=", disabled.applicationId)
      .execute(),
  );
  await database.write(({ kysely }) =>
    kysely.deleteFrom("grants").where("id", "=", unused.grantId).execute(),
  );
  clock.now += forgottenMilliseconds - 1;
  await store.sweepExpired();
  expect(await ended.isThere()).toBe(true);
  clock.now += 1;
  await store.sweepExpired();
  const left = [ended, inForce, disabled, described, unused].map((client) => client.isThere());
  expect(await Promise.all(left)).toEqual([false, true, true, true, false]);
  expect(await countRows(platform, "accounts")).toBe(accounts + 3);
});
