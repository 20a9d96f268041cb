import type { JSX } from "hono/jsx/jsx-runtime";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import type { SurveyForUser } from "../../src/store/surveys/survey-for-user-table.ts";
import { CommentsPage } from "../../src/surveys/sharing/comments-page.tsx";
import { HandOverPage, OfferPage } from "../../src/surveys/sharing/hand-over-page.tsx";
import { LogPage } from "../../src/surveys/sharing/log-page.tsx";
import { PeoplePage } from "../../src/surveys/sharing/people-page.tsx";
import { logEn } from "../../src/surveys/sharing/texts/en.ts";

type Frame = PageProps & { readonly signedIn: SignedIn };

const timeZone = "Asia/Shanghai";
const at = 1_790_000_000_000;

/** The pages about who works on a survey, with its title in every place that somebody else may fill. */
export function sharingSamples(frame: Frame, survey: SurveyForUser): Readonly<Record<string, JSX.Element>> {
  const text = survey.title;
  const person = { userId: 1, actor: text, nickname: text, application: null };
  const application = { ...person, userId: 2, application: text };
  const values = { labels: [text], client: text, url: `https://${text}`, state: text, redirect_url: text };
  const entries = [...Object.keys(logEn.actions), text].map((action, index) => ({
    ...(index % 2 === 0 ? person : application),
    id: index,
    at,
    action,
    before: undefined,
    after: values,
  }));
  const log = { ...frame, survey, timeZone, after: "9", next: "1" };
  const share = { accountId: 1, kind: "user", name: text, username: text, role: "edit", since: at } as const;
  const people = { ...frame, survey, timeZone, teams: [{ id: 5, name: text }] };
  const offer = {
    surveyId: 7,
    title: text,
    answerCount: 3,
    offeredBy: 5,
    offeredByName: text,
    userId: 1,
    username: text,
    ownerId: 5,
    keeps: 0,
    createdAt: at,
  };
  const comment = {
    id: 1,
    questionId: text,
    answerId: null,
    authorId: 1,
    author: text,
    text: `${text}\n@ada`,
    createdAt: at,
    resolvedAt: null,
  };
  const comments = {
    ...frame,
    survey,
    timeZone,
    userId: 1,
    subjects: [{ value: text, label: text }],
    about: text,
    text,
    mention: text,
    people: [{ username: text, nickname: text }],
    untold: [text],
    after: "9",
    next: "1",
  };
  return {
    "comments on a survey": (
      <CommentsPage
        {...comments}
        state="open"
        comments={[comment, { ...comment, id: 2, questionId: "q-gone" }]}
        notice="added"
      />
    ),
    "comments on a survey, resolved, with a problem": (
      <CommentsPage
        {...comments}
        state="resolved"
        comments={[{ ...comment, questionId: "", answerId: 5, resolvedAt: at, authorId: 2 }]}
        problem="long"
      />
    ),
    "comments on a survey, none": <CommentsPage {...comments} about="" state="open" comments={[]} />,
    "handing a survey over": <HandOverPage {...frame} survey={survey} teams={people.teams} />,
    "handing a survey over, with a problem": (
      <HandOverPage
        {...frame}
        survey={survey}
        teams={[]}
        typed={{ person: text, team: "", keeps: "edit" }}
        problem="unknown"
      />
    ),
    "offered survey": <OfferPage {...frame} offer={offer} />,
    "people who work on a survey": (
      <PeoplePage
        {...people}
        shares={[share, { ...share, accountId: 2, kind: "team", username: null }]}
        offer={offer}
        notice="shared"
      />
    ),
    "people who work on a survey, with a problem": (
      <PeoplePage
        {...people}
        survey={{ ...survey, teamName: null, ownerName: text, isShared: true }}
        shares={[]}
        offer={undefined}
        typed={{ person: text, team: "5", role: "manage" }}
        problem="unknown"
      />
    ),
    "log of a survey": <LogPage {...log} who="1" entries={entries} actors={[person, application]} />,
    "log of a survey, without entries": <LogPage {...log} who={text} entries={[]} actors={[]} />,
  };
}
