import { type DeclaredDemoSurvey, type DemoSurvey } from "./demo-survey.ts";
import { answeredSurvey } from "./demo-survey-answers.ts";
import { bookVoteSurvey } from "./surveys/book-vote-survey.ts";
import { canteenSurvey } from "./surveys/canteen-survey.ts";
import { customerSurvey } from "./surveys/customer-survey.ts";
import { nameDraftSurvey } from "./surveys/name-draft-survey.ts";
import { remoteWorkSurvey } from "./surveys/remote-work-survey.ts";
import { workshopSurvey } from "./surveys/workshop-survey.ts";

/** The sample data as a declarative file would hold it. */
export interface DemoDeclaration {
  readonly users: readonly {
    readonly username: string;
    readonly password: string;
    readonly nickname: string;
    readonly avatar: string;
    readonly administrator: boolean;
  }[];
  readonly applications: readonly {
    readonly appid: string;
    readonly secret: string;
    readonly name: string;
    readonly owner: string;
    readonly may_write: boolean;
    readonly redirect_uris: readonly string[];
    readonly description: string;
    readonly home_page: string;
    readonly logo: string;
    readonly verified: boolean;
    readonly disabled: boolean;
  }[];
  readonly teams: readonly {
    readonly name: string;
    readonly plan: "free" | "premium";
    readonly members: readonly {
      readonly username: string;
      readonly role: "creator" | "team_admin" | "survey_admin" | "member";
    }[];
    readonly application: { readonly appid: string; readonly secret: string };
  }[];
  readonly surveys: readonly DeclaredDemoSurvey[];
}

/** What to sign in and call with. They are public: never use them for anything but a demo. */
export const demoCredentials = {
  ada: { username: "ada", password: "demo-password-ada" },
  lin: { username: "lin", password: "demo-password-lin" },
  noor: { username: "noor", password: "demo-password-noor" },
  verifiedApplication: { appid: "demo_insight_board", secret: "demo-secret-insight-board-0000000001" },
  unverifiedApplication: { appid: "demo_quick_charts", secret: "demo-secret-quick-charts-0000000002" },
  premiumTeam: { appid: "demo_northstar_team", secret: "demo-secret-northstar-team-0000000003" },
  freeTeam: { appid: "demo_book_club_team", secret: "demo-secret-book-club-team-0000000004" },
} as const;

const surveys: readonly DemoSurvey[] = [
  customerSurvey,
  canteenSurvey,
  workshopSurvey,
  remoteWorkSurvey,
  bookVoteSurvey,
  nameDraftSurvey,
];

/**
 * Makes the sample data of the demo: the same for the same day and addresses.
 *
 * @param options.redirectUris where both demo applications may be sent back to, such as `http://127.0.0.1:8787/demo/callback`
 * @param options.isLocal whether only this machine reaches the demo: only then it has an administrator, whose password is public too
 * @param options.today the day before which all answers were given, as `YYYY-MM-DD` in the platform's zone
 * @throws RangeError when `today` is not a day
 * @example
 * const declaration = demoDeclaration({ redirectUris: ["http://localhost:8788/callback"], today: "2026-11-20", isLocal: true });
 */
export function demoDeclaration(options: {
  readonly redirectUris: readonly string[];
  readonly today: string;
  readonly isLocal: boolean;
}): DemoDeclaration {
  return {
    users: demoUsers(options.isLocal),
    applications: demoApplications(options.redirectUris),
    teams: demoTeams(),
    surveys: surveys.map((survey) => answeredSurvey(survey, options.today)),
  };
}

function demoUsers(isLocal: boolean): DemoDeclaration["users"] {
  return [
    { ...demoCredentials.ada, nickname: "Ada Merrow", avatar: "", administrator: false },
    { ...demoCredentials.lin, nickname: "林晓月", avatar: "", administrator: false },
    { ...demoCredentials.noor, nickname: "Noor Haddad", avatar: "", administrator: isLocal },
  ];
}

function demoApplications(redirectUris: readonly string[]): DemoDeclaration["applications"] {
  return [
    {
      ...demoCredentials.verifiedApplication,
      name: "Insight Board",
      owner: demoCredentials.ada.username,
      redirect_uris: redirectUris,
      description: "Dashboards from your surveys, refreshed every hour.",
      home_page: "https://insight-board.example/",
      may_write: false,
      logo: "",
      verified: true,
      disabled: false,
    },
    {
      ...demoCredentials.unverifiedApplication,
      name: "Quick Charts",
      owner: demoCredentials.lin.username,
      redirect_uris: redirectUris,
      description: "把问卷结果变成一页图表。",
      home_page: "https://quick-charts.example/",
      may_write: true,
      logo: "",
      verified: false,
      disabled: false,
    },
  ];
}

function demoTeams(): DemoDeclaration["teams"] {
  const { ada, lin } = demoCredentials;
  return [
    {
      name: "Northstar Outfitters",
      plan: "premium",
      members: [
        { username: ada.username, role: "creator" },
        { username: lin.username, role: "survey_admin" },
      ],
      application: demoCredentials.premiumTeam,
    },
    {
      name: "周末读书会",
      plan: "free",
      members: [
        { username: lin.username, role: "creator" },
        { username: ada.username, role: "member" },
      ],
      application: demoCredentials.freeTeam,
    },
  ];
}
