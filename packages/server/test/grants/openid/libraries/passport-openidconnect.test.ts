import { Strategy, type OpenidProfile } from "passport-openidconnect";
import { expect, test } from "vitest";
import { approve } from "../../../support/approve.ts";
import { startListeningPlatform } from "../../../support/listening-platform.ts";
import { sampleCallback, sampleSecrets } from "../../../support/sample-declaration.ts";

test.each([
  ["with its defaults signs a user in", {}, undefined],
  ["knows the name when it is to ask for it", { skipUserProfile: false }, "Ada"],
])("passport-openidconnect %s", async (_, options, name) => {
  const platform = await startListeningPlatform();
  // The library compares times with those of this machine.
  platform.clock.now = Date.now();
  const strategy = new Strategy(
    {
      issuer: platform.url,
      authorizationURL: `${platform.url}/oauth/authorize`,
      tokenURL: `${platform.url}/oauth/token`,
      userInfoURL: `${platform.url}/oauth/userinfo`,
      clientID: "demo_app",
      clientSecret: sampleSecrets.demoApp,
      callbackURL: sampleCallback,
      scope: "profile",
      ...options,
    },
    (issuer, profile, done) => done(null, { issuer, profile }),
  );
  const session = {};
  const asked = await new Promise<string>((resolve, reject) => {
    Object.assign(strategy, { redirect: resolve, fail: reject, error: reject });
    strategy.authenticate({ query: {}, session });
  });
  const back = await approve(platform, asked);
  const user = await new Promise<{ issuer: string; profile: OpenidProfile }>((resolve, reject) => {
    Object.assign(strategy, { success: resolve, fail: reject, error: reject });
    strategy.authenticate({ query: Object.fromEntries(back.searchParams), session });
  });
  expect(user.issuer).toBe(platform.url);
  expect(user.profile.id).toMatch(/./);
  expect(user.profile.displayName).toBe(name);
});
