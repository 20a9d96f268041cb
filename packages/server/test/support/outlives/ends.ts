import { binSurvey } from "../bin-survey.ts";
import { declare } from "../declare.ts";
import { actorOfUser, revokeAllGrantsOf } from "../revoke-grants.ts";
import { signedInBrowser } from "../signed-in-browser.ts";
import { sendChoice } from "../survey-choice.ts";
import { teamRoles } from "../../../src/model/team.ts";
import type { Stage } from "./stage.ts";
import {
  removeTeamMember,
  changeTeamRole,
  handOverTeam,
} from "../../../src/store/teams/team-member-table.ts";
import { deleteTeam } from "../../../src/store/teams/team-table.ts";
import { endOtherSessions } from "../../../src/store/people/session-list.ts";
import { setUserDisabled, setAdministrator } from "../../../src/store/people/user-administration.ts";
import { deleteAccount } from "../../../src/store/people/delete-account.ts";
import { setTeamPlan } from "../../../src/store/teams/team-administration.ts";

/** Who runs the platform. */
export const operator = { userId: null, username: "operator", address: "" };

/** Ends a right of Lin's. */
export type End = (stage: Stage) => Promise<unknown>;

const memberOf = ({ team, lin }: Stage, by: number, username: string) => ({
  teamId: team,
  userId: lin,
  actor: { ...actorOfUser({ id: by, username }), userId: by },
});
const byAda = (stage: Stage) => memberOf(stage, stage.ada, "ada");
const byLin = (stage: Stage) => memberOf(stage, stage.lin, "lin");

/** Every way in which a right ends. */
export const ends = {
  "the consent is revoked": ({ platform }) => revokeAllGrantsOf(platform, "lin"),
  "the user leaves every survey out of the choice": (stage) => leaveOut(stage),
  "the user is signed out everywhere": ({ platform, lin }) =>
    platform.store.write(
      endOtherSessions,
      { userId: lin, hash: "" },
      actorOfUser({ id: lin, username: "lin" }),
    ),
  "the member is removed": (stage) => stage.platform.store.write(removeTeamMember, byAda(stage)),
  "the member leaves": (stage) => stage.platform.store.write(removeTeamMember, byLin(stage)),
  "a declarative file has the member no more": ({ platform }) => declareMembers(platform),
  "the member gets a lower role": (stage) =>
    stage.platform.store.write(changeTeamRole, { ...byAda(stage), role: teamRoles.member }),
  "a declarative file gives the member a lower role": ({ platform }) =>
    declareMembers(platform, { username: "lin", role: "member" }),
  "the team is handed over": (stage) =>
    stage.platform.store.write(handOverTeam, { ...byLin(stage), username: "ada" }),
  "the user is disabled": ({ platform }) =>
    platform.store.write(setUserDisabled, { username: "lin", disabled: true, actor: operator }),
  "a declarative file disables the user": ({ platform }) =>
    declare(platform, { users: [{ username: "lin", disabled: true }] }),
  "the account is deleted": ({ platform, lin }) =>
    // As an operator does, who lets the surveys go with it.
    platform.store.write(
      deleteAccount,
      { userId: lin, username: "lin" },
      actorOfUser({ id: lin, username: "lin" }),
    ),
  "the administration is withdrawn": ({ platform }) =>
    platform.store.write(setAdministrator, { username: "lin", administrator: false, actor: operator }),
  "the team is deleted": (stage) => stage.platform.store.write(deleteTeam, byAda(stage)),
  "the plan of the team ends": ({ platform, team }) =>
    platform.store.write(setTeamPlan, { teamId: team, plan: "free", actor: operator }),
  "the surveys are deleted": async ({ platform, survey, files, signedIn }) => {
    for (const id of [survey, files.id, signedIn.id]) await platform.store.surveys.deleteSurvey(id);
  },
  "the surveys are put into the bin": async ({ platform, survey, files, signedIn }) => {
    for (const id of [survey, files.id, signedIn.id]) await binSurvey(platform, id);
  },
} as const satisfies Readonly<Record<string, End>>;

/** Lin chooses for the sample's application, which may write, and ticks nothing. */
async function leaveOut({ platform, lin }: Stage): Promise<void> {
  const { id } = await platform.database.reader.kysely
    .selectFrom("grants as g")
    .innerJoin("applications as a", "a.id", "g.application_id")
    .select("g.id")
    .where("g.user_id", "=", lin)
    .where("a.appid", "=", "demo_app")
    .executeTakeFirstOrThrow();
  const browser = await signedInBrowser(platform, "lin");
  const page = await browser.get(`${choicePath}?grant=${id}`);
  const saved = await sendChoice(browser, page, { surveys: "chosen", ticked: [] }, choicePath);
  if (saved.location !== "/account/applications?notice=surveys_changed")
    throw new Error(`the choice was not saved: ${saved.status}`);
}

const choicePath = "/account/applications/surveys";

interface DeclaredMember {
  readonly username: string;
  readonly role: "member";
}

function declareMembers(platform: Stage["platform"], ...more: readonly DeclaredMember[]): Promise<void> {
  const members = [
    { username: "ada", role: "creator" as const },
    { username: "bob", role: "member" as const },
  ];
  return declare(platform, { teams: [{ name: "Acme", members: [...members, ...more] }] });
}
