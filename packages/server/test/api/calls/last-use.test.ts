import { expect, test, vi } from "vitest";
import { exchangeParameters, type UserTokens } from "../../support/flows.ts";
import { allowedCode } from "../../support/quick-consent.ts";
import { startTestPlatform, testStart, type TestPlatform } from "../../support/test-platform.ts";

const minute = 60_000;

/** When the only grant was last used, as it is stored. */
async function lastUse({ database }: TestPlatform): Promise<number | null> {
  const grants = database.reader.kysely.selectFrom("grants").select("last_used_at as at");
  return (await grants.executeTakeFirstOrThrow()).at;
}

test("the last use of an application is that of its tokens, exact to ten minutes, and never before the first one", async () => {
  const platform = await startTestPlatform();
  const code = await allowedCode(platform);
  expect(await lastUse(platform)).toBeNull();
  const { data } = await platform.call<UserTokens>("/api/oauth2/access_token", exchangeParameters(code));
  const { access_token, openid, refresh_token } = data;
  const readUser = () => platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
  expect(await lastUse(platform)).toBe(testStart);
  platform.clock.now += 9 * minute;
  await readUser();
  // It is noted after the response; a refused call notes nothing.
  platform.clock.now += 2 * minute;
  await platform.call("/api/oauth2/user", { appid: "other_app", access_token, openid });
  await new Promise(setImmediate);
  expect(await lastUse(platform)).toBe(testStart);
  await readUser();
  await vi.waitFor(async () => expect(await lastUse(platform)).toBe(testStart + 11 * minute), {
    timeout: 30_000,
  });
  platform.clock.now += minute;
  const refresh = { appid: "demo_app", refresh_token, grant_type: "refresh_token" };
  expect((await platform.call("/api/oauth2/refresh_token", refresh)).code).toBe("OK");
  expect(await lastUse(platform)).toBe(testStart + 12 * minute);
});
