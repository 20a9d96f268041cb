import { beforeEach, describe, expect, it } from "vitest";
import { makeAdministrators } from "../../support/administrators.ts";
import type { Browser } from "../../support/browser.ts";
import { obtainCode, obtainTeamToken } from "../../support/flows.ts";
import { registerApplication, sendForm } from "../../support/registered-application.ts";
import { teamIdOf } from "../../support/routes/team-routes.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const english = { "accept-language": "en" };

let platform: TestPlatform;
let bob: Browser;

beforeEach(async () => {
  platform = await startTestPlatform();
  await makeAdministrators(platform, "bob");
  bob = await signedInBrowser(platform, "bob");
});

/** The page to which the owner of an application leads. */
async function found(appid: string, owners: string): Promise<string> {
  const { html } = await bob.get(`/admin/applications/${appid}`, english);
  const [link = ""] = new RegExp(`${owners}\\?q=[^"]*`).exec(html) ?? [];
  return (await bob.get(link, english)).html;
}

describe("an administrator", () => {
  it("sees what a developer says of an application, before verifying it", async () => {
    const ada = await signedInBrowser(platform);
    const { appid } = await registerApplication(ada, { allowed_networks: "203.0.113.0/24" });
    const { html } = await bob.get(`/admin/applications/${appid}`, english);
    const claims = ["ops@notes.example", "Sent on Mondays.", "https://notes.example/privacy"];
    for (const text of [...claims, "http://localhost:8788/callback", "203.0.113.0/24"])
      expect(html).toContain(text);
    expect(html).toContain(`href="/admin/applications/${appid}/verify"`);
    // Nothing that a developer entered is a link: the operator might follow a hostile one.
    expect(html).not.toContain(`href="https://notes.example`);
  });

  it("reaches the owner of an application, a user or a team", async () => {
    expect(await found("demo_app", "/admin/users")).toContain(">bob</a>");
    expect(await found("acme_team", "/admin/teams")).toContain("Acme");
  });

  it("reads what the free plan refuses, and how many members the team has", async () => {
    const address = `/admin/teams/${await teamIdOf(platform, "Acme")}/free`;
    const { html } = await bob.get(address, english);
    expect(html).toContain("every token request and every call");
    expect(html).toContain("The team has 2 members.");
    expect((await sendForm(bob, address, {})).status).toBe(303);
  });

  it("takes the premium plan from a team, and the very next call with its token is refused on every node", async () => {
    const token = await obtainTeamToken(platform);
    const address = `/admin/teams/${await teamIdOf(platform, "Acme")}`;
    const errorOf = async () =>
      (await platform.call("/api/surveys", { appid: "acme_team", access_token: token })).error.type;
    for (const [plan, type] of [
      ["free", "invalid_org_subscription"],
      ["premium", ""],
    ] as const) {
      await sendForm(bob, `${address}/${plan}`, {});
      expect([await errorOf(), await errorOf(), await errorOf()]).toEqual([type, type, type]);
    }
  });

  it("reads how many users have given consent before withdrawing a verification", async () => {
    await obtainCode(platform, { username: "ada" });
    const { html } = await bob.get("/admin/applications/demo_app/unverify", english);
    expect(html).toContain("One user has given consent already, and it stays.");
  });
});
