import { describe, expect, it, test } from "vitest";
import { Browser } from "../support/browser.ts";
import { oauthLink, oauthSettings, resultOf, unlimitedOauth } from "../support/oauth.ts";
import { OpenidFlow } from "../support/openid-flow.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { sampleCallback, sampleSecrets } from "../support/sample-declaration.ts";
import { startTestPlatform } from "../support/test-platform.ts";

describe("the page that takes a result to an application", () => {
  it("has a form with the result, which a button sends, and runs no script but ours", async () => {
    const platform = await startTestPlatform(unlimitedOauth);
    const flow = await OpenidFlow.begin(platform, { response_mode: "form_post" });
    const state = `"><script>alert(1)</script>&amp;'`;
    const consent = await flow.open({ state });
    const page = await flow.browser.submit(consent, decisionPath, { decision: "allow", surveys: "all" });
    expect(resultOf(page)).toEqual({ code: expect.stringMatching(/^sopc_/), state, iss: flow.issuer });
    expect(page.html).toMatch(/<button type="submit"/);
    expect(page.html).not.toContain("<script>");
    expect(page.location).toBeUndefined();
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("brings a refusal of the user too", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const flow = await OpenidFlow.begin(platform, { response_mode: "form_post" });
    const page = await flow.browser.submit(await flow.open(), decisionPath, { decision: "deny" });
    expect(resultOf(page)).toMatchObject({ error: "access_denied", iss: flow.issuer });
  });

  test.each(["fragment", "web_message", "query form_post"])(
    "is not shown for the response mode %s",
    async (mode) => {
      const platform = await startTestPlatform(oauthSettings);
      const flow = await OpenidFlow.begin(platform, { response_mode: mode });
      const page = await flow.open();
      expect(page.location).toContain(`${sampleCallback}?error=invalid_request`);
    },
  );
});

describe("a new sign-in that a client asks for", () => {
  it("cannot be skipped by a password that was given before, nor by coming back without it", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const flow = await OpenidFlow.begin(platform, {});
    await flow.signIn();
    const link = flow.link({ prompt: "login", max_age: "0" });
    for (const path of [link, `${link}&pending=x`, link]) {
      const page = await flow.browser.get(path);
      expect(page.location, path).toMatch(/^\/account\/confirm/);
    }
  });

  it("is not there when the clock was set back since the last one", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const flow = await OpenidFlow.begin(platform, {});
    platform.clock.now -= 60_000;
    expect((await flow.open({ max_age: "10000" })).location).toMatch(/^\/account\/confirm/);
  });

  it("leaves every other parameter as it came", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const flow = await OpenidFlow.begin(platform, {});
    const link = oauthLink({ scope: "openid", state: "a+b %20&?" });
    const page = await flow.browser.get(`${link}&prompt=login&max_age=5`);
    const returnTo = new URL(page.location ?? "", flow.issuer).searchParams.get("return_to");
    expect(returnTo).toBe(link);
  });
});

describe("what a client says of its user", () => {
  it("fills the username in, as text, and shows who asks", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const stranger = new Browser(platform);
    const page = await stranger.follow(stranger.get(oauthLink({ login_hint: `a"><b>` })));
    expect(page.path).toMatch(/^\/login/);
    expect(page.html).toContain(`name="username" value="a&quot;&gt;&lt;b&gt;"`);
    expect(page.html).toContain("Insight Board");
    const long = await stranger.follow(stranger.get(oauthLink({ login_hint: "x".repeat(129) })));
    expect(long.html).toContain('name="username" value=""');
  });

  it("picks the language of every page on the way, unless the reader has picked one", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const chinese = '<html lang="zh-CN"';
    const stranger = new Browser(platform);
    const link = oauthLink({ scope: "openid", ui_locales: "zh-CN" });
    const form = await stranger.follow(stranger.get(link));
    expect(form.html).toContain(chinese);
    const refused = await stranger.submit(form, "/login", { username: "ada", password: "wrong" });
    expect(refused.html).toContain(chinese);
    const fields = { username: "ada", password: sampleSecrets.ada };
    const consent = await stranger.follow(stranger.submit(refused, "/login", fields));
    expect(consent.html).toContain(chinese);
    const switched = await stranger.get(`${link}&lang=en`);
    expect(switched.html).toContain('<html lang="en"');
    expect((await stranger.get(link)).html).toContain('<html lang="en"');
  });
});
