import { describe, expect, it, test } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { hashToken } from "../../src/model/token.ts";
import { declareApplication } from "../../src/store/declaration/declaration-application.ts";
import { applicationLock } from "../../src/store/statements/locks.ts";
import type { StoreQueries } from "../../src/store/statements/queries.ts";
import { declare } from "../support/declare.ts";
import { obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { expectRefusedSafely } from "../support/safe-refusal.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { waitingForLocks } from "../support/waiting-for-locks.ts";

const path = "/api/oauth2/access_token";

async function startWithToken(settings: Parameters<typeof startTestPlatform>[0] = {}) {
  const platform = await startTestPlatform({
    tokenRequestBurst: "100000",
    failedSecretsPerMinute: "100000",
    ...settings,
  });
  const token = await obtainTeamToken(platform);
  return { platform, token, stillWorks: () => list(platform, token) };
}

function list(platform: TestPlatform, access_token: string) {
  return platform.call("/api/surveys", { appid: "acme_team", access_token });
}

/** As an operator does with SQL: nothing is revoked. */
function disableInDatabase({ database }: TestPlatform, disabled: 0 | 1) {
  return database.write(({ kysely }) =>
    kysely.updateTable("applications").set({ disabled }).where("appid", "=", "acme_team").execute(),
  );
}

describe("the current token of a team", () => {
  test.each([
    ["a wrong secret", { secret: "wrong" }, "invalid_client"],
    ["another team's secret", { secret: sampleSecrets.birchTeam }, "invalid_client"],
    ["another team's appid", { appid: "birch_team" }, "invalid_client"],
    ["an empty secret", { secret: "" }, "invalid_argument"],
    ["a misspelt grant type", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["the other mode", { grant_type: "authorization_code", code: "x" }, "unauthorized_client"],
    ["a wrong secret many times over", { secret: "x".repeat(129) }, "invalid_argument"],
  ] as const)("survives a request with %s", async (_, changes, as) => {
    const { platform, stillWorks } = await startWithToken();
    await expectRefusedSafely(platform.fetch(pathWithQuery(path, { ...teamTokenParameters, ...changes })), {
      as,
      stillWorks,
    });
  });

  it("survives requests that are limited", async () => {
    const { platform, stillWorks } = await startWithToken({ tokenRequestBurst: "1" });
    for (let at = 0; at < 5; at += 1) {
      await expectRefusedSafely(platform.fetch(pathWithQuery(path, teamTokenParameters)), {
        as: "request_rate_limited",
        stillWorks,
      });
    }
  });

  it("ends when the secret is replaced, because a thief of the secret may have it", async () => {
    const { platform, token } = await startWithToken();
    const secret = "acme-team-sample-secret-00002";
    await declare(platform, { teams: [{ name: "Acme", application: { appid: "acme_team", secret } }] });
    // Before anything else: a newer token would end it anyway.
    expect(await list(platform, token)).toMatchObject({ error: { type: "invalid_token" } });
    const stillWorks = () => platform.call(path, { ...teamTokenParameters, secret });
    await expectRefusedSafely(platform.fetch(pathWithQuery(path, teamTokenParameters)), {
      as: "invalid_client",
      stillWorks,
    });
  });

  it("ends when an operator deletes the secret in the database and sets another", async () => {
    const { platform, token } = await startWithToken();
    await platform.database.write(({ kysely }) => kysely.deleteFrom("application_secrets").execute());
    const secret = "acme-team-sample-secret-00002";
    await declare(platform, { teams: [{ name: "Acme", application: { appid: "acme_team", secret } }] });
    expect(await list(platform, token)).toMatchObject({ error: { type: "invalid_token" } });
  });

  it("is refused for an application that is disabled in the database, where nothing was revoked", async () => {
    const { platform, token, stillWorks } = await startWithToken();
    await disableInDatabase(platform, 1);
    expect(await list(platform, token)).toMatchObject({ error: { type: "invalid_token" } });
    await disableInDatabase(platform, 0);
    expect(await stillWorks()).toMatchObject({ code: "OK" });
  });

  it("is revoked when the application is disabled, and not valid again when it is enabled", async () => {
    const { platform, token } = await startWithToken();
    await declare(platform, {
      teams: [{ name: "Acme", application: { appid: "acme_team", disabled: true } }],
    });
    expect(await list(platform, token)).toMatchObject({ error: { type: "invalid_token" } });
    expect(await platform.call(path, teamTokenParameters)).toMatchObject({
      error: { type: "invalid_client" },
    });
    await declare(platform, {
      teams: [{ name: "Acme", application: { appid: "acme_team", disabled: false } }],
    });
    expect(await list(platform, token)).toMatchObject({ error: { type: "invalid_token" } });
    expect(await platform.call(path, teamTokenParameters)).toMatchObject({ code: "OK" });
  });

  it("is one of fifty that were asked for at once, and the other forty-nine are dead", async () => {
    const { platform } = await startWithToken();
    const asked = await Promise.all(Array.from({ length: 50 }, () => obtainTeamToken(platform)));
    expect(new Set(asked).size).toBe(50);
    const codes = await Promise.all(asked.map(async (token) => (await list(platform, token)).code));
    expect(codes.filter((code) => code === "OK")).toHaveLength(1);
    const again = await Promise.all(asked.map(async (token) => (await list(platform, token)).code));
    expect(again).toEqual(codes);
  });
});

describe("a plan that is withdrawn while fifty tokens are asked for", () => {
  it("leaves none of them in use, and no token for those asked for later", async () => {
    const { platform } = await startWithToken();
    const asking = Array.from({ length: 50 }, async (_, index) => {
      if (index === 25) await declare(platform, { teams: [{ name: "Acme", plan: "free" }] });
      return platform.call<{ access_token?: string }>(path, teamTokenParameters);
    });
    const answers = await Promise.all(asking);
    expect(answers.filter(({ code }) => code === "OK").length).toBeGreaterThan(0);
    for (const { data, error } of answers) {
      expect(["", "invalid_org_subscription"]).toContain(error.type);
      const call = await list(platform, data.access_token ?? `sopt_${"x".repeat(32)}`);
      expect(["invalid_org_subscription", "invalid_token"]).toContain(call.error.type);
    }
    expect(await platform.call(path, teamTokenParameters)).toMatchObject({
      error: { type: "invalid_org_subscription" },
      data: {},
    });
  });
});

describe("an answer that was lost on its way", () => {
  it("costs no more than one further request", async () => {
    const { platform, token } = await startWithToken();
    await obtainTeamToken(platform);
    expect(await list(platform, token)).toMatchObject({ error: { type: "invalid_token" } });
    expect(await list(platform, await obtainTeamToken(platform))).toMatchObject({ code: "OK" });
  });
});

describe.runIf(isOnPostgres())(
  "a secret that one node replaces while others get requests with the old one",
  () => {
    it("leaves no token behind that was issued for the old one", async () => {
      const { platform, token } = await startWithToken();
      const [written, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const replacing = platform.database.write(
        async (transaction) => {
          await replaceSecret(transaction);
          written.resolve();
          await finish.promise;
        },
        { locks: [applicationLock("acme_team")] },
      );
      await written.promise;
      // One at each node.
      const requests = Array.from({ length: 3 }, () => platform.call(path, teamTokenParameters));
      // The node of the replacement makes its own wait in its memory.
      await expect.poll(() => waitingForLocks(platform)).toBeGreaterThanOrEqual(2);
      finish.resolve();
      await replacing;
      const types = (await Promise.all(requests)).map(({ error }) => error.type);
      expect(types).toEqual(["invalid_client", "invalid_client", "invalid_client"]);
      expect(await list(platform, token)).toMatchObject({ error: { type: "invalid_token" } });
    });
  },
);

async function replaceSecret(transaction: StoreQueries): Promise<void> {
  const existing = await transaction.kysely
    .selectFrom("applications")
    .selectAll()
    .where("appid", "=", "acme_team")
    .executeTakeFirstOrThrow();
  const secret = { hash: hashToken("acme-team-sample-secret-00002"), lastFour: "0002" };
  const application = { redirectUris: undefined, secret, revokesWithSecret: true, makeSecret: () => secret };
  await declareApplication(transaction, { columns: existing, ...application }, existing);
}
