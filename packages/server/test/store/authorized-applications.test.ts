import { scopesOfConsent } from "../../src/model/scopes.ts";
import { expect, it } from "vitest";
import { upsertGrant } from "../../src/store/tokens/grant-table.ts";
import { startTestPlatform } from "../support/test-platform.ts";

it("a user's authorized applications come page by page, each once, whichever were authorized at the same moment", async () => {
  const { database, store, clock } = await startTestPlatform();
  const userId = (await store.findUserByUsername("ada"))?.id ?? 0;
  const ownerId = (await store.findUserByUsername("bob"))?.id ?? 0;
  const application = {
    kind: "web",
    owner_id: ownerId,
    name: "N",
    description: "",
    home_page: "",
    logo: "",
  } as const;
  const rest = {
    terms: "",
    privacy: "",
    verified: 0,
    disabled: 0,
    refresh_requires_secret: 0,
    created_at: 0,
  } as const;
  const made: number[] = [];
  for (let at = 0; at < 7; at += 1) {
    if (at % 3 === 0) clock.now += 1000;
    const grant = await database.write(async (transaction) => {
      const { id } = await transaction.kysely
        .insertInto("applications")
        .values({ ...application, ...rest, appid: `app_page_${at}` })
        .returning("id")
        .executeTakeFirstOrThrow();
      return upsertGrant(transaction, {
        applicationId: id,
        userId,
        scope: "snsapi_user",
        mayWrite: false,
        scopes: scopesOfConsent(false),
        adds: false,
      });
    });
    made.push(grant);
  }
  const listed: number[] = [];
  for (let after: number | undefined; ; after = listed.at(-1)) {
    const page = await store.listAuthorizedApplications({ userId, search: "", after, limit: 3 });
    listed.push(...page.map(({ grantId }) => grantId));
    if (page.length < 3) break;
  }
  expect(listed).toEqual(made.toReversed());
  expect(await store.countAuthorizedApplications(userId)).toBe(7);
  const foreign = await store.listAuthorizedApplications({
    userId: ownerId,
    search: "",
    after: made[3],
    limit: 3,
  });
  expect(foreign).toEqual([]);
});
