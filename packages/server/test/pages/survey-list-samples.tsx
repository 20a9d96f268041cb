import type { JSX } from "hono/jsx/jsx-runtime";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import type { SurveyForUser } from "../../src/store/surveys/survey-for-user-table.ts";
import { DeleteForEverPage } from "../../src/surveys/list/delete-for-ever-page.tsx";
import { SurveyBinPage } from "../../src/surveys/list/survey-bin-page.tsx";
import { SurveyPrivacyPage } from "../../src/surveys/workspace/survey-privacy-page.tsx";
import { SurveyLabelsPage } from "../../src/surveys/list/survey-labels-page.tsx";
import { SurveyListPage } from "../../src/surveys/list/survey-list-page.tsx";

type Frame = PageProps & { readonly signedIn: SignedIn };

const at = 1_790_000_000_000;

/** The list of surveys and the pages that it leads to, with the title of a survey in every place that somebody else may fill. */
export function surveyListSamples(
  frame: Frame,
  survey: SurveyForUser,
): Readonly<Record<string, JSX.Element>> {
  const text = survey.title;
  const draft = { ...survey, id: 8, version: 0, state: 0, title: "", teamName: null } as const;
  const self = { ownerId: 1, team: undefined, isOnlyCreated: false, mayCreate: true } as const;
  const owner = { ...self, ownerId: 3, team: { id: 3, name: text } } as const;
  const owners = [self, owner];
  const list = {
    ...frame,
    timeZone: "Asia/Shanghai",
    owners,
    owner,
    search: text,
    state: "paused",
    after: text,
    next: text,
    offers: [],
  } as const;
  const offer = {
    surveyId: 9,
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
  return {
    "surveys that others share": (
      <SurveyListPage
        {...list}
        owner={{ ...self, ownerId: undefined }}
        offers={[offer]}
        label={undefined}
        labels={[]}
        surveys={[{ ...survey, isShared: true, labels: [text], days: undefined }]}
      />
    ),
    surveys: (
      <SurveyListPage
        {...list}
        surveys={[
          { ...survey, labels: [text], days: [0, 1, 2, 3, 0, 0, 5] },
          { ...draft, labels: [], days: undefined },
          { ...survey, state: 3, labels: [], days: undefined },
        ]}
        labels={[text]}
        label={text}
        notice="deleted"
      />
    ),
    "labels of a survey": (
      <SurveyLabelsPage
        {...frame}
        survey={survey}
        text={text}
        problem={{ code: "long", limit: 40 }}
        known={[text]}
      />
    ),
    "privacy of a survey": (
      <SurveyPrivacyPage
        {...frame}
        survey={survey}
        timeZone="Asia/Shanghai"
        fields={{ responsible: text, purpose: text, answer_days: "x", keeps_counts: "on", consent: text }}
        problems={{ answer_days: "days" }}
        // Each line is a paragraph.
        consents={[{ version: 1, text: "One\nTwo", translations: { de: "Eins\nZwei" }, createdAt: at }]}
      />
    ),
    bin: <SurveyBinPage {...list} surveys={[{ ...survey, binnedAt: at }]} notice="deleted" />,
    "bin, empty": <SurveyBinPage {...list} surveys={[]} notice={undefined} />,
    "deleting for ever": <DeleteForEverPage {...frame} survey={survey} typed="" />,
    "surveys, none found": <SurveyListPage {...list} labels={[]} label={undefined} surveys={[]} />,
    "surveys, none yet": (
      <SurveyListPage
        {...list}
        owner={{ ...owner, mayCreate: false }}
        search=""
        state={undefined}
        after={undefined}
        next={undefined}
        surveys={[]}
        labels={[]}
        label={undefined}
      />
    ),
  };
}
