/** An application that users allow to act for them. */
export interface MockWebApplication {
  readonly kind: "web";
  readonly appid: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
  /** Whether its users' tokens may write. Default true. */
  readonly mayWrite?: boolean;
}

/** The application of a team. */
export interface MockTeamApplication {
  readonly kind: "team";
  readonly appid: string;
  readonly secret: string;
  readonly teamId: number;
  /** `free` teams may not use the interface. Default `premium`. */
  readonly plan?: "free" | "premium";
  /** Ids of the users who belong to the team. */
  readonly memberIds?: readonly number[];
  /** Whether its tokens may write. Default true. */
  readonly mayWrite?: boolean;
}

/** An application of either kind. */
export type MockApplication = MockWebApplication | MockTeamApplication;

/** A user with an account on the platform. */
export interface MockUser {
  readonly id: number;
  readonly nickname: string;
  readonly avatar?: string;
}

/** An answer to a survey; what is left out gets a plausible value. */
export interface MockAnswer {
  /** Ten alphanumerics beginning with a letter. */
  readonly hash?: string;
  /** Unix milliseconds. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly respondent?: { readonly respondentId: number; readonly openid: string; readonly nickname: string };
  /** Pages in the spelling of the wire. */
  readonly pages?: readonly unknown[];
}

/** A survey; what is left out gets a plausible value. */
export interface MockSurvey {
  readonly id: number;
  /** Id of the user or the team that it belongs to. */
  readonly ownerId: number;
  /** Id of the user who made it; the owner unless given. */
  readonly creatorId?: number;
  readonly title: string;
  readonly hash?: string;
  readonly scene?: number;
  /** 0 draft, 2 collecting, 3 paused. */
  readonly state?: 0 | 2 | 3;
  readonly prefix?: string;
  readonly suffix?: string;
  /** Pages in the spelling of the wire, each with its `questions`. */
  readonly pages?: readonly { readonly questions: readonly unknown[] }[];
  /** Unix milliseconds; null where none is set. */
  readonly startedAt?: number | null;
  readonly endAt?: number | null;
  readonly createdAt?: number;
  readonly updatedAt?: number;
  /** Where respondents are sent after their answer. */
  readonly redirectUrl?: string;
  readonly requiresSignIn?: boolean;
  readonly allowsAnswerUpdates?: boolean;
  /** The survey in the text form; only the older spelling has it. The title when left out. */
  readonly text?: string;
  readonly answers?: readonly MockAnswer[];
}

/** Everything that a mock platform knows from the start. */
export interface MockWorld {
  readonly applications: readonly MockApplication[];
  readonly users: readonly MockUser[];
  readonly surveys: readonly MockSurvey[];
}

const question = {
  id: "q-1-mock",
  type: "radio",
  sub_type: 0,
  title: "Would you come again?",
  options: [
    { id: "o-1-mock", text: "Yes" },
    { id: "o-2-mock", text: "No" },
  ],
} as const;

function sampleAnswer(index: number): MockAnswer {
  const option = question.options[index % 3 === 0 ? 1 : 0];
  const answered = { ...question, title: undefined, text: "", groups: [], blanks: [] };
  return {
    pages: [{ id: "p-1-mock", questions: [{ ...answered, options: [{ ...option, checked: 1 }] }] }],
  };
}

const pages = [{ id: "p-1-mock", index: "1", questions: [question] }];

/**
 * The default data of a mock platform: a user with two surveys, one of them with 25 answers,
 * an application that users allow, and a team with an application and a survey.
 */
export const mockSample = {
  applications: [
    {
      kind: "web",
      appid: "mock_app",
      secret: "mock-app-secret-for-tests-only-1",
      redirectUris: ["https://application.example/callback"],
    },
    {
      kind: "team",
      appid: "mock_team",
      secret: "mock-team-secret-for-tests-only-1",
      teamId: 2001,
      memberIds: [1001],
    },
  ],
  users: [
    { id: 1001, nickname: "Ada" },
    { id: 1002, nickname: "Bob" },
  ],
  surveys: [
    {
      id: 1,
      ownerId: 1001,
      title: "Customers",
      pages,
      answers: Array.from({ length: 25 }, (_, index) => sampleAnswer(index)),
    },
    { id: 2, ownerId: 1001, title: "Suppliers", pages },
    { id: 3, ownerId: 1002, title: "Neighbours", pages },
    { id: 4, ownerId: 2001, creatorId: 1001, title: "Team pulse", pages },
  ],
} as const satisfies MockWorld;
