import { describe, expect, it } from "vitest";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

async function giveRole(platform: TestPlatform, username: string, role: number): Promise<void> {
  const [teamId, userId] = [await teamIdOf(platform, "Acme"), await userIdOf(platform, username)];
  await platform.database.write(({ kysely }) =>
    kysely
      .updateTable("team_members")
      .set({ role })
      .where("team_id", "=", teamId)
      .where("user_id", "=", userId)
      .execute(),
  );
}

describe("deleting a survey", () => {
  it("asks for the number of answers, so that none that came in meanwhile is deleted unseen", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const id = await surveyIdOf(platform, "ada-1");
    const form = `/surveys/${id}/delete`;
    const page = await ada.get(form);
    expect(page.html).toContain("25 answers are deleted");
    expect((await ada.submit(page, form, { answers: "24" })).status).toBe(400);
    expect(await platform.store.surveys.findDraft(id)).toBeDefined();
    expect((await ada.submit(page, form, { answers: "25" })).location).toBe("/surveys?notice=deleted");
    expect(await platform.store.surveys.findDraft(id)).toBeUndefined();
    const entries = await platform.database.reader.kysely
      .selectFrom("audit_log")
      .select(["action", "target", "before"])
      .where("action", "=", "survey.deleted")
      .execute();
    expect(entries).toMatchObject([{ target: String(id) }]);
    expect(JSON.parse(entries[0]?.before ?? "")).toMatchObject({ answers: 25, title: "Survey ada-1" });
  });

  it.each([
    [0, { page: 200, edit: 200 }],
    [2, { page: 200, edit: 200 }],
    [3, { page: 403, edit: 200 }],
    [4, { page: 404, edit: 404 }],
  ])("of a team is for the roles that include it: role %i", async (role, expected) => {
    const platform = await startTestPlatform();
    await giveRole(platform, "bob", role);
    const bob = await signedInBrowser(platform, "bob");
    const id = await surveyIdOf(platform, "acme-1");
    expect({
      page: (await bob.get(`/surveys/${id}/delete`)).status,
      edit: (await bob.get(`/surveys/${id}/edit`)).status,
    }).toEqual(expected);
  });

  it("a member sees the survey that they created, and can neither edit nor delete it", async () => {
    const platform = await startTestPlatform();
    const bob = await signedInBrowser(platform, "bob");
    const id = await surveyIdOf(platform, "acme-2");
    const statuses = await Promise.all(
      ["", "/share", "/edit", "/settings", "/delete"].map(
        async (page) => (await bob.get(`/surveys/${id}${page}`)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 403, 403, 403]);
  });
});
