import { describe, expect, it } from "vitest";
import { addImportedAnswers } from "@survey-open-platform/surveys";
import { publishSurvey } from "../../support/published-survey.ts";
import { surveyIdOf } from "../../support/routes/survey-routes.ts";
import { teamIdOf } from "../../support/routes/team-routes.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const day = 24 * 3_600_000;

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

describe("a row of the list", () => {
  it("shows the answers of the last seven days in the zone of the user, as a line with all numbers in words", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const survey = await publishSurvey(platform, { text: "Lunch\n\n\n\nHow?[Single Line Text]" });
    const answers = [8, 6, 6, 0].map((days) => {
      const endedAt = platform.clock.now - days * day;
      return { startedAt: endedAt, endedAt, values: {} };
    });
    await platform.database.write((transaction) =>
      addImportedAnswers(transaction, survey.id, answers, platform.store.outbox),
    );
    const { html } = await ada.get("/surveys");
    expect(html).toContain('aria-label="Answers by day, today last: 2, 0, 0, 0, 0, 0, 1"');
    expect(html.match(/<polyline/g)).toHaveLength(1);
  });

  it("has a menu that pauses and resumes, and comes back to the list", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const { id } = await publishSurvey(platform, { text: "Lunch\n\n\n\nHow?[Single Line Text]" });
    const paused = await ada.submit(await ada.get("/surveys"), `/surveys/${id}/state`);
    expect(paused.location).toBe("/surveys?notice=paused");
    expect(await platform.store.surveys.findSettings(id)).toMatchObject({ state: 3 });
    const acme = await teamIdOf(platform, "Acme");
    const ofTeam = await surveyIdOf(platform, "acme-1");
    const changed = await ada.submit(await ada.get(`/surveys?team=${acme}`), `/surveys/${ofTeam}/state`);
    expect(changed.location).toMatch(new RegExp(`^/surveys\\?notice=\\w+&team=${acme}$`));
  });

  it("offers nothing to a member that the role does not include", async () => {
    const platform = await startTestPlatform();
    const bob = await signedInBrowser(platform, "bob");
    const { html } = await bob.get(`/surveys?team=${await teamIdOf(platform, "Acme")}`);
    const id = await surveyIdOf(platform, "acme-2");
    expect(html).toContain(`/surveys/${id}/share`);
    for (const page of ["state", "edit", "labels", "delete"])
      expect(html).not.toContain(`/surveys/${id}/${page}`);
    expect(html).not.toContain("from=copy");
  });
});

describe("the labels of a survey", () => {
  it("are given on a page of their own, shown in the list, and filter it", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const [first, second] = [await surveyIdOf(platform, "ada-1"), await surveyIdOf(platform, "ada-2")];
    for (const [id, labels] of [
      [first, " Customers \n2026\nCustomers"],
      [second, "2026"],
    ] as const) {
      const form = `/surveys/${id}/labels`;
      const saved = await ada.submit(await ada.get(form), form, { labels });
      expect(saved.location).toBe("/surveys?notice=labelled");
    }
    expect(idsIn((await ada.get("/surveys?label=Customers")).html)).toEqual([first]);
    expect(idsIn((await ada.get("/surveys?label=2026")).html)).toEqual([second, first]);
    expect(idsIn((await ada.get("/surveys?label=custom")).html)).toEqual([]);
    expect((await ada.get("/surveys")).html).toContain('<option value="Customers">');
    const bob = await signedInBrowser(platform, "bob");
    expect((await bob.get("/surveys")).html).not.toContain("Customers");
  });

  it("are at most ten of at most 40 characters; what was typed is not lost", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const form = `/surveys/${await surveyIdOf(platform, "ada-1")}/labels`;
    const page = await ada.get(form);
    const eleven = Array.from({ length: 11 }, (_, at) => `label ${at}`).join("\n");
    for (const [labels, says] of [
      [eleven, "at most 10 labels"],
      ["x".repeat(41), "at most 40 characters"],
      ["a\u0000b", "cannot be stored"],
    ] as const) {
      const refused = await ada.submit(page, form, { labels });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain(says);
    }
    expect((await ada.submit(page, form, { labels: eleven })).html).toContain("label 10</textarea>");
    expect((await ada.get(form)).html).not.toContain("label 0");
  });
});
