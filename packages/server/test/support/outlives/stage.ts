import { declare, declareDemoApp } from "../declare.ts";
import { publishSurvey, type PublishedSurvey } from "../published-survey.ts";
import { surveyIdOf } from "../routes/survey-routes.ts";
import { teamIdOf, userIdOf } from "../routes/team-routes.ts";
import { sampleRecoveryCodes, turnOnSecondFactor } from "../second-factor.ts";
import { passkeySettings } from "../software-authenticator.ts";
import { startTestPlatform, type TestPlatform } from "../test-platform.ts";
import { temporaryUploads } from "../upload-form.ts";

/** A platform on which Lin has rights of every kind, as a creator of a team among others. So is Ada, who is also an administrator. */
export interface Stage {
  readonly platform: TestPlatform;
  readonly lin: number;
  readonly ada: number;
  readonly bob: number;
  /** Of Lin's second factor, each for one use. */
  readonly recoveryCodes: string[];
  readonly team: number;
  /** A survey of the team, which Ada created and Lin edits. */
  readonly survey: number;
  /** A survey of the team that takes files, with one answer. */
  readonly files: PublishedSurvey;
  /** Another survey of the team, which respondents sign in for. */
  readonly signedIn: PublishedSurvey;
  /** A survey of Ada's own, which nothing here ends. */
  readonly ownOfAda: number;
  /** A survey of Lin's own. */
  readonly own: number;
}

/** Gives Lin the rights, and things to have rights to. @param given.administrator whether Lin is one, too */
export async function startStage({ administrator }: { readonly administrator: boolean }): Promise<Stage> {
  const platform = await startTestPlatform({
    webhookAllow: "127.0.0.0/8",
    uploads: await temporaryUploads(),
    ...passkeySettings,
  });
  await declare(platform, {
    users: [
      { username: "ada", administrator: true },
      { username: "lin", password: "a sentence of lin's own", nickname: "Lin", administrator },
    ],
    teams: [
      {
        name: "Acme",
        members: [
          { username: "ada", role: "creator" },
          { username: "bob", role: "member" },
          { username: "lin", role: "creator" },
        ],
      },
    ],
    surveys: [ownSurveyOfLin],
  });
  await declareDemoApp(platform, { may_write: true });
  await turnOnSecondFactor(platform, "lin");
  const team = await teamIdOf(platform, "Acme");
  return {
    platform,
    lin: await userIdOf(platform, "lin"),
    ada: await userIdOf(platform, "ada"),
    bob: await userIdOf(platform, "bob"),
    recoveryCodes: [...sampleRecoveryCodes],
    team,
    survey: await surveyIdOf(platform, "acme-1"),
    files: await publishSurvey(platform, {
      text: "Receipts\n\n\n\nReceipt[File Upload][Optional]",
      ownerId: team,
    }),
    signedIn: await publishSurvey(platform, {
      text: "Members\n\n\n\nName[Single Line Text][Optional]",
      settings: { requiresSignIn: true, allowsAnswerUpdates: true },
      ownerId: team,
    }),
    ownOfAda: await surveyIdOf(platform, "ada-1"),
    own: await surveyIdOf(platform, "lin-1"),
  };
}

const ownSurveyOfLin = {
  key: "lin-1",
  owner: { user: "lin" },
  creator: "lin",
  title: "Survey lin-1",
  state: "collecting" as const,
  pages: [{ questions: [{ type: "text" as const, title: "Anything?" }] }],
};
