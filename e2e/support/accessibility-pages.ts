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
  ["application", application, "a[href$='/freeze']"],
  ["request log", `${application}/log`, "h2"],
  ["usage", `${application}/usage`, ".definitions"],
  ["how an application connects", `${application}/connect`, "details"],
  ["explorer", `${application}/explorer?call=getSurvey`, "#survey_id"],
  ["explorer of a writing call", `${application}/explorer?call=createSurvey`, "#body"],
].map(([name = "", path = "", shows = ""]) => ({ name, signedIn: true, path: () => path, shows }));

/** Of a team whose creator is Ada. The accounts before it in the demo decide its number. */
export const team = "/teams/4";

export const teamPages = [
  ["teams", "/teams", "table"],
  ["team", team, "a[href$='/hand-over']"],
  ["members of a team", `${team}/members`, "table"],
  ["credentials of a team", `${team}/credentials`, "a[href$='/freeze']"],
  ["tokens of a team", `${team}/credentials/tokens`, ".fine-print"],
  ["secrets of a team", `${team}/credentials/secrets`, "table"],
  ["request log of a team", `${team}/credentials/log`, "#q"],
  ["usage of a team", `${team}/credentials/usage`, ".definitions"],
  ["third-party accounts of a team", `${team}/accounts`, "table a[href$='/delete']"],
].map(([name = "", path = "", shows = ""]) => ({ name, signedIn: true, path: () => path, shows }));

export const administrationPages = [
  ["users", "/admin/users", "table"],
  ["search for users without a result", "/admin/users?q=nothing-of-this", ".card"],
  ["user", "/admin/users/lin", "a[href$='/disable']"],
  ["all applications", "/admin/applications", "table"],
  ["application of anyone", "/admin/applications/demo_insight_board", "a[href$='/freeze']"],
  ["all teams", "/admin/teams", "table"],
  ["audit log", "/admin/audit", "table"],
].map(([name = "", path = "", shows = ""]) => ({
  name: `administration: ${name}`,
  signedIn: "administrator" as const,
  path: () => path,
  shows,
}));
