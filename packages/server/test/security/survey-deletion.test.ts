import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, it } from "vitest";
import { binSurvey } from "../support/bin-survey.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
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

const day = 24 * 3_600_000;

async function auditOf({ database }: TestPlatform, id: number) {
  const entries = await database.reader.kysely
    .selectFrom("audit_log")
    .select(["action", "before", "after"])
    .where("target", "=", String(id))
    .where("action", "in", ["survey.binned", "survey.restored", "survey.deleted", "survey.swept"])
    .orderBy("id")
    .execute();
  return entries.map(({ action, before, after }) => [action, JSON.parse(before || after || "{}").title]);
}

/** Ada, and her survey with 25 answers, which is in the bin. */
async function withBinned() {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const id = await surveyIdOf(platform, "ada-1");
  const form = `/surveys/${id}/delete`;
  const page = await ada.get(form);
  expect(page.html).toContain("25 answers go into the bin");
  expect((await ada.submit(page, form)).location).toBe("/surveys?notice=deleted");
  return { platform, ada, id };
}

const rowsOf = ({ database }: TestPlatform, id: number) =>
  database.reader.kysely.selectFrom("answers").select("answer_id").where("survey_id", "=", id).execute();

describe("deleting a survey", () => {
  it("puts it into the bin: its pages do not exist any more, and the list of the bin has it", async () => {
    const { platform, ada, id } = await withBinned();
    for (const page of ["", "/edit", "/share", "/results", "/export", "/webhooks", "/json", "/delete"])
      expect({ page, status: (await ada.get(`/surveys/${id}${page}`)).status }).toEqual({
        page,
        status: 404,
      });
    expect((await ada.get("/surveys")).html).not.toContain(`"/surveys/${id}"`);
    const bin = await ada.get("/surveys/bin");
    expect(bin.html).toContain(`/surveys/bin/${id}/restore`);
    expect(await rowsOf(platform, id)).toHaveLength(25);
    expect(await auditOf(platform, id)).toEqual([["survey.binned", "Survey ada-1"]]);
  });

  it("can be undone: the survey is back with its answers, paused", async () => {
    const { platform, ada, id } = await withBinned();
    const restored = await ada.submit(await ada.get("/surveys/bin"), `/surveys/bin/${id}/restore`);
    expect(restored.location).toBe(`/surveys/${id}?notice=restored`);
    expect((await ada.get(`/surveys/${id}`)).html).toContain("Resume collecting");
    expect(await rowsOf(platform, id)).toHaveLength(25);
    expect(await surveyIdOf(platform, "ada-1")).toBe(id);
    expect(await auditOf(platform, id)).toEqual([
      ["survey.binned", "Survey ada-1"],
      ["survey.restored", "Survey ada-1"],
    ]);
  });

  it("for ever takes the title, and what is not in the bin cannot be deleted so", async () => {
    const { platform, ada, id } = await withBinned();
    const form = `/surveys/bin/${id}/delete`;
    const page = await ada.get(form);
    expect((await ada.submit(page, form, { name: "Survey ada" })).status).toBe(400);
    expect(await rowsOf(platform, id)).toHaveLength(25);
    const other = await surveyIdOf(platform, "ada-2");
    expect((await ada.get(`/surveys/bin/${other}/delete`)).status).toBe(404);
    expect((await ada.submit(page, form, { name: "Survey ada-1" })).location).toBe(
      "/surveys/bin?notice=deleted",
    );
    expect(await rowsOf(platform, id)).toEqual([]);
    expect(await platform.store.surveys.findDraft(id)).toBeUndefined();
    expect((await auditOf(platform, id)).map(([action]) => action)).toEqual([
      "survey.binned",
      "survey.deleted",
    ]);
  });

  it("is final 30 days later, when the sweep deletes it with its answers", async () => {
    const { platform, id } = await withBinned();
    platform.clock.now += 30 * day - 60_000;
    while ((await platform.store.sweepExpired()) > 0);
    expect(await rowsOf(platform, id)).toHaveLength(25);
    platform.clock.now += 60_000;
    while ((await platform.store.sweepExpired()) > 0);
    expect(await rowsOf(platform, id)).toEqual([]);
    expect((await auditOf(platform, id)).map(([action]) => action)).toEqual([
      "survey.binned",
      "survey.swept",
    ]);
  });

  it("cannot be undone by somebody else, nor by a member whose role does not include it", async () => {
    const platform = await startTestPlatform();
    const bob = await signedInBrowser(platform, "bob");
    const [own, ofTeam] = [await surveyIdOf(platform, "ada-1"), await surveyIdOf(platform, "acme-2")];
    const csrf = csrfTokenOf(bob.cookies.get(sessionCookie) ?? "");
    for (const id of [own, ofTeam]) {
      await binSurvey(platform, id);
      expect((await bob.post(`/surveys/bin/${id}/restore`, { csrf })).status).toBe(404);
      expect((await bob.get(`/surveys/bin/${id}/delete`)).status).toBe(404);
    }
    const bin = await bob.get(`/surveys/bin?team=${await teamIdOf(platform, "Acme")}`);
    expect(bin.html).toContain("The bin is empty");
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
