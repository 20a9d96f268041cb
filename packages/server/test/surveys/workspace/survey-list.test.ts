import { describe, expect, it } from "vitest";
import { surveyIdOf } from "../../support/routes/survey-routes.ts";
import { teamIdOf } from "../../support/routes/team-routes.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

/** The surveys that a list shows, by their links. */
function idsIn(html: string): readonly number[] {
  return [...html.matchAll(/href="\/surveys\/(\d+)"/g)].map(([, id]) => Number(id));
}

function idsOf(platform: TestPlatform, ...keys: readonly string[]): Promise<readonly number[]> {
  return Promise.all(keys.map((key) => surveyIdOf(platform, key)));
}

describe("the list of surveys", () => {
  it("shows a user the own ones, the newest first, and those of each team apart", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    expect(idsIn((await ada.get("/surveys")).html)).toEqual(await idsOf(platform, "ada-2", "ada-1"));
    const acme = await teamIdOf(platform, "Acme");
    const ofTeam = await ada.get(`/surveys?team=${acme}`);
    expect(idsIn(ofTeam.html)).toEqual(await idsOf(platform, "acme-2", "acme-1"));
    expect((await ada.get(`/surveys?team=${await teamIdOf(platform, "Birch")}`)).status).toBe(404);
  });

  it("shows a member without a role only the surveys that they created", async () => {
    const platform = await startTestPlatform();
    const bob = await signedInBrowser(platform, "bob");
    const page = await bob.get(`/surveys?team=${await teamIdOf(platform, "Acme")}`);
    expect(idsIn(page.html)).toEqual(await idsOf(platform, "acme-2"));
    expect(page.html).not.toContain("/surveys/new");
  });

  it("is searched by title and state, and goes on where a page ends", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    for (let number = 1; number <= 21; number += 1) {
      await platform.store.surveys.createSurvey({
        ownerId: (await platform.store.findUserByUsername("ada"))?.id ?? 0,
        creatorUserId: 1,
        definition: { title: `100% ${number}`, prefix: "", suffix: "", pages: [], logic: { rules: [] } },
      });
    }
    const first = await ada.get("/surveys?q=100%25+&state=draft");
    expect(idsIn(first.html)).toHaveLength(20);
    const [, next = ""] = /href="([^"]*)" rel="next"/.exec(first.html) ?? [];
    const second = await ada.get(next.replaceAll("&amp;", "&"));
    expect(idsIn(second.html)).toHaveLength(1);
    expect(second.html).toContain("100% 1<");
    expect(idsIn((await ada.get("/surveys?q=100%25+&state=collecting")).html)).toEqual([]);
  });
});
