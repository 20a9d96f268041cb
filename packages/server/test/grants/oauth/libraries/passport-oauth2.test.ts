import { Strategy } from "passport-oauth2";
import { expect, test } from "vitest";
import { approve } from "../../../support/approve.ts";
import { startListeningPlatform } from "../../../support/listening-platform.ts";
import { sampleCallback, sampleSecrets } from "../../../support/sample-declaration.ts";

test("passport-oauth2 with its defaults signs a user in, and its token reads surveys", async () => {
  const platform = await startListeningPlatform();
  const strategy = new Strategy(
    {
      authorizationURL: `${platform.url}/oauth/authorize`,
      tokenURL: `${platform.url}/oauth/token`,
      clientID: "demo_app",
      clientSecret: sampleSecrets.demoApp,
      callbackURL: sampleCallback,
      scope: ["surveys:read", "answers:read"],
    },
    (accessToken, refreshToken, _profile, done) => done(null, { accessToken, refreshToken }),
  );
  const asked = await new Promise<string>((resolve, reject) => {
    Object.assign(strategy, { redirect: resolve, fail: reject, error: reject });
    strategy.authenticate({ query: {} });
  });
  const back = await approve(platform, asked);
  const user = await new Promise<{ accessToken: string; refreshToken: string }>((resolve, reject) => {
    Object.assign(strategy, { success: resolve, fail: reject, error: reject });
    strategy.authenticate({ query: Object.fromEntries(back.searchParams) });
  });
  expect(user.refreshToken).toMatch(/^sopf_/);
  const headers = { Authorization: `Bearer ${user.accessToken}` };
  const surveys = await fetch(`${platform.url}/api/surveys`, { headers });
  expect(await surveys.json()).toMatchObject({ code: "OK", data: { total: 2 } });
});
