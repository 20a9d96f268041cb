import { describe, expect, it } from "vitest";
import { clientCredentialGrant } from "../../src/grants/token/client-credential-grant.ts";
import type { Browser } from "../support/browser.ts";
import { grantRequest, requestTeamToken } from "../support/grant-request.ts";
import { invite } from "../support/invite.ts";
import { addPasskeyIn } from "../support/passkeys.ts";
import { registerApplication } from "../support/registered-application.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { passkeySettings, SoftwareAuthenticator } from "../support/software-authenticator.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { addWebhook } from "../support/webhooks.ts";

/** What names the rows that a page lists. */
async function rowsOf(browser: Browser, path: string, search = ""): Promise<readonly string[]> {
  const query = search === "" ? "" : `?q=${encodeURIComponent(search)}`;
  const { status, html } = await browser.get(path + query, { "accept-language": "en" });
  expect([status, html.includes('type="search"')]).toEqual([200, true]);
  const headers = [...html.matchAll(/<th role="rowheader"[^>]*>(.*?)<\/th>/gs)];
  return headers.map(([, cell = ""]) => cell.replace(/<[^>]*>/g, "").trim());
}

async function teamId(platform: TestPlatform, name: string): Promise<number> {
  const { kysely } = platform.database.reader;
  const team = await kysely.selectFrom("teams").select("id").where("name", "=", name).executeTakeFirst();
  return team?.id ?? 0;
}

describe("a list that a limit keeps short is searched as all others are:", () => {
  it("secrets by name and last four characters", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const { appid } = await registerApplication(ada);
    const path = `/console/applications/${appid}/secrets`;
    const made = { name: "Server two", replaces: "", after: "now", tokens: "keep" };
    const shown = await ada.submit(await ada.get(`${path}/new`), `${path}/new`, made);
    const lastFour = /sops_[\w-]{28}([\w-]{4})/.exec(shown.html)?.[1] ?? "";
    expect(await rowsOf(ada, path)).toEqual(["Secret 1", "Server two"]);
    expect(await rowsOf(ada, path, "two SERVER")).toEqual(["Server two"]);
    expect(await rowsOf(ada, path, lastFour)).toEqual(["Server two"]);
    expect(await rowsOf(ada, path, "two Secret")).toEqual([]);
  });

  it("passkeys by name", async () => {
    const platform = await startTestPlatform(passkeySettings);
    const ada = await signedInBrowser(platform);
    for (const name of ["Phone", "Laptop"]) await addPasskeyIn(ada, new SoftwareAuthenticator(), { name });
    expect((await rowsOf(ada, "/account/security")).toSorted()).toEqual(["Laptop", "Phone"]);
    expect(await rowsOf(ada, "/account/security", "lap")).toEqual(["Laptop"]);
    expect(await rowsOf(ada, "/account/security", "tablet")).toEqual([]);
  });

  it("invitations to a team by note and by who made them, for those alone who manage it", async () => {
    const platform = await startTestPlatform();
    const id = await teamId(platform, "Birch");
    await invite(platform, { id, role: 4 });
    const bob = await signedInBrowser(platform, "bob");
    const path = `/teams/${id}/members`;
    expect(await rowsOf(bob, path, "colleague")).toEqual(["for a colleague"]);
    expect(await rowsOf(bob, path, "bob")).toContain("for a colleague");
    const none = await bob.get(`${path}?q=nowhere`, { "accept-language": "en" });
    expect(none.html).not.toContain("for a colleague");
    expect(none.html).toContain("No open invitation has this text");
  });

  it("team tokens by address and secret, with what replaced each, page by page", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "1000" });
    const path = `/teams/${await teamId(platform, "Acme")}/credentials/tokens`;
    const ada = await signedInBrowser(platform);
    for (let issued = 0; issued < 30; issued += 1)
      await requestTeamToken(platform.store, sampleSecrets.acmeTeam);
    const request = grantRequest(platform.store, { appid: "acme_team", secret: sampleSecrets.acmeTeam });
    const address = { text: "2001:db8::1", network: "2001:db8::/64", site: "2001:db8::/48" };
    await clientCredentialGrant.issue({}, { ...request, address });
    await requestTeamToken(platform.store, sampleSecrets.acmeTeam);
    expect(await rowsOf(ada, path)).toHaveLength(25);
    const { html } = await ada.get(`${path}?q=2001`, { "accept-language": "en" });
    expect(html.match(/role="rowheader"/g)).toHaveLength(1);
    expect(html).toMatch(/replaced .*from <code>203\.0\.113\.7<\/code>/);
    const first = await ada.get(`${path}?q=203.0.113`);
    const next = /href="([^"]+)" rel="next"/.exec(first.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(next).toContain("q=203.0.113");
    expect(await rowsOf(ada, next)).toHaveLength(6);
    expect(await rowsOf(ada, path, "secret 1 2001")).toHaveLength(1);
    expect(await rowsOf(ada, path, "198.51")).toEqual([]);
  });

  it("webhooks by address", async () => {
    const platform = await startTestPlatform();
    const user = await platform.store.findUserByUsername("ada");
    for (const host of ["one.example", "two.example"])
      await addWebhook(platform, { kind: "user", id: user?.id ?? 0 }, { url: `https://${host}/`, host });
    const ada = await signedInBrowser(platform);
    expect(await rowsOf(ada, "/account/webhooks")).toHaveLength(2);
    expect(await rowsOf(ada, "/account/webhooks", "TWO.")).toEqual(["https://two.example/"]);
    expect(await rowsOf(ada, "/account/webhooks", "three")).toEqual([]);
  });
});
