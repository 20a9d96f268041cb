import { expect, test } from "vitest";
import { teamRoles, type TeamRoleNumber } from "../../src/model/team.ts";
import { TeamOverviewPage } from "../../src/teams/team-overview-page.tsx";
import { htmlOf, textOf } from "./sample-pages.tsx";

function render(role: TeamRoleNumber): string {
  const team = { id: 7, name: "Acme", plan: "free", createdAt: 0, role, hasCredentials: true } as const;
  const signedIn = { nickname: "Ada", username: "ada", administrator: false, csrf: "c" };
  const counts = { members: 2, surveys: 3, answers: 4, applications: 1, thirdPartyAccounts: 0 };
  const frame = { language: "en", path: "/teams/7", timeZone: "UTC" } as const;
  return htmlOf(<TeamOverviewPage {...frame} {...{ signedIn, team, counts }} />);
}

const explainsPrograms = (role: TeamRoleNumber) =>
  /invalid_org_subscription|user_id/.test(textOf(render(role)));

test("a team leads to its surveys, and begins with what every member wants to know", () => {
  for (const role of Object.values(teamRoles)) {
    const html = render(role);
    expect(html).toContain(`href="/surveys?team=7"`);
    const headings = [...html.matchAll(/<h2>([^<]*)/g)].map(([, heading]) => heading);
    expect(headings[0]).toBe("Overview");
  }
});

test("what programs need of a team is explained to those who manage its credentials, and to no other member", () => {
  const { creator, team_admin: teamAdmin, survey_admin: surveyAdmin, member } = teamRoles;
  expect([creator, teamAdmin, surveyAdmin, member].map(explainsPrograms)).toEqual([true, true, false, false]);
});
