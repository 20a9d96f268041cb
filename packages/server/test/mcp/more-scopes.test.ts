import { beforeEach, describe, expect, it } from "vitest";
import { declareDemoApp } from "../support/declare.ts";
import { oauthSettings, obtainOauthTokens, platformOrigin, refreshOauth } from "../support/oauth.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { callTool, olderClient } from "./support.ts";

const morePath = "/account/agents/more";
const link = `${morePath}?client=demo_app&scope=surveys%3Awrite`;
const text = "Lunch\n\n\nWhy?[Single Line Text]";

let platform: TestPlatform;
let tokens: Awaited<ReturnType<typeof obtainOauthTokens>>;

beforeEach(async () => {
  platform = await startTestPlatform(oauthSettings);
  await declareDemoApp(platform, { may_write: true });
  tokens = await obtainOauthTokens(platform, { resource: `${platformOrigin}/mcp` });
});

const creating = (token: string) => callTool(platform, token, "create_survey", { text });

describe("the page on which a person lets an agent do more", () => {
  it("gives it to the tokens that are out, and to their successors", async () => {
    const { access_token: token, refresh_token: refreshing } = tokens;
    await expect(creating(token)).rejects.toThrow("403");
    const ada = await signedInBrowser(platform);
    const page = await ada.get(link);
    expect(page).toMatchObject({ status: 200, html: expect.stringContaining("Insight Board") });
    const done = await ada.follow(ada.submit(page, morePath, { decision: "allow" }));
    expect(done.html).toContain("You have allowed this.");
    expect(await creating(token)).not.toMatchObject({ isError: true });
    const refreshed = (await (await refreshOauth(platform, refreshing)).json()) as typeof tokens;
    expect(await creating(refreshed.access_token)).not.toMatchObject({ isError: true });
  });

  it("lets a client of 2025 go on that cannot ask again", async () => {
    const client = await olderClient(platform, tokens.access_token);
    const call = { name: "create_survey", arguments: { text } };
    const refusal = await client.callTool(call).then(
      () => "",
      (error: unknown) => String(error),
    );
    expect(refusal).toContain(morePath);
    const ada = await signedInBrowser(platform);
    await ada.submit(await ada.get(link), morePath, { decision: "allow" });
    expect(await client.callTool(call)).toMatchObject({ structuredContent: { revision: 1 } });
    await client.close();
  });

  it("gives nothing when the person denies, or has already allowed all of it", async () => {
    const ada = await signedInBrowser(platform);
    await ada.submit(await ada.get(link), morePath, { decision: "deny" });
    await expect(creating(tokens.access_token)).rejects.toThrow("403");
    const held = await ada.get(`${morePath}?client=demo_app&scope=answers%3Aread`);
    expect(held.html).toContain("has all of this already");
    expect(held.html).not.toContain('value="allow"');
  });

  it("asks for the password again, and does not exist for an agent that was never let in", async () => {
    const bob = await signedInBrowser(platform, "bob");
    expect(await bob.get(link)).toMatchObject({ status: 404 });
    const ada = await signedInBrowser(platform);
    expect(await ada.get(link.replace("demo_app", "other_app"))).toMatchObject({ status: 404 });
    platform.clock.now += 700_000;
    expect((await ada.get(link)).location).toMatch(/^\/account\/confirm\?/);
  });

  it("gives no more than the application may have", async () => {
    await declareDemoApp(platform, { may_write: false });
    const ada = await signedInBrowser(platform);
    expect((await ada.get(link)).html).not.toContain('value="allow"');
  });
});
