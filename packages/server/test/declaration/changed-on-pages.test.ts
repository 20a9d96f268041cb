import { expect, test } from "vitest";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { reportText } from "../../src/declaration/applied-report.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { newApplicationFields, sendForm } from "../support/registered-application.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { sampleDeclaration } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { findTeamMember } from "../../src/store/teams/team-member-table.ts";

const path = "/console/applications/demo_app";
const zone = platformZone("Asia/Shanghai");

test("a file says which applications it overwrites that their owners changed on pages, once", async () => {
  const platform = await startTestPlatform();
  const bob = await signedInBrowser(platform, "bob");
  const apply = () => applyDeclaration(platform.database, sampleDeclaration, { zone });
  expect((await apply()).overwritten).toEqual([]);
  await sendForm(bob, `${path}/edit`, newApplicationFields);
  const report = await apply();
  expect(report.overwritten).toEqual(["demo_app"]);
  expect(reportText(report)).toContain("demo_app was changed in the console");
  expect((await platform.store.findApplication("demo_app"))?.name).toBe("Insight Board");
  expect(await apply()).toMatchObject({ overwritten: [], applications: { updated: 0 } });
});

test("a file that mentions nothing of what was changed says nothing and leaves it", async () => {
  const platform = await startTestPlatform();
  const bob = await signedInBrowser(platform, "bob");
  await sendForm(bob, `${path}/edit`, {
    ...newApplicationFields,
    name: "Insight Board",
    contact: "ops@a.example",
  });
  const application = { appid: "demo_app", name: "Insight Board", owner: "bob" };
  const report = await applyDeclaration(platform.database, { applications: [application] }, { zone });
  expect(report).toMatchObject({ overwritten: [], applications: { updated: 0, unchanged: 1 } });
  expect((await platform.store.findApplication("demo_app"))?.homePage).toBe("https://notes.example/");
});

test("a file says which teams it overwrites whose members were changed on pages, once", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const [acme, bob] = [await teamIdOf(platform, "Acme"), await userIdOf(platform, "bob")];
  const apply = (file: object) => applyDeclaration(platform.database, file, { zone });
  await sendForm(ada, `/teams/${acme}/members/${bob}`, { role: "3" });
  expect(await apply({ teams: [{ name: "Acme" }] })).toMatchObject({ overwrittenTeams: [] });
  const report = await apply(sampleDeclaration);
  expect(report.overwrittenTeams).toEqual(["Acme"]);
  expect(reportText(report)).toContain("Team Acme was created or changed on its pages");
  expect(await findTeamMember(platform.store.reader, { teamId: acme, userId: bob })).toMatchObject({
    role: 4,
  });
  expect(await apply(sampleDeclaration)).toMatchObject({ overwrittenTeams: [], teams: { updated: 0 } });
});
