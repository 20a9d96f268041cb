/** A page that is looked at. */
export interface PageOfTest {
  readonly name: string;
  /** Ada when only true. */
  readonly signedIn?: boolean | "administrator";
  readonly path: () => string;
  /** What proves that it is this page. */
  readonly shows: string;
}

const application = "/console/applications/demo_insight_board";

/** Pages of the developer console, of an application that Ada owns. */
export const consolePages = [
  ["applications", "/console", "table"],
  ["registration", "/console/new", "textarea"],
  ["application", application, "a[href$='/freeze']"],
  ["editing an application", `${application}/edit`, "textarea"],
  ["secrets", `${application}/secrets`, "table"],
  ["new secret", `${application}/secrets/new`, "select"],
  ["ending a secret", `${application}/secrets/1/end`, ".card-danger"],
  ["request log", `${application}/log`, "h2"],
  ["usage", `${application}/usage`, ".definitions"],
  ["logo", `${application}/logo`, "input[type=file]"],
  ["how an application connects", `${application}/connect`, "details"],
  ["link check", `${application}/check`, "textarea"],
  ["test token", `${application}/test-token`, "form .button-primary"],
  ["explorer", `${application}/explorer?call=getSurvey`, "#survey_id"],
  ["explorer of a writing call", `${application}/explorer?call=createSurvey`, "#body"],
  ["export and import", "/console/transfer", "textarea"],
  ["freezing an application", `${application}/freeze`, ".card-danger"],
  ["deleting an application", `${application}/delete`, ".card-danger"],
].map(([name = "", path = "", shows = ""]) => ({ name, signedIn: true, path: () => path, shows }));

/** Of a team whose creator is Ada. The accounts before it in the demo decide its number. */
export const team = "/teams/4";

export const teamPages = [
  ["teams", "/teams", "table"],
  ["team", team, "a[href$='/hand-over']"],
  ["members of a team", `${team}/members`, "table"],
  ["invitation to a team", `${team}/invitations/new`, "select"],
  ["member of a team", `${team}/members/2`, "select"],
  ["renaming a team", `${team}/rename`, "#name"],
  ["handing a team over", `${team}/hand-over`, "#username"],
  ["credentials of a team", `${team}/credentials`, "a[href$='/freeze']"],
  ["tokens of a team", `${team}/credentials/tokens`, ".fine-print"],
  ["secrets of a team", `${team}/credentials/secrets`, "table"],
  ["new secret of a team", `${team}/credentials/secrets/new`, "#name"],
  ["ending a secret of a team", `${team}/credentials/secrets/1/end`, ".card-danger"],
  ["networks of a team", `${team}/credentials/networks`, "textarea"],
  ["request log of a team", `${team}/credentials/log`, "#q"],
  ["usage of a team", `${team}/credentials/usage`, ".definitions"],
  ["freezing the credentials of a team", `${team}/credentials/freeze`, ".card-danger"],
  ["what the token of a team may do", `${team}/credentials/writing`, ".card .actions"],
  ["third-party accounts of a team", `${team}/accounts`, "table a[href$='/delete']"],
  ["removing a member of a team", `${team}/members/2/remove`, ".card-danger"],
  ["leaving a team", `${team}/leave`, ".card-danger"],
  ["deleting a team", `${team}/delete`, ".card-danger"],
  ["new team", "/teams/new", "#name"],
  ["webhooks of a team", `${team}/webhooks`, "table"],
  ["new webhook of a team", `${team}/webhooks/new`, "#url"],
].map(([name = "", path = "", shows = ""]) => ({ name, signedIn: true, path: () => path, shows }));

export const administrationPages = [
  ["users", "/admin/users", "table"],
  ["search for users without a result", "/admin/users?q=nothing-of-this", ".card"],
  ["user", "/admin/users/lin", "a[href$='/disable']"],
  ["disabling a user", "/admin/users/lin/disable", ".card-danger"],
  ["making a password link", "/admin/users/lin/password-link", ".card"],
  ["all applications", "/admin/applications", "table"],
  ["application of anyone", "/admin/applications/demo_insight_board", "a[href$='/freeze']"],
  ["freezing an application of anyone", "/admin/applications/demo_insight_board/freeze", ".card-danger"],
  ["clients that describe themselves", "/admin/clients", "#host"],
  ["disabling a host of clients", "/admin/clients/hosts/agent.example/disable", ".card-danger"],
  ["all teams", "/admin/teams", "table"],
  ["giving a team a plan", `/admin${team}/premium`, ".card"],
  ["invitations to the platform", "/admin/invitations", "#note"],
  ["audit log", "/admin/audit", "table"],
  ["export of the audit log", "/admin/audit/export", ".card"],
  ["settings", "/admin/settings", "table"],
  ["health", "/admin/health", ".definitions"],
].map(([name = "", path = "", shows = ""]) => ({
  name: `administration: ${name}`,
  signedIn: "administrator" as const,
  path: () => path,
  shows,
}));
