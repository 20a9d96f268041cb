import { stripTypeScriptTypes } from "node:module";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { snippetsFor } from "../../src/applications/connect-snippets.ts";
import { declare } from "../support/declare.ts";
import { allowOauth, challenged, oauthSettings, platformOrigin } from "../support/oauth.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const addresses = { issuer: "https://survey.example", api: "https://survey.example/api" };
const redirectUris = ["https://app.example/callback?a='b'"];
const page = "/console/applications/demo_app/connect";
const sentence = "had no code challenge";

describe("the code for a library", () => {
  it.each([
    ["an application with a secret", { isPublic: false, requiresPkce: false }],
    ["one that requires PKCE", { isPublic: false, requiresPkce: true }],
    ["a public one", { isPublic: true, requiresPkce: true }],
  ])("of %s is well-formed, names its appid, and holds no secret", (_, rules) => {
    const snippets = snippetsFor({ appid: "demo_app", redirectUris, addresses, ...rules });
    expect(snippets).toHaveLength(6);
    for (const { library, code } of snippets) {
      expect(code, library).toContain("demo_app");
      expect(code, library).toContain("https://survey.example");
      expect(code, library).not.toMatch(/sops_/);
      expect(/SECRET/.test(code), library).toBe(!rules.isPublic);
      // It is parsed on the way.
      if (
        ["openid", "Auth", "Passp"].some((name) => library.startsWith(name) && library !== "Authlib (Python)")
      )
        stripTypeScriptTypes(code);
    }
    const spring = snippets.find(({ library }) => library.startsWith("Spring"))?.code ?? "";
    expect(parse(spring)).toMatchObject({ spring: { security: { oauth2: { client: {} } } } });
    const curl = snippets.find(({ library }) => library === "curl")?.code ?? "";
    expect(curl.includes("code_challenge")).toBe(rules.requiresPkce);
    expect(curl).toContain(String.raw`'redirect_uri=https://app.example/callback?a='\''b'\'''`);
  });
});

describe("the page that says how an application connects", () => {
  it("has the address for agents, or says that OAuth is off", async () => {
    const on = await startTestPlatform(oauthSettings);
    const bob = await signedInBrowser(on, "bob");
    expect((await bob.get(page)).html).toContain(`${platformOrigin}/mcp`);
    const off = await startTestPlatform();
    const other = await signedInBrowser(off, "bob");
    expect((await other.get(page)).html).toContain("OAuth is off here");
  });

  it("offers to require PKCE once a link came without a challenge, until it is required", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const bob = await signedInBrowser(platform, "bob");
    const shown = async () => (await bob.get(page)).html.includes(sentence);
    expect(await shown()).toBe(false);
    await allowOauth(platform);
    expect(await shown()).toBe(true);
    expect((await bob.get("/console/applications/demo_app")).html).toContain(sentence);
    platform.clock.now += 1000;
    await allowOauth(platform, challenged);
    expect(await shown()).toBe(false);
    platform.clock.now += 1000;
    await allowOauth(platform);
    expect(await shown()).toBe(true);
    const application = { appid: "demo_app", name: "Insight Board", owner: "bob", requires_pkce: true };
    await declare(platform, { applications: [application] });
    expect(await shown()).toBe(false);
  });
});
