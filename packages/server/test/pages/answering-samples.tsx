import { ConsentBox } from "../../src/surveys/answering/consent.tsx";
import { OwnAnswerDeletedPage, OwnAnswerPage } from "../../src/surveys/answering/own-answer-page.tsx";
import { describeAnswer, noPrivacy, type Question } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { everyType, wirePages } from "../../../surveys/test/declared/survey-fixtures.ts";
import { ChangePage } from "../../src/surveys/answering/change-answer.tsx";
import { DonePage } from "../../src/surveys/answering/done.tsx";
import { RefusalPage } from "../../src/surveys/answering/refuse.tsx";
import { closedReasons, type SurveyToAnswer } from "../../src/surveys/answering/closed-reason.ts";
import { SurveyClosedPage } from "../../src/surveys/answering/survey-closed-page.tsx";
import { Layout, type PageProps } from "../../src/pages/layout.tsx";
import { SurveyForm } from "../../src/pages/survey/survey-form.tsx";

/** A question of each type. */
function questionsWith(text: string): readonly Question[] {
  const label = { text };
  const { pages } = wirePages(everyType);
  return pages
    .flatMap((page) => page.questions)
    .map((question) => ({
      ...question,
      title: text,
      description: text,
      options: question.options.map((option) => ({ ...option, ...label })),
      subTitles: question.subTitles.map((row) => ({ ...row, ...label })),
      blank_setting: question.blank_setting.map((blank) => ({ ...blank, ...label })),
      groups: question.groups.map((entry) => ({ ...entry, ...label })),
      levels: question.levels.map(() => text),
      starShowCustomStart: question.starNum > 0 ? text : "",
      starShowCustomEnd: question.starNum > 0 ? text : "",
    }));
}

/** The pages on which surveys are answered, with the same text in every place that somebody else may fill. */
export function answeringSamples(frame: PageProps, text: string): Readonly<Record<string, JSX.Element>> {
  const questions = questionsWith(text);
  const form = {
    language: frame.language,
    definition: { title: text, prefix: text },
    page: { id: "p-1-abcd", questions },
    place: { number: 1, count: 2 },
    values: Object.fromEntries(questions.map(({ id, type }) => [id, type === "upload" ? [text] : text])),
    problems: new Map(questions.map(({ id }) => [id, { code: "part_required", part: text }] as const)),
    seed: text,
    action: "/s2/1/00c0ffee/",
    hidden: { csrf: text, ticket: text },
    files: "sent",
  } as const;
  const survey: SurveyToAnswer = {
    id: 1,
    ownerId: 1,
    version: 1,
    answerWebhooks: 0,
    availability: "open",
    now: 0,
    state: 2,
    startedAt: 1_700_000_000_000,
    endAt: 1_800_000_000_000,
    answerLimit: null,
    once: "none",
    requiresSignIn: false,
    onlyListed: false,
    onlyParticipants: false,
    linksEndAt: null,
    isAnonymous: false,
    allowsAnswerUpdates: false,
    redirectUrl: "",
    passwordHash: "",
    addressLimit: null,
    addressDays: 30,
    customArguments: [],
    embedOrigins: [],
    privacy: { ...noPrivacy, responsible: text, purpose: text, answerDays: 90 },
  };
  const respondent = {
    draftHash: text,
    browserKey: text,
    cookie: text,
    identity: undefined,
    participant: undefined,
    listed: undefined,
    isNew: false,
  };
  const state = { survey, respondent, progress: undefined, ticket: text, isPasswordWrong: true };
  const ofClosedReasons = closedReasons.map((reason) => [
    `survey ${reason}`,
    <SurveyClosedPage
      {...frame}
      state={{ ...state, reason }}
      surveyPath="/s2/1/00c0ffee/"
      csrf={text}
      timeZone="Asia/Shanghai"
    />,
  ]);
  return {
    "survey form": (
      <Layout {...frame} title={text}>
        <SurveyForm {...form} />
      </Layout>
    ),
    "survey form of a program": (
      <Layout {...frame} title={text}>
        <SurveyForm {...form} isTrapped={true} place={{ number: 2, count: 2 }} />
      </Layout>
    ),
    "own answer": (
      <OwnAnswerPage
        {...frame}
        survey={survey}
        title={text}
        answer={{
          hash: "aBcDeFgHiJ",
          endedAt: 0,
          changedAt: 1,
          address: text,
          language: "",
          consentVersion: 1,
        }}
        described={describeAnswer([{ id: "p", index: "1", questions }], {})}
        timeZone="Asia/Shanghai"
        action="/s2/1/00c0ffee/answer"
        csrf={text}
        link="/s2/1/00c0ffee/answer?answer=aBcDeFgHiJ&key=x"
        changePath="/s2/1/00c0ffee/change?answer=aBcDeFgHiJ"
      />
    ),
    "own answer, deleted": <OwnAnswerDeletedPage {...frame} title={text} />,
    "consent of a respondent": (
      <Layout {...frame} title={text}>
        <SurveyForm
          {...form}
          beforeQuestions={
            <ConsentBox
              language={frame.language}
              languages={{ own: "en", shown: "de" }}
              privacy={{ ...noPrivacy, consentText: "One\nTwo", consentVersion: 1 }}
              isGiven={false}
            />
          }
        />
      </Layout>
    ),
    "survey done": (
      <DonePage
        {...frame}
        definition={{ title: text, suffix: text }}
        hash="aBcDeFgHiJ"
        changePath="/s2/1/00c0ffee/change?answer=aBcDeFgHiJ"
      />
    ),
    "change of an answer": (
      <ChangePage
        {...frame}
        title={text}
        action="/s2/1/00c0ffee/change"
        hash="aBcDeFgHiJ"
        csrf={text}
        replacesBegun={true}
      />
    ),
    "refusal to take part": (
      <RefusalPage
        {...frame}
        contentLanguages={undefined}
        theme={undefined}
        title={text}
        action="/s2/1/00c0ffee/refuse"
        surveyPath="/s2/1/00c0ffee/"
        csrf={text}
        state="open"
      />
    ),
    ...Object.fromEntries(ofClosedReasons),
  };
}
